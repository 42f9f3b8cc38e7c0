// Two languages. `say` gives a text by its key, with values put in; elements with `data-say` follow the choice.

import { settings } from "./settings.js";
import { words } from "./words.js";

/**
 * A text in both languages, and one that may be the same in both.
 * @typedef {[english: string, indonesian: string]} Both
 * @typedef {string | Both} Text
 * @typedef {keyof typeof words} Key
 */

export const language = () => settings.language;

/** Makes the function that gives the texts of a list by their keys, with values put in. @template {string} K @param {Record<K, Text>} list */
export const sayFrom = (list) => (/** @type {K} */ key, /** @type {Record<string, string | number>} */ values = {}) => {
  const text = /** @type {Text} */ (list[key] ?? key);
  return filled(typeof text === "string" ? text : either(...text), values);
};

/** A text of the page. */
export const say = sayFrom(words);

/**
 * A text with its values put in: `{n}` is a value; `{n move moves}` chooses by number (Indonesian has one form and writes
 * `{n}` only).
 * @param {string} text @param {Record<string, string | number>} values
 */
function filled(text, values) {
  return text.replace(/\{(\w+)(?: ([^\s}]+) ([^}]+))?\}/g, (_, name, one, many) => {
    const value = values[name] ?? "";
    if (!one) return typeof value === "number" ? number(value) : value;
    return Number(value) === 1 ? one : many;
  });
}

/** Whether there is a text with this key. @param {string} key @returns {key is Key} */
export const knows = (key) => key in words;

/** The text with a key, or another one where there is none. @param {string} key @param {string} other */
export const sayOr = (key, other) => (knows(key) ? say(key) : other);

/** Puts texts into elements that name them: content, label or title. @param {ParentNode} root */
export function translate(root) {
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-say]"))) node.textContent = say(/** @type {Key} */ (node.dataset.say));
  for (const [data, attribute] of [["sayLabel", "aria-label"], ["sayTitle", "title"]]) {
    const selector = `[data-${data.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}]`;
    for (const node of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector))) node.setAttribute(attribute, say(/** @type {Key} */ (node.dataset[data])));
  }
}

/** A text that there is in both languages, or as "English · Indonesian". @param {string} english @param {string | null} [indonesian] */
export function either(english, indonesian) {
  if (indonesian) return language() === "id" ? indonesian : english;
  const parts = english.split(" · ");
  if (parts.length < 2) return english;
  // A name in a third script stands first and belongs to both.
  const own = parts.length > 2 ? `${parts[0]} · ` : "";
  return own + (language() === "id" ? parts[parts.length - 1] : parts[parts.length - 2]);
}

/** A text that begins large. @param {string} text */
export const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A text as a sentence: it begins large and ends with a stop. @param {string} text */
export function sentence(text) {
  const begun = capitalised(text);
  return !begun || /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

const locale = () => (language() === "id" ? "id-ID" : "en-GB");

/** A whole number with separators; strings hold what is too large for a number. @param {number | string} value */
export function number(value) {
  if (typeof value === "string" && !/^\d+$/.test(value)) return value;
  const exact = typeof value === "string" ? BigInt(value) : value;
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }).format(exact);
}

/** A whole number in the room of a counter: one with very many digits by its size, 1.8·10^19. @param {number | string} value */
export function counted(value) {
  const digits = String(value);
  if (!/^\d{13,}$/.test(digits)) return number(value);
  const size = new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(Number(digits) / 10 ** (digits.length - 1));
  const power = [...String(digits.length - 1)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  return digits.length > 300 ? `10${power}` : `${size}·10${power}`;
}

/** A large number in a few characters, in units that both languages know: 12.3 M. @param {number | string} value */
export function brief(value) {
  return scaled(Number(value), ["", "k", "M", "G", "T", "P"], 1000, 999.5);
}

/** @param {number} bytes */
export const memory = (bytes) => scaled(bytes, ["B", "KiB", "MiB", "GiB", "TiB"], 1024);

/** @param {number} seconds */
export const duration = (seconds) => scaled(seconds * 1e9, ["ns", "µs", "ms", "s"]);

/** A size with three digits, in the smallest unit in which it stays below a bound. @param {number} size @param {string[]} units from the smallest on @param {number} [each] how much of one unit the next one is @param {number} [most] the bound */
function scaled(size, units, each = 1000, most = 1000) {
  if (size >= most && units.length > 1) return scaled(size / each, units.slice(1), each, most);
  return `${new Intl.NumberFormat(locale(), { maximumSignificantDigits: 3 }).format(size)} ${units[0]}`.trimEnd();
}

/** How long ago something was, in words. @param {number} milliseconds since 1970 */
export function ago(milliseconds) {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const minutes = (milliseconds - Date.now()) / 60000;
  if (minutes > -60) return format.format(Math.round(minutes), "minute");
  if (minutes > -60 * 24) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 60 / 24), "day");
}

/** A clock: 3:05 or 1:02:33. @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A date as people write it. @param {string} date such as 2026-11-16 */
export function dayName(date) {
  const format = new Intl.DateTimeFormat(locale(), { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return format.format(new Date(`${date}T00:00:00Z`));
}
