// By day or by lamplight: as the system wishes, or as the reader switched it, which is remembered.
// early.js sets what is remembered before the page is drawn.

import { themes } from "../texts/parts.js";
import { make } from "./html.js";

/** @typedef {"light" | "dark"} Theme */

const KEY = "longroll.theme";
const DARK = matchMedia("(prefers-color-scheme: dark)");

/** @returns {Theme} */
function wished() {
  return DARK.matches ? "dark" : "light";
}

/** @returns {Theme} */
function current() {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : wished();
}

/**
 * What the system wishes anyway is not remembered: the page goes on following the system.
 * @param {Theme} theme
 */
function choose(theme) {
  const { dataset } = document.documentElement;
  if (theme === wished()) delete dataset.theme;
  else dataset.theme = theme;
  try {
    if (theme === wished()) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** The switch, as a button. */
export function themeSwitch() {
  const button = make("button", { class: "plain theme-switch", type: "button" });
  const draw = () => {
    const other = current() === "dark" ? "light" : "dark";
    const [shown, aloud] = themes[other];
    button.textContent = shown;
    button.setAttribute("aria-label", aloud);
  };
  button.addEventListener("click", () => {
    choose(current() === "dark" ? "light" : "dark");
    draw();
  });
  DARK.addEventListener("change", draw);
  draw();
  return button;
}
