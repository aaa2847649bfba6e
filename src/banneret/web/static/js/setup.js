// As many chairs as there are players, and options that are sent only once somebody has looked at them.

const form = document.getElementById("setup");
const options = form.querySelector(".options");

function seatPlayers() {
  const players = Number(new FormData(form).get("players"));
  for (const chair of form.querySelectorAll(".chair")) {
    const taken = Number(chair.dataset.seat) < players;
    chair.hidden = !taken;
    for (const field of chair.querySelectorAll("select, input")) field.disabled = !taken;
  }
}

function offerOptions() {
  for (const field of options.querySelectorAll("input, select")) field.disabled = !options.open;
}

form.addEventListener("change", seatPlayers);
seatPlayers();
if (options) {
  options.addEventListener("toggle", offerOptions);
  offerOptions();
}
