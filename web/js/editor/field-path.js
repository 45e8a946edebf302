// A place in a document: the dotted path at which the server says that something is wrong, `unit.12.strength`.

/** The parts of a place: names and positions in lists. */
export function parts(place) {
  return place ? place.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part)) : [];
}

/** What stands at a place of a document, or undefined. */
export function get(document, place) {
  return parts(place).reduce((at, part) => at?.[part], document);
}

/** Puts a value at a place; `undefined` takes what stands there away, out of a list too. */
export function set(document, place, value) {
  const way = parts(place);
  const last = way.pop();
  const holder = way.reduce((at, part) => (at[part] ??= {}), document);
  if (value !== undefined) holder[last] = value;
  else if (Array.isArray(holder)) holder.splice(last, 1);
  else delete holder[last];
}

/** A place one step farther in. */
export function within(place, part) {
  return place === "" ? String(part) : `${place}.${part}`;
}

/** Whether a place is another or lies within it. */
export function holds(outer, inner) {
  return inner === outer || outer === "" || inner.startsWith(`${outer}.`);
}
