// Shows what the server pushes to this browser, also while none of its pages is open. It does nothing else: pages are
// fetched as if it were not there.

/// <reference lib="webworker" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/**
 * @typedef {{ title: string, body: string, address: string, topic: string }} Pushed
 */

worker.addEventListener("push", (event) => {
  /** @type {Pushed | undefined} */
  const pushed = event.data?.json();
  if (!pushed) return;
  const { title, body, address, topic } = pushed;
  // What is told of a game takes the place of what was told of it before.
  const options = { body, tag: topic, icon: "/static/icon.svg", data: { address } };
  event.waitUntil(worker.registration.showNotification(title, options));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data?.address ?? "/")));
});

/**
 * Goes to the page of that address, which may be open already.
 * @param {string} address
 */
async function open(address) {
  const { href, origin, pathname } = new URL(address, worker.location.origin);
  if (origin !== worker.location.origin) return;
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => new URL(one.url).pathname === pathname);
  if (there) await there.focus();
  else await worker.clients.openWindow(href);
}
