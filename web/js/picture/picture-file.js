// Reading a file as a picture that can be laid under a map.

import * as texts from "../texts/picture.js";

/** Larger files are refused, in bytes. */
const MOST_BYTES = 100e6;
/** So are pictures of more pixels: to unpack one takes four bytes a pixel. */
const MOST_PIXELS = 150e6;
/** A larger picture is drawn smaller: phones hold no larger canvas. A hex still has some eighty pixels across. */
const DRAWN_PIXELS = 16e6;

/** A file that cannot be used; its message says why, for the person who chose it. */
export class PictureFault extends Error {}

/**
 * How large a picture is, found before it is unpacked.
 * @param {Blob} file
 * @returns {Promise<{ width: number, height: number }>}
 */
function sizeOf(file) {
  const address = URL.createObjectURL(file);
  const picture = new Image();
  /** @type {Promise<{ width: number, height: number }>} */
  const size = new Promise((resolve, reject) => {
    picture.onload = () => resolve({ width: picture.naturalWidth, height: picture.naturalHeight });
    picture.onerror = () => reject(new Error("no picture"));
  });
  picture.src = address;
  return size.finally(() => URL.revokeObjectURL(address));
}

/**
 * The picture in a file, on a canvas, the right way up.
 * @param {Blob} file
 * @param {string} name what the person calls it
 */
export async function read(file, name) {
  if (file.size > MOST_BYTES)
    throw new PictureFault(texts.tooLarge(name, Math.round(file.size / 1e6), MOST_BYTES / 1e6));
  const unreadable = () => new PictureFault(texts.unreadable(name));
  const size = await sizeOf(file).catch(() => {
    throw unreadable();
  });
  if (size.width * size.height > MOST_PIXELS) throw new PictureFault(texts.tooWide(name, size.width, size.height));
  const bitmap = await createImageBitmap(file).catch(() => {
    throw unreadable();
  });
  const part = Math.min(1, Math.sqrt(DRAWN_PIXELS / (bitmap.width * bitmap.height)));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * part));
  canvas.height = Math.max(1, Math.round(bitmap.height * part));
  const context = canvas.getContext("2d");
  if (!context) throw new PictureFault(texts.noMemory);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}
