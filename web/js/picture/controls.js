// How a laid picture is seen: whether, how strongly, and with the hexes over it.

import { h } from "../common/html.js";
import { tick } from "../common/tick.js";
import * as texts from "../texts/picture.js";

/** @import { MapPicture } from "./map-picture.js" */

/** @param {MapPicture} picture */
export function pictureControls(picture) {
  const { lie } = picture;
  return h(
    "div",
    { class: "picture-controls", role: "group", "aria-label": texts.controls },
    h(
      "button",
      {
        id: "picture-shown",
        class: "toggle",
        "aria-pressed": String(picture.shown),
        onclick: () => picture.show(!picture.shown),
      },
      texts.shown,
    ),
    picture.shown && [
      h("label", { for: "picture-strength", class: "aloud" }, texts.strength),
      h("input", {
        type: "range",
        id: "picture-strength",
        min: 0,
        max: 100,
        step: 5,
        title: texts.fade,
        value: String(Math.round(lie.strength * 100)),
        oninput: ({ target }) => picture.fade(Number(target.value) / 100),
      }),
      tick(
        {
          class: "tick",
          id: "picture-grid",
          checked: lie.grid,
          onchange: ({ target }) => picture.showGrid(target.checked),
        },
        texts.hexes,
      ),
    ],
  );
}
