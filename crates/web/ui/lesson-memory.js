// Which game is the board of which lesson, and what of it is done.

import { keptNotes } from "./kept-notes.js";

/** @typedef {{ name: string, title: import("./i18n.js").Both, done: number[] }} LessonNote */

/** @param {any} value @returns {value is LessonNote} */
const isNote = (value) => typeof value?.name === "string" && Array.isArray(value.title) && value.title.length === 2 && Array.isArray(value.done);

const notes = keptNotes("telusur.lesson-boards", isNote);

/** The lesson of a game, if it is the board of one. @param {string | undefined} key */
export const lessonOf = (key) => notes.get(key);

/** @param {string} key @param {LessonNote} note */
export const noteLesson = (key, note) => notes.set(key, note);
