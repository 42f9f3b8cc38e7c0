// Choosing what to play: the levels with their pictures and what was achieved, collections of one's own, a level made as
// wished, games left unfinished.

import { get, post, remove } from "./api.js";
import { progress, showCollections } from "./collections.js";
import { stillLife } from "./scene.js";
import { h } from "./dom.js";
import { ago, clock, either, number, say } from "./i18n.js";
import { icon } from "./icons.js";
import { wishForm } from "./wish-form.js";
import { button, dialog, difficultyMeter, stars } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").Puzzle} Puzzle
 * @typedef {import("../types.js").Level} Level
 */

/** Unfinished games that are listed. */
const MOST_RECENT = 6;
/** @param {Desk} desk */
export async function openLevels(desk) {
  const { puzzle } = desk;
  if (!puzzle) return;
  const fresher = await get("/api/puzzles").catch(() => undefined);
  if (Array.isArray(fresher)) desk.puzzles = fresher;
  const entry = desk.puzzle ?? puzzle;
  const list = h("ul", { class: "levels" }, ...entry.levels.map((level, i) => card(desk, entry, level, i, () => box.close())));
  const recent = h("section", { class: "recent", hidden: true });
  const played = h("p", { class: "note" });
  const own = h("section", { class: "own-collections", hidden: true });
  showPlayed(entry, played);
  const box = dialog(say("levels-of", { title: either(entry.title, entry.title_id) }), [
    h("p", { class: "note" }, either(entry.summary, entry.summary_id)),
    wishForm(desk, entry, () => box.close(), [
      button("pen", say("own-level"), async () => { box.close(); (await import("./editor.js")).openEditor(desk); }, { words: true, class: "soft own-level-button" }),
      button("calendar", say("daily"), async () => { box.close(); const wrong = await (await import("./daily.js")).openDaily(desk, entry.name); if (wrong) desk.tell(wrong, "refusal"); }, { words: true, class: "soft daily-button" }),
      button("grid", say("import"), async () => { box.close(); (await import("./import-levels.js")).openImport(desk); }, { words: true, class: "soft import-button" }),
    ]),
    recent,
    own,
    played,
    h("h3", {}, say("collection-shipped")),
    progress(entry.levels),
    list,
  ], { class: "wide" });
  watchPictures(entry, list, box);
  list.querySelector("[aria-current=true]")?.scrollIntoView({ block: "center" });
  showRecent(desk, entry, recent, () => box.close());
  showCollections(desk, entry.name, own, () => box.close());
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
      h("span", { class: "level-facts" }, difficultyMeter(level.difficulty), optimum && h("span", {}, say(level.optimum_proved ? "optimum-of" : "optimum-stated", { n: number(optimum[1]) })), level.best !== null && level.best !== undefined && h("span", {}, say("best-of", { n: number(level.best) }))),
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
