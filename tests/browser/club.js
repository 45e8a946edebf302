// A program for others, started with --club, where it was built with that feature.

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { BUILT, Program } from "./program.js";

/** A program without the feature says so before it looks for its data; one that has it finds no folder there. */
const nowhere = ["--club", "--public-url", "http://127.0.0.1:1", "--port", "0", "--data-dir", "/dev/null/none"];
const { stderr } = spawnSync(process.env.LONGROLL ?? BUILT, ["serve", ...nowhere], { encoding: "utf8" });

/** Why there is none, or false. */
export const skip = stderr?.includes("--features club") && "the program was built without the feature club";

/** Starts one; its public address is known before it starts. */
export async function startClub() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  const program = new Program();
  await program.prepare("127.0.0.1", ["--club", "--public-url", `http://127.0.0.1:${port}`]);
  await program.run(port);
  return program;
}
