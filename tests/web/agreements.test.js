// What players agree on beside the rules: clocks, moments gone back to, and how it is all said.

import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, beside, counted, lasting, left, setTo } from "../../web/js/agreement/clock-time.js";
import { backTo, lineOf, takenBack } from "../../web/js/agreement/line.js";
import { times } from "../../web/js/lobby/my-games.js";
import { agreementText, ending, offered } from "../../web/js/texts/agreement.js";

const DAY = 86_400;
/** The 25th of November 2026. */
const WEDNESDAY = 20_782 * DAY;
const CLOCK = {
  settings: { bank: 100 },
  bank: { union: 100, confederate: 50 },
  answers: { union: 0, confederate: 5 },
  running: "confederate",
  "out-of-turn": true,
  since: 1000,
};

test("a game of the list says whose time is left or has run out, and until when one nobody began is kept", () => {
  const clock = (running, seconds) => ({ clock: { running, seconds }, you: "union" });
  assert.deepEqual(times(clock("union", 187_200)), ["you have 2 d 4 h left"]);
  assert.deepEqual(times(clock("confederate", 65)), ["the Confederate side has 1:05 left"]);
  assert.deepEqual(times(clock("confederate", -1)), ["the Confederate side has run out of time"]);
  assert.deepEqual(times(clock("union", -1)), ["you have run out of time"]);
  assert.deepEqual(times({ you: "both" }), []);
  assert.match(times({ you: "both", goes: WEDNESDAY })[0], /^deleted .*25.* unless an order is given$/);
});

test("what a clock shows follows from the view, the days off and the moment", () => {
  // The same stand in the tests of crates/tabletop, clock.rs.
  assert.deepEqual(
    [
      counted({}, WEDNESDAY, WEDNESDAY + 3 * DAY),
      counted({ off: ["wednesday"] }, WEDNESDAY, WEDNESDAY + 3 * DAY),
      counted({ off: ["2026-11-26"] }, WEDNESDAY, WEDNESDAY + 7 * DAY),
      counted({ off: ["thursday"], east: 60 }, WEDNESDAY, WEDNESDAY + DAY),
      counted({ off: ["thursday"], east: -60 }, WEDNESDAY + DAY, WEDNESDAY + 2 * DAY),
      counted({ off: [] }, 5, 3),
    ],
    [259_200, 172_800, 518_400, 82_800, 3600, 0],
  );
  assert.deepEqual(left(CLOCK, "confederate", 1003), { bank: 50, answers: 2 });
  assert.deepEqual(left(CLOCK, "confederate", 1015), { bank: 40, answers: 0 });
  assert.deepEqual(left(CLOCK, "union", 1015), { bank: 100, answers: 0 });
  assert.deepEqual(left({ ...CLOCK, until: 1010 }, "confederate", 1016), { bank: 49, answers: 0 });
  assert.deepEqual(left({ ...CLOCK, away: 8 }, "confederate", 1015), { bank: 48, answers: 0 });
  assert.deepEqual(left({ ...CLOCK, away: 20 }, "confederate", 1015), { bank: 50, answers: 5 });
  assert.deepEqual([0, 65, 725, 3599, 3600, 86_399, 187_200, -5].map(lasting), [
    "0:00",
    "1:05",
    "12:05",
    "59:59",
    "1 h 0 min",
    "23 h 59 min",
    "2 d 4 h",
    "0:00",
  ]);
});

test("beside the clocks is said why they stand still, and what a question out of turn is answered from", () => {
  assert.match(beside({ ...CLOCK, until: 2000 }, 1003), /^Adjourned until /);
  assert.equal(beside({ ...CLOCK, running: undefined }, 1003), "The clocks start once both players have come.");
  const off = { ...CLOCK, settings: { bank: 100, off: ["wednesday"] } };
  assert.equal(beside(off, WEDNESDAY + 5), "A day off: the clocks are stopped.");
  assert.match(beside(CLOCK, 1003), /the Confederate side has separate time/);
  assert.equal(beside(CLOCK, 1015), "", "its own time is used up");
});

test("the form's clocks are live, by days, or none", () => {
  const form = { minutes: 45, seconds: 30, days: 3, hours: 0, answers: 6, off: ["2030-12-25"] };
  assert.equal(asked({ ...form, kind: "" }, 330), null);
  assert.deepEqual(asked({ ...form, kind: "live" }, 330), { bank: 2700, turn: 30 });
  const days = asked({ ...form, kind: "days" }, 330);
  assert.deepEqual(days, { bank: 259_200, turn: 0, answers: 21_600, off: ["2030-12-25"], east: 330 });
  assert.equal(
    setTo(days),
    "3 d 0 h for each player; 6 h 0 min for questions in the other’s turn; clocks stop on 2030-12-25",
  );
  assert.match(setTo({ bank: 2700, turn: 30 }), /^45:00 for each player; 0:30 added for each player-turn$/);
});

/** A record of one person: three orders, back to the first, two more, of which one is taken back. */
const ENTRIES = [
  ...[1, 2, 3].map((version) => ({ version, side: "union", order: {}, events: [] })),
  { version: 4, side: "union", offer: { rewind: { to: 1 } } },
  { version: 5, side: "confederate", accept: 4 },
  ...[6, 7].map((version) => ({ version, side: "union", order: {}, events: [] })),
  { version: 8, side: "union", undo: 7 },
];

test("a moment leads back to the last order before it that counts, none to where the game stands", () => {
  assert.deepEqual(lineOf(ENTRIES).counts, [1, 6]);
  assert.deepEqual([...takenBack(ENTRIES)], [2, 3, 7]);
  assert.equal(backTo(ENTRIES, 0), 0);
  // What no longer counts leads to what did before it.
  for (const shown of [1, 2, 3, 5]) assert.equal(backTo(ENTRIES, shown), 1);
  for (const shown of [6, 7, 8]) assert.equal(backTo(ENTRIES, shown), null);
  assert.equal(backTo([], 0), null);
  // That a commander plays on for somebody is no order.
  assert.deepEqual(lineOf([...ENTRIES, { version: 9, side: "union", replace: "recruit" }]).counts, [1, 6]);
});

test("agreements are told in sentences", () => {
  const entries = new Map(ENTRIES.map((entry) => [entry.version, entry]));
  const told = (entry, alone = false, clocks = true) =>
    agreementText(entry, (version) => entries.get(version), { alone, clocks });
  const side = "confederate";
  assert.equal(told({ side, offer: { draw: {} } }), "The Confederate player offers a draw.");
  assert.equal(told(ENTRIES[3]), "The Union player offers to go back to the position after entry 1.");
  assert.equal(told(ENTRIES[3], true), "", "who is alone offers nothing to anybody");
  assert.equal(told(ENTRIES[4]), "Both go back to the position after entry 1: the dice will fall as they did.");
  assert.equal(
    told(ENTRIES[4], true),
    "The game goes back to the position after entry 1: the dice will fall as they did.",
  );
  assert.equal(offered({ rewind: { to: 0 } }), "to go back to the start of the game");
  assert.match(offered({ adjourn: { until: 0 } }), /^to adjourn until /);
  entries.set(9, { version: 9, side: "union", offer: { draw: {} } });
  assert.equal(told({ side, decline: 9 }), "The Confederate player declines the offer of a draw.");
  assert.equal(told({ side: "union", decline: 9 }), "The Union player takes the offer of a draw back.");
  assert.equal(told({ side, accept: 9 }), "The Confederate player accepts: the game ends in a draw.");
  assert.equal(told({ side, resign: true }), "The Confederate player resigns: the Union side has won.");
  assert.equal(
    told({ side: "union", claim: true }),
    "The Confederate player has run out of time: the Union side has won.",
  );
  assert.equal(
    told({ side: "union", claim: true }, false, false),
    "The Confederate player has not come: the game ends without a result.",
  );
  assert.equal(
    told({ side: "union", replace: "recruit" }),
    "The Confederate player has run out of time: a recruit plays on for the Confederate side.",
  );
  assert.equal(told({ side, order: {} }), "");
  assert.equal(ending({}), "The players agreed on a draw.");
  assert.equal(
    ending({ by: "resignation", winner: "union" }),
    "The Confederate player resigned: the Union side has won.",
  );
  assert.equal(
    ending({ by: "time", winner: "union" }),
    "The Confederate player ran out of time: the Union side has won.",
  );
});
