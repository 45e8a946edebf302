// Packs as people make them who own the printed game.

export const SCENARIO = "kernstown-1-stone-wall";
export const [MAP, CHARTS, UNITS] = ["map", "charts", "units-1862"].map((name) => `kernstown/${name}.toml`);
/** The column of hex 1031 in the first row of the map, and of the cell in the first row of the chart. */
export const [COLUMN, CELL] = [10, 7];

/** A text with another letter at that column of its first line. */
function lettered(rows, column, letter) {
  return rows.slice(0, column) + letter + rows.slice(column + 1);
}

/** A pack of somebody who read from the sheet the ground of a hex, a cell of a chart and a counter. */
export async function readPack(
  scout,
  title,
  author,
  { ground = ".", cell = "-/0/1", fresh = "7-4", labels = true } = {},
) {
  const { files } = await scout.ask("pack.open", { scenario: SCENARIO });
  const map = files[MAP];
  map.ground.rows = lettered(map.ground.rows, COLUMN, ground);
  if (labels) map.certainty.rows = lettered(map.certainty.rows, COLUMN, "p");
  const row = files[CHARTS].combat.row[0];
  row.cells[CELL] = cell;
  if (labels) row.labels = lettered(row.labels, CELL, "p");
  const unit = files[UNITS].unit[0];
  unit.fresh = fresh;
  if (labels) unit.labels = { ...unit.labels, strength: "printed", cohesion: "printed" };
  const made = { [MAP]: map, [CHARTS]: files[CHARTS], [UNITS]: files[UNITS] };
  return (await scout.ask("pack.keep", { files: made, title, author })).pack;
}
