#include "tuner/reduce/reduce_space.h"

#include <algorithm>

namespace cuda_tune {

namespace {

constexpr std::uint64_t kKiB = 1024, kMiB = 1024 * kKiB;

struct Problem {
  Operation operation;
  ElementType type;
  std::uint64_t elements;
  std::uint64_t bytes;
  ReduceTarget target;
};

struct Rule {
  const char* name;
  std::vector<std::string> reads;
  bool (*holds)(const ReduceConfiguration&, const Problem&);
};

std::uint64_t tileBytes(const ReduceConfiguration& c) {
  return static_cast<std::uint64_t>(c.blockSize) * c.unroll * c.packBytes;
}

/// What four tiles may take of a block's shared memory: sm_90 and sm_100 have 227 KiB, of which more than 128
/// leave an SM with one block; sm_120 has 99 (CUDA C++ Programming Guide, table of technical specifications).
std::uint64_t bulkBytes(const Problem& p) {
  return (p.target.architecture >= 120 ? 96 : 128) * kKiB;
}

bool hasRedux(const Problem& p) {
  return p.target.architecture >= 80 && p.operation != Operation::Prod && !isFloating(p.type) &&
         sizeOf(accumulatorOf(p.type)) == 4;
}

unsigned gridOf(const ReduceConfiguration& c, const Problem& p) {
  return planLaunch(c, p.type, p.elements, p.target.multiprocessors).gridBlocks;
}

/// What the template or the hardware cannot do.
const std::vector<Rule>& possible() {
  static const std::vector<Rule> rules = {
      {"a pack holds whole elements",
       {"pack_bytes"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return c.packBytes >= static_cast<int>(sizeOf(p.type));
       }},
      {"loads of 32 bytes need sm_100",
       {"pack_bytes"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return c.packBytes <= 16 || p.target.architecture >= 100;
       }},
      {"a thread has 256 bytes in flight at the most",
       {"unroll", "pack_bytes"},
       [](const ReduceConfiguration& c, const Problem&) { return c.unroll * c.packBytes <= 256; }},
      {"rows are contiguous only where several are in flight",
       {"unroll", "rows"},
       [](const ReduceConfiguration& c, const Problem&) { return c.rows == "strided" || c.unroll > 1; }},
      {"bulk copies need sm_90, packs of 16 bytes, and tiles of which four fit into a block's shared memory",
       {"block_size", "unroll", "pack_bytes", "rows", "bounds", "transfer"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return c.transfer == "direct" ||
                (p.target.architecture >= 90 && c.packBytes == 16 && c.rows == "strided" &&
                 c.bounds == "together" && kBulkStages * tileBytes(c) <= bulkBytes(p));
       }},
      {"redux.sync is for 32-bit integers, but products, on sm_80",
       {"tree"},
       [](const ReduceConfiguration& c, const Problem& p) { return c.tree != "redux" || hasRedux(p); }},
      {"there is no atomic product",
       {"combine"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return c.combine != "atomics" || p.operation != Operation::Prod;
       }},
      {"bulk copies and packs under 4 bytes take no cache hint",
       {"pack_bytes", "transfer", "cache_hint"},
       [](const ReduceConfiguration& c, const Problem&) {
         return c.cacheHint == "none" || (c.packBytes >= 4 && c.transfer == "direct");
       }},
      {"hints to the L2 need sm_80",
       {"cache_hint"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return p.target.architecture >= 80 || c.cacheHint == "none" || c.cacheHint == "no_allocate";
       }},
  };
  return rules;
}

/// What was never best, or never by more than a hundredth.
const std::vector<Rule>& promising() {
  static const std::vector<Rule> rules = {
      {"128 bytes in flight are enough for packs of 16",
       {"unroll", "pack_bytes"},
       [](const ReduceConfiguration& c, const Problem&) {
         return c.packBytes > 16 || c.unroll * c.packBytes <= 128;
       }},
      {"blocks of 32 and 64 threads are for less than 1 MiB",
       {"block_size"},
       [](const ReduceConfiguration& c, const Problem& p) { return c.blockSize >= 128 || p.bytes < kMiB; }},
      {"no more than half a tile is idle",
       {"block_size", "unroll", "pack_bytes"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return tileBytes(c) <= std::max<std::uint64_t>(2 * p.bytes, 512);
       }},
      {"from 4 MiB on a thread has 32 bytes or more in flight",
       {"unroll", "pack_bytes"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return p.bytes < 4 * kMiB || c.unroll * c.packBytes >= 32;
       }},
      {"from 128 MiB on blocks are of 256 threads or more, but those that copy in bulk",
       {"block_size", "transfer"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return p.bytes < 128 * kMiB || (c.transfer == "bulk") == (c.blockSize < 512) || c.blockSize == 256;
       }},
      {"from 128 MiB on a thread has 64 bytes or more in flight, or copies in bulk",
       {"unroll", "pack_bytes", "transfer"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return p.bytes < 128 * kMiB || c.transfer == "bulk" || c.unroll * c.packBytes >= 64;
       }},
      {"small packs are for small inputs",
       {"pack_bytes"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return c.packBytes >= 16 || (c.packBytes == 8 && p.bytes < 8 * kMiB) || p.bytes < 256 * kKiB;
       }},
      {"bulk copies and contiguous rows are for 8 MiB and more",
       {"rows", "transfer"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return p.bytes >= 8 * kMiB || (c.transfer == "direct" && c.rows == "strided");
       }},
      {"packs are compared each below 16 MiB, and together from 2 MiB on or in packs of 16 bytes",
       {"pack_bytes", "rows", "bounds"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return c.bounds == "each" ? p.bytes < 16 * kMiB && c.rows == "strided"
                                   : p.bytes >= 2 * kMiB || c.packBytes >= 16;
       }},
      {"where redux.sync serves, shuffles do not",
       {"tree"},
       [](const ReduceConfiguration& c, const Problem& p) { return c.tree != "shuffle" || !hasRedux(p); }},
      {"a single block is for 256 KiB at the most, several blocks have several tiles",
       {"block_size", "unroll", "pack_bytes", "combine"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return c.combine == "single" ? p.bytes <= 256 * kKiB : tileBytes(c) < p.bytes;
       }},
      {"a tree in shared memory is tried with the last block, a second kernel with other trees, and both "
       "with two or four "
       "plain packs of 16 bytes in flight, below 8 MiB",
       {"unroll", "pack_bytes", "rows", "bounds", "transfer", "tree", "combine", "cache_hint"},
       [](const ReduceConfiguration& c, const Problem& p) {
         if (c.tree != "shared" && c.combine != "second_kernel")
           return true;
         return p.bytes < 8 * kMiB && (c.tree != "shared" || c.combine == "last_block") &&
                c.packBytes == 16 && (c.unroll == 2 || c.unroll == 4) && c.bounds == "together" &&
                c.rows == "strided" && c.transfer == "direct" && c.cacheHint == "none";
       }},
      {"from 128 MiB on the L2 is told to drop lines, or nothing",
       {"cache_hint"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return p.bytes < 128 * kMiB || c.cacheHint != "prefetch_256";
       }},
      {"the L2 is given hints from 8 MiB on, with packs of 16 bytes or more compared together",
       {"pack_bytes", "bounds", "cache_hint"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return c.cacheHint == "none" || c.cacheHint == "no_allocate" ||
                (p.bytes >= 8 * kMiB && c.packBytes >= 16 && c.bounds == "together");
       }},
      {"below 8 MiB the first of the hints is tried where packs are compared each",
       {"bounds", "cache_hint"},
       [](const ReduceConfiguration& c, const Problem& p) {
         return p.bytes >= 8 * kMiB || c.cacheHint == "none" || c.bounds == "each";
       }},
      {"a limit on the grid limits it, to a quarter of what the device holds at least from 8 MiB on, to what "
       "the device holds twice, from 512 MiB on 16 times",
       {},
       [](const ReduceConfiguration& c, const Problem& p) {
         if (c.blocksPerSm == 0)
           return p.bytes < 64 * kMiB;
         if (c.blocksPerSm * c.blockSize <
                 p.target.threadsPerMultiprocessor / (c.transfer == "bulk" ? 8 : 4) &&
             p.bytes >= 8 * kMiB)
           return false;
         ReduceConfiguration unlimited = c;
         unlimited.blocksPerSm = 0;
         return c.combine != "single" && gridOf(c, p) < gridOf(unlimited, p) &&
                c.blocksPerSm * c.blockSize <=
                    p.target.threadsPerMultiprocessor * (p.bytes >= 512 * kMiB ? 16 : 2);
       }},
      {"from 8 MiB on the grid fills the device",
       {},
       [](const ReduceConfiguration& c, const Problem& p) {
         const unsigned blocks = gridOf(c, p);
         return p.bytes < 8 * kMiB ||
                (blocks >= static_cast<unsigned>(p.target.multiprocessors) && blocks < kMostBlocks);
       }},
      {"blocks are at most 2 waves of the device below 64 MiB",
       {},
       [](const ReduceConfiguration& c, const Problem& p) {
         return p.bytes >= 64 * kMiB ||
                std::uint64_t{gridOf(c, p)} * c.blockSize <=
                    2ull * p.target.multiprocessors * p.target.threadsPerMultiprocessor;
       }},
  };
  return rules;
}

/// Values that the configuration lacks stay zero or empty: a rule does not look at them.
ReduceConfiguration partial(const Configuration& configuration) {
  ReduceConfiguration c;
  const std::pair<const char*, int*> numbers[] = {{"block_size", &c.blockSize},
                                                  {"unroll", &c.unroll},
                                                  {"pack_bytes", &c.packBytes},
                                                  {"blocks_per_sm", &c.blocksPerSm}};
  const std::pair<const char*, std::string*> names[] = {
      {"rows", &c.rows}, {"bounds", &c.bounds},   {"transfer", &c.transfer},
      {"tree", &c.tree}, {"combine", &c.combine}, {"cache_hint", &c.cacheHint}};
  for (const auto& [name, value] : configuration.values()) {
    for (const auto& [number, field] : numbers)
      if (name == number)
        *field = configuration.number(name);
    for (const auto& [text, field] : names)
      if (name == text)
        *field = value;
  }
  return c;
}

} // namespace

bool canCompile(const ReduceConfiguration& configuration, Operation operation, ElementType type,
                int architecture) {
  const Problem problem = {operation, type, 0, 0, {.architecture = architecture}};
  return std::all_of(possible().begin(), possible().end(),
                     [&](const Rule& rule) { return rule.holds(configuration, problem); });
}

SearchSpace reduceSpace(const std::vector<TuningParameter>& parameters, Operation operation, ElementType type,
                        std::uint64_t elements, const ReduceTarget& target) {
  const Problem problem = {operation, type, elements, elements * sizeOf(type), target};
  std::vector<Constraint> constraints;
  for (const std::vector<Rule>* rules : {&possible(), &promising()})
    for (const Rule& rule : *rules)
      constraints.push_back({rule.name,
                             [holds = rule.holds, problem](const Configuration& configuration) {
                               return holds(partial(configuration), problem);
                             },
                             rule.reads});
  return SearchSpace(parameters, std::move(constraints));
}

} // namespace cuda_tune
