// Levels from elsewhere: pasted or from a file, read by the server, which says at which line something is wrong. Several
// of them are kept as a collection of one's own.

import { granted, post } from "./api.js";
import { openCollection } from "./collections.js";
import { h, later } from "./dom.js";
import { fileField } from "./files.js";
import { either, say, sentence } from "./i18n.js";
import { button, dialog, fresh, textField } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").ReadLevels} ReadLevels
 * @typedef {import("../types.js").Puzzle} Puzzle
 */

/** Problems that are listed; the first ones say enough. */
const MOST_PROBLEMS = 20;
/** A level with its options as the game's start. @param {string} puzzle @param {{ text: string, options: Record<string, string> }} level */
const startOf = (puzzle, level) => ({ puzzle, level: level.text, options: level.options });

/** @param {Desk} desk @param {string} [pasted] */
export function openImport(desk, pasted = "") {
  const { puzzle } = desk;
  if (!puzzle) return;
  const ids = { text: fresh("import"), note: fresh("import-note"), status: fresh("import-status") };
  const text = h("textarea", { id: ids.text, rows: 8, spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-describedby": `${ids.note} ${ids.status}` });
  const status = h("p", { class: "note", id: ids.status, role: "status" });
  const problems = h("ol", { class: "import-problems" });
  const title = h("input", { maxlength: 120, autocomplete: "off" });
  const named = textField(say("collection-title"), title);
  /** @type {ReadLevels | undefined} */ let read;
  const play = button("play", say("import-play"), () => {
    const first = read?.levels.find((level) => !level.problem);
    if (!first) return;
    box.close();
    desk.open(startOf(puzzle.name, first));
  }, { words: true, class: "soft" });
  const tellWhy = (/** @type {import("./api.js").Refusal} */ why) => { status.textContent = sentence(why.reason); };
  const keep = button("grid", say("import-keep"), async () => {
    const kept = await granted(post(`/api/puzzles/${puzzle.name}/collections`, { title: title.value, text: text.value }), tellWhy);
    if (!kept) return;
    box.close();
    openCollection(desk, kept.key);
  }, { words: true, class: "strong" });
  const file = fileField(say("import-file"), ".txt,.csv,text/plain", (content, name) => {
    text.value = content;
    if (!title.value) title.value = name;
    check();
  });
  const box = dialog(`${say("import")}: ${either(puzzle.title, puzzle.title_id)}`, [
    h("p", { class: "note", id: ids.note }, say("import-note")),
    h("div", { class: "row wrap" }, button("grid", say("import-file"), () => file.click(), { words: true, class: "soft" }), file),
    h("label", { for: ids.text, class: "field-name" }, say("import-text")),
    text,
    h("p", { class: "note" }, either(puzzle.level_format, puzzle.level_format_id)),
    status,
    problems,
    named,
    h("div", { class: "row wrap" }, keep, play),
  ], { class: "import" });

  const show = () => {
    const levels = read?.levels ?? [];
    const wrong = levels.filter((level) => level.problem);
    const several = levels.length > 1;
    if (text.value.trim() === "") status.textContent = "";
    else if (read) status.textContent = wrong.length > 0 ? `${say("import-found", { n: levels.length })}; ${say("import-faults", { n: wrong.length })}` : say("import-good", { n: levels.length });
    problems.replaceChildren(...wrong.slice(0, MOST_PROBLEMS).map(({ problem }) => h("li", {}, h("button", { type: "button", class: "import-problem", onclick: () => goTo(problem?.line ?? 1) }, say("import-line", { line: problem?.line ?? 1, message: withoutPlace(problem?.message ?? "") })))));
    const good = levels.some((level) => !level.problem) && text.value.trim() !== "";
    play.disabled = !good;
    /** @type {HTMLElement} */ (play.querySelector("span")).textContent = say(several ? "import-play-first" : "import-play");
    keep.disabled = !good || wrong.length > 0;
    named.hidden = !good || wrong.length > 0;
    if (!title.value && good) title.value = read?.title ?? (several ? say("collection-usual") : "");
    if (!title.value && good) title.value = levels[0]?.title ?? say("collection-usual");
  };
  /** Selects a line of the text. @param {number} line */
  const goTo = (line) => {
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, other) => sum + other.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    text.scrollTop = Math.max(0, (line - 3) * (text.scrollHeight / Math.max(1, lines.length)));
  };
  let asked = 0;
  const check = async () => {
    const number = (asked += 1);
    read = undefined;
    if (text.value.trim() !== "") {
      const answer = /** @type {ReadLevels | undefined} */ (await granted(post("/api/levels", { puzzle: puzzle.name, text: text.value }), (why) => { if (number === asked) tellWhy(why); }));
      if (number !== asked) return;
      read = answer;
    }
    show();
  };
  const soon = later(check, 150);
  text.addEventListener("input", soon);
  text.value = pasted;
  check();
}

/** The line stands before it already. @param {string} message */
const withoutPlace = (message) => message.replace(/^(option \S+, )?line \d+, /, "");
