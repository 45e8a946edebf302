// How far a pupil has come: the tutorial's tasks against the orders of a game's record. Nothing
// here touches the page.

/** @import { Order, OrderFields, TutorialStep, TutorialTask } from "protocol" */

/** What matters of an order besides its verb and where it ends. */
const FIELDS = [
  ...["unit", "units", "attackers", "defenders", "column", "chits", "chit", "order", "brigade", "shots"],
  ...["assaults", "rally", "target", "hex", "charge"],
];

/**
 * A value in one line, whatever the order of what is listed in it.
 * @param {unknown} value
 * @returns {string}
 */
function line(value) {
  if (Array.isArray(value)) return value.map(line).sort().join(" ");
  if (!value || typeof value !== "object") return String(value || "");
  const parts = Object.entries(value).map(([name, part]) => [name, line(part)]);
  return parts
    .map(([name, part]) => part && `${name}=${part}`)
    .sort()
    .join(",");
}

/**
 * All that matters of an order. A move is told by its end: the page sends the whole path, or the
 * end alone.
 * @param {Order} order
 */
function print(order) {
  const [[verb, fields]] = /** @type {[string, OrderFields][]} */ (Object.entries(order));
  const all = new Map(Object.entries(fields));
  const end = fields.path?.at(-1) ?? fields.to ?? "";
  return [verb, end, ...FIELDS.map((name) => line(all.get(name)))].join("|");
}

/**
 * Whether two orders come to the same.
 * @param {Order} one
 * @param {Order} other
 */
export function sameOrder(one, other) {
  return print(one) === print(other);
}

/**
 * The steps that are played in one game with that step: `{first, end}`, `end` being no longer one
 * of them.
 * @param {TutorialStep[]} steps
 * @param {number} at
 */
export function stepsOfGame(steps, at) {
  let first = at;
  while (first > 0 && !steps[first].begin) first--;
  let end = at + 1;
  while (end < steps.length && !steps[end].begin) end++;
  return { first, end };
}

/**
 * Whether an order of the record does a task. Of one that is kept from the pupil only its giver is
 * known.
 * @param {TutorialTask} task
 * @param {Order | { kept: { side: string } }} order
 */
function does(task, order) {
  const { kept } = /** @type {{ kept?: { side: string } }} */ (order);
  return kept ? task.side === kept.side : sameOrder(task.order, /** @type {Order} */ (order));
}

/**
 * Which tasks of each step those orders, in turn, have done: a set of indices for each step.
 * @param {TutorialStep[]} steps
 * @param {(Order | { kept: { side: string } })[]} orders
 */
export function doneTasks(steps, orders) {
  const rest = [...orders];
  return steps.map((step) => {
    const made = new Set();
    while (rest.length && made.size < step.tasks.length) {
      const task = step.tasks.findIndex(
        (one, index) => !made.has(index) && (step.any || index === made.size) && does(one, rest[0]),
      );
      if (task < 0) rest.length = 0;
      else {
        made.add(task);
        rest.shift();
      }
    }
    // The next step begins only when this one is finished.
    if (made.size < step.tasks.length) rest.length = 0;
    return made;
  });
}

/**
 * The tasks of a step that may be done now, those of its other side included.
 * @param {TutorialStep} step
 * @param {Set<number>} made
 */
export function openTasks(step, made) {
  const left = step.tasks.filter((_, index) => !made.has(index));
  return step.any ? left : left.slice(0, 1);
}
