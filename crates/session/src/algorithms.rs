//! The algorithms explained, each in three sentences: how it searches, what it guarantees, what it costs. Page, terminal
//! and command line say the same.

use telusur_puzzles::Language;
use telusur_search::Algorithm;

/// One algorithm in three sentences: how it searches; what it guarantees; and what it costs, where b is the number of
/// moves from a position and d the length of a shortest solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Which.
    pub algorithm: Algorithm,
    english: [&'static str; 3],
    indonesian: [&'static str; 3],
}

impl Explanation {
    /// How it searches, what it guarantees, what it costs.
    #[must_use]
    pub fn sentences(&self, language: Language) -> [&'static str; 3] {
        language.choose(self.english, self.indonesian)
    }
}

/// The name of an algorithm in a sentence; [`Algorithm::name`] is the one on the command line.
#[must_use]
pub fn title(algorithm: Algorithm, language: Language) -> &'static str {
    match algorithm {
        Algorithm::Auto => language.choose("automatic choice", "pilihan otomatis"),
        Algorithm::Bfs => language.choose("breadth-first search", "pencarian melebar"),
        Algorithm::Dfs => language.choose("depth-first search", "pencarian mendalam"),
        Algorithm::Iddfs => language.choose("iterative deepening", "pendalaman berulang"),
        Algorithm::Bidirectional => language.choose("bidirectional search", "pencarian dua arah"),
        Algorithm::Astar => "A*",
        Algorithm::Idastar => "IDA*",
        Algorithm::Greedy => language.choose("greedy best-first search", "pencarian serakah"),
        Algorithm::Anytime => language.choose("anytime search", "pencarian bertahap"),
        Algorithm::Frontier => language.choose("frontier search", "pencarian garis depan"),
        Algorithm::Dense => language.choose("bit-array search", "pencarian larik bit"),
        Algorithm::Planes => language.choose("bit-plane search", "pencarian bidang bit"),
        Algorithm::Theory => language.choose("a formula", "rumus"),
    }
}

/// All of them, in the order of [`Algorithm::ALL`].
pub const EXPLANATIONS: [Explanation; 12] = [
    Explanation {
        algorithm: Algorithm::Auto,
        english: [
            "Chooses one of the others by what the puzzle offers and by the memory there is, and says why.",
            "A solution is a shortest one, unless a limit comes before the proof.",
            "It costs what its choice costs.",
        ],
        indonesian: [
            "Memilih salah satu yang lain menurut apa yang ditawarkan teka-teki dan memori yang ada, dan mengatakan alasannya.",
            "Solusinya terpendek, kecuali sebuah batas tercapai sebelum terbukti.",
            "Biayanya sama dengan biaya pilihannya.",
        ],
    },
    Explanation {
        algorithm: Algorithm::Bfs,
        english: [
            "Breadth-first search visits all positions one move from the start, then all two moves away, and so on.",
            "The first goal that it reaches is a nearest one, and if nothing is left to expand, there is no solution.",
            "Time and memory grow like b^d: every position up to the depth of the goal is stored.",
        ],
        indonesian: [
            "Pencarian melebar mengunjungi semua posisi satu langkah dari awal, lalu semua yang dua langkah jauhnya, dan seterusnya.",
            "Tujuan pertama yang ditemuinya adalah yang terdekat, dan kalau tidak ada yang tersisa, tidak ada solusi.",
            "Waktu dan memori tumbuh seperti b^d: setiap posisi sampai kedalaman tujuan disimpan.",
        ],
    },
    Explanation {
        algorithm: Algorithm::Dfs,
        english: [
            "Depth-first search goes on with the last position that it found, and turns back only where nothing new is left.",
            "It finds a solution if the space is finite and there is one, but it may be far from the shortest.",
            "It may visit the whole space, and every visited position is stored.",
        ],
        indonesian: [
            "Pencarian mendalam meneruskan posisi terakhir yang ditemukan, dan baru mundur kalau tidak ada lagi yang baru.",
            "Ia menemukan solusi kalau ruangnya berhingga dan solusinya ada, tetapi bisa jauh dari yang terpendek.",
            "Ia mungkin mengunjungi seluruh ruang, dan setiap posisi yang dikunjungi disimpan.",
        ],
    },
    Explanation {
        algorithm: Algorithm::Iddfs,
        english: [
            "Iterative deepening searches depth first to depth 1, then again to depth 2, then to depth 3, until a goal is found.",
            "The first solution is a shortest one, because nothing shorter was left out.",
            "Memory is only the current path, but positions that can be reached in many ways are searched as many times.",
        ],
        indonesian: [
            "Pendalaman bertahap menelusuri ke dalam sampai kedalaman 1, lalu lagi sampai 2, lalu 3, hingga tujuan ditemukan.",
            "Solusi pertama adalah yang terpendek, karena tidak ada yang lebih pendek yang terlewat.",
            "Memorinya hanya jalur saat ini, tetapi posisi yang dicapai dengan banyak cara ditelusuri sebanyak itu pula.",
        ],
    },
    Explanation {
        algorithm: Algorithm::Bidirectional,
        english: [
            "Two breadth-first searches, one from the start and one backwards from the goals, take turns until they meet; the thinner one goes first.",
            "The path through the meeting point is a shortest one, because both sides are complete to their depths.",
            "Time and memory grow like b^(d/2) twice, which is far less than b^d; the goals must be known and moves reversible.",
        ],
        indonesian: [
            "Dua pencarian melebar, satu dari awal dan satu mundur dari tujuan, bergantian sampai bertemu; yang lebih tipis didahulukan.",
            "Jalur lewat titik temu adalah yang terpendek, karena kedua sisi lengkap sampai kedalamannya.",
            "Waktu dan memori tumbuh seperti dua kali b^(d/2), jauh lebih sedikit dari b^d; tujuan harus diketahui dan langkah dapat dibalik.",
        ],
    },
    Explanation {
        algorithm: Algorithm::Astar,
        english: [
            "A* always expands the position with the least f = g + h: moves made so far plus a lower bound of the moves left.",
            "Since h never overestimates, the solution is a shortest one once no open position has a smaller f.",
            "It stores every position that it reaches; the better the bound, the fewer there are.",
        ],
        indonesian: [
            "A* selalu mengekspansi posisi dengan f = g + h terkecil: langkah yang sudah dibuat ditambah batas bawah langkah yang tersisa.",
            "Karena h tidak pernah berlebihan, solusinya terpendek begitu tidak ada posisi terbuka dengan f lebih kecil.",
            "Ia menyimpan setiap posisi yang dicapainya; makin baik batasnya, makin sedikit jumlahnya.",
        ],
    },
    Explanation {
        algorithm: Algorithm::Idastar,
        english: [
            "IDA* searches depth first and cuts everything whose f = g + h exceeds a limit, then raises the limit to the least f that it cut.",
            "The first solution is a shortest one, as with A*.",
            "Memory is only the current path, and no table is looked up; positions that can be reached in many ways are searched again.",
        ],
        indonesian: [
            "IDA* menelusuri ke dalam dan memotong semua yang f = g + h-nya melebihi batas, lalu menaikkan batas ke f terkecil yang dipotong.",
            "Solusi pertama adalah yang terpendek, seperti pada A*.",
            "Memorinya hanya jalur saat ini, tanpa tabel; posisi yang dicapai dengan banyak cara ditelusuri lagi.",
        ],
    },
    Explanation {
        algorithm: Algorithm::Greedy,
        english: [
            "Greedy best-first search always expands the position whose lower bound h is least, however long the way there was.",
            "It finds a solution if the space is finite and there is one; it need not be a short one.",
            "Often very little, at worst the whole space; every position that it reaches is stored.",
        ],
        indonesian: [
            "Pencarian rakus selalu mengekspansi posisi dengan batas bawah h terkecil, sepanjang apa pun jalan ke sana.",
            "Ia menemukan solusi kalau ruangnya berhingga dan solusinya ada; belum tentu pendek.",
            "Sering sangat sedikit, paling buruk seluruh ruang; setiap posisi yang dicapainya disimpan.",
        ],
    },
    Explanation {
        algorithm: Algorithm::Anytime,
        english: [
            "A* and beam searches of growing width take turns: one raises the lower bound, the other finds better solutions.",
            "There is a solution soon, and when both bounds meet, it is proved shortest; before that, the gap is known.",
            "As much as A* for the proof; it can be stopped at any time.",
        ],
        indonesian: [
            "A* dan pencarian sorot yang makin lebar bergantian: yang satu menaikkan batas bawah, yang lain menemukan solusi lebih baik.",
            "Solusi segera ada, dan ketika kedua batas bertemu, terbukti terpendek; sebelum itu, selisihnya diketahui.",
            "Sebanyak A* untuk buktinya; dapat dihentikan kapan saja.",
        ],
    },
    Explanation {
        algorithm: Algorithm::Frontier,
        english: [
            "Breadth-first search that forgets all but the last layers, where every move can be taken back.",
            "The solution is a shortest one; its moves are found by searching again in halves.",
            "Memory for the two widest layers, and about twice the time.",
        ],
        indonesian: [
            "Pencarian melebar yang melupakan semua kecuali lapisan terakhir, kalau setiap langkah dapat dibalik.",
            "Solusinya terpendek; langkah-langkahnya ditemukan dengan mencari lagi per separuh.",
            "Memori untuk dua lapisan terlebar, dan kira-kira dua kali waktunya.",
        ],
    },
    Explanation {
        algorithm: Algorithm::Dense,
        english: [
            "Breadth-first search in which every position has a number, and a bit array stands for the set of visited ones.",
            "The same as breadth-first search: shortest solutions, and proofs that there is none.",
            "One or two bits for each position that the numbering knows, whether it can be reached or not.",
        ],
        indonesian: [
            "Pencarian melebar yang memberi setiap posisi sebuah nomor, dan larik bit mewakili himpunan yang dikunjungi.",
            "Sama dengan pencarian melebar: solusi terpendek, dan bukti bahwa tidak ada solusi.",
            "Satu atau dua bit untuk setiap posisi yang dikenal penomoran, tercapai atau tidak.",
        ],
    },
    Explanation {
        algorithm: Algorithm::Planes,
        english: [
            "Breadth-first search in which a move is an operation on whole words of bits: 64 positions at a time.",
            "The same as breadth-first search: shortest solutions, and proofs that there is none.",
            "Some bits for each position of the whole space, and very little time for each.",
        ],
        indonesian: [
            "Pencarian melebar dengan langkah sebagai operasi pada kata bit utuh: 64 posisi sekaligus.",
            "Sama dengan pencarian melebar: solusi terpendek, dan bukti bahwa tidak ada solusi.",
            "Beberapa bit untuk setiap posisi seluruh ruang, dan sangat sedikit waktu untuk masing-masing.",
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Every algorithm that can be asked for is explained, in whole sentences, in every language.
    #[test]
    fn nothing_is_left_unexplained() {
        let names: Vec<Algorithm> = EXPLANATIONS.iter().map(|explanation| explanation.algorithm).collect();
        assert_eq!(names, Algorithm::ALL);
        for explanation in &EXPLANATIONS {
            for language in Language::ALL {
                for text in explanation.sentences(language) {
                    let is_sentence = text.ends_with('.') && text.starts_with(char::is_uppercase);
                    assert!(is_sentence && text.matches(". ").count() == 0, "{text}");
                }
            }
        }
    }
}
