// What the page says by itself, in the reader's language: the texts come with the page.

import { given } from "./dom.js";

const language = document.documentElement.lang;
const texts = given("says");
const plurals = new Intl.PluralRules(language);

/** The sentence of a key; `{name}` in it stands for an argument, and `n` chooses between singular and plural. */
export function say(key, about = {}) {
  const text = texts[key];
  if (text === undefined) throw new Error(`no text for ${key}`);
  const form = typeof text === "string" ? text : plurals.select(about.n) === "one" ? text.one : text.other;
  return form.replace(/\{(\w+)\}/g, (whole, name) => about[name] ?? whole);
}

/** A share of the win in per cent, as it is written in the language. */
export const percent = (share) => new Intl.NumberFormat(language, { style: "percent" }).format(share);

const regions = { polite: document.getElementById("polite"), assertive: document.getElementById("assertive") };

/** Tell those who listen instead of looking. */
export function announce(text, urgency = "polite") {
  regions[urgency].textContent = text;
}
