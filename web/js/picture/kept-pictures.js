// Pictures of printed maps, kept in this browser and nowhere else: one for each map, by the map's id.

/** @import { Lie } from "./map-picture.js" */

const NAME = "longroll.pictures";
/** Apart, so that a picture is not written anew whenever the slider moves. */
const FILES = "files";
const LIES = "lies";

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(FILES);
      request.result.createObjectStore(LIES);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Does something in one transaction; resolves when it is on disk, with what `doing` asked for.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(files: IDBObjectStore, lies: IDBObjectStore) => () => T} doing
 * @returns {Promise<T>}
 */
async function transact(mode, doing) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction([FILES, LIES], mode);
      const result = doing(transaction.objectStore(FILES), transaction.objectStore(LIES));
      transaction.oncomplete = () => resolve(result());
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/**
 * What is kept for a map, or null.
 * @param {string} map
 * @returns {Promise<{ file: Blob, lie: Lie } | null>}
 */
export function find(map) {
  return transact("readonly", (files, lies) => {
    const [file, lie] = [files.get(map), lies.get(map)];
    return () => (file.result && lie.result ? { file: new Blob([file.result]), lie: lie.result } : null);
  });
}

/**
 * Keeps a picture in place of the one before. Rejects if there is no room, and then that one is
 * still kept.
 * @param {string} map
 * @param {Blob} file
 * @param {Lie} lie
 */
export async function keep(map, file, lie) {
  // As bytes: a private window of WebKit keeps those, but no file.
  const bytes = await file.arrayBuffer();
  return transact("readwrite", (files, lies) => {
    files.put(bytes, map);
    lies.put(lie, map);
    return () => {};
  });
}

/**
 * Keeps how the picture of a map lies.
 * @param {string} map
 * @param {Lie} lie
 */
export function keepLie(map, lie) {
  return transact("readwrite", (_, lies) => {
    lies.put(lie, map);
    return () => {};
  });
}

/** @param {string} map */
export function remove(map) {
  return transact("readwrite", (files, lies) => {
    files.delete(map);
    lies.delete(map);
    return () => {};
  });
}
