// What was played and achieved, and the same as a file to hand in.

import { get } from "./api.js";
import { h } from "./dom.js";
import { csv, fileWord, keepFile } from "./files.js";
import { clock, either, number, say } from "./i18n.js";
import { authorInput, button, dialog, figure, scrolled, stars, table, textField } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").Statistics} Statistics
 */

/** Best results that are shown; a file has all. */
const MOST_SHOWN = 50;
/** Collections of a puzzle that are looked through for names. */
const MOST_COLLECTIONS = 10;

/** Columns of the file, as they are called there in every language. */
const COLUMNS = /** @type {const} */ (["name", "puzzle", "level", "metric", "moves", "optimum", "stars", "seconds", "times", "solved"]);

/** What is handed in, one row for each level that was solved. @param {Statistics} known @param {string} name */
function resultRows(known, name) {
  return known.bests.map((best) => ({
    name,
    puzzle: best.puzzle,
    level: best.level ?? either(best.title),
    metric: best.metric,
    moves: best.moves,
    optimum: best.optimum ?? "",
    stars: best.stars ?? "",
    seconds: Math.round(best.seconds * 10) / 10,
    times: best.times,
    solved: new Date(best.when).toISOString(),
  }));
}

/** Titles of levels in one's own collections, by puzzle and text, of those puzzles that have results without a name. @param {Statistics} known */
async function ownTitles(known) {
  const puzzles = [...new Set(known.bests.filter((best) => !best.level).map((best) => best.puzzle))];
  /** @type {Map<string, string>} */ const titles = new Map();
  await Promise.all(puzzles.map(async (puzzle) => {
    const lines = /** @type {import("../types.js").CollectionLine[]} */ (await get(`/api/puzzles/${encodeURIComponent(puzzle)}/collections`).catch(() => []));
    for (const { key } of lines.slice(0, MOST_COLLECTIONS)) {
      const list = /** @type {import("../types.js").Collection | undefined} */ (await get(`/api/collections/${key}`).catch(() => undefined));
      for (const level of list?.levels ?? []) if (level.title) titles.set(`${puzzle} ${level.text}`, level.title);
    }
  }));
  return titles;
}

/** @param {Desk} desk */
export async function openStatistics(desk) {
  const known = /** @type {Statistics | undefined} */ (await get("/api/statistics").catch(() => undefined));
  if (!known) {
    desk.tell(say("no-answer"), "refusal");
    return;
  }
  const titleOf = (/** @type {string} */ name) => {
    const puzzle = desk.puzzles.find((puzzle) => puzzle.name === name);
    return puzzle ? either(puzzle.title, puzzle.title_id) : name;
  };
  const own = await ownTitles(known);
  // A level of one's own is called by its collection, or by how it begins.
  const levelOf = (/** @type {Statistics["bests"][0]} */ best) => (best.level ? either(best.title) : (own.get(`${best.puzzle} ${best.title}`) ?? h("span", {}, say("own-level"), h("small", { class: "own-text" }, best.title))));
  const cells = (/** @type {(string | Node | undefined)[]} */ values) => values.map((value, i) => (i === 0 ? h("th", { scope: "row" }, value ?? "") : h("td", {}, value ?? "")));
  const puzzles = known.puzzles.map((sum) => h("tr", {}, ...cells([titleOf(sum.puzzle), `${number(sum.solved)} / ${number(sum.games)}`, number(sum.moves), clock(sum.seconds), sum.streak.current > 0 ? say("days-n", { n: sum.streak.current }) : "–"])));
  const bests = known.bests.slice(0, MOST_SHOWN).map((best) => h("tr", {}, ...cells([titleOf(best.puzzle), levelOf(best), number(best.moves), best.optimum === null ? "–" : number(best.optimum), stars(best.stars) ?? "–", clock(best.seconds)])));
  const name = authorInput();
  const file = () => `telusur-${name.value ? fileWord(name.value) : "results"}`;
  const rows = () => resultRows(known, name.value);
  const solved = known.bests.length > 0;
  dialog(say("statistics"), [
    h(
      "dl",
      { class: "facts" },
      figure(say("solved-games"), number(known.solved)),
      figure(say("played-games"), number(known.games)),
      figure(say("time-played"), clock(known.seconds)),
      figure(say("streak"), say("days-n", { n: known.streak.current })),
      figure(say("streak-longest"), say("days-n", { n: known.streak.longest })),
    ),
    h("p", { class: "note" }, say("streak-note")),
    ...(puzzles.length > 0 ? [scrolled(say("statistics"), table("plain numbers", [say("col-puzzle"), say("col-solved"), say("moves"), say("time"), say("col-streak")], puzzles))] : []),
    h("h3", {}, say("best-results")),
    solved ? scrolled(say("best-results"), table("plain numbers", [say("col-puzzle"), say("col-level"), say("moves"), say("optimum"), say("col-stars"), say("time")], bests)) : h("p", { class: "note" }, say("nothing-solved")),
    h("h3", {}, say("hand-in")),
    h("p", { class: "note" }, say("hand-in-note")),
    textField(say("your-name"), name),
    h(
      "div",
      { class: "row wrap" },
      button("down", say("results-csv"), () => keepFile(csv(COLUMNS, rows()), `${file()}.csv`, "text/csv"), { words: true, class: "soft" }),
      button("down", say("results-json"), () => keepFile(`${JSON.stringify({ name: name.value, results: rows(), dailies: known.dailies, streak: known.streak }, null, 2)}\n`, `${file()}.json`, "application/json"), { words: true, class: "soft" }),
    ),
  ], { class: "statistics" });
}
