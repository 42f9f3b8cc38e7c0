// One's own collections: lists of levels that were imported or drawn, with what was achieved in them.

import { get, granted, remove } from "./api.js";
import { h } from "./dom.js";
import { fileWord, keepFile } from "./files.js";
import { number, say } from "./i18n.js";
import { icon } from "./icons.js";
import { playFrom, titleOf } from "./next-level.js";
import { button, dialog, stars } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").Collection} Collection
 * @typedef {import("../types.js").CollectionLine} CollectionLine
 * @typedef {import("../types.js").OwnLevel} OwnLevel
 */

/** How much of a list is solved, as a bar and in words. @param {{ solved: boolean, stars: number | null }[]} levels */
export function progress(levels) {
  const all = levels.length;
  const solved = levels.filter((level) => level.solved).length;
  const starCount = levels.reduce((sum, level) => sum + (level.stars ?? 0), 0);
  const bar = h("span", { class: "progress-bar", "aria-hidden": "true" }, h("i", {}));
  /** @type {HTMLElement} */ (bar.firstChild).style.width = `${all ? (solved / all) * 100 : 0}%`;
  return h("p", { class: "progress note" }, bar, h("span", {}, say("collection-progress", { n: solved, of: all })), starCount > 0 && h("span", {}, say("collection-stars", { n: starCount, of: all * 3 })));
}

/** The list of a puzzle's own collections, as buttons. @param {Desk} desk @param {string} puzzle @param {HTMLElement} host @param {() => void} close */
export async function showCollections(desk, puzzle, host, close) {
  /** @type {CollectionLine[]} */
  const lines = await get(`/api/puzzles/${puzzle}/collections`).catch(() => []);
  host.hidden = lines.length === 0;
  host.replaceChildren(
    h("h3", {}, say("own-levels")),
    h("ul", { class: "chips" }, ...lines.map((line) => h("li", {}, h("button", { type: "button", class: "chip", "data-collection": line.key, onclick: () => { close(); openCollection(desk, line.key); } }, line.title)))),
  );
}

/** @param {Desk} desk @param {string} key */
export async function openCollection(desk, key) {
  /** @type {Collection | undefined} */
  const collection = await granted(get(`/api/collections/${key}`), (why) => desk.tell(why.reason, "refusal"));
  if (!collection) return;
  const { levels, puzzle, title } = collection;
  const again = () => { box.close(); openCollection(desk, key); };
  const sure = h("p", { class: "note", role: "alert" });
  const drop = button("close", say("collection-delete"), async () => {
    // The first press asks, the second does it.
    if (!sure.textContent) {
      sure.textContent = say("collection-delete-sure", { title });
      return;
    }
    await remove(`/api/collections/${key}`).catch(() => undefined);
    box.close();
  }, { words: true, class: "quiet" });
  const line = (/** @type {OwnLevel} */ level, /** @type {number} */ index) => {
    const name = titleOf(level, index);
    const facts = [level.author && say("collection-by", { author: level.author }), level.best !== null && say("best-of", { n: number(level.best) }), level.optimum !== null && say("optimum-of", { n: number(level.optimum) })].filter(Boolean).join(" · ");
    const begin = () => {
      playFrom({ title, levels });
      box.close();
      desk.open({ puzzle, level: level.text, options: level.options });
    };
    return h(
      "li",
      { class: "own-level" },
      h("button", { type: "button", class: "own-level-name", onclick: begin }, h("span", {}, h("small", {}, String(index + 1)), " ", name), facts && h("small", {}, facts), stars(level.stars), level.solved && h("span", { class: "level-solved", role: "img", "aria-label": say("solved") }, icon("check"))),
      levels.length > 1 && button("close", say("level-delete", { title: name }), async () => { await remove(`/api/collections/${key}/levels/${index}`).catch(() => undefined); again(); }),
    );
  };
  const box = dialog(title, [
    collection.author && h("p", { class: "note" }, say("collection-by", { author: collection.author })),
    progress(levels),
    h("ol", { class: "own-list" }, ...levels.map(line)),
    h("div", { class: "row wrap" }, button("down", say("save-as-file"), () => keepFile(collection.text, `${fileWord(title)}.txt`), { words: true, class: "soft" }), drop),
    sure,
  ].filter((node) => node instanceof Node), { class: "collection" });
}
