//! The algorithms explained, each in three sentences: how it searches, what it guarantees, what it costs. Page, terminal
//! and command line say the same.

use telusur_puzzles::Language;
use telusur_search::Algorithm;

/// One algorithm in three sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Which.
    pub algorithm: Algorithm,
    /// Each in English and Indonesian.
    idea: (&'static str, &'static str),
    guarantee: (&'static str, &'static str),
    cost: (&'static str, &'static str),
}

impl Explanation {
    /// How it searches.
    #[must_use]
    pub fn idea(&self, language: Language) -> &'static str {
        language.choose(self.idea.0, self.idea.1)
    }

    /// What it guarantees.
    #[must_use]
    pub fn guarantee(&self, language: Language) -> &'static str {
        language.choose(self.guarantee.0, self.guarantee.1)
    }

    /// What it costs: b is the number of moves from a position, d the length of a shortest solution.
    #[must_use]
    pub fn cost(&self, language: Language) -> &'static str {
        language.choose(self.cost.0, self.cost.1)
    }
}

/// The explanation of an algorithm; `None` for what is no search.
#[must_use]
pub fn explained(algorithm: Algorithm) -> Option<&'static Explanation> {
    EXPLANATIONS.iter().find(|explanation| explanation.algorithm == algorithm)
}

/// All of them, in the order of [`Algorithm::ALL`].
pub const EXPLANATIONS: [Explanation; 12] = [
    Explanation {
        algorithm: Algorithm::Auto,
        idea: (
            "Chooses one of the others by what the puzzle offers and by the memory there is, and says why.",
            "Memilih salah satu yang lain menurut apa yang ditawarkan teka-teki dan memori yang ada, dan mengatakan alasannya.",
        ),
        guarantee: (
            "A solution is a shortest one, unless a limit comes before the proof.",
            "Solusinya terpendek, kecuali sebuah batas tercapai sebelum terbukti.",
        ),
        cost: ("It costs what its choice costs.", "Biayanya sama dengan biaya pilihannya."),
    },
    Explanation {
        algorithm: Algorithm::Bfs,
        idea: (
            "Breadth-first search visits all positions one move from the start, then all two moves away, and so on.",
            "Pencarian melebar mengunjungi semua posisi satu langkah dari awal, lalu semua yang dua langkah jauhnya, dan seterusnya.",
        ),
        guarantee: (
            "The first goal that it reaches is a nearest one, and if nothing is left to expand, there is no solution.",
            "Tujuan pertama yang ditemuinya adalah yang terdekat, dan kalau tidak ada yang tersisa, tidak ada solusi.",
        ),
        cost: (
            "Time and memory grow like b^d: every position up to the depth of the goal is stored.",
            "Waktu dan memori tumbuh seperti b^d: setiap posisi sampai kedalaman tujuan disimpan.",
        ),
    },
    Explanation {
        algorithm: Algorithm::Dfs,
        idea: (
            "Depth-first search goes on with the last position that it found, and turns back only where nothing new is left.",
            "Pencarian mendalam meneruskan posisi terakhir yang ditemukan, dan baru mundur kalau tidak ada lagi yang baru.",
        ),
        guarantee: (
            "It finds a solution if the space is finite and there is one, but it may be far from the shortest.",
            "Ia menemukan solusi kalau ruangnya berhingga dan solusinya ada, tetapi bisa jauh dari yang terpendek.",
        ),
        cost: (
            "It may visit the whole space, and every visited position is stored.",
            "Ia mungkin mengunjungi seluruh ruang, dan setiap posisi yang dikunjungi disimpan.",
        ),
    },
    Explanation {
        algorithm: Algorithm::Iddfs,
        idea: (
            "Iterative deepening searches depth first to depth 1, then again to depth 2, then to depth 3, until a goal is found.",
            "Pendalaman bertahap menelusuri ke dalam sampai kedalaman 1, lalu lagi sampai 2, lalu 3, hingga tujuan ditemukan.",
        ),
        guarantee: (
            "The first solution is a shortest one, because nothing shorter was left out.",
            "Solusi pertama adalah yang terpendek, karena tidak ada yang lebih pendek yang terlewat.",
        ),
        cost: (
            "Memory is only the current path, but positions that can be reached in many ways are searched as many times.",
            "Memorinya hanya jalur saat ini, tetapi posisi yang dicapai dengan banyak cara ditelusuri sebanyak itu pula.",
        ),
    },
    Explanation {
        algorithm: Algorithm::Bidirectional,
        idea: (
            "Two breadth-first searches, one from the start and one backwards from the goals, take turns until they meet; the thinner one goes first.",
            "Dua pencarian melebar, satu dari awal dan satu mundur dari tujuan, bergantian sampai bertemu; yang lebih tipis didahulukan.",
        ),
        guarantee: (
            "The path through the meeting point is a shortest one, because both sides are complete to their depths.",
            "Jalur lewat titik temu adalah yang terpendek, karena kedua sisi lengkap sampai kedalamannya.",
        ),
        cost: (
            "Time and memory grow like b^(d/2) twice, which is far less than b^d; the goals must be known and moves reversible.",
            "Waktu dan memori tumbuh seperti dua kali b^(d/2), jauh lebih sedikit dari b^d; tujuan harus diketahui dan langkah dapat dibalik.",
        ),
    },
    Explanation {
        algorithm: Algorithm::Astar,
        idea: (
            "A* always expands the position with the least f = g + h: moves made so far plus a lower bound of the moves left.",
            "A* selalu mengekspansi posisi dengan f = g + h terkecil: langkah yang sudah dibuat ditambah batas bawah langkah yang tersisa.",
        ),
        guarantee: (
            "Since h never overestimates, the solution is a shortest one once no open position has a smaller f.",
            "Karena h tidak pernah berlebihan, solusinya terpendek begitu tidak ada posisi terbuka dengan f lebih kecil.",
        ),
        cost: (
            "It stores every position that it reaches; the better the bound, the fewer there are.",
            "Ia menyimpan setiap posisi yang dicapainya; makin baik batasnya, makin sedikit jumlahnya.",
        ),
    },
    Explanation {
        algorithm: Algorithm::Idastar,
        idea: (
            "IDA* searches depth first and cuts everything whose f = g + h exceeds a limit, then raises the limit to the least f that it cut.",
            "IDA* menelusuri ke dalam dan memotong semua yang f = g + h-nya melebihi batas, lalu menaikkan batas ke f terkecil yang dipotong.",
        ),
        guarantee: (
            "The first solution is a shortest one, as with A*.",
            "Solusi pertama adalah yang terpendek, seperti pada A*.",
        ),
        cost: (
            "Memory is only the current path, and no table is looked up; positions that can be reached in many ways are searched again.",
            "Memorinya hanya jalur saat ini, tanpa tabel; posisi yang dicapai dengan banyak cara ditelusuri lagi.",
        ),
    },
    Explanation {
        algorithm: Algorithm::Greedy,
        idea: (
            "Greedy best-first search always expands the position whose lower bound h is least, however long the way there was.",
            "Pencarian rakus selalu mengekspansi posisi dengan batas bawah h terkecil, sepanjang apa pun jalan ke sana.",
        ),
        guarantee: (
            "It finds a solution if the space is finite and there is one; it need not be a short one.",
            "Ia menemukan solusi kalau ruangnya berhingga dan solusinya ada; belum tentu pendek.",
        ),
        cost: (
            "Often very little, at worst the whole space; every position that it reaches is stored.",
            "Sering sangat sedikit, paling buruk seluruh ruang; setiap posisi yang dicapainya disimpan.",
        ),
    },
    Explanation {
        algorithm: Algorithm::Anytime,
        idea: (
            "A* and beam searches of growing width take turns: one raises the lower bound, the other finds better solutions.",
            "A* dan pencarian sorot yang makin lebar bergantian: yang satu menaikkan batas bawah, yang lain menemukan solusi lebih baik.",
        ),
        guarantee: (
            "There is a solution soon, and when both bounds meet, it is proved shortest; before that, the gap is known.",
            "Solusi segera ada, dan ketika kedua batas bertemu, terbukti terpendek; sebelum itu, selisihnya diketahui.",
        ),
        cost: (
            "As much as A* for the proof; it can be stopped at any time.",
            "Sebanyak A* untuk buktinya; dapat dihentikan kapan saja.",
        ),
    },
    Explanation {
        algorithm: Algorithm::Frontier,
        idea: (
            "Breadth-first search that forgets all but the last layers, where every move can be taken back.",
            "Pencarian melebar yang melupakan semua kecuali lapisan terakhir, kalau setiap langkah dapat dibalik.",
        ),
        guarantee: (
            "The solution is a shortest one; its moves are found by searching again in halves.",
            "Solusinya terpendek; langkah-langkahnya ditemukan dengan mencari lagi per separuh.",
        ),
        cost: (
            "Memory for the two widest layers, and about twice the time.",
            "Memori untuk dua lapisan terlebar, dan kira-kira dua kali waktunya.",
        ),
    },
    Explanation {
        algorithm: Algorithm::Dense,
        idea: (
            "Breadth-first search in which every position has a number, and a bit array stands for the set of visited ones.",
            "Pencarian melebar yang memberi setiap posisi sebuah nomor, dan larik bit mewakili himpunan yang dikunjungi.",
        ),
        guarantee: (
            "The same as breadth-first search: shortest solutions, and proofs that there is none.",
            "Sama dengan pencarian melebar: solusi terpendek, dan bukti bahwa tidak ada solusi.",
        ),
        cost: (
            "One or two bits for each position that the numbering knows, whether it can be reached or not.",
            "Satu atau dua bit untuk setiap posisi yang dikenal penomoran, tercapai atau tidak.",
        ),
    },
    Explanation {
        algorithm: Algorithm::Planes,
        idea: (
            "Breadth-first search in which a move is an operation on whole words of bits: 64 positions at a time.",
            "Pencarian melebar dengan langkah sebagai operasi pada kata bit utuh: 64 posisi sekaligus.",
        ),
        guarantee: (
            "The same as breadth-first search: shortest solutions, and proofs that there is none.",
            "Sama dengan pencarian melebar: solusi terpendek, dan bukti bahwa tidak ada solusi.",
        ),
        cost: (
            "Some bits for each position of the whole space, and very little time for each.",
            "Beberapa bit untuk setiap posisi seluruh ruang, dan sangat sedikit waktu untuk masing-masing.",
        ),
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
                for text in
                    [explanation.idea(language), explanation.guarantee(language), explanation.cost(language)]
                {
                    let is_sentence = text.ends_with('.') && text.starts_with(char::is_uppercase);
                    assert!(is_sentence && text.matches(". ").count() == 0, "{text}");
                }
            }
        }
        assert_eq!(explained(Algorithm::Theory), None);
    }
}
