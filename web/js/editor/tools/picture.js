// The picture of the printed map: taking a file, laying it by three points, removing it.

import { h } from "../../common/html.js";
import { Laying } from "../../picture/laying.js";
import * as texts from "../../texts/editor.js";
import { fileField } from "../choices.js";

/**
 * @import { MapPicture } from "../../picture/map-picture.js"
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 */

/**
 * `draw()` redraws this tool's choices, even while the reader types in them; `said()`: what is
 * wrong with the picture.
 * @param {ToolState} toolState
 * @param {MapPicture} picture
 * @param {{ draw: () => void, said: () => string }} page
 * @returns {Tool}
 */
export function pictureTool(toolState, picture, { draw, said }) {
  const { board } = toolState;
  const laying = new Laying(picture, board, { draw, say: (text) => toolState.say(text) });

  /** @param {File} file */
  async function take(file) {
    if (await picture.take(file)) laying.begin();
  }

  async function remove() {
    if (!confirm(texts.removePicture)) return;
    laying.stop();
    await picture.remove();
  }

  const file = (/** @type {string} */ label) => fileField("picture-file", label, "image/*", take);
  const removal = () => h("button", { id: "picture-remove", class: "plain", onclick: remove }, texts.removeIt);
  const trouble = () => [
    picture.reading && h("p", { class: "hint", role: "status" }, texts.readingPicture),
    h("p", { id: "picture-said", class: "refused", role: "alert" }, said()),
    picture.unkept && h("p", { id: "picture-unkept", class: "refused", role: "alert" }, texts.noRoom),
  ];

  /** @param {SubmitEvent} event */
  function name(event) {
    event.preventDefault();
    laying.name(/** @type {HTMLInputElement} */ (document.getElementById("picture-hex")).value);
    // Where there is nothing to write, the keys belong to the map.
    if (!laying.at) board.frame.focus({ preventScroll: true });
  }

  const questions = () => [
    h("h3", null, texts.layPoint(laying.points.length + 1)),
    laying.refusal && h("p", { id: "picture-refusal", class: "refused", role: "alert" }, laying.refusal),
    h("p", { id: "picture-question" }, laying.question),
    !laying.at && h("p", { class: "small" }, texts.byKeyboard),
    laying.at &&
      h(
        "form",
        { class: "list-field", onsubmit: name },
        h("label", { for: "picture-hex" }, texts.hex),
        h("input", { type: "text", id: "picture-hex", class: "hex", inputmode: "numeric", autocomplete: "off" }),
        h("button", { id: "picture-name" }, texts.takeIt),
      ),
    h(
      "p",
      null,
      h(
        "button",
        { id: "picture-back", disabled: !laying.at && !laying.points.length, onclick: () => laying.back() },
        texts.back,
      ),
      picture.laid && h("button", { id: "picture-stop", class: "plain", onclick: () => laying.stop() }, texts.leaveIt),
      removal(),
    ),
  ];

  const known = ({ name, points } = picture.lie) => [
    h(
      "p",
      null,
      picture.laid
        ? texts.liesBy(
            name,
            points.map(({ hex }) => hex),
          )
        : texts.notLaid(name),
    ),
    picture.laid && laying.doubt && h("p", { id: "picture-doubt", class: "refused" }, laying.doubt),
    h(
      "p",
      null,
      h("button", { id: "picture-again", onclick: () => laying.begin() }, picture.laid ? texts.layAgain : texts.layIt),
      removal(),
    ),
    file(texts.anotherPicture),
  ];

  const none = () => [h("p", { class: "hint" }, texts.layScan), file(texts.choosePicture)];

  return {
    id: "picture",
    ...texts.TOOLS.picture,
    // What is wrong comes first: where the sidebar is low the rest has to be scrolled to.
    options: () => [trouble(), laying.active ? questions() : picture.laid || picture.there ? known() : none()],
    point: (at) => laying.press(at),
    lift: () => laying.back(),
    hold(held) {
      if (!held) laying.pause();
      else if (picture.there && !picture.laid) laying.points.length || laying.at ? laying.resume() : laying.begin();
    },
    marks: () =>
      laying.active && laying.at
        ? { outlines: laying.points.map(({ hex }, index) => ({ hex, kind: "listed", text: `${index + 1}` })) }
        : {},
  };
}
