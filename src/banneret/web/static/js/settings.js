// How somebody likes to play, kept in the browser.

const KEY = "banneret-settings";
const DEFAULTS = { confirm: "always", speed: "1" };

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // a browser that keeps nothing gets the defaults
  }
}

const settings = { ...DEFAULTS, ...kept() };

export const setting = (name) => settings[name];

/** How much longer (or shorter) than usual animation takes; 0 is none. */
export const pace = () => Number(settings.speed);

/** Whether any action waits for a second word. */
export const asksEver = () => settings.confirm !== "never";

/** Whether an action waits for a second word: one that ends the turn, or that shows something new. */
export function asksBefore(preview) {
  const reveals = preview.chance || !preview.certain;
  if (settings.confirm === "always") return preview.ends_turn || reveals;
  return settings.confirm === "reveal" && reveals;
}

/** Let the fields of a form show the settings and change them. */
export function bindSettings(form) {
  for (const [name, value] of Object.entries(settings)) if (form.elements[name]) form.elements[name].value = value;
  form.addEventListener("change", ({ target }) => {
    settings[target.name] = target.value;
    try {
      localStorage.setItem(KEY, JSON.stringify(settings));
    } catch {
      // it then holds for this page only
    }
  });
}
