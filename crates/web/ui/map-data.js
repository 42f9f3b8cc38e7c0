// A map as it travels, made into lists of numbers.

/**
 * A map to draw: places in the unit square, and for every position how far it is from the start and from the goal (-1: no way).
 * @typedef {{ nodes: number, x: Float32Array, y: Float32Array, depth: Uint16Array, distance: Int32Array, verdict?: Uint8Array, edges: Uint32Array, one_way: Uint32Array, goals: Uint32Array, here: number, symmetric: boolean }} StateMap
 */

/** What the player to move has in a game, by its number. */
export const VERDICTS = /** @type {const} */ (["", "win", "loss", "draw"]);

/** @param {import("../types.js").PackedMap} sent @returns {StateMap} */
export function unpacked(sent) {
  const shorts = (/** @type {string} */ text) => new Uint16Array(bytes(text).buffer);
  const words = (/** @type {string} */ text) => new Uint32Array(bytes(text).buffer);
  const place = (/** @type {string} */ text) => Float32Array.from(shorts(text), (value) => value / 65535);
  return {
    nodes: sent.nodes,
    x: place(sent.x),
    y: place(sent.y),
    depth: shorts(sent.depth),
    distance: Int32Array.from(shorts(sent.distance), (value) => (value === 65535 ? -1 : value)),
    verdict: sent.verdict === undefined ? undefined : bytes(sent.verdict),
    edges: words(sent.edges),
    one_way: words(sent.one_way),
    goals: words(sent.goals),
    here: sent.here,
    symmetric: sent.symmetric,
  };
}

/** @param {string} text */
function bytes(text) {
  const letters = atob(text);
  const list = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i += 1) list[i] = letters.charCodeAt(i);
  return list;
}

/** The largest number of a list. @param {ArrayLike<number>} list */
export function largest(list) {
  let most = 0;
  for (let i = 0; i < list.length; i += 1) if (list[i] > most) most = list[i];
  return most;
}
