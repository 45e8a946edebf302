// How a laid picture is seen: whether, how strongly, and with the hexes over it.

import { h } from "../common/html.js";

/** @import { MapPicture } from "./map-picture.js" */

/**
 * @param {MapPicture} picture
 */
export function pictureControls(picture) {
  const { lie } = picture;
  return h(
    "div",
    { class: "picture-controls", role: "group", "aria-label": "Picture of the printed map" },
    h(
      "button",
      {
        id: "picture-shown",
        class: "toggle",
        "aria-pressed": String(picture.shown),
        onclick: () => picture.show(!picture.shown),
      },
      "Picture",
    ),
    picture.shown && [
      h("label", { for: "picture-strength", class: "aloud" }, "Strength of the picture"),
      h("input", {
        type: "range",
        id: "picture-strength",
        min: 0,
        max: 100,
        step: 5,
        title: "From the drawn map to the picture",
        value: String(Math.round(lie.strength * 100)),
        oninput: ({ target }) => picture.fade(Number(target.value) / 100),
      }),
      h(
        "label",
        { class: "tick" },
        h("input", {
          type: "checkbox",
          id: "picture-grid",
          checked: lie.grid,
          onchange: ({ target }) => picture.showGrid(target.checked),
        }),
        "Hexes",
      ),
    ],
  );
}
