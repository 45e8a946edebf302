// A slow line, at its worst: what came of an order is told, and the answer to the order itself comes
// only after the next order was given.

/** Holds the answers to a page's orders back, each until the next order; how many were given. */
export async function lateAnswers(page) {
  const wire = { orders: 0 };
  await page.routeWebSocket(/\/ws$/, (near) => {
    const far = near.connectToServer();
    let waits = null;
    let held = null;
    near.onMessage((message) => {
      const { id, method } = JSON.parse(message);
      far.send(message);
      if (method !== "game.order") return;
      wire.orders += 1;
      if (held !== null) near.send(held);
      held = null;
      waits = id;
    });
    far.onMessage((message) => {
      const { id } = typeof message === "string" ? JSON.parse(message) : {};
      if (id !== undefined && id === waits) held = message;
      else near.send(message);
    });
  });
  return wire;
}
