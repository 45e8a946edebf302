// What every page says of its server.

export const lost = "The server cannot be reached. Trying again…";
export const workStays = "The server cannot be reached. Your work stays here; nothing is checked until it answers.";
export const notSent = "There is no connection: nothing was sent.";
export const answerLost = "The connection was lost before the answer came.";
export const partLost = "A part of this page could not be loaded. Reload it.";
export const noAnswer = "The server cannot be reached or did not answer. Try again.";
export const answered = (/** @type {number} */ status) => `The server answered ${status}.`;
