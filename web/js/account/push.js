// Web Push: this browser as a place where notices arrive, also while no page of Longroll is open.

import * as texts from "../texts/notices.js";
import { Denied } from "./api.js";

/** Whether this browser can be told so. */
export const usable = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/**
 * Asks the person, and subscribes. Must follow a press: browsers ask at no other time.
 * @param {string} key
 * @returns {Promise<PushSubscriptionJSON>}
 */
export async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") throw new Denied(texts.blocked);
  await navigator.serviceWorker.register("/service-worker.js", { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  // One that another key of the server's was told to is of no use.
  if (before && !sameKey(before.options.applicationServerKey, key)) await before.unsubscribe();
  try {
    const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
    return (await pushManager.subscribe(options)).toJSON();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new Denied(texts.noPush);
  }
}

/** @param {string} text in base64 for addresses */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/**
 * @param {ArrayBuffer | null} held
 * @param {string} key
 */
function sameKey(held, key) {
  const [one, other] = [new Uint8Array(held ?? []), bytes(key)];
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
