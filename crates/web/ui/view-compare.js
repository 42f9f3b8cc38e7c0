// Several algorithms on the same position, side by side: a table and a chart.

import { algorithmName } from "./algorithms.js";
import { barChart } from "./chart.js";
import { h } from "./dom.js";
import { ErrandView } from "./errand-view.js";
import { brief, duration, memory, number, say } from "./i18n.js";
import { choice, fresh, scrolled, table, waiting } from "./widgets.js";
import { claimName } from "./view-solve.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").CompareRow} CompareRow
 * @typedef {"expanded" | "peak_bytes" | "seconds"} Measure
 */

export class CompareView extends ErrandView {
  /** @type {CompareRow[]} */ #rows = [];
  /** @type {Set<string> | undefined} */ #chosen;
  /** @type {Measure} */ #measure = "expanded";
  #sign = "";

  /** @param {Desk} desk @param {HTMLElement} host */
  constructor(desk, host) {
    super(desk, host);
    desk.addEventListener("change", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.cause === "open") {
        this.errand.drop();
        this.#rows = [];
        this.#chosen = undefined;
        this.show();
      }
      this.showForm();
    });
  }

  showForm() {
    const { game } = this.desk;
    if (!game) return;
    const algorithms = game.algorithms ?? ["auto"];
    const { running } = this.errand;
    // Exhaustive ones may take long; they are there, but not chosen at first.
    this.#chosen ??= new Set(algorithms.filter((name) => !["dfs", "iddfs", "greedy", "auto"].includes(name)));
    const chosen = this.#chosen;
    const sign = JSON.stringify([algorithms, running, say("compare")]);
    if (sign === this.#sign) return;
    this.#sign = sign;
    const boxes = algorithms.map((name) => {
      const id = fresh("algorithm");
      const input = h("input", { type: "checkbox", id, checked: chosen.has(name), onchange: () => { if (input.checked) chosen.add(name); else chosen.delete(name); } });
      return h("li", {}, h("span", { class: "box" }, input, h("label", { for: id }, algorithmName(name))));
    });
    this.form.replaceChildren(
      h("p", { class: "note" }, say("compare-note")),
      h("ul", { class: "boxes" }, ...boxes),
      this.starter(say("compare"), () => this.run()),
    );
  }

  async run() {
    const { game } = this.desk;
    if (!game || this.errand.running || !this.#chosen) return;
    const algorithms = (game.algorithms ?? ["auto"]).filter((name) => this.#chosen?.has(name));
    if (algorithms.length === 0) return;
    this.#rows = [];
    await this.gather({ kind: "compare", game: game.key, algorithms, seconds: 10 }, (row) => this.#rows.push(row));
  }

  show() {
    this.out.hidden = this.#rows.length === 0 && !this.errand.running;
    if (this.out.hidden) return;
    const measure = this.#measure;
    const text = (/** @type {CompareRow} */ row, /** @type {Measure} */ name) => {
      const value = row[name];
      if (value === undefined || value === null) return "–";
      return name === "seconds" ? duration(Number(value)) : name === "peak_bytes" ? memory(Number(value)) : brief(value);
    };
    const least = Math.min(...this.#rows.flatMap((row) => (row[measure] === undefined || row.claim !== "optimal" ? [] : [Number(row[measure])])));
    const body = this.#rows.map((row) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, algorithmName(row.algorithm)),
        h("td", {}, row.length === null || row.length === undefined ? "–" : number(row.length)),
        h("td", {}, text(row, "expanded")),
        h("td", {}, text(row, "peak_bytes")),
        h("td", {}, text(row, "seconds")),
        h("td", {}, row.claim ? h("span", { class: "claim small", "data-claim": row.claim }, claimName(row.claim)) : h("small", {}, row.why ?? row.limit ?? row.outcome)),
      ));
    const heads = [say("algorithm"), say("length"), say("states"), say("memory"), say("time"), say("claim")];
    this.out.replaceChildren(
      scrolled(say("compare-table"), table("plain wide", heads, body)),
      ...(this.errand.running ? [waiting(say("searching"))] : []),
      choice(say("chart-of"), [["expanded", say("states")], ["peak_bytes", say("memory")], ["seconds", say("time")]], measure, (chosen) => { this.#measure = /** @type {Measure} */ (chosen); this.show(); }),
      barChart(this.#rows.map((row) => ({ name: algorithmName(row.algorithm), value: row[measure] === undefined ? undefined : Number(row[measure]), text: text(row, measure), best: Number(row[measure]) === least })), { expanded: say("states"), peak_bytes: say("memory"), seconds: say("time") }[measure]),
    );
  }
}
