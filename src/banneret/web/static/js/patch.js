// Drawings that change a little: only what is different is drawn anew, which is most of what a turn costs the browser.

/** Make what is shown, once a copy of `before`, into a copy of `after`. What else is on the shown nodes stays: other
 * attributes than those that differ, and nodes after those of the drawing. */
export function patch(shown, before, after) {
  if (before.isEqualNode(after)) return;
  if (!isSame(before, after)) return shown.replaceWith(after.cloneNode(true));
  patchAttributes(shown, before, after);
  patchChildren(shown, [...before.childNodes], [...after.childNodes]);
}

/** Whether two nodes are the same thing, perhaps in another state; who is on a thing must not find himself on another. */
function isSame(one, other) {
  return one.nodeType === Node.ELEMENT_NODE && one.nodeName === other.nodeName && one.dataset.thing === other.dataset.thing;
}

/** Make the children of what is shown into these; what stays the same is not touched, nor who is on it. */
export function become(shown, children) {
  patchChildren(shown, [...shown.childNodes], children);
}

function patchAttributes(shown, before, after) {
  for (const { name } of before.attributes) if (!after.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of after.attributes) if (before.getAttribute(name) !== value) shown.setAttribute(name, value);
}

/** As many nodes as before are patched each; otherwise those that are the same stay, and the others go and come. */
function patchChildren(shown, before, after) {
  const nodes = [...shown.childNodes].slice(0, before.length);
  if (before.length === after.length) return nodes.forEach((node, i) => patch(node, before[i], after[i]));
  const end = shown.childNodes[before.length] ?? null;
  let at = 0;
  for (const made of after) {
    const same = before.findIndex((node, i) => i >= at && node.isEqualNode(made));
    if (same < 0) shown.insertBefore(made.cloneNode(true), nodes[at] ?? end);
    else {
      while (at < same) nodes[at++].remove();
      at++;
    }
  }
  while (at < nodes.length) nodes[at++].remove();
}
