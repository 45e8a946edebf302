// An owner's picture of the printed map, where the map is played on.

// How it is seen.
export const controls = "Picture of the printed map";
export const shown = "Picture";
export const strength = "Opacity of the picture";
export const fade = "From map to picture";
export const hexes = "Hexes";
export const notShown = (/** @type {string} */ why) => `The picture saved for this map is not shown. ${why}`;

// Files that cannot be used.
/** @type {(name: string, size: number, most: number) => string} */
export const tooLarge = (name, size, most) =>
  `“${name}” is ${size} MB; the limit is ${most} MB. Save it as a JPEG, or smaller.`;
export const unreadable = (/** @type {string} */ name) =>
  `“${name}” cannot be read as a picture. This browser reads JPEG, PNG and WebP.`;
/** @type {(name: string, width: number, height: number) => string} */
export const tooWide = (name, width, height) =>
  `“${name}” is ${width} by ${height} pixels, more than this page can open. ` +
  "Scan it at a lower resolution, or save it at half the size.";
export const noMemory = "This browser has no memory left for the picture. Close other pages, and try again.";
