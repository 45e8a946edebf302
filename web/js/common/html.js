// Building the document: what is drawn again and again (`h`, `show`), and what is made once (`make`).

import { createElement, Fragment, render } from "../../vendor/preact/preact.js";

/** @import { VNode } from "../../vendor/preact/preact.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * What an element that is drawn may hold; `null`, `undefined`, `false` and empty texts are left out.
 * @typedef {VNode | string | number | boolean | null | undefined | Child[]} Child
 */

/**
 * What an element that is made once may hold.
 * @typedef {Node | string | number | boolean | null | undefined | Held[]} Held
 */

/**
 * Attributes, by their names; those that begin with `on` are listeners. `key` tells an element from the others
 * beside it, so that it stays when the order of them changes; without one it is the `id`.
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
    else element.setAttribute(name === "key" ? "data-key" : name, value === true ? "" : String(value));
  }
  return element;
}

/**
 * Adds to what an element holds.
 * @template {Element} E
 * @param {E} element
 * @param {Held[]} children
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
 * An HTML element that is made once: `make("p", {class: "lead"}, "text", make("b", null, "more"))`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes<HTMLElementTagNameMap[T]> | null} [attributes]
 * @param {Held[]} children
 */
export function make(tag, attributes, ...children) {
  return fill(dress(document.createElement(tag), attributes), children);
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes<SVGElementTagNameMap[T]> | null} [attributes]
 * @param {Held[]} children
 */
export function makeSvg(tag, attributes, ...children) {
  return fill(dress(document.createElementNS(SVG, tag), attributes), children);
}

/**
 * What an element of HTML or SVG is to be, for `show`: `h("p", {class: "lead"}, "text", h("b", null, "more"))`.
 * @template {keyof HTMLElementTagNameMap | keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes<(HTMLElementTagNameMap & Omit<SVGElementTagNameMap, keyof HTMLElementTagNameMap>)[T]> | null} [attributes]
 * @param {Child[]} children
 * @returns {VNode}
 */
export function h(tag, attributes, ...children) {
  /** @type {Record<string, unknown>} */
  const props = {};
  for (const [name, value] of Object.entries(attributes ?? {})) {
    // A box that is not ticked is to be so, whatever was done to it.
    if (value === null || value === undefined || (value === false && name !== "checked")) continue;
    // An attribute with a hyphen is none of an element's properties, which alone are true or false.
    if (name.includes("-")) props[name] = value === true ? "" : value;
    else props[name] = value === "false" ? false : value;
  }
  // A button that says something else is another one: a press that began on the first does not end on it.
  const said = tag === "button" ? children.filter((one) => typeof one === "string").join("") : "";
  if (props.key !== undefined) props["data-key"] = props.key;
  else props.key = props.id ?? (said || undefined);
  return createElement(tag, props, ...children);
}

/** Buttons in a row. */
export const actions = (/** @type {Child[]} */ ...buttons) => h("div", { class: "actions" }, buttons);

/**
 * An element that is made once, among what is drawn.
 * @param {Node} node
 */
export function held(node) {
  const put = (/** @type {Element | null} */ host) => host?.firstChild !== node && host?.replaceChildren(node);
  return createElement("span", { class: "held", ref: put });
}

/**
 * Elements that `show` has drawn into.
 * @type {WeakSet<Element>}
 */
const drawn = new WeakSet();

/**
 * Draws what an element holds, which nothing else adds to: what is there already and is to stay is kept, with the
 * focus, the scroll and what was typed. What goes from under the pointer is told that the pointer leaves it, since the
 * browser tells nothing to what is gone.
 * @template {Element} E
 * @param {E} element
 * @param {Child[]} children
 */
export function show(element, ...children) {
  // What the page came with gives way.
  if (!drawn.has(element)) element.replaceChildren();
  drawn.add(element);
  const hovered = [...element.querySelectorAll(":hover")];
  const focused = focusedIn(element);
  render(createElement(Fragment, null, ...children), element);
  for (const left of hovered.filter((one) => !one.isConnected))
    for (const type of ["pointerleave", "mouseleave"]) left.dispatchEvent(new MouseEvent(type));
  // A reader at the keyboard stays in the panel though the button is gone.
  const lost = focused && !focused.isConnected && document.activeElement === document.body;
  if (lost && element instanceof HTMLElement && element.hasAttribute("tabindex"))
    element.focus({ preventScroll: true });
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
