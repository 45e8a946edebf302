// How soon a page knows that its connection is lost, with a socket and a clock of its own.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Connection, Lost } from "../../web/js/session/connection.js";

/** A socket on a network that can go dead: then nothing comes, not even the end of the connection. */
class Socket extends EventTarget {
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];

  constructor() {
    super();
    Socket.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 2;
  }

  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  hear(message) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
}
globalThis.WebSocket = Socket;

/** A connection that is open: its sockets, what became of its calls, and what its network does. */
function connected() {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  Socket.all = [];
  let network;
  const connection = new Connection(new URL("ws://longroll.test/ws"), (back, gone) => (network = { back, gone }));
  const told = [];
  connection.on("close", () => told.push("closed"));
  connection.on("notice", ({ method }) => told.push(method));
  const call = (method) =>
    connection.call(method).then(
      () => told.push(`${method}: answered`),
      (error) => told.push(`${method}: ${error instanceof Lost ? "lost" : error}`),
    );
  const [socket] = Socket.all;
  socket.open();
  return { connection, socket, network, told, call };
}

for (const method of ["game.order", "game.targets", "game.undo"])
  test(`a ${method} that nothing answers is told as lost within five seconds, and nothing is accepted then`, async () => {
    const { connection, socket, told, call } = connected();
    const given = call(method);
    mock.timers.tick(4_400);
    assert.deepEqual([told, connection.live], [[], true]);
    mock.timers.tick(600);
    await given;
    assert.deepEqual([told, connection.live], [["closed", `${method}: lost`], false]);
    const sent = socket.sent.length;
    await call("game.order");
    assert.deepEqual([told.at(-1), socket.sent.length], ["game.order: lost", sent]);
    // What the dead socket still brings is heard no more, and its end is none of the next one.
    mock.timers.tick(1_000);
    assert.equal(Socket.all.length, 2);
    Socket.all[1].open();
    socket.hear({ method: "game.changed" });
    socket.dispatchEvent(new Event("close"));
    assert.deepEqual([told.length, connection.live], [3, true]);
  });

test("a server that says that it works on an order is not lost, and a long answer has twenty seconds", async () => {
  const { connection, socket, told, call } = connected();
  const given = call("game.order");
  for (let beat = 0; beat < 30; beat++) {
    mock.timers.tick(4_000);
    socket.hear({ method: "working" });
  }
  socket.hear({ id: socket.sent[0].id, result: {} });
  await given;
  assert.deepEqual(told.slice(30), ["game.order: answered"]);
  call("game.advice");
  mock.timers.tick(19_000);
  assert.ok(connection.live);
  mock.timers.tick(1_000);
  assert.ok(!connection.live);
});

test("without a network the connection is lost at once; with one again it is sought at once, also while an attempt hangs", () => {
  const { connection, network, told } = connected();
  network.gone();
  assert.deepEqual([told, connection.live], [["closed"], false]);
  network.back();
  network.back();
  assert.deepEqual(
    Socket.all.map(({ readyState }) => readyState),
    [2, 2, 0],
  );
  Socket.all[1].open();
  assert.ok(!connection.live);
  Socket.all[2].open();
  network.back();
  mock.timers.tick(60_000);
  assert.deepEqual([connection.live, Socket.all.length], [true, 3]);
});
