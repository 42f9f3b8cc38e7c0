// New puzzle: rules as text beside the board. Every change is checked by the server; a text without errors is played at
// once, and every text is kept, finished or not.

import { get, granted, post, put, remove } from "./api.js";
import { openShare } from "./dialogs.js";
import { h, later, styleSheet } from "./dom.js";
import { fileField, fileWord, keepFile } from "./files.js";
import { either, say } from "./i18n.js";
import { recall, remember } from "./kept-notes.js";
import { RulesText } from "./rules-text.js";
import { titleOf, withLines } from "./rules-title.js";
import { onSettings } from "./settings.js";
import { button, fresh, option, refill, select } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").CheckedRules} CheckedRules
 * @typedef {import("../types.js").RulesProblem} RulesProblem
 * @typedef {import("../types.js").RulesTexts} RulesTexts
 *
 * What is being written: its text, its key if it is kept, how it came and how it was kept last, and the game that it is
 * played in, with the last text without an error, which that game is of.
 * @typedef {{ text: string, key?: string, given?: string, kept?: string, game?: string, played?: string }} Draft
 */

/** A text that is checked so long after the last key. */
const PAUSE = 20;
const KEEP_PAUSE = 800;
const DRAFT = "telusur.rules";

/** A first puzzle, small enough to be understood at a glance. */
const blank = () => `puzzle ${say("rules-blank-title")}
about ${say("rules-blank-about")}

var n : 0..20 = 0

move add 5: n += 5
move subtract 3: n -= 3

goal n == 11
`;

export class RulesView {
  /** @type {CheckedRules | undefined} */ #checked;
  /** @type {RulesTexts} */ #texts = { examples: [], own: [] };
  /** @type {Draft} */ #draft = { text: "" };
  /** The text that the game at the table is played by. */ #played = "";
  /** The start that was chosen last. @type {{ name?: string, text?: string }} */ #level = {};
  #checking = new AbortController();
  /** @type {Promise<unknown>} */ #playing = Promise.resolve();
  /** @type {Promise<unknown>} */ #keeping = Promise.resolve();
  #check = later(() => { this.#checkNow(); }, PAUSE);
  #keep = later(() => { this.#keepNow(); }, KEEP_PAUSE);

  /** @param {Desk} desk @param {HTMLElement} host */
  constructor(desk, host) {
    this.desk = desk;
    this.host = host;
    styleSheet("rules-editor.css");
    const ids = { note: fresh("rules-note"), problems: fresh("rules-problems") };
    this.text = new RulesText(say("rules-text"), `${ids.note} ${ids.problems}`, () => this.#typed());
    this.note = h("p", { class: "note", id: ids.note });
    this.status = h("p", { class: "rules-status", role: "status" });
    this.problems = h("ol", { class: "rules-problems", id: ids.problems });
    this.levels = h("div", { class: "rules-levels" });
    this.begin = h("div", {});
    this.tools = h("div", { class: "row wrap" });
    this.file = fileField(say("open-file"), ".puzzle,.txt,text/plain", (text) => this.#take(text.replaceAll("\r\n", "\n")));
    host.append(h("section", { class: "group rules-editor" }, this.begin, this.note, this.text.node, this.status, this.problems, this.levels, this.tools, this.file));
    desk.addEventListener("change", () => this.#changed());
    // What is wrong is told by the server, in the language that it is asked in.
    onSettings((changed) => { if ("language" in changed) { this.#say(); this.#checkNow(); } });
    window.addEventListener("pagehide", () => this.#keepAtLast());
  }

  /** Loads what there is to begin with, and shows the text of the game at the table. */
  async start() {
    await this.#loadTexts();
    this.#changed();
    this.#say();
  }

  async #loadTexts() {
    this.#texts = (await granted(get("/api/rules"))) ?? this.#texts;
    this.#showBegin();
  }

  #say() {
    this.note.textContent = say("rules-note");
    this.text.field.setAttribute("aria-label", say("rules-text"));
    this.file.setAttribute("aria-label", say("open-file"));
    this.tools.replaceChildren(
      button("share", say("share"), () => { openShare(this.desk); }, { words: true, class: "soft" }),
      button("down", say("save-as-file"), () => this.#saveFile(), { words: true, class: "soft" }),
      button("grid", say("open-file"), () => this.file.click(), { words: true, class: "soft" }),
      button("close", say("rules-delete"), () => { this.#remove(); }, { words: true, class: "quiet" }),
    );
    this.#showBegin();
    this.#show();
  }

  /** Another game is at the table, perhaps of another text. */
  #changed() {
    const { game } = this.desk;
    const written = game && this.#textOf(game);
    if (!game || written === undefined) return;
    if (written === this.#played) {
      Object.assign(this.#draft, { game: game.key, played: written });
      keepDraft(this.#draft);
      return;
    }
    // What was written until now is kept before it leaves the field.
    this.#keepNow();
    this.#played = written;
    this.#level = { text: game.level_text };
    // What was written since that game began may have errors, and is later than what is played.
    const kept = draftKept();
    // What of it has arrived before the page was left is not known: it is kept once more.
    // A game that nobody has moved in may be another one after the page was loaded again, of the same text.
    const isSame = kept !== undefined && (kept.game === game.key || kept.played === written);
    this.#draft = { ...(isSame ? { ...kept, kept: undefined } : { text: written, given: written }), game: game.key, played: written };
    if (isSame && kept.text !== kept.kept) this.#keep();
    if (this.text.value !== this.#draft.text) this.text.value = this.#draft.text;
    this.#checkNow();
    this.#showBegin();
  }

  /** The text that a game is played by, if it is one of a text. @param {import("../types.js").Game} game */
  #textOf(game) {
    if (game.puzzle !== "rules") return this.#texts.examples.find((example) => example.name === game.puzzle)?.text;
    const option = game.level_options.rules;
    return option === undefined ? this.#texts.examples[0]?.text : withLines(option);
  }

  #typed() {
    this.#draft.text = this.text.value;
    keepDraft(this.#draft);
    this.#check();
    this.#keep();
  }

  /** Another text is put into the field. @param {string} text @param {string} [key] */
  async #take(text, key) {
    await this.#keepNow();
    this.#draft = key ? { text, key, kept: text } : { text, given: text };
    this.#level = {};
    this.text.value = text;
    this.#showBegin();
    await this.#checkNow();
    keepDraft(this.#draft);
  }

  async #checkNow() {
    this.#check.stop();
    const { text } = this.#draft;
    // Nobody waits for the check of an older text any more.
    this.#checking.abort();
    this.#checking = new AbortController();
    const { signal } = this.#checking;
    /** @type {CheckedRules} */ let checked = { problems: [], rules: null };
    const asked = post("/api/rules", { text }, signal).catch((error) => { if (!signal.aborted) throw error; });
    checked = (await granted(asked, ({ reason }) => { checked.problems.push({ severity: "error", line: 1, column: 1, length: 1, message: reason }); })) ?? checked;
    if (signal.aborted) return;
    this.#checked = checked;
    this.#show();
    if (this.#checked.rules && text !== this.#played) await this.#play(text);
  }

  /** Begins a game of a text without errors, after those that were asked for before. @param {string} text */
  #play(text) {
    const levels = this.#checked?.rules?.levels ?? [];
    const level = levels.find((level) => level.name === this.#level.name) ?? levels.find((level) => level.text === this.#level.text) ?? levels[0];
    this.#played = text;
    this.#level = { name: level?.name, text: level?.text };
    const wanted = this.#level;
    this.#playing = this.#playing.then(() => {
      // Somebody types faster than games begin.
      if (this.#played === text && this.#level === wanted) return this.#begin({ puzzle: "rules", level: level?.text, options: { rules: text } });
      return undefined;
    });
    return this.#playing;
  }

  /** @param {{ puzzle: string, level?: string, options: Record<string, string> }} request */
  async #begin(request) {
    const before = this.desk.game;
    // A text that is being written is one place in the browser's history.
    if (before?.puzzle === "rules") history.replaceState(null, "", "#/rules");
    const opened = await this.desk.open(request);
    this.#showLevels();
    // What nobody has moved in is not worth keeping.
    if (opened && before?.puzzle === "rules" && before.key !== opened.key && !before.undo && !before.redo) remove(`/api/games/${before.key}`).catch(() => {});
  }

  /** Whether a text is to be kept: it is not empty, and not as it came or as it was kept last. @param {Draft} draft */
  #isNew(draft) {
    return draft.text.trim() !== "" && draft.text !== (draft.key ? draft.kept : draft.given);
  }

  /** Keeps the text, after those that were sent before. */
  async #keepNow() {
    this.#keep.stop();
    const draft = this.#draft;
    if (!this.#isNew(draft)) return;
    this.#keeping = this.#keeping.then(async () => {
      const { key, text } = draft;
      const sent = key ? put(`/api/rules/texts/${key}`, { text }).then(() => key) : post("/api/rules/texts", { text }).then((answer) => answer.key);
      const kept = await granted(sent, (why) => {
        // It was deleted elsewhere; the next change keeps it anew.
        if (why.status === 404) draft.key = undefined;
        else if (why.status) this.status.textContent = why.message;
      });
      if (kept) Object.assign(draft, { key: kept, kept: text });
      if (draft === this.#draft) keepDraft(draft);
      await this.#loadTexts();
    });
    await this.#keeping;
  }

  /** Keeps the text while the page is left: what waits for an answer now would never be sent. */
  #keepAtLast() {
    const { key, text } = this.#draft;
    if (key && this.#isNew(this.#draft)) put(`/api/rules/texts/${key}`, { text }).catch(() => {});
    else this.#keep.now();
  }

  #show() {
    const problems = this.#checked?.problems ?? [];
    this.text.draw(problems);
    const errors = problems.filter((problem) => problem.severity === "error").length;
    const rules = this.#checked?.rules;
    this.host.dataset.errors = String(errors);
    this.status.dataset.good = String(errors === 0);
    this.status.textContent = errors > 0 ? say("rules-errors", { n: errors }) : rules ? say("rules-good", { bits: rules.bits, n: rules.moves }) : "";
    this.problems.replaceChildren(...problems.map((problem) => h("li", {}, h("button", { type: "button", class: "rules-problem", "data-severity": problem.severity, onclick: () => this.text.goTo(problem) }, h("strong", {}, say("rules-place", { line: problem.line, column: problem.column })), " ", problem.message))));
    this.problems.hidden = problems.length === 0;
    this.#showLevels();
  }

  /** The starts of the text, where there are several. */
  #showLevels() {
    const levels = this.#checked?.rules?.levels ?? [];
    this.levels.hidden = levels.length < 2;
    if (levels.length < 2) {
      this.levels.replaceChildren();
      return;
    }
    const chosen = (levels.find((level) => level.name === this.#level.name) ?? levels.find((level) => level.text === this.#level.text) ?? levels[0]).name;
    this.levels.replaceChildren(select(say("rules-level"), levels.map((level) => [level.name, either(level.title, level.title_id)]), chosen, (name) => {
      this.#level = { name };
      this.#play(this.#played);
    }));
  }

  /** What one can begin with. */
  #showBegin() {
    const { key, text: written } = this.#draft;
    const own = this.#texts.own.map((text) => option(`own:${text.key}`, titleOf(text.head) || say("rules-untitled"), text.key === key));
    const examples = this.#texts.examples.map(({ name, text, title, title_id }) => option(`example:${name}`, either(title, title_id), !key && text === written));
    const chosen = [...own, ...examples].some((one) => one.selected);
    refill(this.begin, select(say("rules-begin"), [
      h("option", { value: "", disabled: true, selected: !chosen, hidden: true }, titleOf(written) || say("rules-untitled")),
      ["blank", say("rules-blank")],
      ...(own.length > 0 ? [h("optgroup", { label: say("rules-own") }, ...own)] : []),
      h("optgroup", { label: say("rules-examples") }, ...examples),
    ], "", (choice) => { this.#choose(choice); }));
  }

  /** @param {string} choice */
  async #choose(choice) {
    const [kind, name] = choice.split(":");
    if (kind === "blank") return this.#take(blank());
    if (kind === "example") return this.#take(this.#texts.examples.find((example) => example.name === name)?.text ?? "");
    const kept = await granted(get(`/api/rules/texts/${name}`), (why) => { this.status.textContent = why.message; });
    if (kept) await this.#take(kept.text, name);
  }

  #saveFile() {
    keepFile(this.#draft.text, `${fileWord(titleOf(this.#draft.text).split(" · ")[0] || "puzzle")}.puzzle`);
  }

  /** Forgets the text that is kept; the field still holds it. */
  async #remove() {
    this.#keep.stop();
    await this.#keeping;
    const { key } = this.#draft;
    if (key) await remove(`/api/rules/texts/${key}`).catch(() => {});
    this.#draft = { text: "" };
    await this.#loadTexts();
    await this.#take(blank());
    this.status.textContent = say("rules-deleted");
  }
}

/** @returns {Draft | undefined} */
function draftKept() {
  const draft = recall(DRAFT);
  return typeof draft?.text === "string" ? draft : undefined;
}

/** The store has it after a moment; the browser has it at once. @param {Draft} draft */
const keepDraft = (draft) => remember(DRAFT, draft);
