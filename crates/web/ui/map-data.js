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

/**
 * The part of the unit square that a picture of a map shows.
 * @param {{ width: number, height: number, scale: number, dx: number, dy: number }} look @param {number} margin pixels around the picture that count too
 */
const boundsOf = ({ width, height, scale, dx, dy }, margin) => [(-margin - dx) / scale, (width + margin - dx) / scale, (-margin - dy) / scale, (height + margin - dy) / scale];

/** Lists the points that a picture shows, by their numbers; how many. @param {StateMap} map @param {import("./map-gl.js").Look} look @param {Uint32Array} list @param {number} margin */
export function pointsInView({ nodes, x, y, depth }, look, list, margin) {
  const [left, right, top, bottom] = boundsOf(look, margin);
  const { from, to } = look;
  let count = 0;
  for (let node = 0; node < nodes; node += 1) {
    if (x[node] < left || x[node] > right || y[node] < top || y[node] > bottom || depth[node] < from || depth[node] > to) continue;
    list[count++] = node;
  }
  return count;
}

/** Lists the ends of the lines that cross a picture, until the list is full; how many. @param {StateMap} map @param {import("./map-gl.js").Look} look @param {Uint32Array} list @param {number} margin */
export function linesInView({ x, y, depth, edges }, look, list, margin) {
  const [left, right, top, bottom] = boundsOf(look, margin);
  const { from, to } = look;
  let count = 0;
  for (let i = 0; i + 1 < edges.length && count < list.length; i += 2) {
    const [a, b] = [edges[i], edges[i + 1]];
    if ((x[a] < left && x[b] < left) || (x[a] > right && x[b] > right) || (y[a] < top && y[b] < top) || (y[a] > bottom && y[b] > bottom)) continue;
    if (depth[a] < from || depth[a] > to || depth[b] < from || depth[b] > to) continue;
    list[count++] = a;
    list[count++] = b;
  }
  return count;
}

/** The largest number of a list. @param {ArrayLike<number>} list */
export function largest(list) {
  let most = 0;
  for (let i = 0; i < list.length; i += 1) if (list[i] > most) most = list[i];
  return most;
}
