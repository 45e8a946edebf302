// Building the document: small helpers over the DOM, nothing more.

const SVG = "http://www.w3.org/2000/svg";

/** Sets attributes; `on…` names are listeners, `null`, `undefined` and `false` are left out. */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "indeterminate") element[name] = value;
    // A style is set as a property: the page's policy lets no style attribute through.
    else if (name === "style") element.style.cssText = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

function fill(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    element.append(child);
  }
  return element;
}

/** An HTML element: `h("p", {class: "lead"}, "text", h("b", null, "more"))`. */
export function h(tag, attributes, ...children) {
  return fill(dress(document.createElement(tag), attributes), children);
}

/** The same for SVG. */
export function svg(tag, attributes, ...children) {
  return fill(dress(document.createElementNS(SVG, tag), attributes), children);
}

/**
 * Replaces what an element holds. Whoever used the keyboard stays where they were: focus returns to the
 * element with the same id or `data-key`, and if that is gone, to the container.
 */
export function show(element, ...children) {
  const held = element.contains(document.activeElement) ? document.activeElement : null;
  const key = held?.id || held?.dataset.key;
  const scroll = element.scrollTop;
  element.replaceChildren();
  fill(element, children);
  element.scrollTop = scroll;
  if (!held || held === element) return element;
  const again =
    key && [...element.querySelectorAll("[id], [data-key]")].find((e) => (e.id || e.dataset.key) === key && !e.disabled);
  if (again) again.focus({ preventScroll: true });
  else if (element.tabIndex >= -1 && element.hasAttribute("tabindex")) element.focus({ preventScroll: true });
  return element;
}

/** Whether the reader asked their system for less movement on the screen. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
