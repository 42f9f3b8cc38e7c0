// Everything that is not about the game at the table, in one list.

import { h } from "./dom.js";
import { say } from "./i18n.js";
import { icon } from "./icons.js";
import { dialog } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./i18n.js").Key} Key
 * @typedef {import("./icons.js").IconName} IconName
 */

/** @param {Desk} desk */
export function openMenu(desk) {
  const line = (/** @type {string} */ name, /** @type {IconName} */ sign, /** @type {Key} */ title, /** @type {Key} */ note, /** @type {() => void} */ act) =>
    h("li", {}, h("button", { type: "button", class: "menu-line", "data-menu": name, onclick: () => { box.close(); act(); } }, icon(sign), h("span", {}, h("strong", {}, say(title)), h("small", {}, say(note)))));
  const box = dialog(say("menu"), [
    h(
      "ul",
      { class: "menu-list" },
      line("daily", "calendar", "daily", "daily-note", async () => (await import("./daily.js")).openDailies(desk)),
      line("lessons", "book", "tab-lessons", "lessons-note", () => { location.hash = "#/lessons"; }),
      line("import", "grid", "import", "import-note", async () => (await import("./import-levels.js")).openImport(desk)),
      line("statistics", "chart", "statistics", "statistics-note", async () => (await import("./statistics.js")).openStatistics(desk)),
      line("preferences", "gear", "preferences", "preferences-note", async () => (await import("./preferences.js")).openPreferences()),
    ),
  ], { class: "menu" });
}
