// Keys that work anywhere on the page. What they mean is listed in Rust for page and terminal; what they do here is here.

import { say } from "./i18n.js";
import { set, settings } from "./settings.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./player.js").Player} Player
 * @typedef {{ solve: () => void, newLevel: () => void, keys: () => void, cancel: () => boolean }} Actions
 */

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], h: [-1, 0], l: [1, 0], k: [0, -1], j: [0, 1] };

/** What a tile does that slides into the blank. @type {Record<string, [number, number]>} */
const SLIDES = { "slide-left": [-1, 0], "slide-right": [1, 0], "slide-up": [0, -1], "slide-down": [0, 1] };

/** Controls that arrow keys work on. */
const USES_ARROWS = "input, select, canvas, [role=tab]";

/** @param {Desk} desk @param {Player} player @param {Actions} act */
export function listenToKeys(desk, player, act) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
    const typing = target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select");
    if (typing) return;
    const atBoard = target === document.body || target === desk.board.host || target === document.documentElement;
    const action = choose(event, atBoard, target);
    if (!action) return;
    event.preventDefault();
    desk.board.finish();
    // A number goes on with digits, and ends with Enter or Escape; with anything else it is forgotten.
    const goesOn = /^([0-9]|Enter| |Escape)$/.test(event.key);
    desk.table.soon(() => { if (!goesOn) desk.cursor.forgetDigits(); action(); });
  });

  /** @param {KeyboardEvent} event @param {boolean} atBoard @param {HTMLElement} target @returns {(() => void) | undefined} */
  function choose(event, atBoard, target) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) {
      if (key === "z" || key === "Z") return event.shiftKey ? () => desk.redo() : () => desk.undo();
      return key === "y" ? () => desk.redo() : undefined;
    }
    // Whoever speaks to the computer may not want single letters to do things.
    if (!settings.letters && key.length === 1 && key !== " ") return undefined;
    // Controls keep the keys that they use themselves; a button that was clicked has no use for arrows.
    const isPressed = key === "Enter" || key === " ";
    if (!atBoard && (isPressed || (key.startsWith("Arrow") && target.matches(USES_ARROWS)))) return undefined;
    const way = WAYS[key];
    const usual = way ? () => desk.cursor.step(...way) : usually(key, target);
    const isOwn = variantOf(key) || desk.puzzle?.keys[key];
    return !way && !isOwn ? usual : () => {
      if (way) focusBoard(document.body);
      if (!doesOwn(key)) usual?.();
    };
  }

  /** What a key does in most puzzles. @param {string} key @param {HTMLElement} target @returns {(() => void) | undefined} */
  function usually(key, target) {
    if (/^[0-9]$/.test(key)) return () => { focusBoard(target); desk.cursor.digit(Number(key)); };
    switch (key) {
      case "Enter":
      case " ": return () => { focusBoard(target); desk.cursor.press(); };
      case "Escape": return () => { if (!desk.cursor.escape() && !act.cancel()) player.pause(); };
      case "u": return () => desk.undo();
      case "r": return () => desk.redo();
      case "R": return () => desk.restart();
      case "n": return act.newLevel;
      case "H": return () => desk.hint();
      case "s": return act.solve;
      case "a": return () => set({ analysis: !settings.analysis });
      case "+":
      case "=": return () => set({ speed: settings.speed + 1 });
      case "-": return () => set({ speed: settings.speed - 1 });
      case "?": return act.keys;
      default: return player.bar.action(key);
    }
  }

  /** The variant of the level that a key is for. @param {string} key */
  function variantOf(key) {
    return desk.game?.variants.find((variant) => variant.key === key);
  }

  /** Does what a key means in this puzzle alone, with empty hands; says whether it means anything. @param {string} key */
  function doesOwn(key) {
    if (desk.hand.held) return false;
    const variant = variantOf(key);
    const action = desk.puzzle?.keys[key];
    const slide = SLIDES[action ?? ""];
    if (variant?.possible) desk.change({ variant: variant.name });
    else if (action === "faster" || action === "slower") set({ speed: settings.speed + (action === "faster" ? 1 : -1) });
    else if (slide) {
      const play = desk.game?.position.plays.find(({ by }) => by?.length === 1 && by[0].join() === slide.join());
      if (play && !desk.hand.locked) desk.hand.play(play);
      else desk.whisper(say("blocked"));
    }
    return Boolean(variant || action);
  }

  /** @param {HTMLElement} from */
  function focusBoard(from) {
    if (from === document.body || from === document.documentElement) desk.board.host.focus({ preventScroll: true });
  }
}
