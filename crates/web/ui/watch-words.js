// What the view that watches searches says, in both languages: steps, reasons, and the algorithms line by line. It comes
// with the view, not with the page.

import { either, sayFrom } from "./i18n.js";

/** @typedef {import("./watch-run.js").WatchRun} WatchRun */

/** @satisfies {Record<string, import("./i18n.js").Both>} */
const WORDS = {
  "tree-label": ["Search tree; arrow keys walk from node to node, plus and minus zoom", "Pohon pencarian; tombol panah berjalan dari simpul ke simpul, plus dan minus memperbesar"],
  "root-start": ["start", "awal"],
  "root-goal": ["goal", "tujuan"],
  first: ["First algorithm", "Algoritma pertama"],
  second: ["Second algorithm", "Di sampingnya"],
  none: ["nothing", "tidak ada"],
  tree: ["Tree", "Pohon"],
  map: ["Map", "Peta"],
  shown: ["Picture", "Gambar"],
  large: ["Large view", "Tampilan besar"],
  note: ["The engine itself searches from this position; every step is recorded and can be replayed.", "Mesinnya sendiri mencari dari posisi ini; setiap langkahnya direkam dan bisa diputar ulang."],
  recording: ["Recording the search …", "Merekam pencarian …"],
  expanded: ["Expanded", "Diekspansi"],
  open: ["Open list", "Daftar terbuka"],
  generated: ["Generated", "Dibangkitkan"],
  limit: ["Limit", "Batas"],
  "step-n": ["step {at} of {of}", "langkah {at} dari {of}"],
  "to-start": ["To the first step", "Ke langkah pertama"],
  "to-end": ["To the last step", "Ke langkah terakhir"],
  "step-back": ["One step back", "Satu langkah mundur"],
  "step-forward": ["One step forward", "Satu langkah maju"],
  play: ["Play the search", "Putar pencarian"],
  pause: ["Pause the search", "Jeda pencarian"],
  scrub: ["Step of the search", "Langkah pencarian"],
  whole: ["Whole tree", "Seluruh pohon"],
  follow: ["Follow the search", "Ikuti pencarian"],
  code: ["The algorithm", "Algoritmanya"],
  "open-none": ["empty", "kosong"],
  "open-more": ["and {n} more", "dan {n} lagi"],
  "open-stack": ["a stack: the last in is the first out", "tumpukan: yang terakhir masuk keluar dulu"],
  "open-queue": ["a queue: the first in is the first out", "antrean: yang pertama masuk keluar dulu"],
  "open-f": ["ordered by f = g + h", "diurutkan menurut f = g + h"],
  "open-h": ["ordered by h", "diurutkan menurut h"],
  part: ["The recording has the first {n} steps; the search continues beyond them.", "Rekaman ini memuat {n} langkah pertama; pencariannya masih berlanjut."],
  "part-limit": ["The recording ends here: {limit}.", "Rekaman berakhir di sini: {limit}."],
  "no-map": ["The space is too large for a map; the tree shows everything that was recorded.", "Ruangnya terlalu besar untuk peta; pohonnya menampilkan semua yang direkam."],
  "is-game": ["A two-player game has no path to search for; watch a single-player puzzle.", "Permainan untuk dua orang tidak punya jalur untuk dicari; amati teka-teki untuk satu orang."],
  "legend-open": ["waiting", "menunggu"],
  "legend-expanded": ["expanded", "diekspansi"],
  "legend-cut": ["not followed", "tidak diikuti"],
  "legend-path": ["solution", "solusi"],
  "legend-now": ["now", "sekarang"],
  "say-begin": ["The search begins.", "Pencarian dimulai."],
  "say-begin-depth": ["It begins again from the start, to depth {limit}.", "Dimulai lagi dari awal, sampai kedalaman {limit}."],
  "say-begin-f": ["It begins again from the start; nodes with f above {limit} are cut.", "Dimulai lagi dari awal; simpul dengan f di atas {limit} dipotong."],
  "say-begin-goal": ["A second search begins at a goal, backwards.", "Pencarian kedua dimulai di tujuan, berjalan mundur."],
  "say-layer": ["Next come all nodes at depth {depth}.", "Berikutnya semua simpul pada kedalaman {depth}."],
  "say-layer-start": ["The start’s side has fewer nodes: those at depth {depth} come next.", "Sisi awal lebih tipis: simpulnya pada kedalaman {depth} berikutnya."],
  "say-layer-goal": ["The goal’s side has fewer nodes: those at depth {depth} come next.", "Sisi tujuan lebih tipis: simpulnya pada kedalaman {depth} berikutnya."],
  "say-expand": ["Expand {name}, node number {order}: g {g}, h {h}, f {f}.", "Ekspansi {name}, simpul nomor {order}: g {g}, h {h}, f {f}."],
  "say-open": ["{name} is new: g {g}, h {h}, f {f}. It waits in the open list.", "{name} baru: g {g}, h {h}, f {f}. Ia menunggu dalam daftar terbuka."],
  "say-push": ["{name} is put on the stack: g {g}, h {h}, f {f}.", "{name} diletakkan di tumpukan: g {g}, h {h}, f {f}."],
  "say-cut": ["{name} is not followed: {why}.", "{name} tidak diikuti: {why}."],
  "say-goal": ["{name} is a goal: a path of {g} {g move moves}.", "{name} adalah tujuan: jalur {g} langkah."],
  "say-meet": ["Both sides have reached {name}: the two paths make a solution.", "Kedua sisi telah mencapai {name}: kedua jalur menjadi satu solusi."],
  "say-end-optimal": ["The path is proved to be a shortest one.", "Jalur ini terbukti salah satu yang terpendek."],
  "say-end-feasible": ["A path is found; nothing says that it is the shortest.", "Sebuah jalur ditemukan; tidak ada yang menjamin itu terpendek."],
  "say-end-unsolvable": ["Nothing is left: there is no solution, and that is proved.", "Tidak ada yang tersisa: tidak ada solusi, dan itu terbukti."],
  "node-text": ["{name}: g {g}, h {h}, f {f}; {state}", "{name}: g {g}, h {h}, f {f}; {state}"],
  "is-expanded": ["expanded as number {order}", "diekspansi sebagai nomor {order}"],
  "is-open": ["waits in the open list", "menunggu dalam daftar terbuka"],
  "is-goal": ["goal", "tujuan"],
  "peek-close": ["Close the board", "Tutup papan"],
};

/** A text of this view. */
export const watchSay = sayFrom(WORDS);

/** Why a node is not followed, by the number of its fate: in a word for the tree, and in full. @type {[...import("./i18n.js").Both, ...import("./i18n.js").Both][]} */
const FATES = [
  ["waiting", "menunggu", "it waits", "ia menunggu"],
  ["visited", "dikunjungi", "its state was visited before", "keadaannya sudah dikunjungi"],
  ["shorter", "lebih pendek", "this path to a known state is shorter", "jalan ini ke keadaan yang dikenal lebih pendek"],
  ["on path", "di jalur", "its state is on the path that leads here", "keadaannya sudah ada di jalur ke sini"],
  ["too deep", "kedalaman", "it is as deep as this search may go", "kedalamannya sudah mencapai batas"],
  ["f > limit", "f > batas", "f is above the limit", "f melebihi batas"],
  ["dead end", "buntu", "the lower bound says that there is no solution from here", "batas bawah berkata tidak ada solusi dari sini"],
  ["longer", "lebih jauh", "no path through it is shorter than the one found", "jalur melaluinya tidak lebih pendek dari yang ditemukan"],
];

/** @param {number} fate @param {boolean} [short] */
export function fateWord(fate, short = false) {
  const [word, wordId, full, fullId] = FATES[fate] ?? FATES[0];
  return short ? either(word, wordId) : either(full, fullId);
}

/**
 * The algorithms as the engine runs them: lines, with how far each is indented, in both languages.
 * @type {Record<string, [number, string, string][]>}
 */
const CODE = {
  bfs: [
    [0, "layer ← [start], visited ← {start}", "lapisan ← [awal], dikunjungi ← {awal}"],
    [0, "while layer is not empty:", "selama lapisan tidak kosong:"],
    [1, "for each node in layer:", "untuk setiap simpul di lapisan:"],
    [2, "expand node", "ekspansi simpul"],
    [2, "child in visited: skip it", "anak sudah dikunjungi: lewati"],
    [2, "otherwise add it to visited and next", "kalau tidak, tambahkan ke dikunjungi dan berikutnya"],
    [1, "a goal in next: return its path", "ada tujuan di berikutnya: jalurnya jawaban"],
    [1, "layer ← next", "lapisan ← berikutnya"],
  ],
  dfs: [
    [0, "push start", "tumpuk awal"],
    [0, "while the stack is not empty:", "selama tumpukan tidak kosong:"],
    [1, "node ← pop; visited before: skip it", "simpul ← ambil; sudah dikunjungi: lewati"],
    [1, "node is a goal: return its path", "simpul adalah tujuan: jalurnya jawaban"],
    [1, "expand node:", "ekspansi simpul:"],
    [2, "push each child, the first on top", "tumpuk setiap anak, yang pertama di atas"],
  ],
  iddfs: [
    [0, "for limit = 1, 2, 3, …:", "untuk batas = 1, 2, 3, …:"],
    [1, "push start; while the stack is not empty:", "tumpuk awal; selama tumpukan tidak kosong:"],
    [2, "node ← pop; on its own path: skip it", "simpul ← ambil; ada di jalurnya sendiri: lewati"],
    [2, "node is a goal: return its path", "simpul adalah tujuan: jalurnya jawaban"],
    [2, "its depth is the limit: skip it", "kedalamannya sama dengan batas: lewati"],
    [2, "expand node:", "ekspansi simpul:"],
    [3, "push each child, the first on top", "tumpuk setiap anak, yang pertama di atas"],
  ],
  bidirectional: [
    [0, "layers ← [start] and [goals]", "lapisan ← [awal] dan [tujuan]"],
    [0, "while both layers are not empty:", "selama kedua lapisan tidak kosong:"],
    [1, "take the side with the smaller layer", "ambil sisi dengan lapisan lebih tipis"],
    [1, "for each node in it: expand node", "untuk setiap simpulnya: ekspansi simpul"],
    [2, "child visited by this side: skip it", "anak sudah dikunjungi sisi ini: lewati"],
    [2, "otherwise add it to this side’s next layer", "kalau tidak, tambahkan ke lapisan berikutnya"],
    [1, "a new node known to the other side:", "simpul baru dikenal sisi lain:"],
    [2, "return both paths, joined", "gabungan kedua jalurnya jawaban"],
  ],
  astar: [
    [0, "open ← {start}, best ← ∞", "terbuka ← {awal}, terbaik ← ∞"],
    [0, "while open has an f < best:", "selama terbuka punya f < terbaik:"],
    [1, "node ← least f in open; expand node", "simpul ← f terkecil di terbuka; ekspansi"],
    [2, "already reached by a path that is no longer: skip", "sudah dicapai lewat jalur yang tidak lebih panjang: lewati"],
    [2, "dead end, or f ≥ best: skip it", "buntu, atau f ≥ terbaik: lewati"],
    [2, "otherwise put it into open", "kalau tidak, masukkan ke terbuka"],
    [2, "child is a goal: best ← g", "anak adalah tujuan: terbaik ← g"],
    [0, "return the best path", "jalur terbaik adalah jawaban"],
  ],
  greedy: [
    [0, "open ← {start}", "terbuka ← {awal}"],
    [0, "while open is not empty:", "selama terbuka tidak kosong:"],
    [1, "node ← least h in open; expand node", "simpul ← h terkecil di terbuka; ekspansi"],
    [2, "child known: skip it", "anak sudah dikenal: lewati"],
    [2, "dead end: skip it", "buntu: lewati"],
    [2, "otherwise put it into open", "kalau tidak, masukkan ke terbuka"],
    [2, "child is a goal: return its path", "anak adalah tujuan: jalurnya jawaban"],
  ],
  idastar: [
    [0, "limit ← h of start", "batas ← h dari awal"],
    [0, "repeat:", "ulangi:"],
    [1, "depth first from start:", "telusuri ke dalam dari awal:"],
    [2, "node is a goal: return its path", "simpul adalah tujuan: jalurnya jawaban"],
    [2, "expand node:", "ekspansi simpul:"],
    [3, "child with f > limit, or dead end: cut it", "anak dengan f > batas, atau buntu: potong"],
    [3, "otherwise push its successors", "kalau tidak, tumpuk penerusnya"],
    [1, "limit ← least f that was cut", "batas ← f terkecil yang dipotong"],
  ],
};

/** Which line a step is at: by its kind, and where that matters by its fate. @type {Record<string, Record<string, number>>} */
const LINES = {
  bfs: { begin: 0, layer: 2, expand: 3, "generate-1": 4, generate: 5, goal: 6 },
  dfs: { begin: 0, drop: 2, goal: 3, expand: 4, generate: 5 },
  iddfs: { begin: 0, "drop-3": 2, goal: 3, "drop-4": 4, expand: 5, generate: 6 },
  bidirectional: { begin: 0, layer: 2, expand: 3, "generate-1": 4, generate: 5, meet: 7, goal: 7 },
  astar: { begin: 0, expand: 2, "generate-1": 3, "generate-6": 4, "generate-7": 4, generate: 5, goal: 6, end: 7 },
  greedy: { begin: 0, expand: 2, "generate-1": 3, "generate-6": 4, generate: 5, goal: 6 },
  idastar: { begin: 2, again: 7, goal: 3, expand: 4, "generate-5": 5, "generate-6": 5, generate: 6 },
};

/** @param {string} algorithm @returns {[number, string][]} */
export const codeOf = (algorithm) => (CODE[algorithm] ?? []).map(([depth, english, indonesian]) => [depth, either(english, indonesian)]);

/** The line that the last step is at, or -1. @param {WatchRun} run */
export function lineOf(run) {
  if (run.at === 0) return -1;
  const lines = LINES[run.run.algorithm] ?? {};
  const step = run.step(run.at - 1);
  if (run.ended && run.run.whole && lines.end !== undefined && run.goal >= 0) return lines.end;
  if (step.kind === "begin" && run.at > 1 && lines.again !== undefined) return lines.again;
  return lines[`${step.kind}-${step.fate}`] ?? lines[step.kind] ?? -1;
}

/** Which sentence tells of a step. @param {WatchRun} run @param {import("./watch-run.js").Step} step @returns {keyof typeof WORDS} */
function tellingOf(run, { kind, node, fate }) {
  const { algorithm } = run.run;
  switch (kind) {
    case "begin": return run.backward[node] ? "say-begin-goal" : algorithm === "iddfs" ? "say-begin-depth" : algorithm === "idastar" ? "say-begin-f" : "say-begin";
    case "layer": return algorithm !== "bidirectional" ? "say-layer" : node ? "say-layer-goal" : "say-layer-start";
    case "generate": return fate !== 0 && fate !== 2 ? "say-cut" : run.stacks ? "say-push" : "say-open";
    case "drop": return "say-cut";
    default: return `say-${kind}`;
  }
}

/** What the last step did, in a sentence. @param {WatchRun} run */
export function sentenceOf(run) {
  if (run.at === 0) return watchSay("note");
  const step = run.step(run.at - 1);
  // A layer has no node, but a side of the search.
  const facts = step.kind === "layer" ? {} : factsOf(run, step.node);
  const end = run.ended && run.run.whole && run.run.claim !== "stopped" ? ` ${watchSay(/** @type {any} */ (`say-end-${run.run.claim}`))}` : "";
  return watchSay(tellingOf(run, step), { ...facts, limit: run.limit, depth: step.fate, why: fateWord(step.fate) }) + end;
}

/** Name and numbers of a node. @param {WatchRun} run @param {number} node */
export function factsOf(run, node) {
  const { parent, step, g, h } = run.run;
  const name = parent[node] < 0 ? watchSay(run.backward[node] ? "root-goal" : "root-start") : step[node];
  return { name, g: g[node], h: h[node] < 0 ? "∞" : h[node], f: h[node] < 0 ? "∞" : g[node] + h[node], order: run.order[node] };
}
