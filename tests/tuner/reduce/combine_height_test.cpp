#include "tuner/reduce/reduce_configuration.h"
#include "tuner/reduce/reduce_space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace cuda_tune {
namespace {

/// Operations on the longest way from an element to a value; kNone for one that no element is in.
constexpr std::int64_t kNone = -1;

std::int64_t combined(std::int64_t a, std::int64_t b) {
  const std::int64_t higher = std::max(a, b);
  return higher == kNone ? kNone : higher + 1;
}

/// `leaves` values of one height, a power of two of them, as a tree.
std::int64_t tree(std::int64_t height, int leaves) {
  for (; leaves > 1; leaves /= 2)
    height = combined(height, height);
  return height;
}

/// What the kernel of kernel_templates/reduce does, thread by thread, with the heights of values for values.
class Simulation {
public:
  Simulation(const ReduceConfiguration& configuration, ElementType type, std::uint64_t elements,
             std::uint64_t offset, unsigned grid)
      : c_(configuration), packElements_(configuration.packBytes / sizeOf(type)), grid_(grid) {
    if (offset % packElements_ != 0)
      head_ = std::min(packElements_ - offset % packElements_, elements);
    packs_ = (elements - head_) / packElements_;
    tail_ = (elements - head_) % packElements_;
  }

  std::int64_t height() const {
    // Blocks differ in nothing but their rows, of which the first has most, and in the edges, which are the
    // last one's; threads likewise. All are looked at where they are few.
    std::set<unsigned> blocks = {0, grid_ - 1};
    for (unsigned block = 0; block < grid_ && grid_ <= 16; ++block)
      blocks.insert(block);
    std::int64_t highest = kNone;
    for (const unsigned block : blocks)
      highest = std::max(highest, blockValue(block));
    if (grid_ == 1)
      return highest;
    if (c_.combine == "atomics") {
      // The highest may come first.
      for (unsigned block = 0; block < grid_; ++block)
        highest = combined(highest, kNone);
      return highest;
    }
    std::int64_t value = kNone;
    for (unsigned i = 0; i < grid_; i += static_cast<unsigned>(c_.blockSize))
      value = combined(value, highest);
    return tree(value, c_.blockSize);
  }

private:
  std::int64_t blockValue(unsigned block) const {
    std::int64_t highest = kNone;
    for (int thread = 0; thread < c_.blockSize; thread += c_.blockSize > 64 ? c_.blockSize - 1 : 1)
      highest = std::max(highest, threadValue(block, static_cast<unsigned>(thread)));
    return tree(highest, c_.blockSize);
  }

  std::int64_t threadValue(unsigned block, unsigned thread) const {
    const std::int64_t all = c_.transfer == "bulk" ? inBulk(block, thread) : direct(block, thread);
    std::int64_t edge = kNone;
    if (block == grid_ - 1) {
      if (thread < head_)
        edge = 0;
      if (thread < tail_)
        edge = combined(edge, 0);
    }
    return combined(tree(all, static_cast<int>(packElements_)), edge);
  }

  std::int64_t direct(unsigned block, unsigned thread) const {
    const std::uint64_t unroll = c_.unroll;
    const std::uint64_t fullRows = packs_ / c_.blockSize;
    const std::uint64_t ownRows = fullRows + (thread < packs_ % c_.blockSize ? 1 : 0);
    const std::uint64_t apart = c_.rows == "strided" ? grid_ : 1;
    std::uint64_t row = c_.rows == "strided" ? block : block * unroll;
    std::int64_t all = kNone;
    if (c_.bounds == "together") {
      for (; row + (unroll - 1) * apart < fullRows; row += unroll * grid_)
        all = combined(all, tree(0, c_.unroll));
      return combined(all, tree(row < ownRows ? 0 : kNone, c_.unroll));
    }
    for (; row <= fullRows; row += unroll * grid_)
      all = combined(all, tree(row < ownRows ? 0 : kNone, c_.unroll));
    return all;
  }

  std::int64_t inBulk(unsigned block, unsigned thread) const {
    const std::uint64_t tilePacks = static_cast<std::uint64_t>(c_.blockSize) * c_.unroll;
    std::int64_t all = kNone;
    for (std::uint64_t tile = block; tile * tilePacks < packs_; tile += grid_)
      all = combined(all, tree(tile * tilePacks + thread < packs_ ? 0 : kNone, c_.unroll));
    return all;
  }

  const ReduceConfiguration c_;
  const std::uint64_t packElements_;
  const unsigned grid_;
  std::uint64_t head_ = 0;
  std::uint64_t packs_ = 0;
  std::uint64_t tail_ = 0;
};

std::vector<ReduceConfiguration> configurations(ElementType type) {
  std::vector<ReduceConfiguration> all;
  for (const int blockSize : {32, 256, 1024})
    for (const int unroll : {1, 2, 16})
      for (const int packBytes : {2, 4, 16, 32})
        for (const char* rows : {"strided", "contiguous"})
          for (const char* bounds : {"together", "each"})
            for (const char* transfer : {"direct", "bulk"})
              for (const char* combine : {"last_block", "atomics", "second_kernel", "single"})
                for (const int blocksPerSm : {0, 1, 8}) {
                  const ReduceConfiguration one = {blockSize, unroll,    packBytes, rows,   bounds,
                                                   transfer,  "shuffle", combine,   "none", blocksPerSm};
                  if (canCompile(one, Operation::Sum, type, 100))
                    all.push_back(one);
                }
  return all;
}

class CombineHeight : public testing::TestWithParam<ElementType> {
protected:
  static std::string describe(const ReduceConfiguration& c, std::uint64_t elements, std::uint64_t offset) {
    return "n=" + std::to_string(elements) + " offset=" + std::to_string(offset) +
           " block_size=" + std::to_string(c.blockSize) + " unroll=" + std::to_string(c.unroll) +
           " pack_bytes=" + std::to_string(c.packBytes) + " " + c.rows + " " + c.bounds + " " + c.transfer +
           " " + c.combine + " blocks_per_sm=" + std::to_string(c.blocksPerSm);
  }
};

TEST_P(CombineHeight, IsNeverBelowTheLongestChain) {
  std::size_t checked = 0;
  for (const ReduceConfiguration& c : configurations(GetParam())) {
    const std::uint64_t row = static_cast<std::uint64_t>(c.blockSize) * c.packBytes / sizeOf(GetParam());
    const std::uint64_t tile = row * c.unroll;
    for (const std::uint64_t elements :
         {std::uint64_t{0}, std::uint64_t{1}, row - 1, row, row + 1, tile - 1, tile, tile + 1, 2 * tile,
          5 * tile + row + 1, 13 * tile, 13 * tile + 1, std::uint64_t{10007}, std::uint64_t{1} << 20}) {
      const LaunchPlan plan = planLaunch(c, GetParam(), elements, 13);
      const int height = combineHeight(c, GetParam(), elements, plan);
      for (const std::uint64_t offset : {0, 1, 3})
        ASSERT_GE(height, Simulation(c, GetParam(), elements, offset, plan.gridBlocks).height())
            << describe(c, elements, offset);
      ++checked;
    }
  }
  EXPECT_GT(checked, 1000u);
}

TEST_P(CombineHeight, OfLargeInputsIsNotFarAboveTheLongestChain) {
  for (const ReduceConfiguration& c : configurations(GetParam()))
    for (const std::uint64_t elements : {std::uint64_t{1} << 22, (std::uint64_t{1} << 26) - 1}) {
      const LaunchPlan plan = planLaunch(c, GetParam(), elements, 132);
      const int height = combineHeight(c, GetParam(), elements, plan);
      const std::int64_t longest = Simulation(c, GetParam(), elements, 0, plan.gridBlocks).height();
      ASSERT_GE(height, longest) << describe(c, elements, 0);
      ASSERT_LE(height, 2 * longest + 40) << describe(c, elements, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Types, CombineHeight,
                         testing::Values(ElementType::F16, ElementType::F32, ElementType::F64),
                         [](const auto& type) { return std::string(toString(type.param)); });

} // namespace
} // namespace cuda_tune
