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

/** Keeps a page's orders on their way as long as the test wants: from `hold()` to `letGo()`. */
export async function slowOrders(page) {
  let held = null;
  let send;
  await page.routeWebSocket(/\/ws$/, (near) => {
    const far = near.connectToServer();
    send = (message) => far.send(message);
    near.onMessage((message) => {
      if (held && JSON.parse(message).method === "game.order") held.push(message);
      else send(message);
    });
    far.onMessage((message) => near.send(message));
  });
  return {
    hold() {
      held = [];
    },
    letGo() {
      for (const message of held) send(message);
      held = null;
    },
  };
}
