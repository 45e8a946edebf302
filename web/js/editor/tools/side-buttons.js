// The six sides of the hex at the cursor as buttons: for those who do not point.

import { h } from "../../common/html.js";

/** `onpick(hex, side)`; the hexside in hand is the one that Enter takes. */
export function sides(bench, title, onpick) {
  const hex = bench.board.cursor;
  if (!hex || !bench.place(hex)) return null;
  return h(
    "fieldset",
    { class: "six" },
    h("legend", null, `${title}: the sides of ${hex}`),
    bench.sheet.directions.map((direction, side) => {
      const to = bench.sheet.neighbour(hex, side);
      return h(
        "button",
        {
          type: "button",
          "data-key": `side-${side}`,
          class: side === bench.side ? "in-hand" : "",
          disabled: !to,
          onclick: () => ((bench.side = side), onpick(hex, side)),
        },
        h("b", null, direction),
        " ",
        h("span", { class: "small" }, to ?? "edge"),
      );
    }),
  );
}
