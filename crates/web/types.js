// The shapes of what travels between the page and whoever answers it, for the type checker and for readers.
// Made from the types of `crates/wire` by `cargo xtask api`: change those.

/**
 * What this program is, and what it holds in memory.
 * @typedef {{ license: string, memory: Memory, name: string, version: string }} About
 */

/**
 * @typedef {{ job: string }} Accepted
 */

/**
 * An algorithm in three sentences.
 * @typedef {{ cost: string, guarantee: string, idea: string, name: string }} AlgorithmLine
 */

/**
 * How far it is, and what every move does about it.
 * @typedef {{ exact: boolean, left: Count | null, moves: JudgedMove[], solvable: boolean | null, verdict?: Verdict, why?: string, words?: string }} Analysis
 */

/**
 * @typedef {{ by?: ([number, number])[] | null, grip: string, onto?: string | null, tap?: boolean }} Attempt
 */

/**
 * A move of a finished game, judged.
 * @typedef {{ after: Verdict | null, before: Verdict | null, mistake: boolean, player: number, position: string, text: string, winning_moves: string[], words: string }} Audited
 */

/**
 * A new game: of a level, of an id, or of a saved text.
 * @typedef {{ after?: string | null, id?: string | null, level?: string | null, options?: Record<string, string>, puzzle?: string | null, save?: string | null, seats?: string[] | null }} BeginRequest
 */

/**
 * @typedef {{ level: string | null, metric: string, moves: number, optimum: number | null, puzzle: string, seconds: number, stars: number | null, times: number, title: string, when: number }} BestOfLevel
 */

/**
 * Another level of the same puzzle, by its text or name; this one with other options; or a variant that the game offers, by its name.
 * @typedef {{ level?: string | null, node?: number | null, options?: Record<string, string>, variant?: string | null }} ChangeRequest
 */

/**
 * A text that was read: everything wrong with it, and what it is if it can be played.
 * @typedef {{ problems: RulesProblem[], rules: RulesFacts | null }} CheckedRules
 */

/**
 * What is proved.
 * @typedef {"optimal" | "feasible" | "unsolvable" | "stopped" | "win" | "loss" | "draw"} Claim
 */

/**
 * Why something can't be done, for programs.
 * @typedef {"bad_input" | "bad_request" | "too_large" | "unknown" | "forbidden" | "method" | "busy" | "full" | "internal" | "store" | "illegal_move" | "nothing" | "machines_turn" | "timeout" | "moved_on"} Code
 */

/**
 * A collection with its levels.
 * @typedef {{ author: string | null, levels: OwnLevel[], puzzle: string, text: string, title: string }} Collection
 */

/**
 * A collection in the list of a puzzle.
 * @typedef {{ key: string, title: string }} CollectionLine
 */

/**
 * A text with levels to be kept as a collection.
 * @typedef {{ text: string, title: string }} CollectionRequest
 */

/**
 * #rrggbb, or two of them, by day and by night
 * @typedef {string | [string, string]} Colour
 */

/**
 * One algorithm of a comparison.
 * @typedef {{ algorithm: string, claim?: Claim, expanded?: Count, generated?: Count, length: Count | null, limit?: string, lower_bound: Count | null, outcome: Outcome, peak_bytes?: Count, seconds?: number, stored?: Count, why?: string }} CompareRow
 */

/**
 * What a search has cost.
 * @typedef {{ expanded: Count, generated: Count | null, peak_bytes: Count, seconds: number, stored: Count }} Costs
 */

/**
 * A whole number; above 2^53 as a string of digits.
 * @typedef {number | string} Count
 */

/**
 * The puzzle of a day: what opens it, and whether it was solved.
 * @typedef {{ date: string, difficulty: number | null, id: string, puzzle: string, solved: boolean }} Daily
 */

/**
 * @typedef {{ date: string, in_time: boolean, moves: number, puzzle: string, seconds: number }} Daily2
 */

/**
 * @typedef {{ current: number, longest: number }} DaysInARow
 */

/**
 * Something that can't be done. As JSON it is an object with `error`, `code` and, where the client's idea of the game is old, `game`.
 * @typedef {{ code: Code, error: string, game?: Game }} Error
 */

/**
 * @typedef {{ name: string, text: string, title: string, title_id: string }} Example
 */

/**
 * @typedef {{ by: [number, number], leaves: ([number, [number, number]])[], piece: string }} Exit
 */

/**
 * A job that ended without a result.
 * @typedef {{ code: string, error: string }} Failed
 */

/**
 * @typedef {{ note?: string, note_id?: string, title: string, title_id: string, value: string }} FieldValue
 */

/**
 * @typedef {{ fill?: Colour, opacity?: number, rect: [number, number, number, number, number], role?: FormRole, shade?: string, stroke?: StrokeLine, ellipse?: undefined, path?: undefined } | { ellipse: [number, number, number, number], fill?: Colour, opacity?: number, role?: FormRole, shade?: string, stroke?: StrokeLine, path?: undefined, rect?: undefined } | { fill?: Colour, opacity?: number, path: string, role?: FormRole, shade?: string, stroke?: StrokeLine, ellipse?: undefined, rect?: undefined }} FormPart
 */

/**
 * What a form is for.
 * @typedef {"body" | "sign"} FormRole
 */

/**
 * A game as the page sees it.
 * @typedef {{ algorithms: string[], best: number | null, choices: LevelOption[], daily?: string, difficulty: number | null, id: string, instructions: string, key: string, level: string | null, level_options: Record<string, string>, level_text: string, line?: number[], metric: string, most_seconds: number, moves_made: number, node: number, opponents?: Opponent[], optimum: Count | null, position: Position, positions: number, puzzle: string, redo: string | null, seats?: string[], seconds: number, solved_now?: boolean, stars?: number, title: string, undo: string | null, variants: Variant[] }} Game
 */

/**
 * A position of the tree to go to.
 * @typedef {{ node: number }} GoRequest
 */

/**
 * @typedef {{ name: string, round?: [number, number, number], stops: ([number, string, number])[], way?: [number, number] }} Gradient
 */

/**
 * A move to make.
 * @typedef {{ exact: boolean, left: Count | null, move: string | null, stages: string[], why: string }} Hint
 */

/**
 * @typedef {{ colour: number, form: "rect", h: number, id: string, kind: string, label: string, movable: boolean, name: string, slot?: number, w: number, x: number, y: number, cells?: undefined, r?: undefined } | { colour: number, form: "circle", id: string, kind: string, label: string, movable: boolean, name: string, r: number, slot?: number, x: number, y: number, cells?: undefined, h?: undefined, w?: undefined } | { cells: ([number, number])[], colour: number, form: "cells", id: string, kind: string, label: string, movable: boolean, name: string, slot?: number, h?: undefined, r?: undefined, w?: undefined, x?: undefined, y?: undefined }} Item
 */

/**
 * @typedef {{ done?: Solution | Overview | Rows | PackedMap | Watch, failed?: Failed, job: string, kind: "solve" | "compare" | "race" | "explore" | "map" | "watch", progress?: Progress | Lap, queued?: Queued, rows: (CompareRow | Lap | RaceError)[], state: "queued" | "running" | "done" | "failed" }} Job
 */

/**
 * @typedef {"solve" | "compare" | "race" | "explore" | "map" | "watch"} JobKind
 */

/**
 * Work that takes time.
 * @typedef {{ algorithm?: string | null, algorithms?: string[] | null, all?: boolean, client?: string, findings?: boolean, game?: string | null, kind: JobKind, level?: string | null, megabytes?: number | null, options?: Record<string, string>, puzzle?: string | null, seconds?: number | null, steps?: number | null }} JobRequest
 */

/**
 * @typedef {{ judgement: Judgement, left?: Count, text: string, why?: string, words: string }} JudgedMove
 */

/**
 * What a move does about the way to the goal.
 * @typedef {"better" | "equal" | "worse" | "loses" | "unknown"} Judgement
 */

/**
 * A line of the table of keys.
 * @typedef {{ action: string, en: string, id: string, keys: string[], puzzle?: string }} KeyLine
 */

/**
 * @typedef {{ algorithm: string, complete: boolean, moves: Count, rate: number, runs: number, seconds: number }} Lap
 */

/**
 * @typedef {{ best: number | null, difficulty: number | null, name: string, optimum: Record<string, number>, optimum_proved: boolean, options: Record<string, string>, solved: boolean, stars: number | null, text: string, title: string, title_id: string }} Level
 */

/**
 * @typedef {{ name: string, text: string, title: string, title_id: string }} LevelName
 */

/**
 * An option of the level that can be changed.
 * @typedef {{ field: OptionField, makes_level: boolean, now: string }} LevelOption
 */

/**
 * A level to look at.
 * @typedef {{ level?: string | null, options?: Record<string, string>, puzzle: string }} LevelRequest
 */

/**
 * A text with levels to be read.
 * @typedef {{ puzzle: string, text: string }} LevelsRequest
 */

/**
 * The moves of a solution, as they are or as a job has found them.
 * @typedef {{ job?: string | null, moves?: string[] | null, node?: number | null }} LineRequest
 */

/**
 * A level that was made as somebody wished.
 * @typedef {{ difficulty: number, id: string, level: string, note: string, options: Record<string, string>, seed: Count }} Made
 */

/**
 * Bytes of each kind of things that are held.
 * @typedef {{ games: number, limit: number, outputs: number, questions: number, searches: number, tables: number, traffic: number }} Memory
 */

/**
 * How pieces get from one place to another.
 * @typedef {"straight" | "over" | "along" | "pour"} Motion
 */

/**
 * Moves, or what a hand tried.
 * @typedef {{ attempt?: Attempt | null, moves?: string[] | null, node?: number | null }} MovesRequest
 */

/**
 * What numbers mean on the keyboard.
 * @typedef {{ items: Record<string, string>, unfinished: number[], unfinished_counts: Record<string, number[]> }} Numbers
 */

/**
 * A machine player.
 * @typedef {{ does: string, does_id: string, name: string, title: string, title_id: string }} Opponent
 */

/**
 * An option that people can set: a number within bounds, or one of some values.
 * @typedef {{ name: string, range?: [number, number], title: string, title_id: string, values?: FieldValue[] }} OptionField
 */

/**
 * How a search ended.
 * @typedef {"solved" | "unsolvable" | "stopped" | "win" | "loss" | "draw" | "unsupported"} Outcome
 */

/**
 * The answer to "explore".
 * @typedef {{ algorithm: string, complete: boolean, depths: number[], depths_step: number, edges: Count | null, farthest: string[], farthest_count: Count, findings: ([string, string])[], goal_distance: number | null, goals: Count, limit?: string, partial_depth?: Count, radius: number | null, reason: string, states: Count, stats: Costs }} Overview
 */

/**
 * @typedef {{ author: string | null, best: number | null, optimum: number | null, options: Record<string, string>, solved: boolean, stars: number | null, text: string, title: string | null }} OwnLevel
 */

/**
 * A level to be added to a collection.
 * @typedef {{ author?: string, level: string, options?: Record<string, string>, title?: string }} OwnLevelRequest
 */

/**
 * A text of the user's own, in the list.
 * @typedef {{ head: string, key: string, touched: number }} OwnText
 */

/**
 * Numbers of one or more bytes each, one after another.
 * @typedef {string} Packed
 */

/**
 * A map as the page draws it. Lists are packed: bytes, or numbers of two or four bytes, little-endian, in base64.
 * @typedef {{ depth: Packed, distance: Packed, edges: Packed, goals: Packed, here: number, nodes: number, one_way: Packed, symmetric: boolean, verdict?: Packed, x: Packed, y: Packed }} PackedMap
 */

/**
 * @typedef {FormPart | TextPart | { touch: [number, number, number, number] } | { pieces: Piece[] }} Part
 */

/**
 * @typedef {{ description: string, height: number, items: Item[], width: number }} Picture
 */

/**
 * @typedef {{ area: [number, number, number, number], at: [number, number], furniture?: boolean, items?: string[], key: string, kind?: string, lift?: [number, number], on?: string, parts: Part[] }} Piece
 */

/**
 * @typedef {{ carried?: ([string, string])[], grips: string[], numbers?: number[], onto: string[], text: string, by?: undefined, tap?: undefined } | { by: ([number, number])[], carried?: ([string, string])[], grips: string[], numbers?: number[], text: string, onto?: undefined, tap?: undefined } | { carried?: ([string, string])[], grips: string[], numbers?: number[], tap: boolean, text: string, by?: undefined, onto?: undefined }} Play
 */

/**
 * A position with what can be seen of it and done in it.
 * @typedef {{ moves_left?: Count, numbers: Numbers, options: Record<string, string>, picture: Picture, players?: number, plays: Play[], scene: Scene, solvable?: boolean, status: Status, text: string, turn?: number, winner?: number }} Position
 */

/**
 * @typedef {{ about?: string, algorithm: string, bytes: Count, depth: number, depths: number[], depths_step: number, expanded: Count, frontier: Count, lower: number, rate: number, seconds: number, states: Count, total: Count | null, upper: number | null }} Progress
 */

/**
 * A puzzle of the catalogue, with its levels.
 * @typedef {{ difficulty_basis: string, difficulty_basis_id: string, generate_options: PuzzleOption[], is_text: boolean, keys: Record<string, string>, level_format: string, level_format_id: string, levels: Level[], methods: string[], name: string, opponents: Opponent[], options: PuzzleOption[], seats: string[], summary: string, summary_id: string, title: string, title_id: string, wishes: OptionField[] }} Puzzle
 */

/**
 * @typedef {{ help: string, help_id: string, name: string, value: string }} PuzzleOption
 */

/**
 * @typedef {{ games: number, moves: number, puzzle: string, seconds: number, solved: number, streak: DaysInARow }} PuzzleStatistics
 */

/**
 * @typedef {{ place: number }} Queued
 */

/**
 * A method that can't race here.
 * @typedef {{ algorithm: string, why: string }} RaceError
 */

/**
 * A level of a text.
 * @typedef {{ author: string | null, line: number, options: Record<string, string>, problem?: Wrong, text: string, title: string | null }} ReadLevel
 */

/**
 * What a text with levels holds.
 * @typedef {{ author: string | null, levels: ReadLevel[], title: string | null }} ReadLevels
 */

/**
 * A line of the list of games.
 * @typedef {{ key: string, level: string | null, moves: number, puzzle: string, seconds: number, status: Status, title: string, touched: number }} RecentGame
 */

/**
 * A move of a machine player to find.
 * @typedef {{ node?: number | null, opponent?: string | null, seed?: number | null }} ReplyRequest
 */

/**
 * The end of a comparison or a race.
 * @typedef {{ cancelled: boolean, rows: number }} Rows
 */

/**
 * @typedef {{ about: string, about_id: string, bits: number, is_game: boolean, levels: LevelName[], moves: number, title: string, title_id: string }} RulesFacts
 */

/**
 * Something wrong, at its place: lines and columns from 1, columns and length in characters.
 * @typedef {{ column: number, length: number, line: number, message: string, severity: Severity }} RulesProblem
 */

/**
 * Texts to begin with: those that come with the program, and the user's own.
 * @typedef {{ examples: Example[], own: OwnText[] }} RulesTexts
 */

/**
 * A scene. Lengths are in units of the plane, with three digits after their point.
 * @typedef {{ aspect: number, back: Part[], exit?: Exit, motion: Motion, pieces: Piece[], shades: Gradient[], step: number, view: [number, number, number, number], zones: Zone[] }} Scene
 */

/**
 * Who is to sit where.
 * @typedef {{ seats: string[] }} SeatsRequest
 */

/**
 * @typedef {Record<string, string | number | boolean>} Settings
 */

/**
 * @typedef {Record<string, string | number | boolean | null>} SettingsRequest
 */

/**
 * How bad it is.
 * @typedef {"error" | "warning"} Severity
 */

/**
 * A solution, and the position of the game that it begins in.
 * @typedef {{ algorithm: string, best_moves?: string[], claim: Claim, depths: number[], depths_step: number, details: string[], difficulty?: number, grundy?: number, headline: string, length: Count | null, limit?: string, lower_bound: Count | null, metric: string, moves: string[], node: number | null, outcome: Outcome, shortest_solutions?: Count, stats: Costs, why?: string, winning_moves?: string[] }} Solution
 */

/**
 * Sums over all games, and the bests of levels.
 * @typedef {{ bests: BestOfLevel[], dailies: Daily2[], games: number, puzzles: PuzzleStatistics[], seconds: number, solved: number, streak: DaysInARow }} Statistics
 */

/**
 * How a position stands.
 * @typedef {"playing" | "solved" | "stuck" | "over"} Status
 */

/**
 * @typedef {{ colour: Colour, dash?: [number, number], opacity?: number, width: number }} StrokeLine
 */

/**
 * The key of a text that was kept.
 * @typedef {{ key: string }} TextKey
 */

/**
 * @typedef {{ at: [number, number], fill: Colour, opacity?: number, role?: TextRole, size: number, text: string, weight: number }} TextPart
 */

/**
 * A text that is sent to be checked or kept.
 * @typedef {{ text: string }} TextRequest
 */

/**
 * What letters are for.
 * @typedef {"letters"} TextRole
 */

/**
 * The tree of a game.
 * @typedef {{ here: number, nodes: TreeNode[] }} Tree
 */

/**
 * @typedef {{ line?: boolean, n: number, parent: number | null, step: string | null }} TreeNode
 */

/**
 * Another level that the game can go on with.
 * @typedef {{ key?: string, label: string, name: string, number?: [string, number], possible: boolean }} Variant
 */

/**
 * What the player to move has.
 * @typedef {"win" | "loss" | "draw"} Verdict
 */

/**
 * Searches of one position, side by side, and the map that they can be shown on.
 * @typedef {{ map?: PackedMap, runs: WatchedRun[] }} Watch
 */

/**
 * One search. A missing number is -1.
 * @typedef {{ algorithm: string, backward?: number[], claim: Claim, events: number[], first: number, g: number[], h: number[], limit?: string, lower_bound: number, parent: number[], path: number[], place?: number[], state: number[], stats: Costs, step: string[], whole: boolean }} WatchedRun
 */

/**
 * The way of a game over a map.
 * @typedef {{ path: number[] }} Way
 */

/**
 * A text that is kept.
 * @typedef {{ text: string }} WholeText
 */

/**
 * A level to make.
 * @typedef {{ difficulty?: number | null, options?: Record<string, string>, puzzle: string, seed?: number | null }} WishRequest
 */

/**
 * What is wrong in a text, and where.
 * @typedef {{ line: number, message: string }} Wrong
 */

/**
 * @typedef {{ area: [number, number, number, number], item: string }} Zone
 */

export {};
