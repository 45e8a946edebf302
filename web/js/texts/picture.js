// An owner's picture of the printed map, where the map is played on.

// How it is seen.
export const controls = "Picture of the printed map";
export const shown = "Picture";
export const strength = "Strength of the picture";
export const fade = "From the drawn map to the picture";
export const hexes = "Hexes";
export const notShown = (/** @type {string} */ why) => `The picture kept for this map is not shown. ${why}`;

// Files that cannot be used.
/** @type {(name: string, size: number, most: number) => string} */
export const tooLarge = (name, size, most) =>
  `“${name}” has ${size} MB, and at most ${most} MB can be used. Save it as a JPEG, or smaller.`;
export const unreadable = (/** @type {string} */ name) =>
  `“${name}” cannot be read as a picture. This browser reads JPEG, PNG and WebP.`;
/** @type {(name: string, width: number, height: number) => string} */
export const tooWide = (name, width, height) =>
  `“${name}” is ${width} by ${height} pixels, more than this page can unpack. ` +
  "Scan it at a lower resolution, or save it at half the size.";
export const noMemory = "This browser has no memory left for the picture. Close other pages, and try again.";
