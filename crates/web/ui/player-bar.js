// The bar of a player: to the start, back, play or pause, forward, to the end; a slider with the place; the speed; and the
// keys for them. The solution of a game and a recorded search are walked by the same bar.

import { h } from "./dom.js";
import { number, say } from "./i18n.js";
import { icon } from "./icons.js";
import { FASTEST, SLOWEST, set, settings } from "./settings.js";
import { button, refill } from "./widgets.js";

/**
 * What is walked: where it is, its last place, and how to go to a place; before the first and behind the last one are the ends.
 * @typedef {{ playing: boolean, at: number, last: number, play: () => void, pause: () => void, to: (place: number) => void }} Walk
 * @typedef {"to-start" | "step-back" | "play" | "pause" | "step-forward" | "to-end" | "scrub"} BarWord
 */

export class PlayerBar {
  /** @param {string} name what the ids of its parts begin with @param {Walk} walk @param {(word: BarWord) => string} word */
  constructor(name, walk, word) {
    this.name = name;
    this.walk = walk;
    this.word = word;
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, class: "scrub", oninput: () => this.to(Number(this.slider.value)) });
    this.count = h("output", { class: `${name}-count` });
  }

  /** Goes to a place by hand. @param {number} place */
  to(place) {
    this.walk.pause();
    this.walk.to(place);
  }

  /** What a key does with what is walked. @param {string} key @returns {(() => void) | undefined} */
  action(key) {
    const { walk } = this;
    switch (key) {
      case "g": return () => this.to(0);
      case "[": return () => this.to(walk.at - 1);
      case "p": return () => (walk.playing ? walk.pause() : walk.play());
      case "]": return () => this.to(walk.at + 1);
      case "G": return () => this.to(walk.last);
      default: return undefined;
    }
  }

  /** Draws it anew, with what else belongs into it; what had the focus keeps it. @param {HTMLElement} host @param {HTMLElement} [close] */
  draw(host, close) {
    const { walk, word } = this;
    const part = (/** @type {string} */ name, /** @type {HTMLElement} */ node) => Object.assign(node, { id: `${this.name}-${name}` });
    const go = (/** @type {"first" | "back" | "forward" | "last"} */ name, /** @type {BarWord} */ title, /** @type {string} */ key) => part(name, button(name, word(title), () => this.action(key)?.(), { key }));
    const pace = (/** @type {"slower" | "faster"} */ name, /** @type {number} */ by, /** @type {number} */ end) =>
      part(name, h("button", { type: "button", class: "quiet", "aria-label": say(name), disabled: settings.speed === end, onclick: () => set({ speed: settings.speed + by }) }, icon(by < 0 ? "minus" : "plus")));
    const turn = walk.playing ? "pause" : "play";
    this.slider.setAttribute("aria-label", word("scrub"));
    refill(
      host,
      go("first", "to-start", "g"),
      go("back", "step-back", "["),
      part("play", button(turn, word(turn), () => this.action("p")?.(), { class: "round", key: "p" })),
      go("forward", "step-forward", "]"),
      go("last", "to-end", "G"),
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
  }

  /** Shows the place. @param {string} text what the slider says */
  show(text) {
    const { at: place, last } = this.walk;
    this.slider.max = String(last);
    this.slider.value = String(place);
    this.slider.setAttribute("aria-valuetext", text);
    this.slider.style.setProperty("--done", `${last ? (100 * place) / last : 0}%`);
    this.count.textContent = `${number(place)} / ${number(last)}`;
  }
}
