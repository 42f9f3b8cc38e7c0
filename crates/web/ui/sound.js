// Small sounds and pulses: a click, a pour, a chord at the end. Both are off until somebody wants them; nothing is loaded,
// the browser's synthesiser makes them.

import { isPerson } from "./game.js";
import { settings } from "./settings.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {"pick" | "place" | "pour" | "win" | "lose"} Sound
 */

/** @type {AudioContext | undefined} */ let context;

/** A tone that fades. @param {AudioContext} audio @param {number} pitch @param {number} at @param {number} length @param {{ volume?: number, wave?: OscillatorType, to?: number }} [more] */
function tone(audio, pitch, at, length, { volume = 0.12, wave = "sine", to } = {}) {
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = wave;
  source.frequency.setValueAtTime(pitch, at);
  if (to) source.frequency.exponentialRampToValueAtTime(to, at + length);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length + 0.02);
}

/** Water: rising drops. @param {AudioContext} audio @param {number} at */
function drops(audio, at) {
  for (let i = 0; i < 6; i += 1) tone(audio, 320 + i * 55 + (i % 2) * 40, at + i * 0.045, 0.09, { volume: 0.05, to: 420 + i * 80 });
}

/** @type {Record<Sound, (audio: AudioContext, at: number) => void>} */
const SOUNDS = {
  pick: (audio, at) => tone(audio, 520, at, 0.05, { volume: 0.05, wave: "triangle" }),
  place: (audio, at) => tone(audio, 240, at, 0.11, { wave: "triangle", to: 150 }),
  pour: drops,
  win: (audio, at) => [523, 659, 784, 1047].forEach((pitch, i) => tone(audio, pitch, at + i * 0.09, 0.5, { volume: 0.08 })),
  lose: (audio, at) => [330, 262].forEach((pitch, i) => tone(audio, pitch, at + i * 0.14, 0.4, { volume: 0.07 })),
};

/** @type {Record<Sound, number | number[]>} */
const PULSES = { pick: 6, place: 12, pour: [8, 30, 8], win: [20, 50, 40], lose: 40 };

/** @param {Sound} sound */
export function play(sound) {
  if (settings.sound) {
    context ??= new AudioContext();
    // A browser lets sounds begin only after a press; whoever moves has pressed something.
    if (context.state === "suspended") context.resume().catch(() => {});
    SOUNDS[sound](context, context.currentTime);
    document.documentElement.dataset.sounded = sound;
  }
  if (settings.haptics && "vibrate" in navigator) navigator.vibrate(PULSES[sound]);
}

/** Whether moves are listened to already. */
let listens = false;

/** Lets moves be heard and felt. @param {Desk} desk */
export function listenToMoves(desk) {
  if (listens) return;
  listens = true;
  desk.table.addEventListener("state", (event) => {
    if (/** @type {CustomEvent} */ (event).detail === "holding") play("pick");
  });
  desk.addEventListener("change", (event) => {
    const { cause } = /** @type {CustomEvent} */ (event).detail;
    if (cause === "move" || cause === "reply" || cause === "redo") play(desk.game?.puzzle === "water" ? "pour" : "place");
  });
  desk.addEventListener("ended", (event) => {
    const game = /** @type {CustomEvent<import("../types.js").Game>} */ (event).detail;
    const { status, winner } = game.position;
    // A draw is neither won nor lost.
    if (status === "over" && typeof winner !== "number") return;
    const lost = status === "stuck" || (status === "over" && !isPerson(game, winner));
    play(lost ? "lose" : "win");
  });
}
