// A game over a WebSocket behind TLS, by hand, so that it needs nothing but Node: begins one, gives
// an order, and asks too much under a made-up address.

import { randomBytes } from "node:crypto";
import https from "node:https";

const [address] = process.argv.slice(2);

function connect(headers = {}) {
  const key = randomBytes(16).toString("base64");
  const options = {
    host: address,
    localAddress: address,
    servername: "games.example.org",
    path: "/ws",
    headers: {
      Host: "games.example.org",
      Origin: "https://games.example.org",
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": key,
      ...headers,
    },
  };
  return new Promise((resolve, reject) => {
    const request = https.get(options);
    request.on("upgrade", (_, socket, first) => resolve(line(socket, first)));
    request.on("response", (response) => reject(new Error(`status ${response.statusCode}`)));
    request.on("error", reject);
  });
}

/** Sends requests and reads answers, frame by frame. */
function line(socket, first) {
  let heard = first;
  let parts = [];
  let waiting = () => {};
  socket.on("data", (more) => {
    heard = Buffer.concat([heard, more]);
    waiting();
  });
  socket.on("close", () => {
    throw new Error("the server has closed");
  });
  const frame = () => {
    if (heard.length < 2) return null;
    let [length, at] = [heard[1] & 127, 2];
    if (length === 126 && heard.length >= 4) [length, at] = [heard.readUInt16BE(2), 4];
    else if (length === 127 && heard.length >= 10) [length, at] = [Number(heard.readBigUInt64BE(2)), 10];
    else if (length > 125) return null;
    if (heard.length < at + length) return null;
    // A long message comes in several frames.
    const [last, kind] = [heard[0] >= 128, heard[0] & 15];
    if (kind < 3) parts.push(heard.subarray(at, at + length));
    heard = heard.subarray(at + length);
    if (!last || kind > 2) return { text: null };
    const text = Buffer.concat(parts).toString();
    parts = [];
    return { text };
  };
  let number = 0;
  return {
    async ask(method, params) {
      number += 1;
      const text = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: number, method, params }));
      const mask = randomBytes(4);
      const head = Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 255, ...mask]);
      socket.write(Buffer.concat([head, text.map((byte, i) => byte ^ mask[i % 4])]));
      for (;;) {
        const next = frame();
        if (!next) await new Promise((resolve) => (waiting = resolve));
        else if (next.text && JSON.parse(next.text).id === number) return JSON.parse(next.text);
      }
    },
  };
}

const player = await connect();
const began = await player.ask("game.new", { scenario: "training", name: "behind nginx" });
const { game, tokens } = began.result;
const options = await player.ask("game.options", { game, token: tokens.both });
if (!options.result) throw new Error(JSON.stringify(options));
const flood = await connect({ "X-Forwarded-For": "203.0.113.9" });
let refused = null;
for (let i = 0; i < 100 && !refused; i += 1) {
  const answer = await flood.ask("game.view", { game, token: tokens.both });
  if (answer.error) refused = answer.error;
}
if (refused?.data?.limit !== "questions-per-second") throw new Error(JSON.stringify(refused));
process.exit(0);
