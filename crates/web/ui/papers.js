// The tables of the five papers as data: what they printed, what the engine is asked, and what is wrong in them.

/**
 * @typedef {import("./i18n.js").Both} Both
 *
 * A row: what it is about, what the paper printed (nothing where it printed nothing), the job that counts it, and what of
 * the answer is meant.
 * @typedef {{ name: string, printed: string, job: Record<string, unknown>, read: "length" | "states" | "verdict" | "tower" }} PaperRow
 * @typedef {{ name: string, title: Both, about: Both, columns: [Both, Both, Both], rows: PaperRow[], wrong: Both[], href: string }} Paper
 */

/** @type {[Both, Both]} */
const PRINTED = [["printed", "tercetak"], ["by the engine", "menurut mesin"]];

/** @param {number} discs @param {string} printed @returns {PaperRow} */
const tower = (discs, printed) => ({ name: `${discs}`, printed, job: { kind: "solve", puzzle: "hanoi", options: { discs: String(discs) } }, read: "length" });

/** @param {string} method @param {string} name @param {string} printed @returns {PaperRow} */
const raced = (method, name, printed) => ({ name, printed, job: { kind: "race", puzzle: "hanoi", options: { discs: "29" }, algorithms: [method], seconds: 0.5 }, read: "tower" });

/** @param {string} piles @param {string} printed @returns {PaperRow} */
const piles = (piles, printed) => ({ name: piles, printed, job: { kind: "solve", puzzle: "stones", level: piles }, read: "verdict" });

/** @param {string} name @param {string} level @param {string} capacity @param {string} rule @param {string} printed @returns {PaperRow} */
const tubes = (name, level, capacity, rule, printed) => ({ name, printed, job: { kind: "solve", puzzle: "water", level, options: { rule, capacity } }, read: "length" });

const CASE_1 = "1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -";
const CASE_2 = "1 2 2 1 | 3 1 4 2 | 4 5 3 2 | 5 1 3 2 | 4 5 3 1 | - | -";
const CASE_3 = "1 2 2 1 | 3 1 4 2 | 4 5 3 5 | 5 4 3 2 | 4 5 3 1 | - | -";
const BLOCKS = "abCC/ddCC/ee../fghh/fgij";

/** @param {string} metric @param {string} name @param {string} printed @returns {PaperRow} */
const blocks = (metric, name, printed) => ({ name, printed, job: { kind: "solve", puzzle: "klotski", level: BLOCKS, options: { metric } }, read: "length" });

/** @type {Paper[]} */
export const PAPERS_DATA = [
  {
    name: "hanoi",
    title: ["A Tower of Hanoi game with automatic solution (2023)", "Permainan Menara Hanoi dengan solusi otomatis (2023)"],
    about: ["Table 4.1: discs and the optimal number of moves. Breadth-first search from the position shown.", "Tabel 4.1: cakram dan jumlah langkah optimal. Pencarian melebar dari posisi yang tampak."],
    columns: [["discs", "cakram"], ...PRINTED],
    rows: [tower(3, "7"), tower(4, "15"), tower(5, "31"), tower(6, "63"), tower(7, "127"), tower(8, "225")],
    wrong: [
      ["The optimum for 8 discs is printed as 225; it is 255.", "Optimum untuk 8 cakram tercetak 225; seharusnya 255."],
      ["2^64 − 1 seconds are about 585 billion years, not 585 million.", "2^64 − 1 detik kira-kira 585 miliar tahun, bukan 585 juta."],
      ["Its goal accepts the second or the third peg, so solutions for odd numbers of discs end on the middle peg, although the text wants the right one.", "Tujuannya menerima tiang kedua atau ketiga, sehingga solusi untuk jumlah cakram ganjil berakhir di tiang tengah, padahal teksnya menginginkan yang kanan."],
      ["Breadth-first search is called recursive, and a list is searched for every visited test, so the cost grows like 9^N.", "Pencarian melebar disebut rekursif, dan untuk tiap uji kunjungan satu daftar ditelusuri, sehingga biayanya tumbuh seperti 9^N."],
    ],
    href: "#/hanoi/other",
  },
  {
    name: "race",
    title: ["Algorithms for the Tower of Hanoi (2010)", "Algoritma Menara Hanoi (2010)"],
    about: ["Table 2, without output: seconds for 29 discs. The engine writes moves for half a second each and says how long the whole tower would take on this machine.", "Tabel 2, tanpa keluaran: detik untuk 29 cakram. Mesin menulis langkah selama setengah detik dan menyebut berapa lama seluruh menara di mesin ini."],
    columns: [["algorithm", "algoritma"], ...PRINTED],
    rows: [raced("er", "LLHanoi (Er)", "45.7 s"), raced("kolar1", "Kolar 1", "29.5 s"), raced("kolar2", "Kolar 2", "26.9 s"), raced("kolar3", "Kolar 3", "25.0 s"), raced("kolar4", "Kolar 4", "20.6 s")],
    wrong: [
      ["The recursive pseudo-code stops at N == 0 only, and makes 2^(N+1) − 1 moves as printed.", "Pseudokode rekursif baru berhenti pada N == 0, dan seperti tercetak membuat 2^(N+1) − 1 langkah."],
      ["“Loopless” means constant work for each move, not “without a loop”; Kolar's algorithms are iterative. The C code does not compile as printed.", "“Loopless” berarti kerja tetap untuk tiap langkah, bukan “tanpa kalang”; algoritma Kolar iteratif. Kode C-nya tidak dapat dikompilasi seperti tercetak."],
      ["Table 3 has 0.8 s for algorithm 1 at 13 discs, which can't be: about 0.2 s.", "Tabel 3 memuat 0,8 detik untuk algoritma 1 pada 13 cakram, yang mustahil: sekitar 0,2 detik."],
    ],
    href: "#/hanoi?view=race",
  },
  {
    name: "stones",
    title: ["Three piles of stones (2010)", "Tiga tumpukan batu (2010)"],
    about: ["The positions of its games: what its searches take for granted, and what holds against an opponent who does not help.", "Posisi permainannya: apa yang dianggap pencariannya, dan apa yang berlaku melawan lawan yang tidak membantu."],
    columns: [["piles", "tumpukan"], ["its searches", "pencariannya"], PRINTED[1]],
    rows: [piles("8 12 4", "a line to the last stone"), piles("7 11 6", "a line to the last stone"), piles("5 7 9", "a line to the last stone")],
    wrong: [
      ["Depth-first and breadth-first search look for any line of play in which we take the last stone, as if the opponent helped. That is no strategy; its verdict is wrong for a quarter of all positions.", "Pencarian mendalam dan melebar mencari sembarang jalan permainan di mana kita mengambil batu terakhir, seolah lawan membantu. Itu bukan strategi; putusannya salah untuk seperempat dari semua posisi."],
      ["“Leave all piles multiples of 4” is sufficient, not necessary: (8, 12, 4) is lost for the player to move, (7, 11, 6) is won by taking 2 and (5, 7, 9) by taking 3 from any pile.", "“Sisakan semua tumpukan kelipatan 4” cukup, tetapi tidak perlu: (8, 12, 4) kalah bagi yang melangkah, (7, 11, 6) menang dengan mengambil 2 dan (5, 7, 9) dengan mengambil 3 dari tumpukan mana pun."],
    ],
    href: "#/stones/paper-1",
  },
  {
    name: "water",
    title: ["Water Sort by breadth-first search (2024)", "Water Sort dengan pencarian melebar (2024)"],
    about: ["Its four test cases, in moves of one unit; then the first in pours, as people play it.", "Keempat kasus ujinya, dalam langkah satu unit; lalu yang pertama dalam tuangan, seperti orang bermain."],
    columns: [["case", "kasus"], ...PRINTED],
    rows: [tubes("1", CASE_1, "4", "unit", "12"), tubes("2", CASE_2, "4", "unit", "–"), tubes("3", CASE_3, "4", "unit", "18"), tubes("4", CASE_2, "5", "unit", "18"), tubes("1, pours", CASE_1, "4", "pour", "")],
    wrong: [
      ["Case 2 is impossible for a reason that needs no search: five units of colour 1, and of 2, can't fit into a tube of four.", "Kasus 2 mustahil karena alasan yang tidak perlu pencarian: lima unit warna 1, dan warna 2, tidak muat dalam tabung isi empat."],
      ["The goal function and the lists of moves are printed garbled; the answers here are the engine's own, replayed by its checker.", "Fungsi tujuan dan daftar langkahnya tercetak rusak; jawaban di sini dari mesin sendiri, diputar ulang oleh pemeriksanya."],
    ],
    href: "#water:1+2+2+1+$+3+1+3+2+$+3+1+3+2+$+-+$+-?rule=unit",
  },
  {
    name: "klotski",
    title: ["Klotski by breadth-first search (2007)", "Klotski dengan pencarian melebar (2007)"],
    about: ["Its example, in three ways of counting, and all positions with equal shapes interchangeable.", "Contohnya, dengan tiga cara menghitung, dan semua posisi dengan bentuk sama dapat ditukar."],
    columns: [["counted", "yang dihitung"], ...PRINTED],
    rows: [blocks("moves", "moves", "34"), blocks("slides", "straight slides", ""), blocks("steps", "unit steps", ""), { name: "states", printed: "", job: { kind: "explore", puzzle: "klotski", level: BLOCKS }, read: "states" }],
    wrong: [["How a move is counted is not said: the same solution has 34 moves, 35 straight slides and 48 unit steps.", "Tidak disebut bagaimana satu langkah dihitung: solusi yang sama punya 34 langkah, 35 geseran lurus, dan 48 langkah petak."]],
    href: "#klotski:abCC/ddCC/ee../fghh/fgij",
  },
];
