// What the kernels of every search share. The text is a small part of C++ that a host compiler understands too: the
// tests run it on the processor, threads and barriers included.

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;

// Counters of one layer, which the program reads when the layer is done; the watched words follow them.
#define FRESH 0    // new states, symmetric ones included
#define ITEMS 1    // pieces of the planes that have to be looked at
#define LOGGED 2   // entries of the log
#define WATCHED 8  // first of the watched words

// Adds the numbers of all threads of a group to a counter. Every thread has to call it.
__device__ __forceinline__ void add_up(u64 *counter, u64 number) {
    __shared__ u64 sum;
    __syncthreads();
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    if (number) atomicAdd(&sum, number);
    __syncthreads();
    if (threadIdx.x == 0 && sum) atomicAdd(counter, sum);
}

// Appends to the list the items of those threads of a group that have one. Every thread has to call it.
__device__ __forceinline__ void append(u32 *list, u64 *counters, int has_item, u32 item) {
    __shared__ u32 count, first;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    u32 place = has_item ? atomicAdd(&count, 1u) : 0;
    __syncthreads();
    if (threadIdx.x == 0) first = count ? (u32)atomicAdd(&counters[ITEMS], (u64)count) : 0;
    __syncthreads();
    if (has_item) list[first + place] = item;
}

// Writes down which bits of a word are new. The program keeps a log only where all changes of a layer fit into it.
__device__ __forceinline__ void write_down(u64 *log, u64 *counters, u64 address, u64 bits) {
    u64 entry = atomicAdd(&counters[LOGGED], 1ull);
    log[2 * entry] = address;
    log[2 * entry + 1] = bits;
}

// Copies the watched words behind the counters.
extern "C" __global__ void watch(const u64 *plane, const u64 *addresses, u64 *counters, u64 count) {
    for (u64 i = threadIdx.x; i < count; i += blockDim.x) counters[WATCHED + i] = plane[addresses[i]];
}
