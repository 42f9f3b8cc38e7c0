// Several algorithms on the same position, side by side: a table and a chart.

import { algorithmName } from "./algorithms.js";
import { barChart } from "./chart.js";
import { h } from "./dom.js";
import { JobView } from "./job-view.js";
import { brief, duration, language, memory, number, say, sentence } from "./i18n.js";
import { get } from "./api.js";
import { csv, fileName, keepFile } from "./files.js";
import { button, choice, fresh, scrolled, table, waiting } from "./widgets.js";
import { claimName } from "./view-solve.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").CompareRow} CompareRow
 * @typedef {"expanded" | "peak_bytes" | "seconds"} Measure
 */

/** Seconds that each algorithm gets. */
const SECONDS = 10;

/** The axis of each measure: it begins where nothing is smaller. @type {Record<Measure, import("./chart.js").LogAxis>} */
const AXES = {
  expanded: { first: 1, base: 10, unit: brief },
  peak_bytes: { first: 1024, base: 32, unit: memory },
  seconds: { first: 1e-6, base: 10, unit: duration },
};

/** What tools read: one line for each row, numbers as they are. @type {(keyof CompareRow)[]} */
const COLUMNS = ["algorithm", "outcome", "claim", "length", "lower_bound", "expanded", "generated", "stored", "peak_bytes", "seconds", "limit"];

export class CompareView extends JobView {
  /** The algorithms in words, by language. @type {Map<string, { name: string, idea: string, guarantee: string, cost: string }[]>} */ #explained = new Map();
  /** @type {CompareRow[]} */ #rows = [];
  /** @type {Set<string> | undefined} */ #chosen;
  /** @type {Measure} */ #measure = "expanded";
  #sign = "";

  /** @param {Desk} desk @param {HTMLElement} host */
  constructor(desk, host) {
    super(desk, host);
    desk.addEventListener("change", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.cause === "open") {
        this.slot.drop();
        this.#rows = [];
        this.#chosen = undefined;
        this.show();
      }
      this.showForm();
    });
    this.showForm();
  }

  showForm() {
    const { game } = this.desk;
    if (!game) return;
    const { algorithms } = game;
    const { running } = this.slot;
    // Exhaustive ones may take long; they are there, but not chosen at first.
    this.#chosen ??= new Set(algorithms.filter((name) => !["dfs", "iddfs", "greedy", "auto"].includes(name)));
    const chosen = this.#chosen;
    const sign = JSON.stringify([game.key, algorithms, running, language()]);
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
      this.#explanations(algorithms),
    );
  }

  /** Every algorithm in three sentences, unfolded on demand. @param {string[]} algorithms */
  #explanations(algorithms) {
    const list = h("dl", { class: "explained" });
    const fill = async () => {
      const tongue = language();
      if (!this.#explained.has(tongue)) this.#explained.set(tongue, await get("/api/algorithms").catch(() => []));
      const known = this.#explained.get(tongue) ?? [];
      list.replaceChildren(...known.filter(({ name }) => algorithms.includes(name)).flatMap(({ name, idea, guarantee, cost }) => [h("dt", {}, algorithmName(name)), h("dd", {}, `${idea} ${guarantee} ${cost}`)]));
    };
    return h("details", { class: "fold", ontoggle: fill }, h("summary", {}, say("explain-algorithms")), list);
  }

  /** What a row says in its last column: what is proved, or which limit came first. @param {CompareRow} row */
  #claim(row) {
    const limit = row.limit && row.claim === "stopped" ? h("small", {}, sentence(row.limit)) : undefined;
    return h("td", {}, row.claim ? h("span", { class: "claim small", "data-claim": row.claim }, claimName(row.claim)) : h("small", {}, row.why ?? row.outcome), limit);
  }

  #save() {
    const { game } = this.desk;
    if (game) keepFile(csv(COLUMNS, this.#rows), fileName(game, "-compare.csv"), "text/csv");
  }

  async run() {
    const { game } = this.desk;
    if (!game || this.slot.running || !this.#chosen) return;
    const algorithms = game.algorithms.filter((name) => this.#chosen?.has(name));
    if (algorithms.length === 0) return;
    this.#rows = [];
    await this.gather({ kind: "compare", game: game.key, algorithms, seconds: SECONDS }, (row) => this.#rows.push(row));
  }

  show() {
    this.out.hidden = this.#rows.length === 0 && !this.slot.running;
    if (this.out.hidden) return;
    const measure = this.#measure;
    const valueOf = (/** @type {CompareRow} */ row, /** @type {Measure} */ name) => (row[name] === undefined ? undefined : Number(row[name]));
    const text = (/** @type {CompareRow} */ row, /** @type {Measure} */ name) => {
      const value = valueOf(row, name);
      return value === undefined ? "–" : AXES[name].unit(value);
    };
    const least = Math.min(...this.#rows.flatMap((row) => (row.claim === "optimal" ? (valueOf(row, measure) ?? []) : [])));
    const body = this.#rows.map((row) => {
      const cells = [row.length === null ? "–" : number(row.length), text(row, "expanded"), text(row, "peak_bytes"), text(row, "seconds")];
      return h("tr", {}, h("th", { scope: "row" }, algorithmName(row.algorithm)), ...cells.map((cell) => h("td", {}, cell)), this.#claim(row));
    });
    const heads = [say("algorithm"), say("length"), say("states"), say("memory"), say("time"), say("claim")];
    this.out.replaceChildren(
      scrolled(say("compare-table"), table("plain wide figures-table", heads, body)),
      ...(this.slot.running ? [waiting(say("searching"))] : []),
      choice(say("chart-of"), [["expanded", say("states")], ["peak_bytes", say("memory")], ["seconds", say("time")]], measure, (chosen) => { this.#measure = /** @type {Measure} */ (chosen); this.show(); }),
      barChart(this.#rows.map((row) => ({ name: algorithmName(row.algorithm), value: valueOf(row, measure), text: text(row, measure), best: valueOf(row, measure) === least })), { expanded: say("states"), peak_bytes: say("memory"), seconds: say("time") }[measure], AXES[measure]),
      h("div", { class: "row" }, button("down", say("save-csv"), () => this.#save(), { words: true, class: "soft" })),
    );
  }
}
