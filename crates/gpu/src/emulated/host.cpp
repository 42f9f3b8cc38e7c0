// A device on the processor: CUDA's words for a host compiler, threads of a group as fibres, and a loop that does what
// the tests ask for over standard input and output. The kernels' text stands where KERNELS_TEXT is included.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <vector>

#define __global__
#define __device__
#define __forceinline__ inline
#define __shared__ static
#define __launch_bounds__(...)

struct Index {
    unsigned x;
};
static Index threadIdx, blockIdx, blockDim, gridDim;
struct ulonglong2 {
    unsigned long long x, y;
};

template <class T>
static T atomicAdd(T *place, T number) {
    T before = *place;
    *place += number;
    return before;
}
static int __popcll(unsigned long long bits) { return __builtin_popcountll(bits); }
static int __ffs(int bits) { return __builtin_ffs(bits); }
static unsigned __brev(unsigned bits) {
    unsigned result = 0;
    for (int i = 0; i < 32; i++) result |= (bits >> i & 1) << (31 - i);
    return result;
}

// Fibres: a barrier hands over to the next thread of the group, the last one to the first.
static const unsigned MOST_THREADS = 512, STACK = 1 << 16;
static ucontext_t fibres[MOST_THREADS], scheduler;
static bool is_done[MOST_THREADS];
static unsigned current;
static void __syncthreads() { swapcontext(&fibres[current], &scheduler); }

#include KERNELS_TEXT

typedef void (*Kernel)(u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64);
static const Kernel KERNELS[] = {(Kernel)plan, (Kernel)advance, (Kernel)watch};
static Kernel kernel;
static u64 arguments[12];

static void run_thread() {
    u64 *a = arguments;
    kernel(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
    is_done[current] = true;
}

static void run_group(unsigned threads, char *stacks) {
    for (unsigned i = 0; i < threads; i++) {
        getcontext(&fibres[i]);
        fibres[i].uc_stack.ss_sp = stacks + (size_t)i * STACK;
        fibres[i].uc_stack.ss_size = STACK;
        fibres[i].uc_link = &scheduler;
        makecontext(&fibres[i], run_thread, 0);
        is_done[i] = false;
    }
    for (unsigned left = threads; left > 0;) {
        left = 0;
        for (unsigned turn = 0; turn < threads; turn++) {
            // Threads of every other group go backwards, so that nobody can rely on an order.
            unsigned i = blockIdx.x % 2 ? threads - 1 - turn : turn;
            if (is_done[i]) continue;
            current = i;
            threadIdx.x = i;
            swapcontext(&scheduler, &fibres[i]);
            left += !is_done[i];
        }
    }
}

static void take(void *to, size_t size) {
    if (fread(to, 1, size, stdin) != size) exit(0);
}
static u64 number() {
    u64 value;
    take(&value, 8);
    return value;
}

int main() {
    std::vector<char *> memories;
    char *stacks = (char *)malloc((size_t)MOST_THREADS * STACK);
    for (;;) {
        char what;
        take(&what, 1);
        if (what == 'A') {
            // Pages that nobody writes take no room, so that planes of any size can be tried in a few places.
            int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
            memories.push_back((char *)mmap(0, number() + 1, PROT_READ | PROT_WRITE, how, -1, 0));
            if (memories.back() == MAP_FAILED) return 1;
        } else if (what == 'W') {
            u64 memory = number(), at = number(), size = number();
            take(memories[memory] + at, size);
        } else if (what == 'R') {
            u64 memory = number(), at = number(), size = number();
            fwrite(memories[memory] + at, 1, size, stdout);
            fflush(stdout);
        } else {
            kernel = KERNELS[number()];
            gridDim.x = number();
            blockDim.x = number();
            u64 count = number();
            memset(arguments, 0, sizeof arguments);
            for (u64 i = 0; i < count; i++) {
                u64 is_memory = number(), value = number();
                arguments[i] = is_memory ? (u64)(uintptr_t)memories[value] : value;
            }
            for (unsigned group = gridDim.x; group-- > 0;) {
                blockIdx.x = group;
                run_group(blockDim.x, stacks);
            }
        }
    }
}
