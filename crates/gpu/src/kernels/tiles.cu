// Sliding tiles on a board of COLUMNS columns (2 or 3): one breadth-first layer, in place, one bit per position.
//
// A position is the cell of the blank, which names a plane, and the order of the tiles, read row by row, as Lehmer digits:
// digit i says how many of the tiles that follow the i-th are smaller. With n tiles its radix is n - i. The digits lie
//
//   radix   n ... 10         9 8 7 6         5 4 3        2 1
//   is      chunk            word of chunk   bit of word  known from the parity of the order
//
// A slide along a row keeps the order: planes are joined as they are. A slide along a column takes a tile past
// COLUMNS - 1 others, which is a row of exchanges of neighbours; an exchange changes two neighbouring digits, (a, b) into
// (b + 1, a) or back, and nothing else. Everything here is made of such exchanges: between chunks, words, bits, or across.
//
// A slide moves the blank to a cell of the other colour of a chessboard. So a layer only writes planes of one colour and
// only reads planes of the other, and the planes can change in place.

#define THREADS 512
// Threads that have words: a multiple of 42, so that two digits are the same in all words of a thread.
#define WORKERS 504
#define MOST_WORDS 3024
#define FULL 0x0FFFFFFFFFFFFFFFull

// The board as numbers: how many cells, chunks of a plane, words of a chunk; how many digits name a chunk (negative if a
// chunk has fewer than four digits); then radix and stride of each of these digits; the parity of each cell's plane.
#define CELLS 0
#define CHUNKS 1
#define WORDS 2
#define CHUNK_DIGITS 3
#define RADIX 4
#define STRIDE 12
#define PARITY 20

// An item of the list: 5 bits of cell and parity of the chunk's digits, and the chunk.
#define CELL_OF(item) ((item) & 15)
#define PARITY_OF(item) ((item) >> 4 & 1)
#define CHUNK_OF(item) ((item) >> 5)

// The digits of the order in which two neighbours are exchanged. It is its own reverse.
__device__ __forceinline__ void exchange(u32 &a, u32 &b) {
    u32 first = a <= b ? b + 1 : b;
    b = a <= b ? a : a - 1;
    a = first;
}

// Where a tile comes from: a slide down of the blank brings the last of COLUMNS tiles to the front, so what was before it
// has the first one last; and vice versa.
#define FIRST_LAST 0
#define LAST_FIRST 1

#if COLUMNS == 3
__device__ __forceinline__ void rotate(u32 way, u32 &a, u32 &b, u32 &c) {
    if (way == FIRST_LAST) {
        exchange(a, b);
        exchange(b, c);
    } else {
        exchange(b, c);
        exchange(a, b);
    }
}
#endif

// Digit k of a chunk's number.
__device__ __forceinline__ u32 digit(const u32 *board, u32 chunk, int k) {
    return chunk / board[STRIDE + k] % board[RADIX + k];
}

// The bits of a word, all exchanged at once. `step` has the distance of the two places of each pair and `mask` the lower
// ones.
__device__ __forceinline__ u64 exchanged(u64 word, u32 step, u64 mask) {
    return (word >> step & mask) | (word & mask) << step;
}

// Exchanges the digits of radix 5 and 4: fields of three bits at 12 a + 3 b.
__device__ __forceinline__ u64 exchange_5_4(u64 word) {
    return exchanged(word, 12, 07ull | 07ull << 15 | 07ull << 30 | 07ull << 45)
        | exchanged(word, 21, 07ull << 3 | 07ull << 18 | 07ull << 33)
        | exchanged(word, 30, 07ull << 6 | 07ull << 21)
        | exchanged(word, 39, 07ull << 9);
}

// Exchanges the digits of radix 4 and 3: bits at 3 b + c of each group of twelve.
__device__ __forceinline__ u64 exchange_4_3(u64 word) {
    const u64 groups = 0x0001001001001001ull;
    return exchanged(word, 3, 0x111ull * groups) | exchanged(word, 5, 0x022ull * groups)
        | exchanged(word, 7, 0x004ull * groups);
}

// Exchanges the digits of radix 3 and 2. The second one is not stored: it follows from the others and from `parity`,
// that of the word after the exchange without the bits. The three bits of a field change places in a ring, one way or
// the other.
__device__ __forceinline__ u64 exchange_3_2(u64 word, u32 parity) {
    const u64 fields = 0x0249249249249249ull;  // the lowest bit of each of twenty
    // Fields with an even sum of the digits of radix 5 and 4.
    const u64 group = 0007ull | 0007ull << 6, other = group << 3;
    const u64 even = group | other << 12 | group << 24 | other << 36 | group << 48;
    u64 down = (word >> 1 & 3 * fields) | (word << 2 & 4 * fields);
    u64 up = (word << 1 & 6 * fields) | (word >> 2 & fields);
    u64 goes_down = parity ? ~even : even;
    return (down & goes_down) | (up & ~goes_down);
}

// Whether a source chunk of a slide along a column has changed in the last layer. `first` is the first of the digits that
// the slide changes, counted from the first one inside a chunk.
__device__ __forceinline__ int has_changed(
    const u8 *changed, const u32 *board, u32 chunk, int first, u32 way
) {
    if (first >= 0) return changed[chunk];
    const int k = (int)board[CHUNK_DIGITS] + first;
    const u32 a = digit(board, chunk, k), stride_a = board[STRIDE + k];
    if (first == -1) {
        // All values of the second digit.
        int any = 0;
#pragma unroll 1
        for (u32 second = 0; second < 9; second++) {
            u32 there = a, b = second;
            exchange(there, b);
            any |= changed[chunk + (there - a) * stride_a];
        }
        return any;
    }
    const u32 b = digit(board, chunk, k + 1), stride_b = board[STRIDE + k + 1];
#if COLUMNS == 2
    u32 x = a, y = b;
    exchange(x, y);
    return changed[chunk + (x - a) * stride_a + (y - b) * stride_b];
#else
    if (first == -2) {
        int any = 0;
#pragma unroll 1
        for (u32 third = 0; third < 9; third++) {
            u32 x = a, y = b, z = third;
            rotate(way, x, y, z);
            any |= changed[chunk + (x - a) * stride_a + (y - b) * stride_b];
        }
        return any;
    }
    const u32 c = digit(board, chunk, k + 2), stride_c = board[STRIDE + k + 2];
    u32 x = a, y = b, z = c;
    rotate(way, x, y, z);
    return changed[chunk + (x - a) * stride_a + (y - b) * stride_b + (z - c) * stride_c];
#endif
}

// Lists the pieces of the planes of one colour in which something can change: those that are not complete and have a
// source that has just changed. All planes of a chunk follow each other, so that what they read in common is read
// about the same time.
extern "C" __global__ void __launch_bounds__(256) plan(
    u8 *changed, const u8 *complete, u32 *list, u64 *counters, const u32 *board, const u32 *cells, u64 cell_count
) {
    const u32 chunks = board[CHUNKS], all = board[CELLS];
    const u64 number = (u64)blockIdx.x * 256 + threadIdx.x;
    const u64 chunk_number = number / cell_count;
    int goes = 0;
    u32 item = 0;
    if (chunk_number < chunks) {
        const u32 chunk = (u32)chunk_number, cell = cells[number % cell_count];
        const int first = (int)cell - (int)board[CHUNK_DIGITS];
        u32 parity = 0;
        for (int k = 0; k < (int)board[CHUNK_DIGITS]; k++) parity ^= digit(board, chunk, k) & 1;
        item = chunk << 5 | parity << 4 | cell;
        changed[(u64)cell * chunks + chunk] = 0;
        if (!complete[(u64)cell * chunks + chunk]) {
            const u8 *here = changed + (u64)cell * chunks;
            if (cell % COLUMNS > 0) goes |= *(here + chunk - chunks);
            if (cell % COLUMNS < COLUMNS - 1) goes |= *(here + chunk + chunks);
            if (cell >= COLUMNS)
                goes |= has_changed(here - COLUMNS * (u64)chunks, board, chunk, first - COLUMNS, FIRST_LAST);
            if (cell + COLUMNS < all)
                goes |= has_changed(here + COLUMNS * (u64)chunks, board, chunk, first, LAST_FIRST);
        }
    }
    append(list, counters, goes, item);
}

// A word of a chunk: its number and the digits of radix 9 to 6 that it is made of.
struct Word {
    u32 number, nine, eight, seven, six;
};

// How far it is from one value of a digit to another.
__device__ __forceinline__ long long way_to(u32 to, u32 from, u64 stride) {
    return ((long long)to - (long long)from) * (long long)stride;
}

__device__ __forceinline__ u32 number_of(u32 nine, u32 eight, u32 seven, u32 six) {
    return nine * 336 + eight * 42 + seven * 6 + six;
}

// Exchanges the digits of radix 6 and 5: every group of twelve bits comes from another word. Before that, or after it,
// those of radix 7 and 6 may be exchanged too.
#define ALONE 0
#define BEFORE 1
#define AFTER 2
__device__ __forceinline__ u64 exchange_6_5(const u64 *tile, const Word &word, int seven_too) {
    u32 seven = word.seven, six = word.six;
    if (seven_too == BEFORE) exchange(seven, six);
    u64 result = 0;
#pragma unroll
    for (u32 five = 0; five < 5; five++) {
        u32 there = seven, from = six, group = five;
        exchange(from, group);
        if (seven_too == AFTER) exchange(there, from);
        result |= (tile[number_of(word.nine, word.eight, there, from)] >> (12 * group) & 0xFFFull) << (12 * five);
    }
    return result;
}

// A slide along a column into a piece of a plane: which plane it comes from, the first of the digits that it changes,
// counted from the first one inside a chunk; and, if that is in another chunk, the digits there and what a step of each
// is worth in words.
struct Slide {
    const u64 *here, *tile;
    int first;
    u32 a, b;
    u64 stride_a, stride_b;
};

// Slides that change digits of words read all over the chunk: shared memory holds it meanwhile.
__device__ __forceinline__ int is_staged(int first) { return first >= 0 && first <= 3; }

template <u32 way>
__device__ __forceinline__ Slide slide_from(
    const u64 *source, u64 *tile, const u32 *board, u32 chunk, int first
) {
    const u32 words = board[WORDS];
    Slide slide = {source + (u64)chunk * words, tile, first, 0, 0, 0, 0};
    if (first < 0) {
        const int k = (int)board[CHUNK_DIGITS] + first;
        slide.a = digit(board, chunk, k);
        slide.stride_a = (u64)board[STRIDE + k] * words;
        if (first <= -2) {
            slide.b = digit(board, chunk, k + 1);
            slide.stride_b = (u64)board[STRIDE + k + 1] * words;
        }
        if (first <= -COLUMNS) {
            // Another chunk as a whole.
            u32 x = slide.a, y = slide.b;
#if COLUMNS == 3
            const u32 c = digit(board, chunk, k + 2);
            u32 z = c;
            rotate(way, x, y, z);
            slide.here += way_to(z, c, (u64)board[STRIDE + k + 2] * words);
#else
            exchange(x, y);
#endif
            slide.here += way_to(x, slide.a, slide.stride_a) + way_to(y, slide.b, slide.stride_b);
        }
    } else if (is_staged(first) && threadIdx.x < WORKERS) {
        for (u32 number = threadIdx.x; number < words; number += WORKERS) {
            u64 word = slide.here[number];
            tile[number] = COLUMNS == 3 && first == 3 && way == FIRST_LAST ? exchange_5_4(word) : word;
        }
    }
    return slide;
}

// What a slide brings into a word. `parity` is that of the word's plane and digits.
template <u32 way>
__device__ __forceinline__ u64 brought(const Slide &slide, const Word &word, u32 parity) {
    u32 nine = word.nine, eight = word.eight, seven = word.seven, six = word.six;
    const int first = slide.first;
    if (is_staged(first)) {
#if COLUMNS == 3
        if (first == 0) rotate(way, nine, eight, seven);
        else if (first == 1) rotate(way, eight, seven, six);
        else if (first == 2) return exchange_6_5(slide.tile, word, way == FIRST_LAST ? BEFORE : AFTER);
        else if (way == FIRST_LAST) return exchange_6_5(slide.tile, word, ALONE);
        else return exchange_5_4(exchange_6_5(slide.tile, word, ALONE));
#else
        if (first == 0) exchange(nine, eight);
        else if (first == 1) exchange(eight, seven);
        else if (first == 2) exchange(seven, six);
        else return exchange_6_5(slide.tile, word, ALONE);
#endif
        return slide.tile[number_of(nine, eight, seven, six)];
    }
    if (first < 0 && first > -COLUMNS) {
        u32 x = slide.a, y = slide.b;
#if COLUMNS == 3
        if (first == -1) rotate(way, x, nine, eight);
        else rotate(way, x, y, nine);
#else
        exchange(x, nine);
#endif
        const u64 *there = slide.here + way_to(x, slide.a, slide.stride_a) + way_to(y, slide.b, slide.stride_b);
        return there[number_of(nine, eight, seven, six)];
    }
    u64 bits = slide.here[word.number];
    if (first < 0) return bits;
#if COLUMNS == 3
    if (first == 4) return way == FIRST_LAST ? exchange_5_4(exchange_4_3(bits)) : exchange_4_3(exchange_5_4(bits));
    if (first == 5)
        return way == FIRST_LAST ? exchange_4_3(exchange_3_2(bits, parity ^ 1)) : exchange_3_2(exchange_4_3(bits), parity);
    return exchange_3_2(bits, way == FIRST_LAST ? parity : parity ^ 1);
#else
    if (first == 4) return exchange_5_4(bits);
    if (first == 5) return exchange_4_3(bits);
    if (first == 6) return exchange_3_2(bits, parity);
    // The last two tiles exchanged: the same bits in a plane of the other parity.
    return bits;
#endif
}

// Takes the listed pieces one layer further.
extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT) advance(
    u64 *plane, u8 *changed, u8 *complete, const u32 *list, u64 *counters, const u32 *board, u64 *log, u64 is_logging
) {
    __shared__ u64 tiles[2][MOST_WORDS];
    __shared__ int is_changed, is_open;
    const u32 words = board[WORDS], chunks = board[CHUNKS], thread = threadIdx.x;
    const u64 items = counters[ITEMS], size = (u64)chunks * words;
    u64 fresh = 0;

    for (u64 number = blockIdx.x; number < items; number += gridDim.x) {
        const u32 item = list[number], cell = CELL_OF(item), chunk = CHUNK_OF(item);
        const int first = (int)cell - (int)board[CHUNK_DIGITS];
        const int has_left = cell % COLUMNS > 0, has_right = cell % COLUMNS < COLUMNS - 1;
        const int has_upper = cell >= COLUMNS, has_lower = cell + COLUMNS < board[CELLS];
        u64 *mine = plane + cell * size + (u64)chunk * words;
        const u64 *source = plane + cell * size;
        __syncthreads();
        if (thread == 0) is_changed = is_open = 0;
        Slide upper, lower;
        if (has_upper)
            upper = slide_from<FIRST_LAST>(source - COLUMNS * size, tiles[0], board, chunk, first - COLUMNS);
        if (has_lower) lower = slide_from<LAST_FIRST>(source + COLUMNS * size, tiles[1], board, chunk, first);
        __syncthreads();

        // A thread has every 504th word: the digits of radix 7 and 6 stay the same.
        Word word = {thread, 0, 0, thread / 6 % 7, thread % 6};
        const u32 parity = (PARITY_OF(item) ^ board[PARITY + cell] ^ word.seven ^ word.six) & 1;
        u32 rest = thread / 42, end = thread < WORKERS ? words : 0, count = 0;
        u64 coming = thread < end ? mine[thread] : FULL;
        for (; word.number < end; word.number += WORKERS, rest += 12) {
            const u64 before = coming;
            coming = word.number + WORKERS < end ? mine[word.number + WORKERS] : FULL;
            if (before == FULL) continue;
            word.nine = rest / 8;
            word.eight = rest % 8;
            u64 next = before;
            if (has_left) next |= (mine - size)[word.number];
            if (has_right) next |= (mine + size)[word.number];
            const u32 odd = (parity ^ word.nine ^ word.eight) & 1;
            if (has_upper) next |= brought<FIRST_LAST>(upper, word, odd);
            if (has_lower) next |= brought<LAST_FIRST>(lower, word, odd);
            if (next != FULL) is_open = 1;
            if (next != before) {
                mine[word.number] = next;
                count += __popcll(next ^ before);
                is_changed = 1;
                if (is_logging) write_down(log, counters, (u64)(mine - plane) + word.number, next ^ before);
            }
        }
        fresh += count;
        __syncthreads();
        if (thread == 0) {
            if (is_changed) changed[(u64)cell * chunks + chunk] = 1;
            if (!is_open) complete[(u64)cell * chunks + chunk] = 1;
        }
    }
    add_up(&counters[FRESH], fresh);
}
