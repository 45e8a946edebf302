// The page that compares two packs over one battle.

import { h } from "../common/html.js";
import { capital, count, isolated, listed } from "../common/words.js";

/** @import { Child } from "../common/html.js" */

// What is compared.
export const title = (/** @type {string} */ scenario) => isolated`${scenario}, compared`;
export const pageTitle = (/** @type {string} */ scenario) => `${scenario}: two packs compared`;
export const chooseScenario = "Which scenario do you want to compare?";
export const pack = (/** @type {string} */ id) => `Pack ${id.slice(0, 12)}…`;
export const own = "The program's own data";
export const draft = "Work in the editor";
export const draftOn = (/** @type {string} */ pack) => `Work in the editor on “${pack}”`;
export const sharedBy = (/** @type {string} */ title, /** @type {string} */ author) => `${title}, shared by ${author}`;
export const by = (/** @type {string} */ title, /** @type {string} */ author) => `${title}, by ${author}`;
export const leave = "What you have taken is not saved. Compare others anyway?";
export const map = "The map";

// The bar.
export const comparing = "Comparing…";
export const differing = (/** @type {number} */ n) => `${count(n, "value")} ${n === 1 ? "differs" : "differ"}`;
export const alike = "All facts agree";
export const offline = "The server cannot be reached. What you have taken stays here.";

// A hex.
export const hex = (/** @type {string} */ id) => `Hex ${id}`;
export const hexAlike = (/** @type {string} */ id) => `Hex ${id}: the same`;
export const hexDiffers = (/** @type {string} */ id, /** @type {string[]} */ of) =>
  `Hex ${id}, differs: ${of.join("; ")}`;
/** @type {(place: string, here: string, there: string) => string} */
export const difference = (place, here, there) => `${place}: ${here} here, ${there} there`;
export const nothing = "nothing";
export const fact = (/** @type {string} */ value, /** @type {string} */ basis) => `${value} (${basis})`;

// The list.
export const differences = (/** @type {number} */ n) => count(n, "difference");
/** @type {(kinds: [string, unknown[]][]) => string} */
export const summary = (kinds) => listed(kinds.map(([kind, list]) => `${list.length} ${kind}`));
export const alsoSources = "Also where only the source differs";
export const marks = "Marks on the maps";
export const otherValue = "different value";
export const otherSource = "different source";
export const takeBetter = (/** @type {number} */ n) => `Take all ${n} with a better source`;
export const kind = (/** @type {string} */ kind) => `${capital(kind)} `;
export const takeAll = (/** @type {number} */ n) => (n === 1 ? "Take it" : `Take all ${n}`);
export const ofKind = (/** @type {string} */ kind) => ` of kind ${kind}`;
export const showAll = (/** @type {number} */ n) => `Show all ${n}`;
export const these = "These";
export const others = "The others";
export const take = "Take";
export const takeBetterSource = "Take: better source";
export const differs = ", differs";
export const noCounter = "none";

// What was taken.
export const taken = (/** @type {number} */ n) => (n ? `${count(n, "fact")} taken` : "Nothing could be taken");
export const notTaken = "Nothing could be taken: the two files differ in layout there.";
export const yours = "What you have taken";
export const faulty = (/** @type {number} */ n) => `Together these give ${count(n, "fault")}. Take more, or undo.`;
export const sound = "Checked: no faults.";
export const packTitle = "Title of the pack";
export const corrected = (/** @type {string} */ title) => `${title}, corrected`;
export const keep = "Save as a new pack";
export const backToEditor = "Back to the editor";
export const toEditor = "Continue in the editor";
export const notStored = "This browser cannot store your work: save it as a pack instead.";
/** @type {(title: string, editor: string, save: () => void) => Child[]} */
export const kept = (title, editor, save) => [
  isolated`“${title}” is saved. `,
  h("a", { href: editor }, "Open it in the editor"),
  " or ",
  h("button", { class: "plain", id: "download", onclick: save }, "save it as a file"),
];
