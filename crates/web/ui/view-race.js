// The race of the second paper: its algorithms write down the moves of a tower, each as fast as it can.

import { algorithmName, algorithmNote } from "./algorithms.js";
import { barChart } from "./chart.js";
import { h } from "./dom.js";
import { JobView } from "./job-view.js";
import { brief, duration, number, say } from "./i18n.js";
import { scrolled, stepper, table, waiting } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").Lap} RaceRow
 */

export class RaceView extends JobView {
  /** @type {RaceRow[]} */ #rows = [];
  #discs = 24;
  /** Moves of the tower that was raced with; a fast method writes them several times, a slow one not to the end. */
  #moves = 1;

  /** @param {Desk} desk @param {HTMLElement} host */
  constructor(desk, host) {
    super(desk, host);
    this.showForm();
  }

  showForm() {
    const moves = (2n ** BigInt(this.#discs) - 1n).toString();
    this.form.replaceChildren(
      h("p", { class: "note" }, say("race-note")),
      stepper(say("discs"), this.#discs, 10, 30, (discs) => { this.#discs = discs; this.showForm(); }),
      h("p", { class: "note" }, say("race-moves", { n: number(moves) })),
      this.starter(say("race-start"), () => this.run()),
    );
  }

  async run() {
    this.#rows = [];
    this.#moves = 2 ** this.#discs - 1;
    await this.gather({ kind: "race", puzzle: "hanoi", options: { discs: String(this.#discs) }, seconds: 1 }, (row) => this.#rows.push(row));
  }

  show() {
    this.out.hidden = this.#rows.length === 0 && !this.slot.running;
    const rows = this.#rows.flatMap((row) => (row.rate ? [{ ...row, rate: row.rate }] : [])).sort((a, b) => b.rate - a.rate);
    const best = rows[0]?.rate;
    const body = rows.map((row) => h("tr", {}, h("th", { scope: "row", title: algorithmNote(row.algorithm) }, algorithmName(row.algorithm)), h("td", {}, `${row.complete ? "" : "≈ "}${duration(this.#moves / row.rate)}`), h("td", {}, duration(1 / row.rate))));
    this.out.replaceChildren(
      ...(this.slot.running ? [waiting(say("racing"))] : []),
      barChart(rows.map((row) => ({ name: algorithmName(row.algorithm), value: row.rate, text: `${brief(row.rate)}/s`, best: row.rate === best })), say("race-caption")),
      scrolled(say("tab-race"), table("plain wide", [say("algorithm"), say("per-tower"), say("per-move")], body)),
    );
  }
}
