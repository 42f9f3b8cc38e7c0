// What comes after a level: the next one of the puzzle, or of the collection that it was opened from.

import { say } from "./i18n.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").OwnLevel} OwnLevel
 */

/** The collection that is played from. @type {{ title: string, levels: OwnLevel[] } | undefined} */
let playing;

/** Begins to play from a collection. @param {{ title: string, levels: OwnLevel[] }} collection */
export function playFrom(collection) {
  playing = collection;
}

/** What a level is called. @param {OwnLevel} level @param {number} index */
export const titleOf = (level, index) => level.title ?? say("level-n", { n: index + 1 });

/** @param {OwnLevel} level @param {{ level_text: string, level_options: Record<string, string> }} game */
function isLevel(level, game) {
  const same = (/** @type {Record<string, string>} */ options) => JSON.stringify(Object.entries(options).sort());
  return level.text === game.level_text && same(level.options) === same(game.level_options);
}

/** The level of a collection that is played now, if it was begun from there. @param {Desk} desk */
export function ownLevel(desk) {
  const { game } = desk;
  if (!game || !playing) return undefined;
  const index = playing.levels.findIndex((level) => isLevel(level, game));
  return index < 0 ? undefined : { title: titleOf(playing.levels[index], index), next: playing.levels[index + 1] };
}

/** What opens the level after the one at the table: of its collection, or of the puzzle, unsolved ones first. @param {Desk} desk @returns {(() => void) | undefined} */
export function nextLevel(desk) {
  const { game } = desk;
  const own = ownLevel(desk)?.next;
  if (game && own) return () => { desk.open({ puzzle: game.puzzle, level: own.text, options: own.options }); };
  const levels = desk.puzzle?.levels ?? [];
  const at = levels.findIndex((level) => level.name === game?.level);
  const after = [...levels.slice(at + 1), ...levels.slice(0, Math.max(0, at))];
  const next = after.find((level) => !level.solved) ?? after[0];
  return game?.level && next ? () => { desk.open({ puzzle: game.puzzle, level: next.name }); } : undefined;
}
