// Elements without markup in strings. What people typed only ever becomes text.

/** An element with attributes and children; children that are null are left out. */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A picture that our own server has drawn. */
export function picture(drawn) {
  const holder = document.createElement("template");
  holder.innerHTML = drawn;
  return holder.content.firstElementChild;
}

export function svgElement(name, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export const byId = (id) => document.getElementById(id);

/** Data that the server wrote into the page. */
export const given = (id) => JSON.parse(byId(id).textContent);
