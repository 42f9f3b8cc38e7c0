// The page begins here: it builds the desk and its views, finds out from the address what to show, and keeps the address
// true while the game goes on.

import { Silence, get, granted, watchServer } from "./api.js";
import { Counters } from "./counters.js";
import { Desk } from "./desk.js";
import { find, h, later, once, sheets, touches } from "./dom.js";
import { dayName, either, knows, language, say, sayOr, translate } from "./i18n.js";
import { recall, remember } from "./kept-notes.js";
import { icon } from "./icons.js";
import { listenToKeys } from "./keys.js";
import { lessonOf } from "./lesson-memory.js";
import { ownLevel } from "./next-level.js";
import { Player } from "./player.js";
import { meetServer, onSettings, set, settings } from "./settings.js";
import { titleOf } from "./rules-title.js";
import { giveTask, showTask } from "./task.js";
import { PlayView } from "./view-play.js";
import { button, difficultyMeter, tabs } from "./widgets.js";
import { Win } from "./win.js";

/** @typedef {import("../types.js").Puzzle} Puzzle */

/** Puzzles in the line at the top; the others are in a list. */
const MOST_LINKS = 5;
/** The puzzle whose rules are people's own. */
const RULES = "rules";
/** Which game each puzzle was left with in this browser. */
const KEPT = "telusur.games";
/** Which game this window shows: a reload finds it there, since the address may lag behind a solution that plays. */
const SHOWN = "telusur.game";

const desk = new Desk();
// Dialogs are loaded when they are opened.
const openAbout = async () => (await import("./dialogs.js")).openAbout();
const openKeys = async () => (await import("./dialogs.js")).openKeys(desk);
const openShare = async () => (await import("./dialogs.js")).openShare(desk);
const newLevel = async () => (await import("./wish-form.js")).newLevel(desk);
const player = new Player(desk, find("player"));
// So are the views that not every visit needs.
/** @type {import("./view-solve.js").SolveView | undefined} */ let solving;
/** @type {import("./view-watch.js").WatchView | undefined} */ let watching;
/** @type {import("./view-map.js").MapView | undefined} */ let map;
const views = {
  solve: once(async () => (solving = new (await import("./view-solve.js")).SolveView(desk, player, find("view-solve"), () => showView("solve")))),
  compare: once(async () => new (await import("./view-compare.js")).CompareView(desk, find("view-compare"))),
  watch: once(async () => (watching = new (await import("./view-watch.js")).WatchView(desk, find("view-watch")))),
  map: once(async () => (map = new (await import("./view-map.js")).MapView(desk, find("view-map")))),
  race: once(async () => new (await import("./view-race.js")).RaceView(desk, find("view-race"))),
  rules: once(async () => {
    const rules = new (await import("./view-rules.js")).RulesView(desk, find("view-rules"));
    await rules.start();
    return rules;
  }),
  lessons: once(async () => new (await import("./view-lessons.js")).LessonsView(desk, find("view-lessons"))),
};
/** All views; the last three are offered only where they make sense. */
const VIEWS = /** @type {const} */ (["play", "solve", "compare", "watch", "map", "race", "rules", "lessons"]);
const { choose: showView, offer } = tabs(VIEWS, find("tabs"), find("panel"), async (name) => {
  find("main").dataset.view = name;
  // A sheet over the page leaves the board in view.
  if (name !== "play" && sheets.matches) find("board").parentElement?.scrollIntoView({ block: "start" });
  if (name !== "play") await views[name]();
  // What can't be seen does not work.
  watching?.show(find("main").dataset.view === "watch");
  map?.show(find("main").dataset.view === "map");
});
for (const name of VIEWS.slice(-3)) offer(name, false);
const solve = async () => (await views.solve()).solve();
new Counters(desk, find("counters"));
new PlayView(desk, find("view-play"));
new Win(desk, find("win"), {
  share: openShare,
  solve,
  audit: () => { showView("play"); find("view-play").scrollIntoView({ block: "nearest" }); },
});
// Few want sounds; whoever does hears the first move already.
const listen = async () => { if (settings.sound || settings.haptics) (await import("./sound.js")).listenToMoves(desk); };
listen();
listenToKeys(desk, player, {
  solve,
  newLevel,
  keys: openKeys,
  cancel: () => {
    const isRunning = solving?.slot.running ?? false;
    solving?.slot.cancel();
    return isRunning;
  },
});

/** Shows a lesson, the papers, or the list of lessons; or goes on with the lesson at the table. @param {string} name @param {boolean} [goesOn] */
async function openLesson(name, goesOn = false) {
  const lessons = await views.lessons();
  offer("lessons", true);
  await (goesOn ? lessons.goOn(name) : lessons.open(name));
  showView("lessons");
}

/** @returns {Record<string, string>} */
const kept = () => recall(KEPT) ?? {};

/** @param {string} puzzle @param {string} key */
function keep(puzzle, key) {
  remember(KEPT, { ...kept(), [puzzle]: key, "": puzzle });
  remember(SHOWN, key, "sessionStorage");
}

// The link that the program printed may hold its access token; the browser has a cookie now, and nobody should read the
// token from the address.
if (location.search) history.replaceState(null, "", location.pathname + location.hash);

/** The address follows the game, but not faster than browsers like. */
const writeAddress = later(() => {
  const { game } = desk;
  if (game) history.replaceState(null, "", `#${game.id}`);
}, 250);

/** The game of a key, if the server still has it. @param {string | undefined} key */
async function known(key) {
  if (!key) return undefined;
  /** @type {Promise<import("../types.js").Game>} */ const asked = get(`/api/games/${encodeURIComponent(key)}`);
  return granted(asked, (why) => { if (why instanceof Silence) throw why; });
}

/**
 * Opens what the address says: `#/hanoi/four` a level, `#/hanoi` where one left off, `#/daily/hanoi` the puzzle of the day,
 * `#klotski:…` a position, `#/at?id=…&task=…` one with an assignment. An address that can't be opened is said to be one,
 * and its puzzle is shown all the same.
 * @param {string} hash
 */
async function visit(hash) {
  const address = decoded(hash.replace(/^#/, ""));
  const isRoute = address === "" || address.startsWith("/");
  const [path, query = ""] = isRoute ? hash.replace(/^#/, "").split(/\?(.*)/s) : [address];
  const asked = new URLSearchParams(isRoute ? query : "");
  const parts = isRoute ? decoded(path).split("/").slice(1) : [address.split(/[:#/]/)[0]];
  if (isRoute && parts[0] === "lessons") {
    if (!desk.game) await openLast(undefined);
    await openLesson(parts[1] ?? "");
    return;
  }
  const isDaily = isRoute && parts[0] === "daily";
  const id = parts[0] === "at" ? (asked.get("id") ?? "") : "";
  const [name, level] = isDaily ? parts.slice(1) : id ? [id.split(/[:#/]/)[0]] : parts;
  const named = desk.puzzles.find((entry) => entry.name === name);
  let wrong = name && !named ? say("unknown-puzzle", { name }) : "";
  if (isDaily && named) wrong = await (await import("./daily.js")).openDaily(desk, named.name, level);
  else if (id && named) wrong = await refused({ id, seats: named.seats });
  else if (!isRoute && named) wrong = await openPosition(named, address);
  else if (level && named) wrong = await refused({ puzzle: named.name, level, seats: named.seats });
  if (wrong || isRoute && !level && !id && !(isDaily && named)) await openLast(named);
  const task = asked.get("task");
  if (task && !wrong) giveTask(desk, task);
  const view = asked.get("view");
  const shown = VIEWS.find((name) => name === view && !find(`tab-${name}`).hidden);
  if (shown) showView(shown);
  else if (view) wrong ||= say("unknown-view", { name: view });
  if (wrong) desk.line(say("broken-link", { why: wrong }), "refusal");
}

/** An address as it was meant; one that was cut off in the middle of a letter stays as it is. @param {string} address */
function decoded(address) {
  try {
    return address.startsWith("/") ? decodeURIComponent(address) : address;
  } catch {
    return address;
  }
}

/** Opens a game; returns why it could not be, or nothing. @param {Record<string, unknown>} request */
const refused = async (request) => ((await desk.open(request)) ? "" : desk.refusal);

/** Whether this page was loaded again, rather than opened. */
function isReload() {
  const [entry] = performance.getEntriesByType("navigation");
  return /** @type {PerformanceNavigationTiming | undefined} */ (entry)?.type === "reload";
}

/** Opens the position of an address: the game that it was written for if there is one. @param {Puzzle} puzzle @param {string} id */
async function openPosition(puzzle, id) {
  const shown = await known(!desk.game && isReload() ? recall(SHOWN, "sessionStorage") : undefined);
  if (shown?.puzzle === puzzle.name) return refused({ key: shown.key });
  const last = await known(kept()[puzzle.name]);
  return refused(last?.id === id ? { key: last.key } : { id, seats: puzzle.seats });
}

/** Opens a puzzle where it was left, or its first level. @param {Puzzle | undefined} named */
async function openLast(named) {
  const puzzle = named ?? desk.puzzles.find((entry) => entry.name === kept()[""]) ?? desk.puzzles[0];
  if (!puzzle) return;
  const last = await known(kept()[puzzle.name]);
  if (last) await desk.open({ key: last.key });
  else await desk.open({ puzzle: puzzle.name, level: puzzle.levels[0]?.name, seats: puzzle.seats });
}

/** Puzzles that have no room in the line: a list to choose from. @param {Puzzle[]} puzzles */
function morePuzzles(puzzles) {
  const current = puzzles.find((puzzle) => puzzle.name === desk.game?.puzzle)?.name ?? "";
  const options = puzzles.map((puzzle) => h("option", { value: puzzle.name, selected: puzzle.name === current }, either(puzzle.title, puzzle.title_id)));
  const first = h("option", { value: "", disabled: true, selected: current === "" }, say("more-puzzles"));
  const choose = (/** @type {Event} */ event) => { location.hash = `#/${/** @type {HTMLSelectElement} */ (event.target).value}`; };
  return h("select", { class: "more", "aria-label": say("more-puzzles"), "aria-current": current ? "page" : undefined, onchange: choose }, first, ...options);
}

/** The way to rules of one's own, where the server has them. */
function newPuzzle() {
  if (!desk.puzzles.some((puzzle) => puzzle.name === RULES)) return [];
  return [h("a", { href: `#/${RULES}?view=rules`, id: "new-puzzle", class: "new-puzzle", title: say("new-puzzle") }, icon("plus"), h("span", {}, say("new-puzzle")))];
}

/** @param {Puzzle} puzzle */
const shortName = (puzzle) => sayOr(`short-${puzzle.name}`, either(puzzle.title, puzzle.title_id));

function showMenu() {
  const link = (/** @type {Puzzle} */ puzzle) => h("a", { href: `#/${puzzle.name}`, "data-puzzle": puzzle.name, "aria-current": desk.game?.puzzle === puzzle.name ? "page" : undefined }, shortName(puzzle));
  const more = desk.puzzles.slice(MOST_LINKS);
  find("puzzles").replaceChildren(...desk.puzzles.slice(0, MOST_LINKS).map(link), ...(more.length > 0 ? [morePuzzles(more)] : []), ...newPuzzle());
}

function showTools() {
  const themes = /** @type {const} */ (["auto", "light", "dark"]);
  const next = themes[(themes.indexOf(settings.theme) + 1) % themes.length];
  const other = settings.language === "en" ? "id" : "en";
  find("tools").replaceChildren(
    h("button", { type: "button", class: "quiet language", id: "language", lang: other, title: say("switch-language"), "aria-label": `${language().toUpperCase()}: ${say("switch-language")}`, onclick: () => set({ language: other }) }, language().toUpperCase()),
    button(settings.theme === "auto" ? "auto" : settings.theme === "light" ? "sun" : "moon", say(`theme-${settings.theme}`), () => set({ theme: next }), { id: "theme" }),
    button("keys", say("keys"), openKeys, { key: "?", id: "keys" }),
    button("info", say("about"), openAbout, { id: "about" }),
    button("menu", say("menu"), async () => (await import("./menu.js")).openMenu(desk), { id: "menu" }),
  );
}

function showControls() {
  find("controls").replaceChildren(
    button("undo", say("undo"), () => desk.undo(), { id: "undo", words: true, class: "quiet brief", key: "u" }),
    button("redo", say("redo"), () => desk.redo(), { id: "redo", words: true, class: "quiet brief", key: "r" }),
    button("restart", say("restart"), () => desk.restart(), { id: "restart", words: true, class: "quiet brief", key: "R" }),
    h("span", { class: "spring" }),
    button("hint", say("hint"), () => desk.hint(), { id: "hint", words: true, key: "H" }),
    button("play", say("solve-now"), solve, { id: "solve-button", words: true, key: "s" }),
    h("span", { class: "spring" }),
    button("dice", say("new"), newLevel, { id: "new", words: true, key: "n" }),
    button("share", say("share"), openShare, { id: "share", words: true, class: "quiet brief" }),
  );
  showEnabled();
}

function showEnabled() {
  const { game } = desk;
  const enabled = { undo: game?.undo, redo: game?.redo, restart: game?.undo, hint: game?.position.status === "playing" };
  // A disabled button would lose the focus in the middle of a game.
  for (const [id, on] of Object.entries(enabled)) find(id).setAttribute("aria-disabled", String(!on));
}

function showHeading() {
  const { game, puzzle } = desk;
  if (!game || !puzzle) return;
  const level = puzzle.levels.find((level) => level.name === game.level);
  const rulesText = game.level_options.rules ?? "";
  const lesson = lessonOf(game.key);
  const other = game.daily ? say("daily-of", { date: dayName(game.daily) }) : ((lesson && either(...lesson.title)) ?? ownLevel(desk)?.title ?? titleOf(rulesText));
  const title = level ? either(level.title, level.title_id) : other || say(/^\w+#/.test(game.id) ? "made-level" : "own-level");
  find("puzzle-title").textContent = either(puzzle.title, puzzle.title_id);
  find("level-title").textContent = title;
  // Of a long one only the beginning is in view.
  find("level-title").title = title.length > 40 ? title : "";
  find("puzzle-title").title = either(puzzle.title, puzzle.title_id);
  find("instructions").textContent = game.instructions;
  find("level-difficulty").replaceChildren(difficultyMeter(level?.difficulty ?? game.difficulty));
  document.title = `${title} · ${either(puzzle.title, puzzle.title_id)} · Telusur`;
  offer("race", puzzle.methods.length > 0);
  // Rules that are written as a text.
  offer("rules", puzzle.name === RULES || puzzle.is_text);
}

/** The first visit is told in one sentence how moves are made. */
function welcome() {
  const key = ["touch", "welcome"].slice(touches() ? 0 : 1).map((way) => `${way}-${desk.game?.puzzle}`).find(knows);
  if (key && !settings.welcomed) desk.line(say(key), "welcome");
}

function showAll() {
  translate(document);
  showMenu();
  showTools();
  showControls();
  showHeading();
}

desk.addEventListener("change", (event) => {
  const { game } = desk;
  if (!game) return;
  const { cause } = /** @type {CustomEvent} */ (event).detail;
  keep(game.puzzle, game.key);
  if (cause === "open") {
    // A route like #/hanoi becomes the position that it led to, so that Back does not lead there again.
    if (location.hash === "" || location.hash.startsWith("#/")) history.replaceState(null, "", `#${game.id}`);
    else if (location.hash !== `#${game.id}`) history.pushState(null, "", `#${game.id}`);
    showMenu();
    showHeading();
    showTask(desk);
    queueMicrotask(welcome);
  } else {
    // Another level, or the same in another language.
    if (cause !== "move" && cause !== "reply" && cause !== "go") showHeading();
    if (cause === "move") set({ welcomed: true });
    writeAddress();
  }
  showEnabled();
});
desk.addEventListener("named", showHeading);
window.addEventListener("pagehide", () => writeAddress.now());
window.addEventListener("popstate", () => {
  if (location.hash !== `#${desk.game?.id}`) visit(location.hash);
});
find("levels-button").addEventListener("click", async () => (await import("./levels.js")).openLevels(desk));
find("levels-button").append(icon("down"));
find("sheet-close").append(icon("close"));
find("sheet-close").addEventListener("click", () => { showView("play"); find("tab-play").focus({ preventScroll: true }); });
find("skip").addEventListener("click", (event) => {
  event.preventDefault();
  desk.board.host.focus();
});
onSettings((changed) => {
  if ("sound" in changed || "haptics" in changed) listen();
  if ("language" in changed) showAll();
  else if ("theme" in changed) showTools();
});
watchServer((answers) => {
  const offline = find("offline");
  offline.hidden = answers;
  offline.textContent = answers ? "" : say("no-answer");
});

async function begin() {
  showAll();
  await meetServer();
  desk.puzzles = await get("/api/puzzles");
  showAll();
  await visit(location.hash);
  const lesson = isReload() ? lessonOf(desk.game?.key) : undefined;
  if (lesson) await openLesson(lesson.name, true);
  await desk.table.settled;
  document.documentElement.dataset.ready = "true";
}

granted(begin(), (why) => {
  find("offline").hidden = false;
  find("offline").textContent = why.reason;
});
