// What is compared: the files of a scenario as a pack has them, as the program has them, or as they
// lie unsaved in the editor.

import { known, remember } from "../common/packs.js";
import * as drafts from "../editor/drafts.js";
import { PackDocument } from "../editor/pack-document.js";
import * as texts from "../texts/compare.js";

/**
 * @import { Connection } from "../session/connection.js"
 * @import { DataFiles, ListedPack, SharedPack } from "protocol"
 */

/**
 * The files of one side: `base` is the pack that they stand over and `opened` they as they are
 * there, `title` what they are called, `author` who made them, `from` the packs they have facts from.
 * @typedef {{
 *   files: DataFiles, opened: DataFiles, paths: Record<string, string>, base?: string, title: string,
 *   author?: string, about?: string, from: string[], draft: boolean,
 * }} Reading
 */

/**
 * What can be chosen: `value` as it stands in the address.
 * @typedef {{ value: string, label: string }} Choice
 */

export const OWN = "own";
const DRAFT = "draft";

/**
 * The readings of a scenario that can be chosen.
 * @param {Connection} connection
 * @param {string} scenario
 * @param {boolean} sharing
 */
export async function choices(connection, scenario, sharing) {
  const packs = (await connection.call("pack.list", { packs: known() })).packs;
  /** @type {SharedPack[]} */
  const shares = sharing ? (await connection.call("pack.shared", {})).shares : [];
  return { packs: packs.filter((pack) => pack.scenarios.some(({ id }) => id === scenario)), shares };
}

/**
 * Those as a list, the work in the editor first; `drafted`: that is among them.
 * @param {string} scenario
 * @param {{ packs: ListedPack[], shares: SharedPack[] }} known
 * @param {boolean} drafted
 * @returns {Choice[]}
 */
export function listed(scenario, { packs, shares }, drafted) {
  const work = [undefined, ...packs.map(({ pack }) => pack)]
    .filter((base) => drafted && drafts.find(scenario, base))
    .map((base) => {
      const over = packs.find(({ pack }) => pack === base)?.title;
      return { value: base ? `${DRAFT}:${base}` : DRAFT, label: over ? texts.draftOn(over) : texts.draft };
    });
  const of = shares
    .filter(({ scenarios }) => scenarios.some((one) => one.scenario === scenario))
    .map(({ pack, title, author }) => ({ value: pack, label: texts.sharedBy(title, author) }));
  const own = packs
    .filter(({ pack }) => !of.some(({ value }) => value === pack))
    .map(({ pack, title, author }) => ({ value: pack, label: author ? texts.by(title, author) : title }));
  return [...work, { value: OWN, label: texts.own }, ...own, ...of];
}

/**
 * Reads what was chosen.
 * @param {Connection} connection
 * @param {string} scenario
 * @param {string} value
 * @returns {Promise<Reading>}
 */
export async function read(connection, scenario, value) {
  const [what, over] = value.split(":");
  const wanted = what === DRAFT ? over : what === OWN ? undefined : what;
  const opened = await connection.call("pack.open", { scenario, ...(wanted && { pack: wanted }) });
  const { map, units, scenario: path, shared, pack } = opened;
  if (wanted) remember(wanted);
  const base = wanted ?? pack?.id;
  const reading = {
    files: opened.files,
    opened: opened.files,
    paths: { map, units, scenario: path, ...shared },
    base,
    title: pack?.title ?? texts.own,
    author: pack?.author,
    about: pack?.about,
    from: /** @type {string[]} */ ([]),
    draft: false,
  };
  const draft = what === DRAFT ? drafts.find(scenario, base) : null;
  if (!draft) return reading;
  return {
    ...reading,
    files: { ...reading.files, ...draft.files },
    title: draft.about.title || texts.draft,
    author: draft.about.author,
    about: draft.about.about,
    from: draft.from ?? [],
    draft: true,
  };
}

/**
 * The files as the tools of the editor know them.
 * @param {{ files: DataFiles, paths: Record<string, string> }} reading
 */
export function documentOf({ files, paths }) {
  const document = new PackDocument();
  document.begin(files, paths);
  return document;
}
