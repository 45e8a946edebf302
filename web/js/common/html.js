// Building the document: small helpers over the DOM, nothing more.

const SVG = "http://www.w3.org/2000/svg";

/**
 * What an element may hold; `null`, `undefined`, `false` and empty texts are left out.
 * @typedef {Node | string | number | boolean | null | undefined | Child[]} Child
 */

/**
 * Attributes, by their names; those that begin with `on` are listeners.
 * @template {Element} E
 * @typedef {{
 *   onclick?: ((event: MouseEvent & {target: E, currentTarget: E}) => unknown) | false | null,
 *   onchange?: (event: Event & {target: E}) => unknown,
 *   oninput?: (event: Event & {target: E}) => unknown,
 *   onfocus?: (event: FocusEvent & {target: E}) => unknown,
 *   onblur?: (event: FocusEvent) => unknown,
 *   ontoggle?: (event: Event) => unknown,
 *   onkeydown?: (event: KeyboardEvent & {target: HTMLElement}) => unknown,
 *   onpointerenter?: (event: PointerEvent) => unknown,
 *   onpointerleave?: (event: PointerEvent) => unknown,
 *   [name: string]: unknown,
 * }} Attributes
 */

/**
 * Sets attributes; `on…` names are listeners, `null`, `undefined` and `false` are left out.
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Attributes<E> | null | undefined} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name === "value" || name === "checked" || name === "indeterminate")
      Object.assign(element, { [name]: value });
    // A style is set as a property: the page's policy lets no style attribute through.
    else if (name === "style") element.style.cssText = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

/**
 * Adds to what an element holds.
 * @template {Element} E
 * @param {E} element
 * @param {Child[]} children
 */
export function fill(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) fill(element, child);
    else if (child !== null && child !== undefined && child !== false && child !== "") {
      element.append(child instanceof Node ? child : String(child));
    }
  }
  return element;
}

/**
 * An HTML element: `h("p", {class: "lead"}, "text", h("b", null, "more"))`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes<HTMLElementTagNameMap[T]> | null} [attributes]
 * @param {Child[]} children
 */
export function h(tag, attributes, ...children) {
  return fill(dress(document.createElement(tag), attributes), children);
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes<SVGElementTagNameMap[T]> | null} [attributes]
 * @param {Child[]} children
 */
export function svg(tag, attributes, ...children) {
  return fill(dress(document.createElementNS(SVG, tag), attributes), children);
}

/**
 * Replaces what an element holds. Whoever used the keyboard stays where they were: focus returns to
 * the element with the same id or `data-key`, and if that is gone, to the container. What lies under
 * the pointer is told that the pointer leaves it, since the browser tells nothing to what is gone.
 * @template {HTMLElement} E
 * @param {E} element
 * @param {Child[]} children
 */
export function show(element, ...children) {
  const held = focusedIn(element);
  const key = held?.id || held?.dataset.key;
  const scroll = element.scrollTop;
  for (const left of element.querySelectorAll(":hover"))
    for (const type of ["pointerleave", "mouseleave"]) left.dispatchEvent(new MouseEvent(type));
  element.replaceChildren();
  fill(element, children);
  element.scrollTop = scroll;
  if (!held || held === element) return element;
  const again =
    key &&
    [.../** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[id], [data-key]"))].find(
      (one) => (one.id || one.dataset.key) === key && !one.matches(":disabled"),
    );
  if (again) again.focus({ preventScroll: true });
  else if (element.tabIndex >= -1 && element.hasAttribute("tabindex")) element.focus({ preventScroll: true });
  return element;
}

/**
 * What has the focus, if it lies in that element.
 * @param {Element} element
 */
export function focusedIn(element) {
  const held = document.activeElement;
  return held && element.contains(held) ? /** @type {HTMLElement | SVGElement} */ (held) : null;
}

/**
 * The element of the page's own HTML with that id.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @param {new () => E} [kind]
 * @returns {E}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!element || (kind && !(element instanceof kind))) throw new Error(`This page has no "${id}".`);
  return /** @type {E} */ (element);
}

/** Whether the reader asked their system for less movement on the screen. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
