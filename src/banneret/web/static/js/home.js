// A record that somebody brings becomes a table to look at.

const field = document.getElementById("record");
const trouble = document.getElementById("upload-trouble");

field.addEventListener("change", async () => {
  const [file] = field.files;
  if (!file) return;
  trouble.hidden = true;
  try {
    const response = await fetch("/records", { method: "POST", headers: { Accept: "application/json" }, body: await file.text() });
    const answer = await response.json();
    if (response.ok) location.assign(answer.replay);
    else complain(answer.message);
  } catch (error) {
    complain(error.message);
  }
});

function complain(text) {
  trouble.textContent = text;
  trouble.hidden = false;
  field.value = "";
}
