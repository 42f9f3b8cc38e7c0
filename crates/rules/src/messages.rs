//! Everything that is said about a text of rules, in every language: what is wrong, and what to do about it.

use telusur_puzzles::level::counted;
use telusur_puzzles::{Language, Text, text};

/// Sentences without anything to fill in: a name, English, Indonesian.
macro_rules! sentences {
    ($($name:ident: $english:literal, $indonesian:literal;)*) => {
        $(pub(crate) const $name: Text = Text::fixed($english, $indonesian);)*
        #[cfg(test)]
        const ALL: &[(&str, Text)] = &[$((stringify!($name), $name)),*];
    };
}

sentences! {
    // The text as a whole.
    NO_TITLE: "the text has no title yet", "teks belum berjudul";
    BEGIN_WITH_TITLE: "begin with 'puzzle' and a title", "awali dengan 'puzzle' dan sebuah judul";
    EMPTY_TEXT: "the text is empty", "teksnya kosong";
    WRITE_TITLE: "write 'puzzle' and a title", "tulis 'puzzle' dan sebuah judul";
    BEGINS_NO_STATEMENT: "this is not the beginning of a statement", "ini tidak mengawali pernyataan apa pun";
    NOTHING_TO_INDENT_UNDER: "an indented line belongs to the statement above it, and there is none",
        "baris menjorok milik pernyataan di atasnya, dan tidak ada satu pun";
    TITLE_IN_FIRST_COLUMN: "begin the text with 'puzzle' and a title in the first column",
        "awali teks dengan 'puzzle' dan judul di kolom pertama";
    SIGN_NOT_SHOWN: "this sign can't be shown", "tanda ini tidak dapat ditampilkan";
    SIGN_WITHOUT_MEANING: "this sign has no meaning here", "tanda ini tidak bermakna di sini";
    LEAVE_IT_OUT: "leave it out", "hapus saja";
    ON_THE_SAME_LINE: "write it on the same line", "tulis di baris yang sama";
    NUMBER_TOO_LARGE: "the number is too large", "bilangannya terlalu besar";
    BELOW_TWO_BILLION: "use one below 2147483648", "pakai yang di bawah 2147483648";
    NAME_TOO_LONG: "the name is too long", "namanya terlalu panjang";
    TEXT_WITHOUT_END: "the quoted text is not closed", "teks dalam tanda kutip tidak ditutup";
    CLOSE_WITH_QUOTATION_MARK: "close it with \"", "tutup dengan \"";
    // Parts of a statement.
    NAME_FOR_NUMBER: "a name for the number", "nama untuk bilangan";
    NAME_FOR_SET: "a name for the set", "nama untuk himpunan";
    NAME_FOR_SHAPE: "a name for the shape", "nama untuk bentuk";
    NAME_OF_VARIABLE: "the name of the variable", "nama variabel";
    A_NAME: "a name", "sebuah nama";
    A_VALUE: "a value", "sebuah nilai";
    A_SET: "a set", "sebuah himpunan";
    A_BOARD: "a board", "sebuah papan";
    A_PARAMETER: "a parameter", "sebuah parameter";
    A_VARIABLE: "a variable", "sebuah variabel";
    AN_ARRAY: "an array", "sebuah larik";
    WRITE_A_WORD: "write a word", "tulis sebuah kata";
    DOES_NOT_BELONG: "this does not belong here", "ini tidak semestinya di sini";
    END_BEFORE_IT: "end the statement before it", "akhiri pernyataan sebelum ini";
    NO_DRAWING: "there is no drawing", "tidak ada gambar";
    EMPTY_DRAWING: "the drawing is empty", "gambarnya kosong";
    DRAW_AFTER_COLON: "draw it after the colon or on indented lines",
        "gambarlah setelah titik dua atau di baris-baris menjorok";
    NO_LEVEL_NAME: "this is not a valid name for a level", "ini bukan nama level";
    SMALL_LETTERS: "use small letters, digits and dashes", "pakai huruf kecil, angka, dan tanda hubung";
    NO_OPTIMUM: "the number of moves is missing", "jumlah langkah tidak ada";
    AFTER_OPTIMUM: "write it after 'optimum'", "tulis setelah 'optimum'";
    NO_ENDING: "this is not a result of a game", "ini bukan akhir permainan";
    USE_AN_ENDING: "use won, lost or drawn: the result for the player to move",
        "pakai won, lost, atau drawn: hasil bagi pemain yang mendapat giliran";
    NO_INDEX: "this is not an index", "ini bukan indeks";
    USE_AN_INDEX: "use [1..9], [3 x 3] or the name of a set or shape",
        "pakai [1..9], [3 x 3], atau nama himpunan atau bentuk";
    NO_COLON: "the move has no colon", "langkah ini tidak memiliki titik dua";
    WRITE_A_MOVE: "write the move's words, its parameters such as 'k in 1..3', and a colon",
        "tulis kata-kata langkah, parameternya seperti 'k in 1..3', dan titik dua";
    NO_MOVE_NAME: "the move has no name", "langkah ini tidak bernama";
    WORD_AFTER_MOVE: "write a word after 'move'", "tulis sebuah kata setelah 'move'";
    NO_VALUE_OF_SIGN: "a value is missing here", "ada nilai yang hilang di sini";
    WRITE_A_SIGN: "write a value, its sign in quotation marks, and a colour if you like: wall \"#\" colour 3",
        "tulis nilai, tandanya dalam tanda kutip, dan warna bila perlu: wall \"#\" colour 3";
    NO_COLOUR: "a colour is missing here", "warna tidak ada di sini";
    NO_SUCH_COLOUR: "there is no such colour", "tidak ada warna itu";
    NO_ARRANGEMENT: "a variable can't be shown as this", "variabel tidak dapat ditampilkan sebagai ini";
    CANT_BE_SHOWN_SO: "this variable can't be shown so", "variabel ini tidak dapat ditampilkan begitu";
    STACKS_ARE_NUMBERS: "a stack is an array of 2 to 16 numbers, the largest at most 16 above the lowest",
        "tumpukan adalah larik 2 sampai 16 bilangan, yang terbesar paling banyak 16 di atas yang terkecil";
    RINGS_ARE_ARRAYS: "a ring is an array of 5 to 40 elements, and no board",
        "cincin adalah larik 5 sampai 40 unsur, bukan papan";
    TOWERS_HAVE_PEGS: "towers are an array of at most 16 discs with 2 to 8 values, and no board",
        "menara adalah larik paling banyak 16 cakram dengan 2 sampai 8 nilai, bukan papan";
    HEAPS_ARE_NUMBERS: "heaps are numbers from 0 to at most 60, at most 16 of them",
        "tumpukan batu adalah bilangan dari 0 sampai paling banyak 60, paling banyak 16 buah";
    VESSELS_ARE_NUMBERS: "a vessel is a single number from 0 to at most 16",
        "bejana adalah satu bilangan dari 0 sampai paling banyak 16";
    BLOCKS_NAME_BLOCKS: "blocks are an array of 2 to 8 elements with a value for each of them, and one for the table",
        "balok adalah larik 2 sampai 8 unsur dengan satu nilai untuk tiap unsur, dan satu untuk meja";
    BANKS_ARE_NUMBERS: "who stands on banks is a single number from 0 to at most 8",
        "yang berdiri di tepi sungai adalah satu bilangan dari 0 sampai paling banyak 8";
    CUBES_HAVE_CORNERS: "a cube is a permutation of 7 corners; the eighth stays where it is",
        "kubus adalah permutasi 7 sudut; sudut kedelapan tetap di tempatnya";
    FILLS_THE_PICTURE: "this fills the whole picture, and there are other variables",
        "ini memenuhi seluruh gambar, dan ada variabel lain";
    SHOW_IT_OTHERWISE: "show it otherwise: place NAME by value", "tampilkan dengan cara lain: place NAME by value";
    CANT_GO_WITH_IT: "this can't mark the elements of that variable",
        "ini tidak dapat menandai unsur variabel itu";
    AS_MANY_ELEMENTS: "after 'with', name an array with as many elements, for a stack, a ring or towers",
        "setelah 'with', sebut larik yang unsurnya sama banyak, untuk tumpukan, cincin, atau menara";
    SHOWN_TWICE: "this variable is drawn in two ways", "variabel ini digambar dengan dua cara";
    NO_SQUARES: "a number of squares is missing here", "jumlah petak tidak ada di sini";
    WRITE_A_PLACE: "write column and row of the first value, from 1 to 64: place small at 1, 3",
        "tulis kolom dan baris nilai pertama, dari 1 sampai 64: place small at 1, 3";
    // Expressions and effects.
    EQUALS_COMPARES_NOTHING: "'=' does not compare", "'=' tidak membandingkan apa pun";
    WRITE_DOUBLE_EQUALS: "write '==' to compare", "tulis '==' untuk membandingkan";
    EQUALS_CHANGES_NOTHING: "'=' does not assign", "'=' tidak mengubah apa pun";
    WRITE_COLON_EQUALS: "write ':=' to assign", "tulis ':=' untuk mengisi nilai";
    EXPRESSION_TOO_DEEP: "the expression is nested too deeply", "ungkapan bersarang terlalu dalam";
    EFFECTS_TOO_DEEP: "the effects are nested too deeply", "akibat bersarang terlalu dalam";
    SPLIT_THE_MOVE: "split the move", "pecah langkah ini";
    TOO_MANY_EFFECTS: "the move has too many effects", "langkah ini memiliki terlalu banyak akibat";
    TOO_MANY_SYMMETRY_EFFECTS: "the symmetry has too many effects",
        "simetri ini memiliki terlalu banyak akibat";
    USE_FOR: "use 'for'", "pakai 'for'";
    CHAINED_COMPARISONS: "comparisons can't be chained", "perbandingan tidak dapat dirangkai";
    JOIN_WITH_AND: "join two comparisons with 'and'", "gabungkan dua perbandingan dengan 'and'";
    TOO_MANY_OPERANDS: "there are too many operands in a row", "terlalu banyak bagian berderet";
    NO_CLOSING_BRACKET: "')' is missing here", "')' tidak ada di sini";
    CLOSE_THE_BRACKET: "close the bracket", "tutup kurungnya";
    NO_EXPRESSION: "an expression is missing here", "ada ungkapan yang hilang di sini";
    WRITE_AN_EXPRESSION: "write a number, a name, a function or a bracket",
        "tulis bilangan, nama, fungsi, atau kurung";
    NO_SET: "this is not a set", "ini bukan himpunan";
    USE_A_SET: "use 1..9, {1, 3}, a set's name, cells(board), near(a), adjacent(board) or lines(board)",
        "pakai 1..9, {1, 3}, nama himpunan, cells(board), near(a), adjacent(board), atau lines(board)";
    NO_EFFECT: "this is not an effect", "ini bukan akibat";
    SEPARATE_EFFECTS: "separate effects by commas or lines", "pisahkan akibat dengan koma atau baris";
    USE_AN_EFFECT: "use ':=', '+=', '-=', 'swap a, b', 'cycle a, b, c', 'reverse p[i..j]', 'rotate p[i..j] by k', 'let k = …', 'for i in …: …' or 'if …: …'",
        "pakai ':=', '+=', '-=', 'swap a, b', 'cycle a, b, c', 'reverse p[i..j]', 'rotate p[i..j] by k', 'let k = …', 'for i in …: …', atau 'if …: …'";
    // Declarations.
    NO_VARIABLE: "there is no variable, so there is only one state",
        "tidak ada variabel, jadi hanya ada satu keadaan";
    DECLARE_A_VARIABLE: "declare one: var small : 0..3 = 0", "nyatakan satu: var small : 0..3 = 0";
    NO_MOVE: "there is no move", "tidak ada langkah";
    WRITE_ONE_MOVE: "write one: move fill: small := 3", "tulis satu: move fill: small := 3";
    WORD_HAS_MEANING: "this word has a meaning already", "kata ini sudah bermakna";
    NAME_IS_TAKEN: "this name is taken already", "nama ini sudah dipakai";
    USE_ANOTHER_NAME: "use another name", "pakai nama lain";
    ANOTHER_NAME_FOR_PARAMETER: "use another name for the parameter", "pakai nama lain untuk parameter";
    LISTED_TWICE: "this value is listed twice", "nilai ini tercantum dua kali";
    LEAVE_OUT_ONCE: "remove one of them", "hapus salah satunya";
    NOT_KNOWN_BEFOREHAND: "this is not a number that is known in advance",
        "ini bukan bilangan yang diketahui sebelumnya";
    NUMBERS_AND_CONSTANTS: "use numbers and constants", "pakai bilangan dan konstanta";
    NO_SUCH_SET: "there is no such set", "tidak ada himpunan itu";
    DECLARE_THE_SET: "declare it: set Name = first, second", "nyatakan: set Nama = pertama, kedua";
    NO_SUCH_BOARD: "there is no such board", "tidak ada papan itu";
    DECLARE_THE_BOARD: "declare the board before it", "nyatakan papannya sebelum ini";
    AS_MANY_AS_VALUES: "give the array as many elements as there are values",
        "beri larik unsur sebanyak nilainya";
    ONE_TO_64: "use 1 to 64", "pakai 1 sampai 64";
    NO_SUCH_SET_OR_SHAPE: "there is no such set or shape", "tidak ada himpunan atau bentuk itu";
    USE_SOME_INDEX: "use [1..9], [3 x 3], a set or a shape", "pakai [1..9], [3 x 3], himpunan, atau bentuk";
    // Signs, goals and starts.
    NO_SIGN: "this can't be a sign", "ini tidak bisa menjadi tanda";
    ONE_TO_THREE_LETTERS: "use one to three letters that are seen, but none of ? / ; = - and no space",
        "pakai satu sampai tiga huruf yang tampak, tanpa ? / ; = - dan tanpa spasi";
    SIGN_IS_TAKEN: "two values have this sign", "dua nilai memiliki tanda ini";
    USE_ANOTHER_ONE: "use another one", "pakai yang lain";
    NO_SUCH_VARIABLE: "there is no such variable", "tidak ada variabel itu";
    NAME_A_VARIABLE: "name a variable", "sebutkan sebuah variabel";
    NO_SUCH_VALUE: "no variable has this value", "tidak ada variabel dengan nilai ini";
    NAME_A_VALUE: "name a value of a variable", "sebutkan nilai sebuah variabel";
    GAME_WITH_GOAL: "a game has no goal", "permainan berdua tidak memiliki goal";
    USE_END: "use 'end', 'stuck', or 'puzzle'", "pakai 'end', 'stuck', atau 'puzzle'";
    NO_GOAL: "there is no goal", "tidak ada tujuan";
    WRITE_A_GOAL: "write one: goal large == 4", "tulis satu: goal large == 4";
    PUZZLE_WITH_END: "a single-player puzzle has no 'end'", "teka-teki untuk satu orang tidak memiliki 'end'";
    USE_GOAL: "use 'goal', or 'game'", "pakai 'goal', atau 'game'";
    CANT_BEGIN_SO: "the variable can't have this initial value", "variabel tidak bisa diawali begitu";
    A_VALUE_OF_THE_VARIABLE: "use a value of the variable", "pakai nilai dari variabel itu";
    TWO_STARTS: "two starts have this name", "dua awal memiliki nama ini";
    NAMES_OF_THEIR_OWN: "give every start a name of its own", "beri setiap awal nama sendiri";
    // Drawings.
    SHAPE_TOO_LARGE: "the shape is too large", "bentuknya terlalu besar";
    AT_MOST_64: "use at most 64 rows and columns", "pakai paling banyak 64 baris dan kolom";
    SHAPE_WITHOUT_CELL: "the shape has no cell", "bentuknya tidak memiliki petak";
    DRAW_CELLS: "draw cells as o and gaps as -", "gambar petak sebagai o dan celah sebagai -";
    DRAWN_TWICE: "this is drawn twice", "ini digambar dua kali";
    DRAW_IT_ONCE: "draw it once", "gambarlah sekali saja";
    NAME_BEFORE_EQUALS: "write the name of a variable before '='", "tulis nama variabel sebelum '='";
    AS_MANY_AS_THERE_ARE: "write as many as there are, or name the variable before '='",
        "tulis sebanyak yang ada, atau sebutkan variabelnya sebelum '='";
    NO_VALUE_HERE: "this is not a possible value here", "ini bukan nilai di sini";
    EVERY_VALUE_ONCE: "use every value once", "pakai setiap nilai satu kali";
    // Kinds.
    NUMBER_KIND: "a number", "bilangan";
    CONDITION_KIND: "a condition", "syarat";
    DIRECTION_KIND: "a direction", "arah";
    NO_SUCH_ARRAY: "there is no such array", "tidak ada larik itu";
    DECLARE_WITH_VAR: "declare it with 'var'", "nyatakan dengan 'var'";
    SET_DEPENDS_ON_POSITION: "a set must not depend on the position",
        "himpunan tidak boleh bergantung pada posisi";
    NUMBERS_AND_PARAMETERS: "use numbers and parameters", "pakai bilangan dan parameter";
    THIS_IS_AN_ARRAY: "this is an array", "ini sebuah larik";
    NO_SUCH_NAME: "there is no such name", "tidak ada nama itu";
    DECLARE_THE_NAME: "declare it with 'var', 'const' or 'set'",
        "nyatakan dengan 'var', 'const', atau 'set'";
    LEAVE_OUT_INDEX: "leave the index out", "hapus indeksnya";
    CELL_OR_ROW_AND_COLUMN: "use a cell, or row and column", "pakai petak, atau baris dan kolom";
    USE_ONE_INDEX: "use one index", "pakai satu indeks";
    NEEDS_A_CELL: "this needs a cell", "ini memerlukan petak";
    PARAMETER_THROUGH_CELLS: "use a parameter that runs through cells(board)",
        "pakai parameter yang menjalani cells(board)";
    NEEDS_AN_ARRAY: "this needs an array", "ini memerlukan larik";
    NAME_AN_ARRAY: "name one: sorted(p)", "sebutkan satu: sorted(p)";
    NO_SUCH_FUNCTION: "there is no such function, or not with these arguments",
        "tidak ada fungsi itu, atau tidak dengan argumen ini";
    USE_A_FUNCTION: "use min(a, b), max(a, b), abs(a), row(c), column(c) or sorted(p)",
        "pakai min(a, b), max(a, b), abs(a), row(c), column(c), atau sorted(p)";
    NO_SET_FOR_PARAMETER: "this is not a set for the parameter", "ini bukan himpunan untuk parameter";
    SET_FOR_PARAMETER: "use a set's name, 1..9, cells(board) or near(a)",
        "pakai nama himpunan, 1..9, cells(board), atau near(a)";
    SET_BY_FUNCTION: "use cells(board), near(a), near(a, knight), (a, b) in adjacent(board), (a, b, c) in lines(board), ray(a, direction) or between(a, b)",
        "pakai cells(board), near(a), near(a, knight), (a, b) in adjacent(board), (a, b, c) in lines(board), ray(a, direction), atau between(a, b)";
    ONE_NAME_FOR_NUMBERS: "use one name for numbers, as many as a line has cells for lines",
        "pakai satu nama untuk bilangan, sebanyak petak segaris untuk garis";
    NO_BOARD: "this is not a board", "ini bukan papan";
    ARRAY_OF_CELLS: "name an array of cells", "sebutkan larik petak";
    TURN_IS_NO_EFFECT: "an effect can't change whose turn it is", "siapa yang mendapat giliran bukan akibat";
    TURNS_CHANGE: "leave it out: turns change by themselves", "hapus saja: giliran berganti sendiri";
    NOT_AS_A_WHOLE: "this can't be changed as a whole", "ini tidak dapat diubah seluruhnya";
    NAME_AN_ELEMENT: "name an element: p[1]", "sebutkan satu unsur: p[1]";
    NO_ROW: "this is not an array in a row", "ini bukan larik berderet";
    ARRAY_WITH_NUMBERS: "use an array with numbers: var p[1..9]", "pakai larik bernomor: var p[1..9]";
    NO_NUMBER: "this is not a number", "ini bukan bilangan";
    USE_ASSIGNMENT: "use ':='", "pakai ':='";
    OTHER_KIND: "this is of a different kind", "ini dari jenis lain";
    SAME_KIND: "exchange values of the same kind", "tukarkan nilai yang sejenis";
    // Compiling.
    FEWER_PARAMETERS: "use fewer parameters or smaller sets", "pakai lebih sedikit parameter atau himpunan lebih kecil";
    EXCHANGE_VALUES: "exchange values by swap, cycle, reverse or rotate, or leave out 'permutation'",
        "tukarkan nilai dengan swap, cycle, reverse, atau rotate, atau hapus 'permutation'";
    NEVER_HAPPENS: "this move can never happen", "langkah ini tidak akan pernah terjadi";
    CHANGE_ITS_CONDITION: "change its condition, its parameters or what it assigns",
        "ubah syaratnya, parameternya, atau nilai yang diisikannya";
    START_BREAKS_RULE: "this start breaks a rule", "awal ini melanggar aturan";
    NO_MOVE_FROM_START: "the start breaks a rule of the text, so no move is allowed",
        "awalnya melanggar aturan dalam teks, jadi tidak ada langkah yang diizinkan";
    CHANGE_THE_START: "change the start or the rule: nothing can be done from here",
        "ubah awal atau aturannya: dari sini tidak ada yang bisa dilakukan";
    TOO_MUCH_WORK: "this takes more work to compile than is allowed",
        "penerjemahannya lebih berat daripada yang diizinkan";
    TOO_MUCH_TIME: "this takes longer to compile than there is time",
        "penerjemahannya lebih lama daripada waktu yang ada";
    TOO_MUCH_MEMORY: "this takes more memory to compile than there is here",
        "penerjemahannya memakan lebih banyak memori daripada yang ada di sini";
    SIMPLER_EXPRESSIONS: "use fewer parameters, smaller sets or simpler expressions",
        "pakai lebih sedikit parameter, himpunan lebih kecil, atau ungkapan lebih sederhana";
    BECOMES_TOO_DEEP: "the expressions become too deep", "ungkapannya menjadi terlalu dalam";
    FEWER_EFFECTS: "use fewer effects that build on each other",
        "pakai lebih sedikit akibat yang saling bergantung";
    SET_TOO_LARGE: "a set has too many elements", "suatu himpunan memiliki terlalu banyak unsur";
    SMALLER_RANGE: "use a smaller range", "pakai rentang lebih kecil";
    SAME_PARAMETERS: "two moves of these parameters would look the same",
        "dua langkah dengan parameter ini akan tampak sama";
    EVERY_PARAMETER_ONCE: "let the parameters run through every value once",
        "biarkan parameter menjalani setiap nilai satu kali";
    SAME_MOVES: "two moves would look the same", "dua langkah akan tampak sama";
    ANOTHER_MOVE_NAME: "give this move another name", "beri langkah ini nama lain";
    // Symmetries and promises.
    BOUND_BESIDE_SYMMETRY: "a bound beside a symmetry can't be checked",
        "batas di samping simetri tidak dapat diperiksa";
    LEAVE_OUT_ONE: "leave out one of them", "hapus salah satunya";
    DOES_NOT_FIT: "this symmetry does not map the board onto itself", "papan ini tidak berimpit dengan dirinya begitu";
    ANOTHER_SYMMETRY: "use another symmetry", "pakai simetri lain";
    ONLY_EXCHANGES: "a symmetry only exchanges values", "simetri hanya menukar nilai";
    KEEPS_EVERY_VALUE: "a symmetry keeps every value once, in a place of its kind",
        "simetri mempertahankan setiap nilai satu kali, di tempat yang sejenis";
    EXCHANGE_BY: "use swap, cycle, reverse or rotate", "pakai swap, cycle, reverse, atau rotate";
    LEAVE_OUT_SYMMETRY: "leave out the symmetry", "hapus simetrinya";
    MEND_THE_MOVES: "leave out the symmetry, or fix the moves", "hapus simetrinya, atau perbaiki langkahnya";
    GOAL_NOT_SYMMETRIC: "the goal can't be shown to be symmetric",
        "tidak dapat ditunjukkan bahwa tujuannya simetris";
    GOAL_VALUE_BY_VALUE: "leave out the symmetry, or say the goal value by value",
        "hapus simetrinya, atau nyatakan tujuan nilai demi nilai";
    LEAVE_OUT_SOME: "leave out some", "hapus beberapa";
    LOWER_BOUND: "lower it: no solution may be shorter than the bound",
        "rendahkan: tidak boleh ada solusi yang lebih pendek daripadanya";
    REPORT_IT: "please report it", "mohon laporkan";
}

pub(crate) fn too_many_bytes(bytes: usize) -> Text {
    text!("the text has {bytes} bytes", "teksnya {bytes} bita")
}

pub(crate) fn at_most_bytes(most: usize) -> Text {
    text!("rules have at most {most}", "aturan paling banyak {most}")
}

pub(crate) fn begin_with_one_of(words: &[&str]) -> Text {
    let words = words.join(", ");
    text!("begin a statement with one of {words}", "awali pernyataan dengan salah satu dari {words}")
}

pub(crate) fn one_of(words: &[&str]) -> Text {
    let words = words.join(", ");
    text!("use one of {words}", "pakai salah satu dari {words}")
}

pub(crate) fn colours(names: &[&str]) -> Text {
    let names = names.join(", ");
    text!(
        "use a number from 0 to 255, or one of {names}",
        "pakai bilangan 0 sampai 255, atau salah satu dari {names}"
    )
}

pub(crate) fn needs_text(keyword: &str) -> Text {
    text!(
        "'{keyword}' needs a text of at most 400 letters",
        "'{keyword}' memerlukan teks paling banyak 400 huruf"
    )
}

pub(crate) fn drawing_after_colon(keyword: &str) -> Text {
    text!("write it after a colon: {keyword} name: …", "tulis setelah titik dua: {keyword} name: …")
}

pub(crate) fn is_missing(what: &Text) -> Text {
    let indonesian = what.in_language(Language::Indonesian);
    Text::new(format!("{} is missing here", &**what), format!("{indonesian} tidak ada di sini"))
}

pub(crate) fn quoted(sign: &str) -> Text {
    Text::same(&format!("'{sign}'"))
}

pub(crate) fn write_sign(sign: &str) -> Text {
    text!("write '{sign}'", "tulis '{sign}'")
}

pub(crate) fn comma_or(close: &str) -> Text {
    text!("write ',' or '{close}'", "tulis ',' atau '{close}'")
}

pub(crate) fn at_most_levels(most: usize) -> Text {
    text!(
        "use at most {most} levels, or split the condition",
        "pakai paling banyak {most} tingkat, atau pecah syaratnya"
    )
}

pub(crate) fn at_most(most: usize) -> Text {
    text!("use at most {most}", "pakai paling banyak {most}")
}

pub(crate) fn at_most_letters(most: usize) -> Text {
    text!("use at most {most} letters", "pakai paling banyak {most} huruf")
}

pub(crate) fn did_you_mean(near: &str) -> Text {
    text!("did you mean '{near}'?", "maksudnya '{near}'?")
}

pub(crate) fn bits(bits: u32) -> Text {
    let english = counted(bits, "bit");
    text!("a state has {english}", "satu keadaan {bits} bit")
}

pub(crate) fn at_most_bits(most: u32) -> Text {
    text!(
        "use at most {most}: fewer variables or smaller domains",
        "pakai paling banyak {most}: lebih sedikit variabel atau ranah lebih kecil"
    )
}

pub(crate) fn values_of_domain(size: i64) -> Text {
    let english = counted(size, "value");
    text!("it can have {english}", "nilainya bisa {size} macam")
}

pub(crate) fn smaller_domain(most: i64) -> Text {
    text!(
        "use a domain of 1 to {most} values, the lower bound first",
        "pakai ranah 1 sampai {most} nilai, batas bawah lebih dahulu"
    )
}

pub(crate) fn elements(count: i64) -> Text {
    let english = counted(count, "element");
    text!("the array has {english}", "lariknya memiliki {count} unsur")
}

pub(crate) fn elements_in_all(most: usize) -> Text {
    text!("use 1 to {most} in all", "pakai 1 sampai {most} seluruhnya")
}

pub(crate) fn no_permutation(size: i64, count: i64) -> Text {
    let (values, elements) = (counted(size, "value"), counted(count, "element"));
    text!(
        "a permutation of {values} can't have {elements}",
        "permutasi {size} nilai tidak bisa memiliki {count} unsur"
    )
}

pub(crate) fn board_size(rows: i64, columns: i64) -> Text {
    let english = format!("{} and {}", counted(rows, "row"), counted(columns, "column"));
    text!("the board has {english}", "papannya {rows} baris dan {columns} kolom")
}

pub(crate) fn rows_of_board(name: &str, rows: usize, found: usize) -> Text {
    let english = counted(rows, "row");
    text!("{name} has {english}, not {found}", "{name} memiliki {rows} baris, bukan {found}")
}

pub(crate) fn values_of_row(name: &str, values: usize, row: usize, found: usize) -> Text {
    let english = counted(values, "value");
    text!(
        "{name} has {english} in row {row}, not {found}",
        "{name} memiliki {values} nilai di baris {row}, bukan {found}"
    )
}

pub(crate) fn values_of_array(name: &str, values: usize, found: usize) -> Text {
    let english = counted(values, "value");
    text!("{name} has {english}, not {found}", "{name} memiliki {values} nilai, bukan {found}")
}

pub(crate) fn use_one_of(list: &str) -> Text {
    text!("use one of {list}", "pakai salah satu dari {list}")
}

pub(crate) fn there_twice(variable: &str, twice: &str) -> Text {
    text!(
        "{variable} is a permutation, and {twice} is there twice",
        "{variable} adalah permutasi, dan {twice} ada dua kali"
    )
}

pub(crate) fn one_of_kind(values: &str) -> Text {
    text!("one of {values}", "salah satu dari {values}")
}

pub(crate) fn value_of_kind(set: &str) -> Text {
    text!("a value of {set}", "nilai dari {set}")
}

pub(crate) fn cell_of_board(rows: u16, columns: u16) -> Text {
    text!("a cell of a board {rows} x {columns}", "petak papan {rows} x {columns}")
}

pub(crate) fn cell_of_kind(shape: &str) -> Text {
    text!("a cell of {shape}", "petak dari {shape}")
}

pub(crate) fn this_is(kind: &Text) -> Text {
    Text::fixed("this is ", "ini ").then(kind)
}

pub(crate) fn is_needed(kind: &Text) -> Text {
    kind.clone().then(&Text::fixed(" is needed here", " diperlukan di sini"))
}

pub(crate) fn element_of(name: &str) -> Text {
    text!("name one of its elements: {name}[…]", "sebutkan salah satu unsurnya: {name}[…]")
}

pub(crate) fn no_such_index(name: &str) -> Text {
    text!("{name} has no such index", "{name} tidak memiliki indeks itu")
}

pub(crate) fn too_many_moves(most: usize) -> Text {
    text!(
        "there are more than {most} moves with all values of their parameters",
        "ada lebih dari {most} langkah dengan semua nilai parameternya"
    )
}

pub(crate) fn breaks_permutation(variable: &str) -> Text {
    text!(
        "{variable} is a permutation, and this move could make it hold a value twice",
        "{variable} adalah permutasi, dan langkah ini bisa membuat suatu nilai ada dua kali"
    )
}

pub(crate) fn symmetry_unchecked(text: &str) -> Text {
    text!("that '{text}' is symmetric can't be checked", "tidak dapat diperiksa apakah '{text}' simetris")
}

pub(crate) fn no_counterpart(text: &str) -> Text {
    text!("'{text}' has no counterpart", "'{text}' tidak memiliki pasangan")
}

pub(crate) fn too_many_symmetries(most: usize) -> Text {
    text!("there are more than {most} symmetries", "ada lebih dari {most} simetri")
}

pub(crate) fn bound_lies(broken: &str) -> Text {
    text!("the bound was caught lying ({broken})", "batasnya kedapatan keliru ({broken})")
}

pub(crate) fn promise_broken(broken: &str) -> Text {
    text!(
        "a promise of the compiled rules is broken ({broken})",
        "suatu janji aturan yang diterjemahkan dilanggar ({broken})"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_is_there_once_in_each_language() {
        for language in Language::ALL {
            for (i, (name, said)) in ALL.iter().enumerate() {
                let text = said.in_language(language);
                assert!(!text.trim().is_empty(), "{name}");
                let same = ALL[..i].iter().find(|(_, other)| other.in_language(Language::English) == &**said);
                assert!(same.is_none(), "{name} says the same as {same:?}");
            }
        }
        let untold = ALL.iter().find(|(_, said)| said.in_language(Language::Indonesian) == &**said);
        assert!(untold.is_none(), "not translated: {untold:?}");
    }
}
