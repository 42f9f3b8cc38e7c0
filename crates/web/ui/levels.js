// Choosing what to play: the levels with their pictures, a generator, one's own level, games left unfinished.

import { Refusal, get, post, remove } from "./api.js";
import { stillLife } from "./scene.js";
import { h } from "./dom.js";
import { ago, clock, either, number, say } from "./i18n.js";
import { icon } from "./icons.js";
import { button, dialog, difficultyMeter, fresh, stars } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").Puzzle} Puzzle
 * @typedef {import("../types.js").Level} Level
 */

/** Unfinished games that are listed. */
const MOST_RECENT = 6;
/** The difficulty that was wished for last, by puzzle. @type {Map<string, number>} */
const wished = new Map();

/** Makes a level and opens it. @param {Desk} desk @param {number} [difficulty] */
export async function newLevel(desk, difficulty) {
  const puzzle = desk.puzzle?.name;
  if (!puzzle) return;
  const wish = difficulty ?? wished.get(puzzle) ?? 3;
  wished.set(puzzle, wish);
  desk.line(say("making"));
  try {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const made = await post("/api/generate", { puzzle, seed, difficulty: wish });
    await desk.open(made.id ? { id: made.id } : { puzzle, level: made.level, options: made.options });
    desk.line(made.note ?? "");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    desk.tell(error.message, "refusal");
  }
}

/** The level after the one at the table, unsolved ones first. @param {Desk} desk */
export function nextLevel(desk) {
  const levels = desk.puzzle?.levels ?? [];
  const at = levels.findIndex((level) => level.name === desk.game?.level);
  const after = [...levels.slice(at + 1), ...levels.slice(0, Math.max(0, at))];
  return after.find((level) => !level.solved) ?? after[0];
}

/** @param {Desk} desk */
export async function openLevels(desk) {
  const { puzzle } = desk;
  if (!puzzle) return;
  const fresher = await get("/api/puzzles").catch(() => undefined);
  if (Array.isArray(fresher)) desk.puzzles = fresher;
  const entry = desk.puzzle ?? puzzle;
  const solved = entry.levels.filter((level) => level.solved).length;
  const list = h("ul", { class: "levels" }, ...entry.levels.map((level, i) => card(desk, entry, level, i, () => box.close())));
  const recent = h("section", { class: "recent", hidden: true });
  const played = h("p", { class: "note" });
  showPlayed(entry, played);
  const box = dialog(say("levels-of", { title: either(entry.title, entry.title_id) }), [
    h("p", { class: "note" }, either(entry.summary, entry.summary_id)),
    generator(desk, entry, () => box.close()),
    recent,
    played,
    h("h3", {}, say("levels"), h("small", {}, ` ${say("solved-of", { n: solved, of: entry.levels.length })}`)),
    list,
  ], { class: "wide" });
  watchPictures(entry, list, box);
  list.querySelector("[aria-current=true]")?.scrollIntoView({ block: "center" });
  showRecent(desk, entry, recent, () => box.close());
}

/** @param {Desk} desk @param {Puzzle} puzzle @param {() => void} close */
function generator(desk, puzzle, close) {
  const id = fresh("difficulty");
  const value = h("output", { for: id }, String(wished.get(puzzle.name) ?? 3));
  const range = h("input", { type: "range", id, min: 1, max: 10, value: wished.get(puzzle.name) ?? 3, class: "scrub", oninput: () => {
    value.textContent = range.value;
    range.style.setProperty("--done", `${((Number(range.value) - 1) / 9) * 100}%`);
  } });
  range.style.setProperty("--done", `${((Number(range.value) - 1) / 9) * 100}%`);
  return h(
    "section",
    { class: "generator" },
    h("div", { class: "generator-wish" }, h("label", { for: id }, say("difficulty")), range, value),
    h(
      "div",
      { class: "row wrap" },
      button("dice", say("make-level"), () => { close(); newLevel(desk, Number(range.value)); }, { words: true, class: "soft" }),
      button("pen", say("own-level"), async () => { close(); (await import("./editor.js")).openEditor(desk); }, { words: true, class: "soft" }),
    ),
  );
}

/** @param {Desk} desk @param {Puzzle} puzzle @param {Level} level @param {number} index @param {() => void} close */
function card(desk, puzzle, level, index, close) {
  const optimum = level.optimum && Object.entries(level.optimum)[0];
  const current = desk.game?.level === level.name;
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "level-card", "data-level": level.name, "aria-current": current ? "true" : undefined, onclick: () => { close(); desk.open({ puzzle: puzzle.name, level: level.name }); } },
      h("span", { class: "level-picture" }),
      h("span", { class: "level-name" }, h("small", {}, String(index + 1)), either(level.title, level.title_id)),
      h("span", { class: "level-facts" }, difficultyMeter(level.difficulty), optimum && h("span", {}, say("optimum-of", { n: number(optimum[1]) })), level.best !== null && level.best !== undefined && h("span", {}, say("best-of", { n: number(level.best) }))),
      stars(level.stars),
      level.solved && h("span", { class: "level-solved", role: "img", "aria-label": say("solved") }, icon("check")),
    ),
  );
}

/** The form of the picture on a card. */
const CARD = 1.5;

/** Draws the pictures of cards as they come into view. @param {Puzzle} puzzle @param {HTMLElement} list @param {HTMLElement} root */
function watchPictures(puzzle, list, root) {
  const watch = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      const level = puzzle.levels.find((level) => level.name === /** @type {HTMLElement} */ (target).dataset.level);
      const picture = target.querySelector(".level-picture");
      if (!level || !picture) continue;
      post("/api/open", { puzzle: puzzle.name, level: level.text, options: level.options }, undefined, CARD).then(
        (position) => { if (position.picture.items.length < 400) picture.replaceChildren(stillLife(position.scene)); },
        // A card without a picture still opens its level.
        () => {},
      );
    }
  }, { root: root.querySelector(".dialog-body"), rootMargin: "200px" });
  for (const node of list.querySelectorAll(".level-card")) watch.observe(node);
  root.addEventListener("close", () => watch.disconnect());
}

/** What was played of a puzzle so far, in a line. @param {Puzzle} puzzle @param {HTMLElement} host */
async function showPlayed(puzzle, host) {
  /** @type {{ puzzles: { puzzle: string, games: number, solved: number, moves: number, seconds: number }[] } | undefined} */
  const known = await get("/api/statistics").catch(() => undefined);
  const sum = known?.puzzles.find((sum) => sum.puzzle === puzzle.name);
  if (sum && sum.moves > 0) host.textContent = say("played-so-far", { games: sum.games, solved: sum.solved, moves: sum.moves, time: clock(sum.seconds) });
}

/** @param {Desk} desk @param {Puzzle} puzzle @param {HTMLElement} host @param {() => void} close */
async function showRecent(desk, puzzle, host, close) {
  /** @type {{ key: string, puzzle: string, title?: string, moves: number, status: string, touched: number }[]} */
  const games = await get("/api/games").catch(() => []);
  const open = games.filter((game) => game.puzzle === puzzle.name && game.status === "playing" && game.moves > 0 && game.key !== desk.game?.key).slice(0, MOST_RECENT);
  const forget = async (/** @type {typeof open[0]} */ game, /** @type {HTMLElement} */ line) => {
    await remove(`/api/games/${game.key}`).catch(() => undefined);
    line.remove();
    host.hidden = host.querySelector("li") === null;
  };
  const line = (/** @type {typeof open[0]} */ game) => {
    const title = either(game.title ?? say("own-level"));
    // Games of one level are told apart by when they were played.
    const facts = `${say("moves-n", { n: game.moves })} · ${ago(game.touched)}`;
    const node = h(
      "li",
      { class: "recent-game" },
      h("button", { type: "button", class: "chip", onclick: () => { close(); desk.open({ key: game.key }); } }, title, h("small", {}, facts)),
      button("close", say("delete-game", { title, facts }), () => forget(game, node)),
    );
    return node;
  };
  if (open.length === 0) return;
  host.hidden = false;
  host.replaceChildren(h("h3", {}, say("unfinished")), h("ul", { class: "chips" }, ...open.map(line)));
}
