// The lessons.

export const none = "This server has no tutorial.";
export const step = (/** @type {number} */ n, /** @type {number} */ of) => `Step ${n} of ${of}`;
export const lessons = "Lessons";
export const show = "Show text";
export const hide = "Hide text";
export const text = "What this step teaches";
export const done = "Done: ";
export const notYet = "Not yet. ";
export const stepDone = "This step is done. Press “Next”.";
export const play = "Play the training battle";
export const allBattles = "All battles";
export const steps = "Steps of the tutorial";
export const named = (/** @type {number} */ n, /** @type {string} */ title) => `Step ${n}: ${title}`;
export const back = "Back";
export const startOver = "Start over";
export const next = "Next";
export const skip = "Skip";
