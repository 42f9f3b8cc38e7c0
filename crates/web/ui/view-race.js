// The race of the second paper: its algorithms write down the moves of a tower, each as fast as it can.

import { algorithmName, algorithmNote } from "./algorithms.js";
import { barChart } from "./chart.js";
import { h } from "./dom.js";
import { Errand } from "./errand.js";
import { brief, duration, number, say } from "./i18n.js";
import { onSettings } from "./settings.js";
import { button, stepper } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").RaceRow} RaceRow
 */

export class RaceView {
  /** @type {RaceRow[]} */ #rows = [];
  #discs = 24;

  /** @param {Desk} desk @param {HTMLElement} host */
  constructor(desk, host) {
    this.errand = new Errand(desk, () => { this.#showForm(); this.#show(); });
    this.form = h("section", { class: "group" });
    this.out = h("section", { class: "group", hidden: true });
    host.append(this.form, this.out);
    this.#showForm();
    onSettings((changed) => {
      if ("language" in changed) {
        this.#showForm();
        this.#show();
      }
    });
  }

  #showForm() {
    const moves = (2n ** BigInt(this.#discs) - 1n).toString();
    this.form.replaceChildren(
      h("p", { class: "note" }, say("race-note")),
      stepper(say("discs"), this.#discs, 10, 30, (discs) => { this.#discs = discs; this.#showForm(); }),
      h("p", { class: "note" }, say("race-moves", { n: number(moves) })),
      h("div", { class: "row" }, this.errand.running
        ? button("close", say("cancel"), () => this.errand.cancel(), { words: true, class: "strong" })
        : button("play", say("race-start"), () => this.run(), { words: true, class: "strong" })),
    );
  }

  async run() {
    this.#rows = [];
    await this.errand.run({ kind: "race", puzzle: "hanoi", options: { discs: String(this.#discs) }, seconds: 1 }, {
      row: (row) => {
        this.#rows.push(row);
        this.#show();
      },
    });
  }

  #show() {
    this.out.hidden = this.#rows.length === 0 && !this.errand.running;
    const rows = this.#rows.flatMap((row) => (row.rate ? [{ ...row, rate: row.rate }] : [])).sort((a, b) => b.rate - a.rate);
    const best = rows[0]?.rate;
    this.out.replaceChildren(
      ...(this.errand.running ? [h("p", { class: "note searching" }, h("i", { class: "spinner", "aria-hidden": "true" }), say("racing"))] : []),
      barChart(rows.map((row) => ({ name: algorithmName(row.algorithm), value: row.rate, text: `${brief(row.rate)}/s`, best: row.rate === best })), say("race-caption")),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": say("race-table") },
        h(
          "table",
          { class: "plain wide" },
          h("thead", {}, h("tr", {}, ...[say("algorithm"), say("time"), say("per-move")].map((head) => h("th", { scope: "col" }, head)))),
          h("tbody", {}, ...rows.map((row) => h("tr", {}, h("th", { scope: "row", title: algorithmNote(row.algorithm) }, algorithmName(row.algorithm)), h("td", {}, duration(row.seconds)), h("td", {}, duration(1 / row.rate))))),
        ),
      ),
    );
  }
}
