// Watching a search: choose how, see it work, read what it proved, and walk its solution.

import { granted } from "./api.js";
import { depthChart } from "./chart.js";
import { h } from "./dom.js";
import { JobView } from "./job-view.js";
import { algorithmName, algorithmNote } from "./algorithms.js";
import { brief, duration, memory, number, say, sayOr } from "./i18n.js";
import { set, settings } from "./settings.js";
import { button, figure, select, spinner } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./player.js").Player} Player
 * @typedef {import("../types.js").Solution} Solution
 * @typedef {import("../types.js").Progress} Progress
 */

/** Seconds that a search may take. */
const TIMES = [5, 30, 120];

export class SolveView extends JobView {
  /** @type {Solution | undefined} */ #solution;
  /** @type {Progress | undefined} */ #progress;
  #seconds = 30;
  #began = 0;

  /** @param {Desk} desk @param {Player} player @param {HTMLElement} host @param {() => void} reveal */
  constructor(desk, player, host, reveal) {
    super(desk, host);
    this.out.setAttribute("aria-live", "off");
    this.player = player;
    this.reveal = reveal;
    desk.addEventListener("change", (event) => {
      const { cause } = /** @type {CustomEvent} */ (event).detail;
      if (cause === "open") this.#forget();
      this.showForm();
    });
    this.showForm();
  }

  #forget() {
    this.slot.drop();
    this.#solution = undefined;
    this.#progress = undefined;
    this.show();
  }

  /** The algorithm that was chosen, if this puzzle has it. */
  get #algorithm() {
    return this.desk.game?.algorithms.includes(settings.algorithm) ? settings.algorithm : "auto";
  }

  #formSign = "";

  showForm() {
    const { game } = this.desk;
    if (!game) return;
    const { algorithms } = game;
    const sign = JSON.stringify([algorithms, settings.language, settings.algorithm, this.slot.running, this.#seconds]);
    if (sign === this.#formSign) return;
    this.#formSign = sign;
    const chosen = this.#algorithm;
    this.form.replaceChildren(
      select(say("algorithm"), algorithms.map((name) => [name, algorithmName(name)]), chosen, (algorithm) => { set({ algorithm }); this.showForm(); }),
      h("p", { class: "note" }, algorithmNote(chosen)),
      select(say("time-limit"), TIMES.map((n) => [String(n), say("seconds-n", { n })]), String(this.#seconds), (n) => { this.#seconds = Number(n); }),
      this.starter(say("solve-from-here"), () => this.solve(), "s"),
    );
    /** @type {HTMLElement} */ (this.form.querySelector(".strong")).id = this.slot.running ? "cancel" : "solve";
  }

  async solve() {
    const { game } = this.desk;
    if (!game || this.slot.running) return;
    this.reveal();
    this.player.close();
    this.desk.hand.letGo();
    const algorithm = this.#algorithm;
    this.#solution = undefined;
    this.#progress = /** @type {Progress} */ (/** @type {Partial<Progress>} */ ({ states: 0, depths: [] }));
    this.#began = performance.now();
    this.desk.table.enter("solving");
    const solution = /** @type {Solution | undefined} */ (await this.slot.run({ kind: "solve", game: game.key, algorithm, seconds: this.#seconds }, {
      queued: ({ place }) => this.#note(place > 0 ? say("queued", { n: place }) : ""),
      progress: (progress) => {
        this.#progress = progress;
        this.show();
      },
    }));
    this.desk.table.leave("solving");
    // Another level may be on the table by now.
    if (this.slot.running) return;
    this.#solution = solution;
    this.#progress = undefined;
    this.show();
    if (!solution) return;
    this.desk.whisper(solution.headline);
    if (this.desk.game === game) await this.#walk(solution, game);
  }

  /** Puts the solution into the game as a branch and plays it. @param {Solution} solution @param {import("../types.js").Game} game */
  async #walk(solution, game) {
    const moves = solution.moves ?? [];
    if (solution.outcome !== "solved" || moves.length === 0 || this.desk.game !== game) return;
    const nodes = await granted(this.desk.table.line(moves));
    if (nodes && nodes.length > 1) this.player.load(nodes);
  }

  /** @param {string} text */
  #note(text) {
    const note = this.out.querySelector(".running-note");
    if (note) note.textContent = text;
  }

  show() {
    if (this.#solution) this.out.replaceChildren(...this.#result(this.#solution));
    else if (this.#progress) this.out.replaceChildren(...this.#live(this.#progress));
    else this.out.replaceChildren();
    this.out.hidden = !this.#solution && !this.#progress;
  }

  /** @param {Progress} progress */
  #live(progress) {
    const seconds = (performance.now() - this.#began) / 1000;
    const figures = [
      figure(say("depth"), progress.depth === undefined || progress.depth === null ? "–" : number(progress.depth)),
      figure(say("states"), brief(progress.states)),
      figure(say("rate"), progress.rate ? `${brief(progress.rate)}/s` : "–"),
      figure(say("memory"), progress.bytes ? memory(Number(progress.bytes)) : "–"),
      figure(say("time"), duration(Math.max(seconds, 0.001))),
    ];
    if (progress.lower !== null && progress.lower !== undefined) figures.push(figure(say("bounds"), `${number(progress.lower)} – ${progress.upper === null || progress.upper === undefined ? "?" : number(progress.upper)}`));
    return [
      h("h2", { class: "searching" }, spinner(), say("searching")),
      h("p", { class: "note running-note" }),
      h("dl", { class: "figures" }, ...figures),
      ...(progress.depths && progress.depths.length > 1 ? [depthChart(progress.depths, progress.depths_step)] : []),
    ];
  }

  /** @param {Solution} solution */
  #result(solution) {
    const { stats } = solution;
    const claim = solution.claim ?? solution.outcome;
    // In a draw these are the moves that keep it.
    const winning = solution.winning_moves?.length ? solution.winning_moves : solution.outcome === "draw" ? solution.best_moves ?? [] : [];
    const details = solution.details.map((text) => h("li", {}, text));
    return [
      h("p", { class: "claim", "data-claim": claim }, claimName(claim)),
      h("h2", { class: "headline", id: "headline" }, solution.headline),
      ...(winning.length > 0 ? [h("ul", { class: "chips" }, ...winning.slice(0, 24).map((move) => h("li", {}, h("button", { type: "button", class: "chip", "data-judged": "better", onclick: () => this.desk.playText(move) }, move))))] : []),
      ...(solution.outcome === "solved" && solution.moves.length > 0 ? [h("div", { class: "row" }, button("play", say("watch-again"), () => this.#again(solution), { words: true, class: "soft" }))] : []),
      h(
        "dl",
        { class: "figures" },
        figure(say("algorithm"), algorithmName(solution.algorithm)),
        ...(Number(stats.expanded) > 0
          ? [
            figure(say("expanded"), brief(stats.expanded)),
            figure(say("stored"), brief(stats.stored)),
            figure(say("memory"), stats.peak_bytes ? memory(Number(stats.peak_bytes)) : "–"),
            figure(say("rate"), stats.seconds > 0 ? `${brief(Number(stats.expanded) / stats.seconds)}/s` : "–"),
          ]
          : []),
        figure(say("time"), duration(stats.seconds)),
      ),
      ...(solution.depths && solution.depths.length > 2 ? [depthChart(solution.depths, solution.depths_step)] : []),
      ...(details.length > 0 ? [h("ul", { class: "note details" }, ...details)] : []),
      ...(solution.moves.length > 0 && solution.outcome === "solved" ? [moveList(solution.moves)] : []),
    ];
  }

  /** @param {Solution} solution */
  async #again(solution) {
    const { game } = this.desk;
    if (!game) return;
    if (this.player.open) {
      this.player.pause();
      await this.player.to(0);
      this.player.play();
    } else await this.#walk(solution, game);
  }
}

/** @param {string[]} moves */
function moveList(moves) {
  const most = 600;
  const text = moves.slice(0, most).join(" ") + (moves.length > most ? " …" : "");
  return h("details", { class: "fold" }, h("summary", {}, say("moves-in-text", { n: moves.length })), h("p", { class: "moves-text" }, text));
}

/** What a claim says, or how a search ended that claims nothing. @param {string} claim */
export const claimName = (claim) => sayOr(`claim-${claim}`, say("claim-stopped"));
