// The puzzle of the day: one for each puzzle, the same for everyone, by the date in UTC.

import { get, granted } from "./api.js";
import { h } from "./dom.js";
import { dayName, either, say } from "./i18n.js";
import { icon } from "./icons.js";
import { dialog, difficultyMeter } from "./widgets.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("../types.js").Daily} Daily
 */

/** Puzzles that are offered; the others have one too, at their addresses. */
const MOST_OFFERED = 5;

/** Opens the puzzle of a day; returns why it could not be, or nothing. @param {Desk} desk @param {string} puzzle @param {string} [date] */
export async function openDaily(desk, puzzle, date) {
  desk.line(say("daily-making"));
  let wrong = "";
  /** @type {Daily | undefined} */
  const daily = await granted(get(`/api/daily/${encodeURIComponent(puzzle)}${date ? `/${encodeURIComponent(date)}` : ""}`), (why) => { wrong = why.reason; });
  return !daily ? wrong : (await desk.open({ id: daily.id })) ? "" : desk.refusal;
}

/** @param {Desk} desk */
export async function openDailies(desk) {
  const offered = desk.puzzles.slice(0, MOST_OFFERED);
  const known = await Promise.all(offered.map((puzzle) => get(`/api/daily/${puzzle.name}`).catch(() => undefined)));
  /** @type {{ current: number, longest: number } | undefined} */
  const streak = (await get("/api/statistics").catch(() => undefined))?.streak;
  const date = known.find((daily) => daily)?.date;
  const line = (/** @type {Daily | undefined} */ daily, /** @type {number} */ i) => h("li", {}, h(
    "a",
    { class: "daily-link", href: `#/daily/${offered[i].name}`, onclick: () => box.close() },
    h("span", {}, either(offered[i].title, offered[i].title_id)),
    difficultyMeter(daily?.difficulty),
    daily?.solved && h("span", { class: "daily-solved" }, icon("check"), say("daily-solved")),
  ));
  const box = dialog(date ? say("daily-of", { date: dayName(date) }) : say("daily"), [
    h("p", { class: "note" }, say("daily-note")),
    h("ul", { class: "daily-list" }, ...known.map(line)),
    ...(streak ? [h("p", {}, `${say("streak")}: `, h("strong", { id: "streak" }, say("days-n", { n: streak.current })), ` · ${say("streak-longest")}: ${say("days-n", { n: streak.longest })}`), h("p", { class: "note" }, say("streak-note"))] : []),
  ]);
}
