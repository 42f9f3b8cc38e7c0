// The bar of a player: to the start, back, play or pause, forward, to the end; a slider with the place; the speed. The
// solution of a game and a recorded search are walked by the same bar.

import { h } from "./dom.js";
import { number, say } from "./i18n.js";
import { icon } from "./icons.js";
import { FASTEST, SLOWEST, set, settings } from "./settings.js";
import { button } from "./widgets.js";

/**
 * What is walked: `step`, `first` and `last` pause it, and so does whoever moves the slider.
 * @typedef {{ playing: boolean, toggle: () => void, pause: () => void, step: (by: 1 | -1) => void, first: () => void, last: () => void, to: (place: number) => void }} Walk
 * @typedef {"to-start" | "step-back" | "play" | "pause" | "step-forward" | "to-end" | "scrub"} BarWord
 */

export class PlayerBar {
  /** @param {string} name what the ids of its parts begin with @param {Walk} walk @param {(word: BarWord) => string} word */
  constructor(name, walk, word) {
    this.name = name;
    this.walk = walk;
    this.word = word;
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, class: "scrub", oninput: () => { walk.pause(); walk.to(Number(this.slider.value)); } });
    this.count = h("output", { class: `${name}-count` });
  }

  /** Draws it anew, with what else belongs into it; what had the focus keeps it. @param {HTMLElement} host @param {HTMLElement} [close] */
  draw(host, close) {
    const { walk, word } = this;
    const focused = document.activeElement?.id ?? "";
    const part = (/** @type {string} */ name, /** @type {HTMLElement} */ node) => Object.assign(node, { id: `${this.name}-${name}` });
    const pace = (/** @type {"slower" | "faster"} */ name, /** @type {number} */ by, /** @type {number} */ end) =>
      part(name, h("button", { type: "button", class: "quiet", "aria-label": say(name), disabled: settings.speed === end, onclick: () => set({ speed: settings.speed + by }) }, icon(by < 0 ? "minus" : "plus")));
    this.slider.setAttribute("aria-label", word("scrub"));
    host.replaceChildren(
      part("first", button("first", word("to-start"), () => walk.first(), { key: "g" })),
      part("back", button("back", word("step-back"), () => walk.step(-1), { key: "[" })),
      part("play", button(walk.playing ? "pause" : "play", word(walk.playing ? "pause" : "play"), () => walk.toggle(), { class: "round", key: "p" })),
      part("forward", button("forward", word("step-forward"), () => walk.step(1), { key: "]" })),
      part("last", button("last", word("to-end"), () => walk.last(), { key: "G" })),
      part("scrub", this.slider),
      this.count,
      h(
        "span",
        { class: "stepper", role: "group", "aria-label": say("speed") },
        pace("slower", -1, SLOWEST),
        h("output", { class: "stepper-value", "aria-label": say("speed") }, `${settings.speed}×`),
        pace("faster", 1, FASTEST),
      ),
      ...(close ? [part("close", close)] : []),
    );
    if (focused.startsWith(`${this.name}-`)) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** Shows a place. @param {number} place @param {number} last @param {string} text what the slider says */
  show(place, last, text) {
    this.slider.max = String(last);
    this.slider.value = String(place);
    this.slider.setAttribute("aria-valuetext", text);
    this.slider.style.setProperty("--done", `${last ? (100 * place) / last : 0}%`);
    this.count.textContent = `${number(place)} / ${number(last)}`;
  }
}
