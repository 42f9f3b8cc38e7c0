// Tower of Hanoi on four pegs: one breadth-first layer, in place, one bit per position.
//
// A position is a peg per disc, two bits each, the smallest disc lowest:
//
//   disc    0 1 2        3 4          5 6 7 8      9 ...
//   is      bit of word  slot (16)    thread (256) block
//
// A block is 4,096 words that one group of threads holds at once: every thread has the sixteen words of its slots in
// registers and shows them to the others in shared memory. Whatever discs 0 to 4 do stays inside a thread. Of discs 5 to 8
// the smallest one that stands on one of two pegs moves between them; which thread that leads to depends on the thread and
// the pair of pegs alone, so it is computed once.
//
// A disc above the block moves between two pegs only if discs 0 to 8 all stand on the other two: 2^9 positions for each
// of the six pairs. These are kept a second time, in a thin array of edges (16 numbers of 32 bits per pair and block), of
// which there is an old and a new copy. So blocks read nothing of each other but old edges, and the plane can change in
// place.
//
// The largest discs, of the block's number, are stored up to renaming of the pegs that are empty at the start: `moves`
// tells where a move of one of them leads and which renaming comes with it.

#define THREADS 256
#define SLOTS 16
// A row of shared memory: the words of all threads in one slot, and behind them what comes in over the edges.
#define ROW (THREADS + 48)
#define NOWHERE 0xFFFFFFFFu
#define FULL 0xFFFFFFFFFFFFFFFFull

// State of a block.
#define CHANGED 1
#define COMPLETE 2

// Pairs of pegs 0..5 are 01 02 03 12 13 23; the other two pegs are pair 5 - p.
__device__ __forceinline__ u32 lower_peg(u32 pair) { return 0x940u >> (2 * pair) & 3; }
__device__ __forceinline__ u32 upper_peg(u32 pair) { return 0xFB9u >> (2 * pair) & 3; }
__device__ __forceinline__ u32 pair_of(u32 lower, u32 upper) { return lower == 0 ? upper - 1 : lower + upper; }
// Pairs that have a peg in common have different colours.
__device__ __forceinline__ u32 colour(u32 pair) { return pair < 3 ? pair : 5 - pair; }

// Digits (two bits each) that are equal to a peg: a bit at the lower place of each.
__device__ __forceinline__ u32 digits_equal(u32 digits, u32 peg) {
    u32 low = peg & 1 ? digits : ~digits, high = peg & 2 ? digits : ~digits;
    return low & high >> 1 & 0x55555555u;
}

// Positions of discs 0 and 1, 16 bits, with neither on a peg; and with discs 0 to 2 in a word.
__device__ __forceinline__ u64 two_off(u32 peg) { return (15u & ~(1u << peg)) * 0x1111u & ~(15u << (4 * peg)); }
__device__ __forceinline__ u64 off(u32 peg) {
    return two_off(peg) * 0x0001000100010001ull & ~(0xFFFFull << (16 * peg));
}

// Half a word and what discs 0 and 1 reach from it. All pegs that a disc may choose from, given the smaller ones, are
// joined: a bit on one of them fills the others.
__device__ __forceinline__ u32 with_two_discs(u32 half) {
    const u32 free = 0x7BDE7BDEu;  // disc 0 is not on the peg of disc 1
    u32 any = half | half >> 1;
    any = (any | any >> 2) & 0x11111111u;
    u32 next = any * 15u;
    any = half & free;
    any = any | any >> 4;
    any = (any | any >> 8) & 0x000F000Fu;
    return next | (any * 0x1111u & free);
}

// A word and what discs 0 to 2 reach from it.
__device__ __forceinline__ u64 with_three_discs(u64 word) {
    const u32 free_low = (u32)(two_off(0) | two_off(1) << 16), free_high = (u32)(two_off(2) | two_off(3) << 16);
    u32 low = (u32)word, high = (u32)(word >> 32);
    u32 any = (low & free_low) | (high & free_high);
    any |= any << 16 | any >> 16;
    u32 next_low = with_two_discs(low) | (any & free_low);
    u32 next_high = with_two_discs(high) | (any & free_high);
    return (u64)next_high << 32 | next_low;
}

// Where a move of a disc above the block leads: the block, the pair of pegs whose edge is to be read there, and whether
// its two pegs are exchanged.
struct Neighbour {
    u32 block, pair, is_flipped;
};

// `moves` has two numbers for each class of largest discs and each pair: the class that the move leads to, and the
// renaming (a digit per peg), the renamed pair at bit 8, the exchange at bit 12. `lower` discs lie between the block and
// these.
__device__ __forceinline__ Neighbour neighbour(u32 block, u32 pair, u32 lower, const u32 *moves) {
    u32 a = lower_peg(pair), b = upper_peg(pair);
    u32 mask = (u32)((1ull << (2 * lower)) - 1), digits = block & mask;
    u32 found = (digits_equal(digits, a) | digits_equal(digits, b)) & mask;
    Neighbour result;
    result.pair = pair;
    result.is_flipped = 0;
    if (found) {
        result.block = block ^ (a ^ b) << (__ffs((int)found) - 1);
        return result;
    }
    const u32 *move = moves + 2 * ((u64)(block >> (2 * lower)) * 6 + pair);
    if (move[0] == NOWHERE) {
        result.block = NOWHERE;
        return result;
    }
    u32 how = move[1], renamed = 0;
    for (u32 peg = 0; peg < 4; peg++) renamed |= (digits_equal(digits, peg) & mask) * (how >> (2 * peg) & 3);
    result.block = move[0] << (2 * lower) | renamed;
    result.pair = how >> 8 & 7;
    result.is_flipped = how >> 12 & 1;
    return result;
}

// Lists the blocks in which something can change: those that have just changed, and those next to an edge that has.
extern "C" __global__ void __launch_bounds__(THREADS) plan(
    const u8 *state, const u8 *edge_changed, u8 *edge_changes, u32 *list, u64 *counters, const u32 *moves, u64 blocks,
    u64 lower
) {
    u64 number = (u64)blockIdx.x * THREADS + threadIdx.x;
    u32 block = (u32)number;
    int goes = 0;
    if (number < blocks) {
        edge_changes[block] = 0;
        goes = state[block] & CHANGED;
        if (state[block] == 0)
            for (u32 pair = 0; pair < 6 && !goes; pair++) {
                Neighbour there = neighbour(block, pair, (u32)lower, moves);
                goes = there.block != NOWHERE && edge_changed[there.block];
            }
    }
    append(list, counters, goes, block);
}

// 32 positions of an edge: bit 0 of a position's number is disc 0, bit 1 disc 4, bit 2 disc 1, bit 3 disc 3, bit 4
// disc 2, each set if the disc stands on the upper one of the two pegs. (The order costs the fewest operations; renaming
// pegs either keeps all bits or turns all, which reads the 32 positions backwards.)
__device__ __forceinline__ u32 slot_of(u32 disc_3, u32 disc_4) { return disc_3 + 4 * disc_4; }

// The positions of an edge in the words of one column.
__device__ __forceinline__ u32 gathered(const u64 (*rows)[ROW], u32 column, u32 x, u32 y) {
    u32 result = 0;
    for (u32 i = 0; i < 2; i++) {
        u32 nibbles = 0;
        for (u32 k = 0; k < 2; k++) {
            const u16 *lanes = (const u16 *)&rows[slot_of(k ? y : x, i ? y : x)][column];
            u32 both = lanes[x] | (u32)lanes[y] << 16;
            u32 two = (both >> (4 * x) & 0x000F000Fu) | (both >> (4 * y) & 0x000F000Fu) << 4;
            nibbles |= two << (8 * k);
        }
        u32 bits = (nibbles >> x & 0x11111111u) | (nibbles >> y & 0x11111111u) << 1;
        result |= bits << (2 * i);
    }
    return result;
}

// The reverse: the words that have nothing but these positions.
__device__ __forceinline__ void scatter(u32 positions, u64 (*rows)[ROW], u32 column, u32 x, u32 y) {
    for (u32 i = 0; i < 2; i++) {
        u32 bits = positions >> (2 * i);
        u32 nibbles = (bits & 0x11111111u) << x | (bits >> 1 & 0x11111111u) << y;
        for (u32 k = 0; k < 2; k++) {
            u32 two = nibbles >> (8 * k);
            u32 both = (two & 0x000F000Fu) << (4 * x) | (two >> 4 & 0x000F000Fu) << (4 * y);
            rows[slot_of(k ? y : x, i ? y : x)][column] =
                (u64)(both & 0xFFFFu) << (16 * x) | (u64)(both >> 16) << (16 * y);
        }
    }
}

// What a word gets from the thread, or the edge, that a disc above the slots leads to. An edge's place is the thread's
// own: once it is read, the new word is put there for `gathered`.
#define FROM_PAIR(pair)                                                                          \
    next |= rows[slot][column[pair]] & off(lower_peg(pair)) & off(upper_peg(pair))
#define TO_EDGE(pair)                                                                            \
    if (column[pair] >= THREADS) rows[slot][column[pair]] = next

// Takes the listed blocks one layer further.
extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT) advance(
    u64 *plane, const u32 *edges, u32 *new_edges, u8 *edge_changes, u8 *state, const u32 *list, u64 *counters,
    const u32 *moves, const u32 *weights, u64 lower, u64 *log, u64 is_logging
) {
    __shared__ u64 rows[SLOTS][ROW];
    __shared__ int is_changed, is_open;
    const u32 thread = threadIdx.x;
    const u64 items = counters[ITEMS];
    u64 fresh = 0;

    // Where a move of discs 5 to 8 between the pegs of a pair leads: another thread's column, or an edge's.
    u32 column[6];
    for (u32 pair = 0; pair < 6; pair++) {
        u32 a = lower_peg(pair), b = upper_peg(pair);
        u32 found = (digits_equal(thread, a) | digits_equal(thread, b)) & 0x55u;
        u32 upper = digits_equal(thread, upper_peg(5 - pair));
        u32 place = (upper & 1) | (upper >> 1 & 2) | (upper >> 2 & 4) | (upper >> 3 & 8);
        column[pair] = found ? thread ^ (a ^ b) << (__ffs((int)found) - 1) : THREADS + 16 * colour(pair) + place;
    }
    // The thread's part in carrying edges: the first 96 threads have a pair and a place each.
    const u32 pair = thread / 16, place = thread % 16;
    const u32 x = lower_peg(5 - pair), y = upper_peg(5 - pair);
    const u32 edge_column = THREADS + 16 * colour(pair) + place;

    for (u64 item = blockIdx.x; item < items; item += gridDim.x) {
        const u32 block = list[item];
        u64 word[SLOTS];
        ulonglong2 *mine = (ulonglong2 *)plane + (u64)block * (THREADS * SLOTS / 2) + thread;
#pragma unroll
        for (u32 half = 0; half < SLOTS / 2; half++) {
            ulonglong2 two = mine[half * THREADS];
            word[2 * half] = two.x;
            word[2 * half + 1] = two.y;
        }
        u32 positions = 0;
        if (thread < 96) {
            Neighbour there = neighbour(block, pair, (u32)lower, moves);
            if (there.block != NOWHERE) {
                const u32 *edge = edges + (u64)there.block * 96 + there.pair * 16;
                positions = there.is_flipped ? __brev(edge[15 - place]) : edge[place];
            }
        }
        __syncthreads();
#pragma unroll
        for (u32 slot = 0; slot < SLOTS; slot++) rows[slot][thread] = word[slot];
        if (thread < 96) scatter(positions, rows, edge_column, x, y);
        if (thread == 0) is_changed = is_open = 0;
        __syncthreads();

        // Disc 4 moves among the slots that have disc 3 on one peg.
        u64 fourth[4];
#pragma unroll
        for (u32 p = 0; p < 4; p++) {
            fourth[p] = 0;
#pragma unroll
            for (u32 q = 0; q < 4; q++)
                if (q != p) fourth[p] |= word[slot_of(p, q)] & off(q);
        }
        u64 all = FULL, any = 0;
        u32 count = 0;
#pragma unroll
        for (u32 q = 0; q < 4; q++) {
            // Disc 3 moves among the slots that have disc 4 on one peg.
            u64 third = 0;
#pragma unroll
            for (u32 p = 0; p < 4; p++) third |= word[slot_of(p, q)] & off(p);
            u64 before = 0;
#pragma unroll
            for (u32 p = 0; p < 4; p++) {
                const u32 slot = slot_of(p, q);
                u64 next = with_three_discs(word[slot]) | (third & off(p));
                if (p != q) {
                    next |= fourth[p] & off(q);
                    // Larger discs have the two pegs that are left.
                    const u32 rest = 5 - pair_of(p < q ? p : q, p < q ? q : p);
                    FROM_PAIR(rest);
                    TO_EDGE(rest);
                } else {
                    // They have three, in three pairs.
                    const u32 r = p == 0 ? 1 : 0, s = p <= 1 ? 2 : 1, t = p == 3 ? 2 : 3;
                    FROM_PAIR(pair_of(r, s));
                    FROM_PAIR(pair_of(r, t));
                    FROM_PAIR(pair_of(s, t));
                    TO_EDGE(pair_of(r, s));
                    TO_EDGE(pair_of(r, t));
                    TO_EDGE(pair_of(s, t));
                }
                u64 new_bits = next ^ word[slot];
                all &= next;
                word[slot] = next;
                if (p % 2 == 0) {
                    before = new_bits;
                } else if (before | new_bits) {
                    any = 1;
                    count += __popcll(before) + __popcll(new_bits);
                    ulonglong2 two;
                    two.x = word[slot - 1];
                    two.y = next;
                    mine[slot / 2 * THREADS] = two;
                    if (is_logging) {
                        u64 address = ((u64)block * (THREADS * SLOTS / 2) + slot / 2 * THREADS + thread) * 2;
                        if (before) write_down(log, counters, address, before);
                        if (new_bits) write_down(log, counters, address + 1, new_bits);
                    }
                }
            }
        }
        fresh += (u64)count * weights[block >> (2 * lower)];
        if (any) is_changed = 1;
        if (all != FULL) is_open = 1;
        __syncthreads();
        if (thread < 96) {
            u32 now = gathered(rows, edge_column, x, y);
            u64 at = (u64)block * 96 + thread;
            if (now != edges[at]) edge_changes[block] = 1;
            new_edges[at] = now;
        }
        if (thread == 0) state[block] = (is_changed ? CHANGED : 0) | (is_open ? 0 : COMPLETE);
    }
    add_up(&counters[FRESH], fresh);
}
