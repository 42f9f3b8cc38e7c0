// The lessons beside the board: a text, a board to try it on, and tasks that are checked.

import { granted, post } from "./api.js";
import { h } from "./dom.js";
import { either, say } from "./i18n.js";
import { icon } from "./icons.js";
import { judgeAnswer, judgeBoard } from "./lesson-checks.js";
import { lessonOf, noteLesson } from "./lesson-memory.js";
import { LESSONS } from "./lessons.js";
import { PapersView } from "./papers-view.js";
import { onSettings, set, settings } from "./settings.js";
import { button, choice, fresh } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./lessons.js").Task} Task
 * @typedef {import("../types.js").Position} Position
 */

/** The page about the papers comes after the lessons. */
export const PAPERS = "papers";

export class LessonsView {
  /** Which lesson is shown, by number; the list without one; the papers behind the last. */ #shown = -1;
  /** The game that the lesson's board is, and its position as it was opened. @type {{ key: string, position: Position } | undefined} */ #start;
  /** Tasks of this lesson that are done, and what is said about them. @type {Map<number, string>} */ #said = new Map();
  /** @type {Set<number>} */ #done = new Set();

  /** @param {Desk} desk @param {HTMLElement} host */
  constructor(desk, host) {
    this.desk = desk;
    this.page = h("section", { class: "group lesson" });
    host.append(this.page);
    this.papers = new PapersView(desk, this.page);
    desk.addEventListener("change", () => this.#look());
    onSettings((changed) => { if ("language" in changed) this.#show(); });
    this.#show();
  }

  /** @returns {import("./lessons.js").Lesson | undefined} */
  get #lesson() {
    return LESSONS[this.#shown];
  }

  /** Opens a lesson by its name or number, the papers, or the list. @param {string} [name] */
  async open(name = "") {
    const byName = LESSONS.findIndex((lesson) => lesson.name === name);
    this.#shown = name === PAPERS ? LESSONS.length : byName >= 0 ? byName : /^[1-9]$/.test(name) ? Number(name) - 1 : -1;
    this.#done.clear();
    this.#said.clear();
    this.#start = undefined;
    const lesson = this.#lesson;
    if (lesson && (await this.desk.open({ ...lesson.start })) && this.desk.game) {
      this.#start = this.desk.game;
      this.#note();
      this.desk.dispatchEvent(new Event("named"));
    }
    this.#show();
    this.page.querySelector("h2")?.focus({ preventScroll: true });
  }

  /** Goes on with the lesson whose board is at the table, after a reload. @param {string} name */
  async goOn(name) {
    const { game } = this.desk;
    const number = LESSONS.findIndex((lesson) => lesson.name === name);
    const lesson = LESSONS[number];
    if (!game || !lesson) return;
    const { puzzle, level, options } = lesson.start;
    const position = await post("/api/open", { puzzle, level, options }, undefined, this.desk.board.aspect).catch(() => undefined);
    this.#shown = number;
    this.#start = position && { key: game.key, position };
    for (const index of lessonOf(game.key)?.done ?? []) {
      const task = lesson.tasks[index];
      if (!task) continue;
      this.#done.add(index);
      this.#said.set(index, `${say("lesson-right")} ${either(...task.because)}`);
    }
    this.#show();
  }

  /** Notes whose board is at the table, and what is done. */
  #note() {
    const lesson = this.#lesson;
    if (lesson && this.#start) noteLesson(this.#start.key, { name: lesson.name, title: lesson.title, done: [...this.#done] });
  }

  /** Whether a lesson was done before. @param {string} name */
  #isKnown(name) {
    return settings.lessons.split(",").includes(name);
  }

  /** Whether the board is the lesson's, whatever was moved on it. */
  #isHere() {
    return this.#start !== undefined && this.desk.game?.key === this.#start.key;
  }

  /** Looks whether the board shows that a task is done. */
  #look() {
    const { game } = this.desk;
    const lesson = this.#lesson;
    if (!lesson || !game || !this.#start || !this.#isHere()) return;
    const start = this.#start.position;
    lesson.tasks.forEach((task, i) => {
      if (!this.#done.has(i) && judgeBoard(task.check, game, start)) this.#finish(i, either(...task.because));
    });
  }

  /** @param {number} index @param {string} because */
  #finish(index, because) {
    this.#done.add(index);
    this.#note();
    this.#said.set(index, `${say("lesson-right")} ${because}`);
    const lesson = this.#lesson;
    if (lesson && this.#done.size === lesson.tasks.length && !this.#isKnown(lesson.name)) set({ lessons: [...settings.lessons.split(",").filter(Boolean), lesson.name].join(",") });
    this.#show();
  }

  /** @param {number} index @param {string} given */
  async #answer(index, given) {
    const lesson = this.#lesson;
    const task = lesson?.tasks[index];
    if (!task) return;
    this.#tell(index, say("lesson-counting"));
    const judged = await granted(judgeAnswer(task.check, given, this.#start?.position.picture), (why) => this.#tell(index, why.reason));
    if (!judged || this.#lesson !== lesson) return;
    const fact = judged.fact && `${judged.fact}.`;
    if (judged.right) this.#finish(index, [fact, either(...task.because)].filter(Boolean).join(" "));
    else this.#tell(index, [say("lesson-wrong"), fact, task.hint && either(...task.hint)].filter(Boolean).join(" "));
  }

  /** @param {number} index @param {string} text */
  #tell(index, text) {
    this.#said.set(index, text);
    const line = this.page.querySelector(`[data-task="${index}"] .lesson-said`);
    if (line) line.textContent = text;
  }

  #show() {
    if (this.#lesson) this.#showLesson(this.#lesson);
    else if (this.#shown === LESSONS.length) this.papers.show(() => this.open());
    else this.#showList();
  }

  #showList() {
    const line = (/** @type {string} */ name, /** @type {string} */ title, /** @type {string} */ sign) => h("li", {}, h("button", { type: "button", class: "menu-line", "data-lesson": name, onclick: () => this.open(name) }, h("span", { class: "lesson-number", "aria-hidden": "true" }, sign), h("span", {}, title), this.#isKnown(name) && h("span", { class: "daily-solved" }, icon("check"), say("lesson-done"))));
    this.page.replaceChildren(
      h("h2", { tabindex: -1 }, say("tab-lessons")),
      h("p", { class: "note" }, say("lessons-note")),
      h("ol", { class: "menu-list" }, ...LESSONS.map((lesson, i) => line(lesson.name, either(...lesson.title), String(i + 1))), line(PAPERS, say("lessons-papers"), "+")),
    );
  }

  /** @param {import("./lessons.js").Lesson} lesson */
  #showLesson(lesson) {
    const all = this.#done.size === lesson.tasks.length;
    const next = LESSONS[this.#shown + 1]?.name ?? PAPERS;
    this.page.replaceChildren(
      h("p", { class: "lesson-way" }, button("back", say("tab-lessons"), () => this.open(), { words: true }), h("span", { class: "note" }, say("lesson-of", { n: this.#shown + 1, of: LESSONS.length }))),
      h("h2", { tabindex: -1 }, either(...lesson.title)),
      ...lesson.text.map((text) => h("p", {}, either(...text))),
      ...(this.#isHere() ? [] : [h("div", { class: "row" }, button("restart", say("lesson-board"), () => this.open(lesson.name), { words: true, class: "soft" }))]),
      h("h3", {}, say("lesson-tasks")),
      h("ol", { class: "lesson-tasks" }, ...lesson.tasks.map((task, i) => this.#task(task, i))),
      h("div", { class: "row wrap" }, button("forward", this.#shown + 1 < LESSONS.length ? say("lesson-next") : say("lessons-papers"), () => this.open(next), { words: true, class: all ? "strong lesson-next" : "soft lesson-next" })),
    );
    if (all) /** @type {HTMLElement | null} */ (this.page.querySelector(".lesson-next"))?.focus({ preventScroll: true });
  }

  /** @param {Task} task @param {number} index */
  #task(task, index) {
    const done = this.#done.has(index);
    const id = fresh("answer");
    const said = h("p", { class: "lesson-said", role: "status" }, this.#said.get(index) ?? "");
    /** @type {Node[]} */ const form = [];
    if (!done && task.check.kind === "count") {
      const field = h("input", { type: "text", inputmode: "numeric", id, class: "lesson-number-field", autocomplete: "off", "aria-label": either(...task.ask), maxlength: 12 });
      form.push(h("form", { class: "row", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.#answer(index, field.value); } }, field, h("button", { type: "submit", class: "soft" }, say("lesson-check"))));
    } else if (!done && task.check.kind === "choice") {
      let chosen = "";
      form.push(
        choice(say("lesson-choose"), task.check.options.map(({ value, name }) => /** @type {[string, string]} */ ([value, either(...name)])), chosen, (value) => { chosen = value; }),
        h("div", { class: "row" }, button("check", say("lesson-check"), () => { if (chosen) this.#answer(index, chosen); }, { words: true, class: "soft" })),
      );
    }
    return h("li", { class: "lesson-task", "data-task": index, "data-done": String(done) }, h("p", {}, done && h("span", { class: "lesson-tick", role: "img", "aria-label": say("lesson-done") }, icon("check")), either(...task.ask), !done && form.length === 0 && h("small", {}, ` ${say("lesson-on-board")}`)), ...form, said);
  }
}
