// Work on a scenario's files, as the editor and the transcription have it open.

import { Pack } from "../../web/js/editor/pack.js";
import { PackDocument } from "../../web/js/editor/pack-document.js";
import { connect, scout, Wire } from "./server.js";

/** A scenario's files opened by a connection of their own; `draft`: with what this browser kept of it. */
export async function opened(scenario, { base, draft = false } = {}) {
  const wire = new Wire();
  const connection = connect(wire);
  const packDocument = new PackDocument();
  const pack = new Pack(connection, packDocument, null);
  const { files, paths } = await pack.open(scenario, base);
  const [kept] = draft ? pack.drafts() : [];
  if (kept) pack.adopt(kept);
  packDocument.begin({ ...files, ...kept?.files }, paths, files);
  return { wire, connection, packDocument, pack };
}

/** The files of the pack that the work is kept as, as the server opens them. */
export async function kept({ pack }, scenario = pack.scenario) {
  const { pack: id } = await pack.keep();
  return (await scout.ask("pack.open", { scenario, pack: id })).files;
}
