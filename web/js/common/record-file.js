/**
 * The text of a record's file, as it is. `Blob.text()` would leave out a byte order mark, so that the page
 * opened what the command line refuses.
 * @param {Blob} file
 */
export async function recordText(file) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await file.arrayBuffer());
}
