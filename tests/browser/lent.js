// A server and a browser that `run.js` has started and lends to one file of tests after another.

import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";

/** The variable with the port at which they are lent. */
export const PORT = "LONGROLL_LENDER";

async function borrow() {
  if (!process.env[PORT]) return null;
  const socket = connect(Number(process.env[PORT]), "127.0.0.1");
  const [line] = await once(createInterface({ input: socket }), "line");
  // Closed when this process ends, which it must not keep from ending.
  socket.unref();
  return JSON.parse(line);
}

let lent;

/** What this process is lent, `{ server, folder, browser }`: where they are, and the server's data; null if it was not started by `run.js`. */
export function borrowed() {
  lent ??= borrow();
  return lent;
}
