// The picture of the printed map: taking a file, laying it by three points, removing it.

import { h } from "../../common/html.js";
import { Laying } from "../../picture/laying.js";

/**
 * @import { MapPicture } from "../../picture/map-picture.js"
 * @import { Tool } from "../palette.js"
 * @import { ToolState } from "../tool-state.js"
 */

/**
 * `draw()` shows this tool's choices anew, even where somebody types in them; `said()`: what is
 * wrong with the picture.
 * @param {ToolState} toolState
 * @param {MapPicture} picture
 * @param {{ draw: () => void, said: () => string }} page
 * @returns {Tool}
 */
export function pictureTool(toolState, picture, { draw, said }) {
  const { board } = toolState;
  const laying = new Laying(picture, board, { draw, say: (text) => toolState.say(text) });

  /**
   * @param {File} file
   */
  async function take(file) {
    if (await picture.take(file)) laying.begin();
  }

  async function remove() {
    if (!confirm("Remove the picture of this map from this browser? Its file stays where it is.")) return;
    laying.stop();
    await picture.remove();
  }

  /**
   * @param {string} label
   */
  const fileField = (label) =>
    h(
      "p",
      { class: "list-field" },
      h("label", { for: "picture-file" }, label),
      h("input", {
        type: "file",
        id: "picture-file",
        accept: "image/*",
        // The same file may be chosen again.
        onchange: ({ target }) => {
          const file = target.files?.[0];
          target.value = "";
          if (file) take(file);
        },
      }),
    );
  const removal = () => h("button", { id: "picture-remove", class: "plain", onclick: remove }, "Remove it");
  const trouble = () => [
    picture.reading && h("p", { class: "hint", role: "status" }, "Reading the picture…"),
    h("p", { id: "picture-said", class: "refused", role: "alert" }, said()),
    picture.unkept &&
      h(
        "p",
        { id: "picture-unkept", class: "refused", role: "alert" },
        "This browser has no room to keep the picture. You can lay and use it now; ",
        "when you leave the page it has to be chosen and laid again.",
      ),
  ];

  /** @param {SubmitEvent} event */
  function name(event) {
    event.preventDefault();
    laying.name(/** @type {HTMLInputElement} */ (document.getElementById("picture-hex")).value);
    // Where there is nothing to write, the keys belong to the map.
    if (!laying.at) board.frame.focus({ preventScroll: true });
  }

  const questions = () => [
    h("h3", null, `Lay the picture: point ${laying.points.length + 1} of 3`),
    laying.refusal && h("p", { id: "picture-refusal", class: "refused", role: "alert" }, laying.refusal),
    h("p", { id: "picture-question" }, laying.question),
    !laying.at &&
      h(
        "p",
        { class: "small" },
        "By the keyboard, on the map: arrow keys move a cross, Shift a little, Enter takes it.",
      ),
    laying.at &&
      h(
        "form",
        { class: "list-field", onsubmit: name },
        h("label", { for: "picture-hex" }, "Hex"),
        h("input", { type: "text", id: "picture-hex", class: "hex", inputmode: "numeric", autocomplete: "off" }),
        h("button", { id: "picture-name" }, "Take it"),
      ),
    h(
      "p",
      null,
      h(
        "button",
        { id: "picture-back", disabled: !laying.at && !laying.points.length, onclick: () => laying.back() },
        "Back",
      ),
      picture.laid &&
        h("button", { id: "picture-stop", class: "plain", onclick: () => laying.stop() }, "Leave it as it lay"),
      removal(),
    ),
  ];

  const laid = () => [
    h("p", null, `“${picture.lie.name}” lies by hexes ${picture.lie.points.map(({ hex }) => hex).join(", ")}.`),
    laying.doubt && h("p", { id: "picture-doubt", class: "refused" }, laying.doubt),
    h("p", null, h("button", { id: "picture-again", onclick: () => laying.begin() }, "Lay it again"), removal()),
    fileField("Another picture"),
  ];

  const unlaid = () => [
    h("p", null, `“${picture.lie.name}” does not lie on this map yet.`),
    h("p", null, h("button", { id: "picture-again", onclick: () => laying.begin() }, "Lay it"), removal()),
    fileField("Another picture"),
  ];

  const none = () => [
    h(
      "p",
      { class: "hint" },
      "Lay a scan or photograph of your printed map over this one, to compare and trace it. ",
      "It stays in this browser and is sent nowhere.",
    ),
    fileField("Choose a picture"),
  ];

  return {
    id: "picture",
    title: "Picture",
    hint: "Your own scan or photograph of the printed map, laid over this one.",
    // What is wrong comes first: where the sidebar is low the rest has to be scrolled to.
    options: () => [trouble(), laying.active ? questions() : picture.laid ? laid() : picture.there ? unlaid() : none()],
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
