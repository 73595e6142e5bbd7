// Reduces n elements to one. The tuning parameters are declared where they enter.
#pragma once

#include "combine.cuh"
#include "load.cuh"

namespace cuda_tune {

// The words of a pack as elements, combined into one accumulator per element, or per word where an
// instruction takes all elements of a word at once.
template <typename Element, typename Op, int kPackBytes> struct PackAccumulator {
  using Accumulator = typename Element::Accumulator;
  // A dot product with ones adds four bytes or two halves to a 32-bit sum.
  static constexpr bool kWordSum =
      kSame<Op, Sum> && kPackBytes >= 4 &&
      (kSame<Element, I8> || kSame<Element, U8> || kSame<Element, I16> || kSame<Element, U16>);
  static constexpr int kElements = kPackBytes / Element::kBytes;
  static constexpr int kCount = kWordSum ? kPackBytes / 4 : kElements;
  Accumulator value[kCount];

  static __device__ PackAccumulator identity() {
    PackAccumulator all;
#pragma unroll
    for (int i = 0; i < kCount; ++i)
      all.value[i] = identityOf<Op, Element>();
    return all;
  }

  static __device__ PackAccumulator of(const Pack<kPackBytes>& pack) {
    PackAccumulator all;
#pragma unroll
    for (int i = 0; i < kCount; ++i) {
      if constexpr (kWordSum) {
        all.value[i] = wordSum(pack.word[i]);
      } else if constexpr (Element::kBytes == 8) {
        all.value[i] = Element::fromBits(u64{pack.word[2 * i + 1]} << 32 | pack.word[2 * i]);
      } else {
        constexpr int perWord = 4 / Element::kBytes;
        all.value[i] = Element::fromBits(pack.word[i / perWord] >> (i % perWord * Element::kBytes * 8));
      }
    }
    return all;
  }

  // Element by element.
  static __device__ PackAccumulator combine(const PackAccumulator& a, const PackAccumulator& b) {
    PackAccumulator both;
#pragma unroll
    for (int i = 0; i < kCount; ++i)
      both.value[i] = Op::combine(a.value[i], b.value[i]);
    return both;
  }

  // Rows in flight, as a tree.
  template <int kRows> static __device__ PackAccumulator ofRows(const Pack<kPackBytes> (&pack)[kRows]) {
    PackAccumulator rows[kRows];
#pragma unroll
    for (int i = 0; i < kRows; ++i)
      rows[i] = of(pack[i]);
    return registerTree<PackAccumulator>(rows);
  }

  __device__ Accumulator total() const { return registerTree<Op>(value); }

private:
  static __device__ Accumulator wordSum(u32 word) {
    if constexpr (kSame<Element, I8>)
      return __dp4a(static_cast<int>(word), 0x01010101, 0);
    else if constexpr (kSame<Element, U8>)
      return __dp4a(word, 0x01010101u, 0u);
    else if constexpr (kSame<Element, I16>)
      return static_cast<short>(word) + static_cast<short>(word >> 16);
    else
      return (word & 0xffffu) + (word >> 16);
  }
};

// A pack of elements that change nothing.
template <typename Element, typename Op, int kPackBytes>
__device__ void fillWithIdentity(Pack<kPackBytes>& pack) {
  constexpr u64 element = Op::template identity<Element>();
#pragma unroll
  for (int i = 0; i < Pack<kPackBytes>::kWords; ++i) {
    if constexpr (Element::kBytes == 8)
      pack.word[i] = static_cast<u32>(i % 2 ? element >> 32 : element);
    else if constexpr (Element::kBytes == 4 || kPackBytes == Element::kBytes)
      pack.word[i] = static_cast<u32>(element);
    else if constexpr (Element::kBytes == 2)
      pack.word[i] = static_cast<u32>(element * 0x00010001u);
    else
      pack.word[i] = static_cast<u32>(element * 0x01010101u);
  }
}

template <typename Element> __device__ typename Element::Accumulator loadElement(const char* address) {
  if constexpr (Element::kBytes == 1)
    return Element::fromBits(*reinterpret_cast<const unsigned char*>(address));
  else if constexpr (Element::kBytes == 2)
    return Element::fromBits(*reinterpret_cast<const unsigned short*>(address));
  else if constexpr (Element::kBytes == 4)
    return Element::fromBits(*reinterpret_cast<const u32*>(address));
  else
    return Element::fromBits(*reinterpret_cast<const u64*>(address));
}

// The input, as the host takes it apart: ReduceInput of tuner/reduce/reduce_configuration.h. A kernel of a
// few microseconds would feel the arithmetic. A row is a pack for each thread of a block.
struct Input {
  // The first element that is aligned to a pack.
  const char* body;
  // Rows from there on, and packs of the last row, which is not whole.
  u32 fullRows;
  u32 lastRowPacks;
  // Elements before the body, and after its packs: fewer than a pack holds.
  u32 head;
  u32 tail;
};

// What the thread adds of head and tail: one element of each at the most.
template <typename Element, typename Op, int kBlockSize, int kPackBytes>
__device__ typename Element::Accumulator edgeValue(const Input& input) {
  static_assert(kPackBytes / Element::kBytes <= kBlockSize, "a thread takes one element of each edge");
  auto value = identityOf<Op, Element>();
  // The last block has no more rows than any other.
  if (__builtin_expect((input.head | input.tail) != 0, 0) && blockIdx.x == gridDim.x - 1) {
    const u32 thread = threadIdx.x;
    const char* const end = input.body + (u64{input.fullRows} * kBlockSize + input.lastRowPacks) * kPackBytes;
    if (thread < input.head)
      value = loadElement<Element>(input.body - (thread + 1) * Element::kBytes);
    if (thread < input.tail)
      value = Op::combine(value, loadElement<Element>(end + thread * Element::kBytes));
  }
  return value;
}

// Where a block's rows lie.
enum class Rows {
  // Those in flight at once are a grid apart, so that blocks differ by one row at the most.
  strided,
  // Those in flight at once follow each other.
  contiguous,
};

// What is compared with the end of the input before it is loaded.
enum class Bounds {
  // All packs in flight together; fewer than those have code of their own.
  together,
  // Each pack. Less code: a kernel of a few microseconds waits longest for its own instructions.
  each,
};

// The thread's share, loaded into registers.
template <typename Element, typename Op, int kBlockSize, int kUnroll, int kPackBytes, Rows kRows,
          Bounds kBounds, CacheHint kHint>
__device__ typename Element::Accumulator threadValue(const Input& input) {
  using Packed = PackAccumulator<Element, Op, kPackBytes>;
  static_assert(kPackBytes >= Element::kBytes && (kPackBytes >= 4 || kHint == CacheHint::none));
  const char* const own = input.body + threadIdx.x * kPackBytes;
  constexpr u32 kRowBytes = kBlockSize * kPackBytes;
  // Rows are fewer than 2^29: 2^33 elements in rows of 32, and a step of the grid.
  const u32 ownRows = input.fullRows + (threadIdx.x < input.lastRowPacks ? 1 : 0);
  const u64 policy = cachePolicy<kHint>();

  Packed all = Packed::identity();
  Pack<kPackBytes> pack[kUnroll];
  const u32 apart = kRows == Rows::strided ? gridDim.x : 1;
  const u32 step = kUnroll * gridDim.x;
  u32 row = kRows == Rows::strided ? blockIdx.x : blockIdx.x * kUnroll;
  const auto load = [&](int u) {
    loadPack<kPackBytes, kHint>(pack[u], own + u64{row + u * apart} * kRowBytes, policy);
  };
  // All loads are in flight before the first use.
  const auto loadEach = [&] {
#pragma unroll
    for (int u = 0; u < kUnroll; ++u) {
      fillWithIdentity<Element, Op, kPackBytes>(pack[u]);
      if (row + u * apart < ownRows)
        load(u);
    }
  };
  if constexpr (kBounds == Bounds::together) {
    for (; row + (kUnroll - 1) * apart < input.fullRows; row += step) {
#pragma unroll
      for (int u = 0; u < kUnroll; ++u)
        load(u);
      all = Packed::combine(all, Packed::ofRows(pack));
    }
    // Fewer than kUnroll rows are left, the last of them perhaps not whole.
    loadEach();
    all = Packed::combine(all, Packed::ofRows(pack));
  } else {
    // There is no block without a row.
    do {
      loadEach();
      all = Packed::combine(all, Packed::ofRows(pack));
      row += step;
    } while (row <= input.fullRows);
  }
  return Op::combine(all.total(), edgeValue<Element, Op, kBlockSize, kPackBytes>(input));
}

#if __CUDA_ARCH__ >= 900
__device__ inline u32 sharedAddress(const void* pointer) {
  return static_cast<u32>(__cvta_generic_to_shared(pointer));
}
__device__ inline void waitForPhase(u32 barrier, u32 parity) {
  asm volatile("{\n\t.reg .pred done;\n"
               "WAIT: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n\t"
               "@!done bra WAIT;\n\t}" ::"r"(barrier),
               "r"(parity)
               : "memory");
}

// Tiles in flight of a block that loads in bulk.
inline constexpr int kStages = 4;

// The thread's share, copied tile by tile into shared memory by the copy engine of the multiprocessor,
// kStages tiles ahead. A tile is kUnroll rows; dynamic shared memory holds kStages of them.
template <typename Element, typename Op, int kBlockSize, int kUnroll, int kPackBytes>
__device__ typename Element::Accumulator threadValueInBulk(const Input& input) {
  using Packed = PackAccumulator<Element, Op, kPackBytes>;
  static_assert(kPackBytes == 16, "bulk copies are of packs of 16 bytes");
  extern __shared__ __align__(128) char stage[];
  __shared__ __align__(8) u64 full[kStages];
  const u64 packs = u64{input.fullRows} * kBlockSize + input.lastRowPacks;
  constexpr u32 kTilePacks = kBlockSize * kUnroll;
  const u32 thread = threadIdx.x;
  const u64 tiles = (packs + kTilePacks - 1) / kTilePacks;

  const auto copy = [&](u64 tile, int s) {
    const u64 left = packs - tile * kTilePacks;
    const u32 bytes = (left < kTilePacks ? static_cast<u32>(left) : kTilePacks) * kPackBytes;
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(&full[s])),
                 "r"(bytes)
                 : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
            sharedAddress(stage + s * (kTilePacks * kPackBytes))),
        "l"(input.body + tile * kTilePacks * kPackBytes), "r"(bytes), "r"(sharedAddress(&full[s]))
        : "memory");
  };
  if (thread == 0) {
#pragma unroll
    for (int s = 0; s < kStages; ++s)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&full[s])) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#pragma unroll
    for (int s = 0; s < kStages; ++s)
      if (blockIdx.x + static_cast<u64>(s) * gridDim.x < tiles)
        copy(blockIdx.x + static_cast<u64>(s) * gridDim.x, s);
  }
  __syncthreads();

  Packed all = Packed::identity();
  int s = 0;
  u32 parity = 0;
  for (u64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    waitForPhase(sharedAddress(&full[s]), parity);
    Pack<kPackBytes> pack[kUnroll];
    const u64 left = packs - tile * kTilePacks;
#pragma unroll
    for (int u = 0; u < kUnroll; ++u) {
      const u32 index = u * kBlockSize + thread;
      fillWithIdentity<Element, Op, kPackBytes>(pack[u]);
      if (index < left)
        pack[u] = *reinterpret_cast<const Pack<kPackBytes>*>(stage + (s * kTilePacks + index) * kPackBytes);
    }
    all = Packed::combine(all, Packed::ofRows(pack));
    // All have read the stage before it is filled again.
    __syncthreads();
    const u64 next = tile + static_cast<u64>(kStages) * gridDim.x;
    if (thread == 0 && next < tiles)
      copy(next, s);
    if (++s == kStages) {
      s = 0;
      parity ^= 1;
    }
  }
  return Op::combine(all.total(), edgeValue<Element, Op, kBlockSize, kPackBytes>(input));
}
#endif

// Combines what `read(i)` gives for i < count, in an order that depends on count and kBlockSize alone.
template <typename Element, typename Op, int kBlockSize, Tree kTree, typename Read>
__device__ typename Element::Accumulator combineValues(u32 count, Read read) {
  auto value = identityOf<Op, Element>();
  for (u32 i = threadIdx.x; i < count; i += kBlockSize)
    value = Op::combine(value, read(i));
  return blockTree<Op, kBlockSize, kTree>(value);
}

enum class Transfer {
  direct,
  // sm_90 and newer.
  bulk,
};

// Launched with one dimension of blocks and threads, kBlockSize threads a block. `in` is aligned to an
// element. n = 0 gives the identity, +0 for sums. With Combine::second_kernel, reduceValues follows.
template <typename Element, typename Op,
          // @tune block_size: 256 128 512 64 1024 32 -- threads in a block
          int kBlockSize,
          // @tune unroll: 1 2 4 8 16 -- packs that a thread has in flight
          int kUnroll,
          // @tune pack_bytes: 16 8 4 32 2 1 -- bytes that a thread loads at once
          int kPackBytes,
          // @tune rows: strided contiguous -- where the packs that a block has in flight lie
          Rows kRows,
          // @tune bounds: together each -- what is compared with the end of the input at once
          Bounds kBounds,
          // @tune transfer: direct bulk -- into registers, or by bulk copies through shared memory
          Transfer kTransfer,
          // @tune tree: shuffle redux shared -- how the threads of a block combine
          Tree kTree,
          // @tune combine: last_block atomics second_kernel single -- how the blocks of the grid combine
          Combine kCombine,
          // @tune cache_hint: none no_allocate evict_first prefetch_256 -- what the loads tell the caches
          CacheHint kHint>
// @tune blocks_per_sm: 2 4 1 8 16 32 0 -- blocks of a persistent grid for each multiprocessor; 0 is a
// block for each tile
__global__ void __launch_bounds__(kBlockSize)
    reduce(Input input, typename Element::Accumulator* out, Workspace* workspace) {
  using Accumulator = typename Element::Accumulator;
  const u32 thread = threadIdx.x, block = blockIdx.x, blocks = gridDim.x;
  Accumulator value;
  if constexpr (kTransfer == Transfer::bulk) {
#if __CUDA_ARCH__ >= 900
    value = threadValueInBulk<Element, Op, kBlockSize, kUnroll, kPackBytes>(input);
#endif
  } else {
    value = threadValue<Element, Op, kBlockSize, kUnroll, kPackBytes, kRows, kBounds, kHint>(input);
  }
  value = blockTree<Op, kBlockSize, kTree>(value);

  if constexpr (kCombine != Combine::single) {
    if (blocks > 1) {
      if constexpr (kCombine == Combine::second_kernel) {
        if (thread == 0)
          *reinterpret_cast<Accumulator*>(&workspace->value[block]) = value;
        return;
      } else if constexpr (kCombine == Combine::last_block) {
        __shared__ bool isLast;
        if (thread == 0) {
          *reinterpret_cast<Accumulator*>(&workspace->value[block]) = value;
          isLast = arrive(&workspace->done, blocks - 1) == blocks - 1;
        }
        __syncthreads();
        if (!isLast)
          return;
        value = combineValues<Element, Op, kBlockSize, kTree>(
            blocks, [&](u32 i) { return loadValue<Accumulator>(&workspace->value[i]); });
      } else {
        if (thread != 0 || !accumulate<Op>(workspace, value, blocks))
          return;
      }
    }
  }
  if (thread == 0) {
    // IEEE 754: the sum of nothing is +0.
    if (kSame<Op, Sum> && (input.fullRows | input.lastRowPacks | input.head | input.tail) == 0)
      value = Accumulator{0};
    *out = value;
  }
}

// The second kernel of Combine::second_kernel: one block.
template <typename Element, typename Op, int kBlockSize, Tree kTree>
__global__ void __launch_bounds__(kBlockSize)
    reduceValues(u32 count, typename Element::Accumulator* out, const Workspace* workspace) {
  using Accumulator = typename Element::Accumulator;
  const auto value = combineValues<Element, Op, kBlockSize, kTree>(
      count, [&](u32 i) { return *reinterpret_cast<const Accumulator*>(&workspace->value[i]); });
  if (threadIdx.x == 0)
    *out = value;
}

} // namespace cuda_tune
