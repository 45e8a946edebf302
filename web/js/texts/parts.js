// What the parts that all pages share say.

export const close = "Close";
export const copy = "Copy";
export const copyOf = (/** @type {string} */ label) => `Copy: ${label}`;
export const copied = "Copied.";
export const copyByKeys = "Press Ctrl+C to copy.";
/** @type {Record<"light" | "dark", [shown: string, aloud: string]>} */
export const themes = { light: ["☀ Light", "Light page"], dark: ["☾ Dark", "Dark page"] };
