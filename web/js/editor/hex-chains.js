// Chains of hexes in a map document: roads, trails, the course of a river. Each is a text, `0101
// 0201 0202`.

import { split } from "./map-lists.js";

/** @typedef {{ hexes: string, name?: string }} HexChain */

/** @param {HexChain} chain */
const hexes = (chain) => split(chain.hexes);

/** Every step of every chain, `{from, to, name}`. @param {HexChain[] | undefined} chains */
export function steps(chains) {
  return (chains ?? []).flatMap((chain) => {
    const way = hexes(chain);
    return way.slice(1).map((to, index) => ({ from: way[index], to, name: chain.name }));
  });
}

/**
 * Whether a chain runs between two hexes.
 * @param {HexChain[] | undefined} chains
 * @param {string} a
 * @param {string} b
 */
export function runs(chains, a, b) {
  return steps(chains).some(({ from, to }) => (from === a && to === b) || (from === b && to === a));
}

/**
 * Draws on from one hex to the next: a chain that ends at either is made longer, else a new one
 * begins.
 * @param {HexChain[]} chains
 * @param {string} a
 * @param {string} b
 */
export function draw(chains, a, b) {
  if (runs(chains, a, b)) return;
  for (const [from, to] of [
    [a, b],
    [b, a],
  ]) {
    for (const chain of chains) {
      const way = hexes(chain);
      if (way.at(-1) === from) way.push(to);
      else if (way[0] === from) way.unshift(to);
      else continue;
      chain.hexes = way.join(" ");
      return;
    }
  }
  chains.push({ hexes: `${a} ${b}` });
}

/**
 * Takes the step between two hexes out; a chain cut in the middle becomes two.
 * @param {HexChain[]} chains
 * @param {string} a
 * @param {string} b
 */
export function erase(chains, a, b) {
  const left = chains.flatMap((chain) => {
    /** @type {string[][]} */
    const pieces = [[]];
    const way = hexes(chain);
    way.forEach((hex, index) => {
      const before = way[index - 1];
      if ((before === a && hex === b) || (before === b && hex === a)) pieces.push([]);
      pieces[pieces.length - 1].push(hex);
    });
    if (pieces.length === 1) return [chain];
    return pieces.filter((piece) => piece.length > 1).map((piece) => ({ ...chain, hexes: piece.join(" ") }));
  });
  chains.splice(0, chains.length, ...left);
}
