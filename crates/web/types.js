// The shapes of what the server sends, for the type checker and for readers; there is no code here.

/**
 * One thing on the board: a named form at a place, in board units from the top left.
 * @typedef {{ form: "rect", x: number, y: number, w: number, h: number }} RectForm
 * @typedef {{ form: "circle", x: number, y: number, r: number }} CircleForm
 * @typedef {{ form: "cells", cells: [number, number][] }} CellsForm
 * @typedef {{ id: string, kind: string, name: string, label: string, colour: number, movable: boolean } & (RectForm | CircleForm | CellsForm)} Item
 * @typedef {{ width: number, height: number, description: string, items: Item[] }} Picture
 *
 * How a position is drawn: pieces of forms and letters in a plane. A colour is one for day and night, or one for each.
 * @typedef {string | [string, string]} Colour
 * @typedef {{ name: string, round?: [number, number, number], way?: [number, number], stops: [number, string, number][] }} Gradient
 * @typedef {{ rect: number[] } | { ellipse: number[] } | { path: string }} Outline
 * @typedef {Outline & { fill?: Colour, shade?: string, opacity?: number, role?: "body" | "sign", stroke?: { colour: Colour, opacity?: number, width: number, dash?: [number, number] } }} FormPart
 * @typedef {{ text: string, at: [number, number], size: number, weight: number, fill: Colour, opacity?: number, role?: "letters" }} TextPart
 * @typedef {FormPart | TextPart | { touch: number[] } | { pieces: Piece[] }} Part
 * @typedef {{ key: string, kind?: string, items?: string[], at: [number, number], area: number[], furniture?: boolean, on?: string, lift?: [number, number], parts: Part[] }} Piece
 * @typedef {{ view: number[], aspect: number, step: number, motion: "straight" | "over" | "along" | "pour", shades: Gradient[], back: Part[], pieces: Piece[],
 *   zones: { item: string, area: number[] }[], exit?: { piece: string, by: [number, number], leaves: [number, [number, number]][] } }} Scene
 *
 * A legal move and what a hand does to make it: take hold of one of `grips`, then put it down on one of `onto`, or
 * push it along `by`, or nothing more (`tap`). `numbers` name it for the digit keys.
 * @typedef {{ text: string, grips: string[], onto?: string[], by?: [number, number][], tap?: boolean, numbers?: number[] }} Play
 *
 * @typedef {"playing" | "solved" | "stuck" | "over"} Status
 * @typedef {{ text: string, options: Record<string, string>, status: Status, turn?: number | null, players?: number | null, winner?: number | null,
 *   moves_left?: number | string | null, solvable?: boolean | null, plays: Play[], picture: Picture, scene: Scene }} Position
 *
 * @typedef {{ key: string, id: string, puzzle: string, level?: string | null, title?: string | null, instructions: string, stars?: number | null, metric: string, node: number, moves_made: number,
 *   optimum?: number | string | null, best?: number | null, difficulty?: number | null, seconds: number, undo: string | null, redo: string | null,
 *   seats?: string[] | null, opponents?: [string, string][], algorithms?: string[], level_text: string, level_options: Record<string, string>,
 *   position: Position, solved_now?: boolean, line?: number[] }} Game
 *
 * @typedef {{ name: string, value: string, help: string }} PuzzleOption
 * @typedef {{ name: string, title: string, title_id?: string | null, difficulty?: number | null, optimum?: Record<string, number | string> | null,
 *   text: string, options: Record<string, string>, solved?: boolean, best?: number | null, stars?: number | null }} Level
 * @typedef {{ name: string, title: string, title_id?: string, summary: string, summary_id?: string, level_format: string, level_format_id?: string,
 *   is_text: boolean, options: PuzzleOption[], generate_options: PuzzleOption[], levels: Level[], ranges: Record<string, [number, number]>, seats: string[], opponents?: [string, string][] }} Puzzle
 *
 * @typedef {"better" | "equal" | "worse" | "loses" | "unknown"} Judgement
 * @typedef {{ text: string, judgement: Judgement, left?: number | string | null, why?: string | null }} JudgedMove
 * @typedef {{ left: number | string | null, exact: boolean, solvable: boolean | null, verdict?: "win" | "loss" | "draw" | null, why?: string | null,
 *   moves: JudgedMove[] }} Analysis
 * @typedef {{ move: string | null, left: number | string | null, exact: boolean, why: string | null, stages: string[] }} Hint
 * @typedef {{ player: number, text: string, position: string, before: string | null, after: string | null, mistake: boolean, words: string, winning_moves: string[] }} AuditedMove
 * @typedef {{ n: number, parent: number | null, step: string | null, line?: boolean }} TreeNode
 *
 * @typedef {{ depth?: number, states: number | string, rate?: number, bytes?: number, depths?: (number | string)[], depths_step?: number, lower?: number | string | null, upper?: number | string | null }} Progress
 * @typedef {{ expanded: number | string, generated: number | string, stored: number | string, peak_bytes: number, seconds: number }} Stats
 * @typedef {{ outcome: string, claim?: string, headline: string, details: string[], moves: string[], winning_moves?: string[], length?: number | string | null,
 *   lower_bound?: number | string | null, algorithm: string, stats: Stats, depths?: (number | string)[], depths_step?: number, why?: string | null }} Solution
 * @typedef {{ algorithm: string, outcome: string, claim?: string | null, length?: number | string | null, lower_bound?: number | string | null,
 *   expanded?: number | string, generated?: number | string, stored?: number | string, peak_bytes?: number, seconds?: number, limit?: string | null, why?: string | null }} CompareRow
 * @typedef {{ algorithm: string, moves: number | string, complete?: boolean, seconds: number, rate?: number, why?: string }} RaceRow
 * @typedef {{ nodes: number, x: number[], y: number[], distance: number[], verdict?: ("win" | "loss" | "draw" | null)[], edges: number[], one_way: number[], goals: number[], here: number }} StateMap
 *
 * Something wrong with a text of rules, lines and columns from 1, in characters.
 * @typedef {{ severity: "error" | "warning", line: number, column: number, length: number, message: string }} RulesProblem
 * @typedef {{ title: string, title_id: string, about: string, about_id: string, is_game: boolean, bits: number, moves: number,
 *   levels: { name: string, title: string, title_id: string, text: string }[] }} RulesFacts
 * @typedef {{ problems: RulesProblem[], rules: RulesFacts | null }} CheckedRules
 * @typedef {{ examples: { name: string, title: string, title_id: string, text: string }[], own: { key: string, head: string, touched: number }[] }} RulesTexts
 *
 * A hand's try, legal or not.
 * @typedef {{ grip: string, onto?: string, by?: [number, number][], tap?: boolean }} Attempt
 *
 * @typedef {{ x: number, y: number, w: number, h: number }} Rect
 */

export {};
