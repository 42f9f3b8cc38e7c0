// The lessons as data: texts in both languages, the board that each is about, and tasks with what must hold. Numbers are
// never written down here: what is asked is counted by the engine when somebody answers.

/**
 * @typedef {{ en: string, id: string }} Both
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

/** @type {Lesson[]} */
export const LESSONS = [
  {
    name: "states",
    title: { en: "What is a state?", id: "Apa itu keadaan?" },
    start: TWO_DISCS,
    text: [
      { en: "A state is everything that you must know to go on, and nothing else: here, which peg each disc is on. How you came there does not matter.", id: "Keadaan adalah semua yang perlu diketahui untuk melanjutkan, tidak lebih: di sini, tiap cakram ada di tiang mana. Bagaimana Anda sampai di sana tidak penting." },
      { en: "A move leads from one state to another. The start is a state; the goal is one state, or several.", id: "Satu langkah membawa dari satu keadaan ke keadaan lain. Posisi awal adalah keadaan; tujuan adalah satu keadaan atau beberapa." },
    ],
    tasks: [
      { ask: { en: "Bring the small disc to peg B and the large one to peg C.", id: "Bawa cakram kecil ke tiang B dan yang besar ke tiang C." }, check: { kind: "reach", text: "| 1 | 2" }, because: { en: "That is the state “| 1 | 2”: one line says all of it.", id: "Itulah keadaan “| 1 | 2”: satu baris sudah mengatakan semuanya." } },
      { ask: { en: "How many states are there in all, with two discs and three pegs?", id: "Ada berapa keadaan seluruhnya, dengan dua cakram dan tiga tiang?" }, check: { kind: "count", job: { kind: "explore", ...TWO_DISCS }, read: "states" }, because: { en: "Each disc may be on any of three pegs, and on a peg the order is forced: 3 × 3.", id: "Tiap cakram boleh di salah satu dari tiga tiang, dan di satu tiang urutannya pasti: 3 × 3." }, hint: { en: "Each disc has three pegs to be on.", id: "Tiap cakram punya tiga tiang." } },
    ],
  },
  {
    name: "graph",
    title: { en: "The state space is a graph", id: "Ruang keadaan adalah graf" },
    start: TWO_DISCS,
    text: [
      { en: "Draw a point for each state and a line for each move: that is the state space, a graph. To solve the puzzle is to find a way through it. The tab Map draws it.", id: "Gambar satu titik untuk tiap keadaan dan satu garis untuk tiap langkah: itulah ruang keadaan, sebuah graf. Memecahkan teka-teki berarti menemukan jalan di dalamnya. Tab Peta menggambarnya." },
      { en: "The distance of two states is the number of moves of a shortest way between them.", id: "Jarak dua keadaan adalah jumlah langkah jalan terpendek di antaranya." },
    ],
    tasks: [
      { ask: { en: "How many states are exactly two moves away from the start?", id: "Ada berapa keadaan yang tepat dua langkah dari posisi awal?" }, check: { kind: "count", job: { kind: "explore", ...TWO_DISCS }, read: "layer 2" }, because: { en: "A state counts where it is reached first; going back is no new state.", id: "Keadaan dihitung di tempat pertama kali tercapai; mundur bukan keadaan baru." }, hint: { en: "Try all moves, then all moves after each; leave out what you have seen.", id: "Coba semua langkah, lalu semua langkah sesudahnya; abaikan yang sudah terlihat." } },
      { ask: { en: "How far is the farthest state?", id: "Seberapa jauh keadaan terjauh?" }, check: { kind: "count", job: { kind: "explore", ...TWO_DISCS }, read: "radius" }, because: { en: "No state is farther; the towers on the other pegs are that far.", id: "Tidak ada yang lebih jauh; menara di tiang lain sejauh itu." } },
    ],
  },
  {
    name: "breadth",
    title: { en: "Breadth-first search: layer by layer", id: "Pencarian melebar: lapis demi lapis" },
    start: SMALL_TILES,
    text: [
      { en: "Breadth-first search visits all states at distance 1, then all at distance 2, and so on. It keeps every state that it has visited, so that none is expanded twice.", id: "Pencarian melebar mengunjungi semua keadaan berjarak 1, lalu semua yang berjarak 2, dan seterusnya. Ia menyimpan tiap keadaan yang sudah dikunjungi, agar tidak ada yang dikembangkan dua kali." },
      { en: "The first time that it meets a goal, no way is shorter: all shorter ones have been tried. The price is memory.", id: "Saat pertama kali bertemu tujuan, tidak ada jalan yang lebih pendek: semua yang lebih pendek sudah dicoba. Harganya memori." },
    ],
    tasks: [
      { ask: { en: "How many states has it visited when all up to distance 3 are done, with the start?", id: "Berapa keadaan yang sudah dikunjungi setelah semua sampai jarak 3 selesai, termasuk posisi awal?" }, check: { kind: "count", job: { kind: "explore", ...SMALL_TILES }, read: "within 3" }, because: { en: "The layers 0, 1, 2 and 3 together.", id: "Lapis 0, 1, 2, dan 3 bersama-sama." } },
      { ask: { en: "Solve the board in as few moves as breadth-first search would.", id: "Selesaikan papan dengan langkah sesedikit pencarian melebar." }, check: { kind: "optimal" }, because: { en: "No solution is shorter, and the engine has proved it.", id: "Tidak ada solusi yang lebih pendek, dan mesin sudah membuktikannya." } },
    ],
  },
  {
    name: "depth",
    title: { en: "Depth-first search: quick, but not short", id: "Pencarian mendalam: cepat, tetapi tidak pendek" },
    start: NEAR,
    text: [
      { en: "Depth-first search goes on from the state that it found last, and turns back only where nothing is new. It needs little memory for the way itself.", id: "Pencarian mendalam meneruskan dari keadaan yang baru ditemukan, dan berbalik hanya jika tidak ada yang baru. Untuk jalannya sendiri ia perlu sedikit memori." },
      { en: "What it finds is a solution, but hardly ever a shortest one: it takes the first way that leads there.", id: "Yang ditemukannya memang solusi, tetapi jarang yang terpendek: ia mengambil jalan pertama yang sampai." },
    ],
    tasks: [
      { ask: { en: "Open the tab Solve, choose depth-first search and solve from here. How many moves does its solution have?", id: "Buka tab Pecahkan, pilih pencarian mendalam, dan pecahkan dari sini. Berapa langkah solusinya?" }, check: { kind: "count", job: { kind: "solve", ...NEAR, algorithm: "dfs" }, read: "length" }, because: { en: "Feasible, says the engine, and not: optimal.", id: "Mesin menyebutnya layak, bukan optimal." } },
      { ask: { en: "Now solve the board yourself in as few moves as possible.", id: "Sekarang selesaikan sendiri dengan langkah sesedikit mungkin." }, check: { kind: "optimal" }, because: { en: "So many fewer.", id: "Jauh lebih sedikit." } },
    ],
  },
  {
    name: "deepening",
    title: { en: "Iterative deepening: short with little memory", id: "Pendalaman bertahap: pendek dengan sedikit memori" },
    start: EIGHT,
    text: [
      { en: "Iterative deepening searches depth-first with a limit: first ways of one move, then of two, of three… It stores no visited states, and still the first solution is a shortest one.", id: "Pendalaman bertahap mencari mendalam dengan batas: mula-mula jalan satu langkah, lalu dua, tiga… Ia tidak menyimpan keadaan yang dikunjungi, namun solusi pertamanya tetap terpendek." },
      { en: "The price is time: states are expanded again and again, on every way that leads to them.", id: "Harganya waktu: keadaan dikembangkan berulang-ulang, lewat tiap jalan yang menuju ke sana." },
    ],
    tasks: [
      { ask: { en: "Which of the two stores fewer states here?", id: "Mana dari keduanya yang menyimpan lebih sedikit keadaan di sini?" }, check: { kind: "choice", options: [{ value: "bfs", name: { en: "Breadth-first search", id: "Pencarian melebar" } }, { value: "iddfs", name: { en: "Iterative deepening", id: "Pendalaman bertahap" } }], job: { kind: "compare", ...EIGHT, algorithms: ["bfs", "iddfs"] }, least: "stored" }, because: { en: "Only the way itself is kept.", id: "Hanya jalannya sendiri yang disimpan." } },
      { ask: { en: "And which expands fewer?", id: "Dan mana yang mengembangkan lebih sedikit?" }, check: { kind: "choice", options: [{ value: "bfs", name: { en: "Breadth-first search", id: "Pencarian melebar" } }, { value: "iddfs", name: { en: "Iterative deepening", id: "Pendalaman bertahap" } }], job: { kind: "compare", ...EIGHT, algorithms: ["bfs", "iddfs"] }, least: "expanded" }, because: { en: "Memory is paid for with time.", id: "Memori dibayar dengan waktu." } },
    ],
  },
  {
    name: "bounds",
    title: { en: "Bounds: how far at least?", id: "Batas: paling sedikit seberapa jauh?" },
    start: EIGHT,
    text: [
      { en: "A heuristic h guesses how many moves are left. It is admissible if it never says too many: then it is a lower bound. It is consistent if one move never changes it by more than one.", id: "Heuristik h menaksir berapa langkah lagi. Ia admisibel jika tidak pernah menaksir terlalu banyak: maka ia batas bawah. Ia konsisten jika satu langkah tidak pernah mengubahnya lebih dari satu." },
      { en: "For tiles: a slide brings one tile one cell nearer at most. So add up how many rows and columns each tile is away from its place (Manhattan distance, the blank does not count).", id: "Untuk ubin: satu geseran paling banyak mendekatkan satu ubin satu petak. Jadi jumlahkan berapa baris dan kolom tiap ubin dari tempatnya (jarak Manhattan, petak kosong tidak dihitung)." },
    ],
    tasks: [
      { ask: { en: "What is h of the board at the start?", id: "Berapa h papan pada posisi awal?" }, check: { kind: "count", job: { kind: "solve", ...EIGHT }, read: "manhattan" }, because: { en: "And the engine's shortest solution is not shorter: the bound holds.", id: "Dan solusi terpendek dari mesin tidak lebih pendek: batasnya benar." }, hint: { en: "Tile 4 stands one row below its place: 1.", id: "Ubin 4 satu baris di bawah tempatnya: 1." } },
      { ask: { en: "How many moves does a shortest solution have?", id: "Berapa langkah solusi terpendek?" }, check: { kind: "count", job: { kind: "solve", ...EIGHT }, read: "length" }, because: { en: "h may be less than that, or equal, but never more.", id: "h boleh kurang dari itu, atau sama, tetapi tidak pernah lebih." } },
    ],
  },
  {
    name: "astar",
    title: { en: "A*, and why it is optimal", id: "A*, dan mengapa optimal" },
    start: EIGHT,
    text: [
      { en: "A* expands the state with the smallest f = g + h: g moves were made to reach it, at least h are left. So f is the least length that a solution through this state can have.", id: "A* mengembangkan keadaan dengan f = g + h terkecil: g langkah sudah dibuat untuk mencapainya, paling sedikit h lagi tersisa. Jadi f adalah panjang terkecil yang mungkin bagi solusi lewat keadaan itu." },
      { en: "When A* takes a goal out of its list, h is 0 there, and f is the length of the way. Everything else in the list has an f that is not smaller; and as h never says too many, every other solution is at least as long. So this one is optimal.", id: "Saat A* mengambil tujuan dari daftarnya, h di sana 0, dan f adalah panjang jalannya. Semua yang lain di daftar punya f yang tidak lebih kecil; dan karena h tidak pernah menaksir terlalu banyak, solusi lain paling sedikit sama panjangnya. Jadi yang ini optimal." },
    ],
    tasks: [
      { ask: { en: "From the start: make the move whose state A* expands first (the smallest 1 + h).", id: "Dari posisi awal: buat langkah yang keadaannya dikembangkan A* lebih dulu (1 + h terkecil)." }, check: { kind: "expand" }, because: { en: "That slide brings a tile nearer, so f does not grow.", id: "Geseran itu mendekatkan ubin, jadi f tidak bertambah." } },
      { ask: { en: "Which of the two expands fewer states here?", id: "Mana dari keduanya yang mengembangkan lebih sedikit keadaan di sini?" }, check: { kind: "choice", options: [{ value: "bfs", name: { en: "Breadth-first search", id: "Pencarian melebar" } }, { value: "astar", name: { en: "A*", id: "A*" } }], job: { kind: "compare", ...EIGHT, algorithms: ["bfs", "astar"] }, least: "expanded" }, because: { en: "Both solutions are optimal; the bound saves the work.", id: "Kedua solusi optimal; batasnya menghemat kerja." } },
    ],
  },
  {
    name: "games",
    title: { en: "Against somebody: winning positions", id: "Melawan seseorang: posisi menang" },
    start: { puzzle: "stones", level: "5 7 9", seats: ["person", "perfect"] },
    text: [
      { en: "With an opponent a way is not enough: one needs an answer to everything. A position is lost if every move leads to a won one for the opponent, and won if some move leads to a lost one. Whoever takes the last stone wins here, so no stones at all is lost.", id: "Melawan seseorang, satu jalan tidak cukup: perlu jawaban untuk segalanya. Suatu posisi kalah jika tiap langkah memberi lawan posisi menang, dan menang jika ada langkah yang memberi lawan posisi kalah. Di sini yang mengambil batu terakhir menang, jadi tanpa batu sama sekali berarti kalah." },
      { en: "The third paper searched for any line of play in which we take the last stone, as if the opponent helped. That is a way, not a strategy. For takes of 1 to 3 the truth is short: write each pile modulo 4 and add without carry (XOR); the mover loses exactly if the result is 0.", id: "Makalah ketiga mencari sembarang jalan permainan di mana kita mengambil batu terakhir, seolah lawan membantu. Itu jalan, bukan strategi. Untuk pengambilan 1 sampai 3 kebenarannya singkat: tulis tiap tumpukan modulo 4 dan jumlahkan tanpa simpanan (XOR); yang melangkah kalah tepat jika hasilnya 0." },
    ],
    tasks: [
      { ask: { en: "You begin, against a perfect opponent. Win.", id: "Anda mulai, melawan lawan sempurna. Menanglah." }, check: { kind: "win" }, because: { en: "A perfect opponent never gives a win away: each of your moves kept it.", id: "Lawan sempurna tidak pernah membuang kemenangan: tiap langkah Anda menjaganya." }, hint: { en: "5, 7 and 9 are 1, 3 and 1 modulo 4: XOR 3. Take 3 from any pile, and it is 0.", id: "5, 7, dan 9 adalah 1, 3, dan 1 modulo 4: XOR 3. Ambil 3 dari tumpukan mana pun, dan hasilnya 0." } },
    ],
  },
];
