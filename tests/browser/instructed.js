// Standing orders take no number, so that nobody is told when one has been given: a page's own line tells.

/**
 * Listens to a page before it opens its game. What comes back waits until the server has answered so many more
 * standing orders of the page's.
 */
export function instructions(page) {
  const asked = new Set();
  let answered = 0;
  let expected = 0;
  let look = () => {};
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => {
      const { id, method, params } = JSON.parse(payload);
      if (method === "game.order" && "instruct" in params.order) asked.add(id);
    });
    socket.on("framereceived", ({ payload }) => {
      if (typeof payload !== "string" || !asked.delete(JSON.parse(payload).id)) return;
      answered++;
      look();
    });
  });
  return (more = 1) => {
    expected += more;
    return new Promise((resolve) => {
      look = () => answered >= expected && resolve();
      look();
    });
  };
}
