// Keys, About, and the dialog that shares a position or keeps a game as a file.

import { get, granted } from "./api.js";
import { h, themeNow } from "./dom.js";
import { fileField, fileName, keepFile } from "./files.js";
import { either, say } from "./i18n.js";
import { set, settings } from "./settings.js";
import { LONGEST_TASK, linkOf } from "./task.js";
import { button, dialog, table, textField, toggle } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {{ keys: string[], en: string, id: string, puzzle?: string }} KeyRow
 */

/** How keys are drawn that have no letter. @type {Record<string, string>} */
const DRAWN = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "␣", Enter: "⏎", Escape: "Esc" };

/** @param {string[]} keys */
function drawn(keys) {
  // Ten digits in a row say no more than the first and the last.
  const few = keys.length > 4 ? [keys[0], "…", keys[keys.length - 1]] : keys;
  return few.flatMap((key) => (key === "…" ? ["… "] : [h("kbd", {}, DRAWN[key] ?? key.replace(/^Ctrl\+/, "Ctrl ")), " "]));
}

/** The table of keys, as the server and the game have it. @param {Desk} desk */
export async function openKeys(desk) {
  const rows = /** @type {KeyRow[]} */ (await get("/api/keys").catch(() => []));
  // A variant says what it does in the language of the page.
  for (const { key, label } of desk.game?.variants ?? []) if (key) rows.push({ keys: [key], en: label, id: label, puzzle: desk.game?.puzzle });
  dialog(say("keys"), [
    h("p", { class: "note" }, say("keys-note")),
    toggle(say("letters"), settings.letters, (letters) => set({ letters })),
    table("plain keys", [say("key"), say("meaning")], rows.map((row) => h("tr", {}, h("th", { scope: "row" }, ...drawn(row.keys)), h("td", {}, either(row.en, row.id), row.puzzle && h("small", {}, say("empty-hands")))))),
  ]);
}

/** Where each idea of the papers can be tried on this page. */
const PAPERS = /** @type {const} */ ([
  ["paper-hanoi", "#/hanoi/other"],
  ["paper-race", "#/hanoi?view=race"],
  ["paper-stones", "#/stones/paper-1"],
  ["paper-water", "#water:1+2+2+1+|+3+1+3+2+|+3+1+3+2+|+-+|+-?rule=unit"],
  ["paper-klotski", "#klotski:abCC/ddCC/ee../fghh/fgij"],
]);

export async function openAbout() {
  const about = await get("/api/about").catch(() => ({ version: "" }));
  const box = dialog(say("about"), [
    h("p", { class: "lead" }, say("about-lead")),
    h("p", {}, say("about-text")),
    h("h3", {}, say("ideas")),
    h("ul", { class: "papers" }, ...PAPERS.map(([key, href]) => h("li", {}, h("a", { href, onclick: () => box.close() }, say(`${key}-title`)), h("p", { class: "note" }, say(`${key}-text`))))),
    h("p", { class: "note" }, say("version", { version: about.version ?? "" })),
  ]);
}

/** @param {Desk} desk */
export async function openShare(desk) {
  const { game } = desk;
  if (!game) return;
  const field = h("input", { readonly: true, value: linkOf(game.id, "") });
  const task = h("input", { class: "task-field", maxlength: LONGEST_TASK, autocomplete: "off", oninput: () => { field.value = linkOf(game.id, task.value); } });
  const status = h("p", { class: "note", role: "status" });
  const drawing = h("p", { class: "note", role: "status" });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      status.textContent = say("copied");
    } catch {
      status.textContent = say("copy-by-hand");
    }
  };
  const file = fileField(say("open-file"), ".txt,text/plain", (text) => {
    box.close();
    desk.open({ save: text });
  });
  const box = dialog(say("share"), [
    h("p", {}, say("share-note")),
    textField(say("link"), field),
    textField(say("task-add"), task, say("task-note")),
    h("div", { class: "row wrap" }, button("share", say("copy-link"), copy, { words: true, class: "strong" })),
    status,
    h("h3", {}, say("picture")),
    h("p", { class: "note" }, say("picture-note")),
    h("div", { class: "row wrap" }, ...PICTURES.map(([form, word]) => button("down", say(word), () => picture(desk, form, drawing), { words: true, class: "soft" }))),
    drawing,
    h("h3", {}, say("game-file")),
    h("p", { class: "note" }, say("game-file-note")),
    h("div", { class: "row wrap" }, button("down", say("save-file"), () => save(desk), { words: true, class: "soft" }), button("grid", say("open-file"), () => file.click(), { words: true, class: "soft" }), file),
  ]);
}

/** Forms of pictures, and the words for them. */
const PICTURES = /** @type {const} */ ([["svg", "picture-svg"], ["gif", "picture-gif"], ["sheet", "picture-sheet"]]);

/** Has the game drawn and keeps the picture. @param {Desk} desk @param {string} form @param {HTMLElement} status */
async function picture(desk, form, status) {
  const { game } = desk;
  if (!game) return;
  status.textContent = say("picture-drawing");
  const drawn = await granted(get(`/api/games/${game.key}/pictures/${themeNow()}/${form}`), (why) => { status.textContent = why.reason; });
  if (drawn === undefined) return;
  keepFile(drawn, fileName(game, form === "sheet" ? "-sheet.svg" : `.${form}`));
  status.textContent = say("picture-kept");
}

/** @param {Desk} desk */
async function save(desk) {
  const { game } = desk;
  if (!game) return;
  const text = await granted(get(`/api/games/${game.key}/save`), (why) => desk.tell(why.message, "refusal"));
  if (text !== undefined) keepFile(text, fileName(game, ".txt"));
}
