// Whether a task of a lesson is done. What is counted or compared is asked of the engine, when somebody answers.

import { answerOf } from "./api.js";
import { isPerson } from "./game.js";
import { number } from "./i18n.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./lessons.js").Check} Check
 * @typedef {import("./lessons.js").Lesson} Lesson
 * @typedef {import("../types.js").Game} Game
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {import("../types.js").Position} Position
 * @typedef {{ right: boolean, fact?: string }} Judged
 */

/** What the engine has answered, by what it was asked. @type {Map<string, Promise<any>>} */
const answers = new Map();

/** @param {Record<string, unknown>} job */
function asked(job) {
  const key = JSON.stringify(job);
  const known = answers.get(key);
  if (known) return known;
  const answer = answerOf(job);
  answers.set(key, answer);
  // What failed is asked again.
  answer.catch(() => answers.delete(key));
  return answer;
}

/**
 * How many rows and columns the tiles are away from their places in reading order, all together: the bound that the lesson
 * about bounds explains.
 * @param {Picture} picture @param {{ id: string, by: [number, number] }} [slide] a slide that is thought of
 */
export function manhattan(picture, slide) {
  const tiles = picture.items.filter((item) => item.kind === "tile");
  return tiles.reduce((sum, item) => {
    const value = Number(item.label) - 1;
    const place = /** @type {{ x: number, y: number }} */ (/** @type {unknown} */ (item));
    const [dx, dy] = slide?.id === item.id ? slide.by : [0, 0];
    return sum + Math.abs(Math.round(place.x) + dx - (value % picture.width)) + Math.abs(Math.round(place.y) + dy - Math.floor(value / picture.width));
  }, 0);
}

/** A number out of an answer. @param {any} answer @param {string} read @param {Picture | undefined} start @returns {number} */
function valueOf(answer, read, start) {
  const [name, at] = read.split(" ");
  const depths = /** @type {(number | string)[]} */ (answer.depths ?? []).map(Number);
  switch (name) {
    case "layer": return depths[Number(at)] ?? 0;
    case "within": return depths.slice(0, Number(at) + 1).reduce((sum, count) => sum + count, 0);
    case "manhattan": {
      const bound = start ? manhattan(start) : NaN;
      // A bound that is more than the truth would be none.
      return bound <= Number(answer.length) ? bound : NaN;
    }
    default: return Number(answer[name]);
  }
}

/** Checks an answer that was typed or chosen. @param {Check} check @param {string} given @param {Picture | undefined} start what the board shows at the start @returns {Promise<Judged>} */
export async function judgeAnswer(check, given, start) {
  if (check.kind === "count") {
    const wanted = valueOf(await asked(check.job), check.read, start);
    const right = given.trim() !== "" && Number(given) === wanted;
    return { right, fact: right ? number(wanted) : undefined };
  }
  if (check.kind === "choice") {
    const { rows } = await asked(check.job);
    const cost = (/** @type {string} */ name) => Number(rows.find((/** @type {any} */ row) => row.algorithm === name)?.[check.least] ?? NaN);
    const costs = check.options.map(({ value }) => cost(value));
    const right = cost(given) === Math.min(...costs) && new Set(costs).size > 1;
    return { right, fact: check.options.map(({ value }, i) => `${value}: ${number(costs[i])}`).join(" · ") };
  }
  return { right: false };
}

/** The moves that A* expands first from a position: those with the smallest bound behind them. @param {Position} position */
function firstOfAStar({ picture, plays }) {
  const bounds = plays.map((play) => manhattan(picture, { id: play.grips[0], by: play.by?.[0] ?? [0, 0] }));
  return plays.filter((_, i) => bounds[i] === Math.min(...bounds)).map((play) => play.text);
}

/**
 * Whether the board shows that a task is done.
 * @param {Check} check @param {Game} game @param {Position} start the position as it was opened
 */
export function judgeBoard(check, game, start) {
  const { position } = game;
  switch (check.kind) {
    case "reach": return position.text === check.text;
    case "optimal": return position.status === "solved" && String(game.moves_made) === String(game.optimum);
    case "win": return position.status === "over" && typeof position.winner === "number" && isPerson(game, position.winner);
    case "expand": return game.moves_made === 1 && firstOfAStar(start).includes(game.undo ?? "");
    default: return false;
  }
}
