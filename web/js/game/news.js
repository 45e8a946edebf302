// How one is told that one is asked while the page is not looked at: by a notice of the browser's, as
// long as the page is open, and by a feed for a feed reader.

import { copyable } from "../common/copyable.js";
import { make } from "../common/html.js";
import { NOTICES, set, setting } from "../common/settings.js";
import * as texts from "../texts/news.js";

/** @import { Session } from "../session/session.js" */

/** Which moment was told last: a game, and its version. */
let last = "";

/**
 * Shows a notice that this seat is asked, once for each time.
 * @param {Session} session
 * @param {string} title
 */
export function notice(session, title) {
  const { game, question, version } = session;
  const moment = `${game} ${version}`;
  if (!question || moment === last || Notification.permission !== "granted") return;
  last = moment;
  const shown = new Notification(title, { body: question.text, tag: `longroll ${game}` });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/** What the menu tells of it. */
export async function told(/** @type {Session} */ session) {
  const { path } = await session.call("game.feed");
  return [
    "Notification" in window && notices(),
    copyable(texts.feed, new URL(path, location.href).href, "link-feed"),
    make("p", { class: "small" }, texts.feedHint),
  ].filter((part) => part !== false);
}

function notices() {
  const said = make("p", { class: "small", role: "status" });
  const box = make("input", {
    type: "checkbox",
    id: "notices",
    checked: setting(NOTICES, "off") === "on" && Notification.permission === "granted",
    onchange: async () => {
      const granted = box.checked && (await Notification.requestPermission()) === "granted";
      set(NOTICES, granted ? "on" : "off");
      if (box.checked && !granted) said.textContent = texts.refused;
      box.checked = granted;
    },
  });
  return make("div", null, make("p", null, make("label", { class: "check" }, box, texts.notices)), said);
}
