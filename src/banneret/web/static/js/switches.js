// A choice in the head of the page takes effect at once.

for (const choice of document.querySelectorAll("[data-submits]")) {
  choice.addEventListener("change", () => {
    choice.form.elements.back.value = location.pathname + location.search;
    choice.form.submit();
  });
}
