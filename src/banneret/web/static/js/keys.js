// Keys that work anywhere on the table; those of the board are the board's own.

const KEYS = { u: "undo", r: "recap", k: "overlay", h: "hint", "?": "help", "+": "nearer", "-": "further" };

export function bindKeys(does) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") does.back();
    else if (/^[1-9]$/.test(event.key)) does.number(event.key);
    else if (event.key.toLowerCase() in KEYS) does[KEYS[event.key.toLowerCase()]]();
    else return;
    event.preventDefault();
  });
}
