// The player bar: walks a solution along its branch of the game, forward and back, by itself or step by step.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { number, say } from "./i18n.js";
import { FASTEST, SLOWEST, onSettings, pace, set, settings } from "./settings.js";
import { button } from "./widgets.js";

/** @typedef {import("./desk.js").Desk} Desk */

export class Player {
  /** Nodes of the line; the first is where it begins. @type {number[]} */ #nodes = [];
  #at = 0;
  #playing = false;
  #going = false;
  /** The place asked for last while another was on its way. @type {number | undefined} */ #wanted;

  /** @param {Desk} desk @param {HTMLElement} host */
  constructor(desk, host) {
    this.desk = desk;
    this.host = host;
    desk.player = this;
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, class: "scrub", oninput: () => { this.pause(); this.to(Number(this.slider.value)); } });
    this.count = h("output", { class: "player-count" });
    desk.addEventListener("change", () => {
      const place = this.#nodes.indexOf(desk.game?.node ?? -1);
      if (place < 0 && this.#nodes.length > 0 && !this.#going) this.close();
      else if (place >= 0 && !this.#going) {
        this.#at = place;
        this.#show();
      }
    });
    onSettings((changed) => { if ("speed" in changed || "language" in changed) this.#render(); });
  }

  get open() {
    return this.#nodes.length > 0;
  }

  get playing() {
    return this.#playing;
  }

  /** Takes a line and plays it from its beginning. @param {number[]} nodes @param {boolean} [play] */
  load(nodes, play = true) {
    this.#nodes = nodes;
    this.#at = Math.max(0, nodes.indexOf(this.desk.game?.node ?? -1));
    this.#render();
    this.host.hidden = false;
    if (play) this.play();
  }

  close() {
    this.pause();
    this.#nodes = [];
    this.host.hidden = true;
    this.host.replaceChildren();
  }

  play() {
    if (!this.open || this.#playing) return;
    this.#playing = true;
    this.#render();
    this.#run();
  }

  pause() {
    if (!this.#playing) return;
    this.#playing = false;
    this.desk.table.leave("replaying");
    this.#render();
  }

  toggle() {
    if (this.#playing) this.pause();
    else this.play();
  }

  async #run() {
    if (this.#at >= this.#nodes.length - 1) await this.to(0);
    while (this.#playing && this.#at < this.#nodes.length - 1) {
      const before = performance.now();
      this.desk.table.enter("replaying");
      await this.#step(1);
      // Positions arrive at an even pace, however fast the server is.
      const rest = pace() - (performance.now() - before);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    }
    this.pause();
  }

  /** @param {1 | -1} by */
  async #step(by) {
    const next = this.#at + by;
    const node = this.#nodes[next];
    if (node === undefined) return;
    this.#going = true;
    await this.desk.go(node, by > 0 ? "forward" : "back");
    this.#going = false;
    this.#at = next;
    this.#show();
  }

  /** One move forward or back, by hand. @param {1 | -1} by */
  async step(by) {
    this.pause();
    if (this.#going || !this.open) return;
    await this.#step(by);
  }

  /** Goes to any place of the line. @param {number} place */
  async to(place) {
    this.#wanted = Math.max(0, Math.min(this.#nodes.length - 1, place));
    if (this.#going) return;
    // While one position is on its way only the latest wish counts.
    while (this.#wanted !== undefined && this.#wanted !== this.#at) {
      const next = this.#wanted;
      this.#wanted = undefined;
      const by = next - this.#at;
      this.#going = true;
      await this.desk.go(this.#nodes[next], by === 1 ? "forward" : by === -1 ? "back" : undefined);
      this.#going = false;
      this.#at = next;
      this.#show();
    }
    this.#wanted = undefined;
  }

  first() {
    this.pause();
    return this.to(0);
  }

  last() {
    this.pause();
    return this.to(this.#nodes.length - 1);
  }

  #show() {
    const last = this.#nodes.length - 1;
    this.slider.max = String(last);
    this.slider.value = String(this.#at);
    const text = say("player-at", { at: number(this.#at), of: number(last) });
    this.slider.setAttribute("aria-valuetext", text);
    this.slider.style.setProperty("--done", `${last ? (100 * this.#at) / last : 0}%`);
    this.count.textContent = `${number(this.#at)} / ${number(last)}`;
  }

  #render() {
    if (!this.open) return;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.part;
    this.slider.setAttribute("aria-label", say("scrub"));
    this.slider.dataset.part = "scrub";
    const part = (/** @type {string} */ name, /** @type {HTMLElement} */ node) => Object.assign(node, { id: `player-${name}` });
    const speed = h(
      "span",
      { class: "stepper", role: "group", "aria-label": say("speed") },
      h("button", { type: "button", class: "quiet", "aria-label": say("slower"), disabled: settings.speed <= SLOWEST, onclick: () => set({ speed: settings.speed - 1 }) }, icon("minus")),
      h("output", { class: "stepper-value", "aria-label": say("speed") }, `${settings.speed}×`),
      h("button", { type: "button", class: "quiet", "aria-label": say("faster"), disabled: settings.speed >= FASTEST, onclick: () => set({ speed: settings.speed + 1 }) }, icon("plus")),
    );
    const nodes = [
      part("first", button("first", say("to-start"), () => this.first(), { key: "g" })),
      part("back", button("back", say("step-back"), () => this.step(-1), { key: "[" })),
      part("play", button(this.#playing ? "pause" : "play", say(this.#playing ? "pause" : "play"), () => this.toggle(), { class: "round", key: "p" })),
      part("forward", button("forward", say("step-forward"), () => this.step(1), { key: "]" })),
      part("last", button("last", say("to-end"), () => this.last(), { key: "G" })),
      this.slider,
      this.count,
      speed,
      part("close", button("close", say("close-player"), () => this.close())),
    ];
    nodes.forEach((node) => { if (node.id) node.dataset.part = node.id; });
    this.host.replaceChildren(...nodes);
    this.#show();
    if (focused) /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-part="${focused}"]`))?.focus({ preventScroll: true });
  }
}
