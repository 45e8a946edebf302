// The rules reference: as a page, as a panel, and beside a link to a case.

import { count, year } from "../common/words.js";

// Search.
export const rules = "Rules";
export const search = "Search the rules";
export const back = "Back";
export const allRules = "All rules";
export const close = "Close the rules";
export const found = (/** @type {number} */ n) =>
  n ? `${count(n, "case contains", "cases contain")} these words.` : "No case contains these words.";
export const notLoaded = (/** @type {number} */ status) => `The rules reference could not be loaded (${status}).`;
export const noCase = (/** @type {string} */ number) => `There is no case ${number} in the reference.`;
export const chapter = "The chapter";

// A case.
export const unnumbered = (/** @type {string} */ edition) =>
  `Its number in the edition of ${year(edition)} is not known.`;
export const listedAs = (/** @type {string} */ number) => `${number} in the list of all rules.`;
/** @type {(number: string, edition: string) => string} */
export const printedAs = (number, edition) => `${number} in the edition of ${year(edition)}.`;
export const table = "Table";
export const ruling = "Ruling";
export const diagram = "Diagram";
export const see = "See ";
