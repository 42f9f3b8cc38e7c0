// The lessons as data: texts in both languages, the board that each is about, and tasks with what must hold. Numbers are
// never written down here: what is asked is counted by the engine when somebody answers.

/**
 * @typedef {import("./i18n.js").Both} Both
 * @typedef {{ puzzle: string, level?: string, options?: Record<string, string>, seats?: string[] }} Start
 *
 * What a task asks. `reach`: bring the board to this position. `optimal`: solve it in as few moves as possible. `count`: a
 * number that the engine counts. `choice`: which one, decided by what the engine measures. `expand`: make the move that A*
 * expands first. `win`: win the game.
 * @typedef {{ kind: "reach", text: string } | { kind: "optimal" } | { kind: "win" } | { kind: "expand" }
 *   | { kind: "count", job: Record<string, unknown>, read: string }
 *   | { kind: "choice", options: { value: string, name: Both }[], job: Record<string, unknown>, least: string }} Check
 * @typedef {{ ask: Both, check: Check, because: Both, hint?: Both }} Task
 * @typedef {{ name: string, title: Both, start: Start, text: Both[], tasks: Task[] }} Lesson
 */

/** @type {Start} */
const TWO_DISCS = { puzzle: "hanoi", level: "2 1 | |" };
/** @type {Start} */
const SMALL_TILES = { puzzle: "tiles", level: "1 . 2/4 5 3" };
/** @type {Start} */
const NEAR = { puzzle: "tiles", level: "1 2 3/4 . 6/7 5 8" };
/** @type {Start} */
const EIGHT = { puzzle: "tiles", level: "1 2 3/8 5 6/4 . 7" };

/** The algorithms that tasks compare. @type {Record<string, Both>} */
const NAMES = { bfs: ["Breadth-first search", "Pencarian melebar"], iddfs: ["Iterative deepening", "Pendalaman bertahap"], astar: ["A*", "A*"] };

/** Which of some algorithms has less of something on the board with eight tiles. @param {string} least @param {...string} algorithms @returns {Check} */
const fewer = (least, ...algorithms) => ({ kind: "choice", options: algorithms.map((value) => ({ value, name: NAMES[value] })), job: { kind: "compare", ...EIGHT, algorithms }, least });

/** A number that the engine counts in a whole space, or in a solution. @param {string} kind @param {Start} start @param {string} read @param {Record<string, string>} [more] @returns {Check} */
const count = (kind, start, read, more = {}) => ({ kind: "count", job: { kind, ...start, ...more }, read });

/** @type {Lesson[]} */
export const LESSONS = [
  {
    name: "states",
    title: ["What is a state?", "Apa itu keadaan?"],
    start: TWO_DISCS,
    text: [
      ["A state is everything that you must know to go on, and nothing else: here, which peg each disc is on. How you came there does not matter.", "Keadaan adalah semua yang perlu diketahui untuk melanjutkan, tidak lebih: di sini, tiap cakram ada di tiang mana. Bagaimana Anda sampai di sana tidak penting."],
      ["A move leads from one state to another. The start is a state; the goal is one state, or several.", "Satu langkah membawa dari satu keadaan ke keadaan lain. Posisi awal adalah keadaan; tujuan adalah satu keadaan atau beberapa."],
    ],
    tasks: [
      { ask: ["Bring the small disc to peg B and the large one to peg C.", "Bawa cakram kecil ke tiang B dan yang besar ke tiang C."], check: { kind: "reach", text: "| 1 | 2" }, because: ["That is the state “| 1 | 2”: one line says all of it.", "Itulah keadaan “| 1 | 2”: satu baris sudah mengatakan semuanya."] },
      { ask: ["How many states are there in all, with two discs and three pegs?", "Ada berapa keadaan seluruhnya, dengan dua cakram dan tiga tiang?"], check: count("explore", TWO_DISCS, "states"), because: ["Each disc may be on any of three pegs, and on a peg the order is forced: 3 × 3.", "Tiap cakram boleh di salah satu dari tiga tiang, dan di satu tiang urutannya pasti: 3 × 3."], hint: ["Each disc has three pegs to be on.", "Tiap cakram punya tiga tiang."] },
    ],
  },
  {
    name: "graph",
    title: ["The state space is a graph", "Ruang keadaan adalah graf"],
    start: TWO_DISCS,
    text: [
      ["Draw a point for each state and a line for each move: that is the state space, a graph. To solve the puzzle is to find a path through it. The tab Map draws it.", "Gambar satu titik untuk tiap keadaan dan satu garis untuk tiap langkah: itulah ruang keadaan, sebuah graf. Memecahkan teka-teki berarti menemukan jalan di dalamnya. Tab Peta menggambarnya."],
      ["The distance of two states is the number of moves of a shortest path between them.", "Jarak dua keadaan adalah jumlah langkah jalan terpendek di antaranya."],
    ],
    tasks: [
      { ask: ["How many states are exactly two moves away from the start?", "Ada berapa keadaan yang tepat dua langkah dari posisi awal?"], check: count("explore", TWO_DISCS, "layer 2"), because: ["A state counts where it is reached first; going back is no new state.", "Keadaan dihitung di tempat pertama kali tercapai; mundur bukan keadaan baru."], hint: ["Try all moves, then all moves after each; leave out what you have seen.", "Coba semua langkah, lalu semua langkah sesudahnya; abaikan yang sudah terlihat."] },
      { ask: ["How far is the farthest state?", "Seberapa jauh keadaan terjauh?"], check: count("explore", TWO_DISCS, "radius"), because: ["No state is farther; the towers on the other pegs are that far.", "Tidak ada yang lebih jauh; menara di tiang lain sejauh itu."] },
    ],
  },
  {
    name: "breadth",
    title: ["Breadth-first search: layer by layer", "Pencarian melebar: lapis demi lapis"],
    start: SMALL_TILES,
    text: [
      ["Breadth-first search visits all states at distance 1, then all at distance 2, and so on. It keeps every state that it has visited, so that none is expanded twice.", "Pencarian melebar mengunjungi semua keadaan berjarak 1, lalu semua yang berjarak 2, dan seterusnya. Ia menyimpan tiap keadaan yang sudah dikunjungi, agar tidak ada yang dikembangkan dua kali."],
      ["When it reaches a goal for the first time, no path is shorter: all shorter ones have been tried. The price is memory.", "Saat pertama kali bertemu tujuan, tidak ada jalan yang lebih pendek: semua yang lebih pendek sudah dicoba. Harganya memori."],
    ],
    tasks: [
      { ask: ["How many states has it visited when all up to distance 3 are done, with the start?", "Berapa keadaan yang sudah dikunjungi setelah semua sampai jarak 3 selesai, termasuk posisi awal?"], check: count("explore", SMALL_TILES, "within 3"), because: ["The layers 0, 1, 2 and 3 together.", "Lapis 0, 1, 2, dan 3 bersama-sama."] },
      { ask: ["Solve the board in as few moves as breadth-first search would.", "Selesaikan papan dengan langkah sesedikit pencarian melebar."], check: { kind: "optimal" }, because: ["No solution is shorter, and the engine has proved it.", "Tidak ada solusi yang lebih pendek, dan mesin sudah membuktikannya."] },
    ],
  },
  {
    name: "depth",
    title: ["Depth-first search: quick, but not short", "Pencarian mendalam: cepat, tetapi tidak pendek"],
    start: NEAR,
    text: [
      ["Depth-first search goes on from the state that it found last, and turns back only where nothing is new. It needs little memory for the path itself.", "Pencarian mendalam meneruskan dari keadaan yang baru ditemukan, dan berbalik hanya jika tidak ada yang baru. Untuk jalannya sendiri ia perlu sedikit memori."],
      ["What it finds is a solution, but hardly ever a shortest one: it takes the first path that leads there.", "Yang ditemukannya memang solusi, tetapi jarang yang terpendek: ia mengambil jalan pertama yang sampai."],
    ],
    tasks: [
      { ask: ["Open the tab Solution, choose depth-first search and solve from here. How many moves does its solution have?", "Buka tab Solusi, pilih pencarian mendalam, dan pecahkan dari sini. Berapa langkah solusinya?"], check: count("solve", NEAR, "length", { algorithm: "dfs" }), because: ["Feasible, says the engine, and not: optimal.", "Mesin menyebutnya layak, bukan optimal."] },
      { ask: ["Now solve the board yourself in as few moves as possible.", "Sekarang selesaikan sendiri dengan langkah sesedikit mungkin."], check: { kind: "optimal" }, because: ["Far fewer.", "Jauh lebih sedikit."] },
    ],
  },
  {
    name: "deepening",
    title: ["Iterative deepening: short with little memory", "Pendalaman bertahap: pendek dengan sedikit memori"],
    start: EIGHT,
    text: [
      ["Iterative deepening searches depth-first with a limit: first paths of one move, then of two, of three… It stores no visited states, and still the first solution is a shortest one.", "Pendalaman bertahap mencari mendalam dengan batas: mula-mula jalan satu langkah, lalu dua, tiga… Ia tidak menyimpan keadaan yang dikunjungi, namun solusi pertamanya tetap terpendek."],
      ["The price is time: states are expanded again and again, on every path that leads to them.", "Harganya waktu: keadaan dikembangkan berulang-ulang, lewat tiap jalan yang menuju ke sana."],
    ],
    tasks: [
      { ask: ["Which of the two stores fewer states here?", "Mana dari keduanya yang menyimpan lebih sedikit keadaan di sini?"], check: fewer("stored", "bfs", "iddfs"), because: ["Only the path itself is stored.", "Hanya jalannya sendiri yang disimpan."] },
      { ask: ["And which expands fewer?", "Dan mana yang mengembangkan lebih sedikit?"], check: fewer("expanded", "bfs", "iddfs"), because: ["Memory is paid for with time.", "Memori dibayar dengan waktu."] },
    ],
  },
  {
    name: "bounds",
    title: ["Bounds: how far at least?", "Batas: paling sedikit seberapa jauh?"],
    start: EIGHT,
    text: [
      ["A heuristic h estimates how many moves are left. It is admissible if it never overestimates: then it is a lower bound. It is consistent if one move never changes it by more than one.", "Heuristik h menaksir berapa langkah lagi. Ia admisibel jika tidak pernah menaksir terlalu banyak: maka ia batas bawah. Ia konsisten jika satu langkah tidak pernah mengubahnya lebih dari satu."],
      ["For tiles: a slide brings one tile one cell nearer at most. So add up how many rows and columns each tile is away from its place (Manhattan distance, the blank does not count).", "Untuk ubin: satu geseran paling banyak mendekatkan satu ubin satu petak. Jadi jumlahkan berapa baris dan kolom tiap ubin dari tempatnya (jarak Manhattan, petak kosong tidak dihitung)."],
    ],
    tasks: [
      { ask: ["What is h of the board at the start?", "Berapa h papan pada posisi awal?"], check: count("solve", EIGHT, "manhattan"), because: ["And the engine's shortest solution is not shorter: the bound holds.", "Dan solusi terpendek dari mesin tidak lebih pendek: batasnya benar."], hint: ["Tile 4 stands one row below its place: 1.", "Ubin 4 satu baris di bawah tempatnya: 1."] },
      { ask: ["How many moves does a shortest solution have?", "Berapa langkah solusi terpendek?"], check: count("solve", EIGHT, "length"), because: ["h may be less than that, or equal, but never more.", "h boleh kurang dari itu, atau sama, tetapi tidak pernah lebih."] },
    ],
  },
  {
    name: "astar",
    title: ["A*, and why it is optimal", "A*, dan mengapa optimal"],
    start: EIGHT,
    text: [
      ["A* expands the state with the smallest f = g + h: g moves were made to reach it, at least h are left. So f is the least length that a solution through this state can have.", "A* mengembangkan keadaan dengan f = g + h terkecil: g langkah sudah dibuat untuk mencapainya, paling sedikit h lagi tersisa. Jadi f adalah panjang terkecil yang mungkin bagi solusi lewat keadaan itu."],
      ["When A* takes a goal out of its list, h is 0 there, and f is the length of the path. Everything else in the list has an f that is not smaller; and as h never overestimates, every other solution is at least as long. So this one is optimal.", "Saat A* mengambil tujuan dari daftarnya, h di sana 0, dan f adalah panjang jalannya. Semua yang lain di daftar punya f yang tidak lebih kecil; dan karena h tidak pernah menaksir terlalu banyak, solusi lain paling sedikit sama panjangnya. Jadi yang ini optimal."],
    ],
    tasks: [
      { ask: ["From the start: make the move whose state A* expands first (the smallest 1 + h).", "Dari posisi awal: buat langkah yang keadaannya dikembangkan A* lebih dulu (1 + h terkecil)."], check: { kind: "expand" }, because: ["That slide brings a tile nearer, so f does not grow.", "Geseran itu mendekatkan ubin, jadi f tidak bertambah."] },
      { ask: ["Which of the two expands fewer states here?", "Mana dari keduanya yang mengembangkan lebih sedikit keadaan di sini?"], check: fewer("expanded", "bfs", "astar"), because: ["Both solutions are optimal; the bound saves the work.", "Kedua solusi optimal; batasnya menghemat kerja."] },
    ],
  },
  {
    name: "games",
    title: ["Against somebody: winning positions", "Melawan seseorang: posisi menang"],
    start: { puzzle: "stones", level: "5 7 9", seats: ["person", "perfect"] },
    text: [
      ["With an opponent a path is not enough: you need an answer to every reply. A position is lost if every move leads to a won one for the opponent, and won if some move leads to a lost one. Whoever takes the last stone wins here, so no stones at all is lost.", "Melawan seseorang, satu jalan tidak cukup: perlu jawaban untuk segalanya. Suatu posisi kalah jika tiap langkah memberi lawan posisi menang, dan menang jika ada langkah yang memberi lawan posisi kalah. Di sini yang mengambil batu terakhir menang, jadi tanpa batu sama sekali berarti kalah."],
      ["The third paper searched for any line of play in which we take the last stone, as if the opponent helped. That is a path, not a strategy. For takes of 1 to 3 the truth is short: write each pile modulo 4 and add without carry (XOR); the player to move loses exactly if the result is 0.", "Makalah ketiga mencari sembarang jalan permainan di mana kita mengambil batu terakhir, seolah lawan membantu. Itu jalan, bukan strategi. Untuk pengambilan 1 sampai 3 kebenarannya singkat: tulis tiap tumpukan modulo 4 dan jumlahkan tanpa simpanan (XOR); yang melangkah kalah tepat jika hasilnya 0."],
    ],
    tasks: [
      { ask: ["You begin, against a perfect opponent. Win.", "Anda mulai, melawan lawan sempurna. Menanglah."], check: { kind: "win" }, because: ["A perfect opponent never gives a win away: each of your moves kept it.", "Lawan sempurna tidak pernah membuang kemenangan: tiap langkah Anda menjaganya."], hint: ["5, 7 and 9 are 1, 3 and 1 modulo 4: XOR 3. Take 3 from any pile, and it is 0.", "5, 7, dan 9 adalah 1, 3, dan 1 modulo 4: XOR 3. Ambil 3 dari tumpukan mana pun, dan hasilnya 0."] },
    ],
  },
];
