// What is shown while a computer plays: what it does and why, and the pace at which it is shown.

import { actions, h } from "../common/html.js";
import { tick } from "../common/tick.js";
import { truthy } from "../common/truthy.js";
import * as words from "../common/words.js";
import { SPEEDS } from "../session/pace.js";
import * as texts from "../texts/panel.js";
import { toldEvents } from "./log.js";

/**
 * @import { Play } from "../game/play.js"
 * @import { Telling } from "../game/telling.js"
 * @import { Pace } from "../session/pace.js"
 * @import { TurnLesson } from "./turn-lesson.js"
 * @import { Entry, Side } from "protocol"
 */

/**
 * The panel for the computer that is asked, or whose orders are still being shown.
 * @param {Play} play
 * @param {{ commander: string, side: Side, telling: Telling, learn: TurnLesson }} options
 */
export function opponent(play, { commander, side, telling, learn }) {
  const { session } = play;
  const { pace } = session;
  const again = pace.again;
  const last = again
    ? again.entries?.at(-1)
    : (telling.entry ??
      [...session.entries.values()].filter((entry) => entry.order && session.commands(entry.side)).at(-1));
  const thinking = !pace.waiting && !telling.entry;
  const state = () => {
    if (again) return texts.asBefore;
    if (pace.held) return texts.paused;
    if (thinking) return texts.thinking(session.thinking.turn ?? 0);
    return pace.waiting ? texts.toCome(pace.waiting) : texts.lastOrder;
  };
  return [
    h(
      "div",
      { class: `asked side-${side}` },
      h("h2", null, `${words.side(side)}: `, words.typed(commander)),
      h("p", { role: "status" }, state()),
    ),
    controls(play),
    h("div", { class: "pace" }, speed(pace), follows(play), learn.control("learns")),
    last && order(play, last, telling.entry === last),
  ];
}

/**
 * An order: what comes of it, or while the dice fall what is tried, and why.
 * @param {Play} play
 * @param {Entry} entry
 * @param {boolean} falling
 */
function order(play, entry, falling) {
  const events = toldEvents(entry);
  const first = events.findIndex((event) => play.page.facesOf(event).length > 0);
  const said = (falling && first >= 0 ? events.slice(0, first) : events)
    .map((event) => play.page.sentence(play, event))
    .filter(truthy)
    .join(" ");
  if (!said && !entry.reason) return null;
  return h(
    "div",
    { class: "last-order" },
    said && h("p", null, words.unbroken(said)),
    entry.reason && h("p", { class: "reason" }, words.unbroken(entry.reason)),
  );
}

/** @param {Play} play */
function controls(play) {
  const { pace } = play.session;
  return actions(
    h(
      "button",
      { id: "back-pace", disabled: !pace.canGoBack, title: texts.backTitle, onclick: () => pace.back() },
      texts.back,
    ),
    h(
      "button",
      { id: "hold-pace", class: pace.held ? "primary" : null, onclick: () => pace.hold(!pace.held) },
      pace.held ? texts.goOn : texts.pause,
    ),
    h("button", { id: "step-pace", disabled: !(pace.waiting || pace.again), onclick: () => pace.step() }, texts.step),
    h("button", { id: "hurry", onclick: () => pace.hurry() }, texts.toResult),
  );
}

/**
 * The speed at which a computer's orders are shown.
 * @param {Pace} pace
 * @param {string} [id]
 */
export function speed(pace, id = "pace-speed") {
  return h(
    "label",
    null,
    texts.speed,
    h(
      "select",
      {
        id,
        onchange: ({ target }) => {
          const chosen = SPEEDS.find(({ id }) => id === target.value);
          if (chosen) pace.setSpeed(chosen.id);
        },
      },
      SPEEDS.map(({ id, title }) => h("option", { value: id, selected: id === pace.speed }, title)),
    ),
  );
}

/**
 * Whether the map goes by itself where something happens.
 * @param {Play} play
 * @param {string} [id]
 */
export function follows(play, id = "camera-follows") {
  const label = { class: "check", title: texts.mapFollowsTitle };
  const { camera } = play;
  return tick(
    { ...label, id, checked: camera.follows, onchange: ({ target }) => camera.follow(target.checked) },
    texts.mapFollows,
  );
}

/**
 * What is shown while dice fall for an order of a person.
 * @param {Play} play
 * @param {Telling} telling
 */
export function falling(play, telling) {
  const { entry } = telling;
  if (!entry) return null;
  return [
    h(
      "div",
      { class: `asked side-${entry.side}` },
      h("h2", null, texts.dice(entry.side)),
      h("p", { role: "status" }, texts.rolling),
    ),
    order(play, entry, true),
    actions(h("button", { id: "hasten", onclick: () => telling.hasten() }, texts.toResult)),
  ];
}
