// The numbers above the board: moves made, the optimum, what is left, the time.

import { h } from "./dom.js";
import { isPerson } from "./game.js";
import { clock, counted, number, say } from "./i18n.js";
import { onSettings, settings } from "./settings.js";

/** @typedef {import("./desk.js").Desk} Desk */

export class Counters {
  /** @param {Desk} desk @param {HTMLElement} host */
  constructor(desk, host) {
    this.desk = desk;
    this.host = host;
    desk.addEventListener("change", () => this.show());
    desk.addEventListener("analysis", () => this.show());
    onSettings(() => this.show());
    setInterval(() => this.#tick(), 500);
  }

  #tick() {
    const node = this.host.querySelector("#count-time");
    const text = clock(this.desk.table.seconds);
    if (node && node.textContent !== text) node.textContent = text;
  }

  /** What is left, as far as it is known: exact, a bound, or nothing. */
  #left() {
    const { game, analysis } = this.desk;
    const known = game?.position.moves_left;
    if (game?.position.status === "solved") return "0";
    if (analysis?.solvable === false) return "∞";
    if (analysis?.left !== null && analysis?.left !== undefined) return `${analysis.exact ? "" : "≥ "}${counted(analysis.left)}`;
    return known === null || known === undefined ? "–" : counted(known);
  }

  /** The fewest moves from the start; what an analysis of the start has found counts too. */
  #optimum() {
    const { game, analysis } = this.desk;
    const found = game?.moves_made === 0 && analysis?.exact ? analysis.left : undefined;
    const optimum = game?.optimum ?? found;
    if (optimum === null || optimum === undefined) return analysis?.solvable === false && game?.moves_made === 0 ? "∞" : "–";
    return counted(optimum);
  }

  show() {
    const { game } = this.desk;
    if (!game) return;
    const two = game.position.players !== null && game.position.players !== undefined;
    const figures = [];
    // Its room is kept while the analysis is off, so that nothing moves when it comes.
    if (!two) figures.push(settings.analysis ? counter("left", say("left-short"), this.#left()) : h("div", { class: "ghost", "aria-hidden": "true" }));
    figures.push(counter("moves", say(two ? "turns" : "moves"), number(game.moves_made)));
    if (!two) figures.push(counter("optimum", say("optimum"), this.#optimum()));
    if (two && game.position.status === "playing") figures.push(counter("turn", say("to-move"), this.#mover()));
    figures.push(counter("time", say("time"), clock(this.desk.table.seconds)));
    this.host.replaceChildren(...figures);
    const over = !two && game.optimum !== null && game.optimum !== undefined && game.moves_made > Number(game.optimum);
    this.host.dataset.over = String(over);
  }

  #mover() {
    const { game } = this.desk;
    const turn = game?.position.turn ?? 0;
    if (!isPerson(game, turn)) return say("machine");
    return game?.seats?.some((seat) => seat !== "person") ? say("you") : say("player-number", { n: turn + 1 });
  }
}

/** @param {string} name @param {string} title @param {string} value */
const counter = (name, title, value) => h("div", { "data-counter": name }, h("dt", {}, title), h("dd", { id: `count-${name}` }, value));
