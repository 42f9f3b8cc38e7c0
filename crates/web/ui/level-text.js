// The level texts of puzzles that can be drawn: read into lists, and written again; and what pens do to them. Whether the
// result is a level is for the server to say.

/** @typedef {{ x: number, y: number }} Cell */

/** What the pens have: of sliding blocks what they paint, of water the colour, or nothing to take a unit away. */
export const pens = { block: /** @type {"piece" | "erase" | "wall" | "door"} */ ("piece"), colour: "1" };

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** @param {string} text */
const wordsOf = (text) => text.trim().split(/\s+/).filter(Boolean);

/** The discs of each peg. @param {string} text */
export const readPegs = (text) => text.split("|").map((peg) => wordsOf(peg).map(Number));

/** @param {number[][]} pegs */
export const writePegs = (pegs) => pegs.map((peg) => [...peg].sort((a, b) => b - a).join(" ")).join(" | ").trim();

/** The sizes of piles. @param {string} text */
export const readPiles = (text) => (text.match(/\d+/g) ?? []).map(Number);

/** The colours in each tube. @param {string} text */
export const readTubes = (text) => text.split(/[|\n]/).map((tube) => wordsOf(tube).filter((word) => word !== "-"));

/** @param {string[][]} tubes */
export const writeTubes = (tubes) => tubes.map((tube) => tube.join(" ") || "-").join(" | ");

/** A tube after the pen: with a unit of its colour more, or with one less. @param {string[]} tube */
export const poured = (tube) => (pens.colour === "" ? tube.slice(0, -1) : [...tube, pens.colour]);

/**
 * The rows of a board of tiles. A list without rows is a board of the size given, or a square one, as it is for the server.
 * @param {string} text @param {string} [size]
 */
export function readTiles(text, size) {
  const rows = text.split(/[/\n]/).map(wordsOf);
  const words = rows.flat();
  const isList = !text.includes("/") && (rows.length === 1 || rows.every((row) => row.length === 1));
  const wide = Number(size?.split(/[xX×]/)[1]) || Math.sqrt(words.length);
  if (!isList || !Number.isInteger(words.length / wide) || wide < 1) return rows;
  return Array.from({ length: words.length / wide }, (_, y) => words.slice(y * wide, (y + 1) * wide));
}

/** @param {string[][]} rows */
export const writeTiles = (rows) => rows.map((row) => row.join(" ")).join("/");

/** A board on which two tiles have changed places. @param {string[][]} rows @param {string} one @param {string} other */
export const swapped = (rows, one, other) => rows.map((row) => row.map((word) => (word === one ? other : word === other ? one : word)));

/** The cells of a board of blocks. @param {string} text */
export const readBlocks = (text) => text.split(/[/\n]/).map((row) => [...row]);

/** @param {string[][]} rows */
export const writeBlocks = (rows) => rows.map((row) => row.join("")).join("/");

/**
 * A board of blocks after a stroke: the rectangle between its ends, which no diagonal can split, is a block with a letter
 * of its own, or painted empty, as a wall or as a door.
 * @param {string[][]} rows @param {Cell} from @param {Cell} to
 */
export function painted(rows, from, to) {
  const used = new Set(rows.flat());
  const sign = { piece: [...LETTERS].find((letter) => !used.has(letter)) ?? "a", erase: ".", wall: "#", door: "-" }[pens.block];
  const isBetween = (/** @type {number} */ at, /** @type {number} */ one, /** @type {number} */ other) => at >= Math.min(one, other) && at <= Math.max(one, other);
  return rows.map((row, y) => row.map((word, x) => (isBetween(x, from.x, to.x) && isBetween(y, from.y, to.y) ? sign : word)));
}
