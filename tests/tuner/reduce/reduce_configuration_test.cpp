#include "tuner/reduce/reduce_configuration.h"

#include "tuner/jit/template_source.h"
#include "tuner/reduce/reduce_space.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace cuda_tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A row is 1024 floats and a tile 4096.
const ReduceConfiguration kPlain = {.blockSize = 256,
                                    .unroll = 4,
                                    .packBytes = 16,
                                    .rows = "strided",
                                    .bounds = "together",
                                    .transfer = "direct",
                                    .tree = "shuffle",
                                    .combine = "last_block",
                                    .cacheHint = "none",
                                    .blocksPerSm = 0};

unsigned gridOf(const ReduceConfiguration& configuration, ElementType type, std::uint64_t elements,
                int multiprocessors = 132) {
  return planLaunch(configuration, type, elements, multiprocessors).gridBlocks;
}

TEST(ReduceConfiguration, ReadsEveryParameter) {
  const ReduceConfiguration read = ReduceConfiguration::from(*Configuration::parse(
      "block_size=64 unroll=2 pack_bytes=8 rows=contiguous bounds=each transfer=bulk tree=shared "
      "combine=atomics cache_hint=evict_first blocks_per_sm=16"));
  EXPECT_EQ(read.blockSize, 64);
  EXPECT_EQ(read.unroll, 2);
  EXPECT_EQ(read.packBytes, 8);
  EXPECT_EQ(read.rows, "contiguous");
  EXPECT_EQ(read.bounds, "each");
  EXPECT_EQ(read.transfer, "bulk");
  EXPECT_EQ(read.tree, "shared");
  EXPECT_EQ(read.combine, "atomics");
  EXPECT_EQ(read.cacheHint, "evict_first");
  EXPECT_EQ(read.blocksPerSm, 16);
}

TEST(ReduceConfiguration, NamesAParameterThatIsMissingOrNoNumber) {
  const Configuration base = baseConfiguration(ElementType::F32, 90);
  for (const auto& [name, value] : base.values()) {
    std::vector<std::pair<std::string, std::string>> others = base.values();
    std::erase(others, std::pair(name, value));
    try {
      ReduceConfiguration::from(Configuration(others));
      ADD_FAILURE() << name << " is not missed";
    } catch (const std::out_of_range& error) {
      EXPECT_THAT(error.what(), HasSubstr(name));
    }
  }
  std::vector<std::pair<std::string, std::string>> values = base.values();
  values.front().second = "many";
  EXPECT_THROW(ReduceConfiguration::from(Configuration(values)), std::invalid_argument);
}

TEST(PlanLaunch, GivesEachTileABlock) {
  EXPECT_EQ(gridOf(kPlain, ElementType::F32, 1), 1u);
  EXPECT_EQ(gridOf(kPlain, ElementType::F32, 4096), 1u);
  EXPECT_EQ(gridOf(kPlain, ElementType::F32, 4097), 2u);
  EXPECT_EQ(gridOf(kPlain, ElementType::F32, 1u << 20), 256u);
  EXPECT_EQ(gridOf(kPlain, ElementType::F32, (1u << 20) + 1), 257u);
}

TEST(PlanLaunch, TilesHoldMoreOfSmallerElements) {
  EXPECT_EQ(gridOf(kPlain, ElementType::F64, 1u << 20), 512u);
  EXPECT_EQ(gridOf(kPlain, ElementType::F16, 1u << 20), 128u);
  EXPECT_EQ(gridOf(kPlain, ElementType::U8, 1u << 20), 64u);
}

TEST(PlanLaunch, NothingTakesOneBlock) {
  for (const char* combine : {"last_block", "atomics", "second_kernel", "single"})
    for (const int blocksPerSm : {0, 2}) {
      ReduceConfiguration configuration = kPlain;
      configuration.combine = combine;
      configuration.blocksPerSm = blocksPerSm;
      const LaunchPlan plan = planLaunch(configuration, ElementType::F32, 0, 132);
      EXPECT_EQ(plan.gridBlocks, 1u) << combine << blocksPerSm;
      EXPECT_EQ(plan.blockThreads, 256u);
      EXPECT_FALSE(plan.secondKernel);
    }
}

TEST(PlanLaunch, APersistentGridIsLimitedByTheDevice) {
  ReduceConfiguration persistent = kPlain;
  persistent.blocksPerSm = 2;
  EXPECT_EQ(gridOf(persistent, ElementType::F32, 1u << 20), 256u);
  EXPECT_EQ(gridOf(persistent, ElementType::F32, 1u << 21), 264u);
  EXPECT_EQ(gridOf(persistent, ElementType::F32, 1u << 30), 264u);
  EXPECT_EQ(gridOf(persistent, ElementType::F32, 1u << 30, 68), 136u);
}

TEST(PlanLaunch, NoGridOutgrowsTheWorkspace) {
  EXPECT_EQ(gridOf(kPlain, ElementType::F32, 1u << 27), kMostBlocks);
  EXPECT_EQ(gridOf(kPlain, ElementType::F32, (1u << 27) - 4096), kMostBlocks - 1);
  EXPECT_EQ(gridOf(kPlain, ElementType::F32, (1u << 27) + 1), kMostBlocks);
  ReduceConfiguration tiny = kPlain;
  tiny.blockSize = 32;
  tiny.unroll = 1;
  EXPECT_EQ(gridOf(tiny, ElementType::F64, std::uint64_t{1} << 33), kMostBlocks);
  tiny.blocksPerSm = 32;
  EXPECT_EQ(gridOf(tiny, ElementType::F64, std::uint64_t{1} << 33, 2000), kMostBlocks);
}

TEST(PlanLaunch, SingleIsOneBlockWhateverTheSize) {
  ReduceConfiguration single = kPlain;
  single.combine = "single";
  for (const int blocksPerSm : {0, 4}) {
    single.blocksPerSm = blocksPerSm;
    for (const std::uint64_t elements : {std::uint64_t{0}, std::uint64_t{5000}, std::uint64_t{1} << 30})
      EXPECT_EQ(gridOf(single, ElementType::F32, elements), 1u) << elements;
  }
}

TEST(PlanLaunch, ASecondKernelIsNeededForSeveralBlocks) {
  ReduceConfiguration second = kPlain;
  second.combine = "second_kernel";
  EXPECT_FALSE(planLaunch(second, ElementType::F32, 4096, 132).secondKernel);
  EXPECT_TRUE(planLaunch(second, ElementType::F32, 4097, 132).secondKernel);
  for (const char* combine : {"last_block", "atomics", "single"}) {
    second.combine = combine;
    EXPECT_FALSE(planLaunch(second, ElementType::F32, 4097, 132).secondKernel) << combine;
  }
}

TEST(PlanLaunch, BulkCopiesHaveFourTilesOfSharedMemory) {
  EXPECT_EQ(planLaunch(kPlain, ElementType::F32, 1u << 20, 132).dynamicSharedBytes, 0u);
  ReduceConfiguration bulk = kPlain;
  bulk.transfer = "bulk";
  EXPECT_EQ(planLaunch(bulk, ElementType::F32, 1u << 20, 132).dynamicSharedBytes, 4u * 4 * 256 * 16);
  bulk.blockSize = 128;
  bulk.unroll = 1;
  EXPECT_EQ(planLaunch(bulk, ElementType::F64, 1, 132).dynamicSharedBytes, 4u * 128 * 16);
}

TEST(PlanLaunch, SharesItsConstantsWithTheTemplate) {
  std::string text = reduceTemplate().text;
  for (const auto& header : reduceTemplate().headers)
    text += header.second;
  EXPECT_THAT(text, HasSubstr("int kMostBlocks = " + std::to_string(kMostBlocks) + ";"));
  EXPECT_THAT(text, HasSubstr("int kStages = " + std::to_string(kBulkStages) + ";"));
  EXPECT_THAT(text, HasSubstr("static_assert(sizeof(Workspace) == 32 + kMostBlocks * 8);"));
  EXPECT_EQ(kWorkspaceBytes, 32u + kMostBlocks * 8u);
}

TEST(NameExpressions, SpellTheKernelWithItsArguments) {
  EXPECT_THAT(nameExpressions(Operation::Sum, ElementType::BF16, kPlain),
              ElementsAre("cuda_tune::reduce<cuda_tune::BF16, cuda_tune::Sum, 256, 4, 16, "
                          "cuda_tune::Rows::strided, cuda_tune::Bounds::together, "
                          "cuda_tune::Transfer::direct, cuda_tune::Tree::shuffle, "
                          "cuda_tune::Combine::last_block, cuda_tune::CacheHint::none>"));
}

TEST(NameExpressions, AddTheSecondKernelWhereThereIsOne) {
  ReduceConfiguration second = kPlain;
  second.combine = "second_kernel";
  second.tree = "redux";
  EXPECT_THAT(
      nameExpressions(Operation::Min, ElementType::I32, second),
      ElementsAre(HasSubstr("cuda_tune::Combine::second_kernel"),
                  "cuda_tune::reduceValues<cuda_tune::I32, cuda_tune::Min, 256, cuda_tune::Tree::redux>"));
}

TEST(NameExpressions, DifferInEveryParameterButTheGrid) {
  const auto nameOf = [](const ReduceConfiguration& configuration) {
    return nameExpressions(Operation::Sum, ElementType::F32, configuration).front();
  };
  std::vector<ReduceConfiguration> others(9, kPlain);
  others[0].blockSize = 512;
  others[1].unroll = 8;
  others[2].packBytes = 8;
  others[3].rows = "contiguous";
  others[4].bounds = "each";
  others[5].transfer = "bulk";
  others[6].tree = "shared";
  others[7].combine = "atomics";
  others[8].cacheHint = "no_allocate";
  for (const ReduceConfiguration& other : others)
    EXPECT_NE(nameOf(other), nameOf(kPlain));
  ReduceConfiguration persistent = kPlain;
  persistent.blocksPerSm = 8;
  EXPECT_EQ(nameOf(persistent), nameOf(kPlain));
}

TEST(IsDeterministic, OnlyFloatingSumsOfAtomicsAreNot) {
  for (const Operation operation : kOperations)
    for (const ElementType type : kElementTypes)
      for (const char* combine : {"last_block", "atomics", "second_kernel", "single"}) {
        ReduceConfiguration configuration = kPlain;
        configuration.combine = combine;
        const bool floating = type == ElementType::F16 || type == ElementType::BF16 ||
                              type == ElementType::F32 || type == ElementType::F64;
        const bool varies = operation == Operation::Sum && floating && std::string(combine) == "atomics";
        EXPECT_EQ(isDeterministic(operation, type, configuration), !varies)
            << toString(operation) << " " << toString(type) << " " << combine;
      }
}

TEST(BaseConfiguration, CompilesForEveryOperationTypeAndArchitecture) {
  for (const int architecture : {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120})
    for (const ElementType type : kElementTypes)
      for (const Operation operation : kOperations) {
        const ReduceConfiguration base = ReduceConfiguration::from(baseConfiguration(type, architecture));
        EXPECT_TRUE(canCompile(base, operation, type, architecture))
            << toString(operation) << " " << toString(type) << " sm_" << architecture;
        EXPECT_TRUE(isDeterministic(operation, type, base));
      }
}

TEST(BaseConfiguration, IsOfValuesThatTheTemplateDeclares) {
  const SearchSpace all(declaredParameters(reduceTemplate().text), {});
  for (const ElementType type : kElementTypes)
    EXPECT_NO_THROW(all.complexity(baseConfiguration(type, 90))) << toString(type);
}

TEST(ReduceInput, AnAlignedInputIsRowsAndARest) {
  // Packs of four floats, rows of 32 packs: 1000 floats are 250 packs, seven rows and 26 packs.
  EXPECT_EQ(reduceInput(32, 16, 4, 4096, 1000),
            (ReduceInput{.body = 4096, .fullRows = 7, .lastRowPacks = 26, .head = 0, .tail = 0}));
  EXPECT_EQ(reduceInput(32, 16, 4, 4096, 1003),
            (ReduceInput{.body = 4096, .fullRows = 7, .lastRowPacks = 26, .head = 0, .tail = 3}));
}

TEST(ReduceInput, AnInputThatStartsOffAPackHasAHead) {
  // One float past the alignment: three to the next pack; 997 are left, 249 packs and one.
  EXPECT_EQ(reduceInput(32, 16, 4, 4100, 1000),
            (ReduceInput{.body = 4112, .fullRows = 7, .lastRowPacks = 25, .head = 3, .tail = 1}));
}

TEST(ReduceInput, AnInputThatEndsBeforeTheFirstPackIsAllHead) {
  EXPECT_EQ(reduceInput(32, 16, 4, 4100, 2),
            (ReduceInput{.body = 4108, .fullRows = 0, .lastRowPacks = 0, .head = 2, .tail = 0}));
  EXPECT_EQ(reduceInput(32, 16, 4, 4100, 0),
            (ReduceInput{.body = 4100, .fullRows = 0, .lastRowPacks = 0, .head = 0, .tail = 0}));
}

TEST(ReduceInput, ItsPartsAreAllOfTheInputOnceAndTheBodyIsAligned) {
  for (const int size : {1, 2, 4, 8})
    for (int pack = size; pack <= 32; pack *= 2)
      for (std::uint64_t offset = 0; offset < 32; offset += size)
        for (const std::uint64_t elements : {0ull, 1ull, 5ull, 31ull, 1000ull, 65537ull, 1ull << 33}) {
          const ReduceInput input = reduceInput(64, pack, size, 4096 + offset, elements);
          const std::uint64_t packs = std::uint64_t{input.fullRows} * 64 + input.lastRowPacks;
          EXPECT_EQ(input.head + packs * (pack / size) + input.tail, elements);
          EXPECT_EQ(input.body, 4096 + offset + std::uint64_t{input.head} * size);
          EXPECT_LT(input.lastRowPacks, 64u);
          EXPECT_LT(input.tail, static_cast<unsigned>(pack / size));
          if (packs > 0) {
            EXPECT_EQ(input.body % pack, 0u);
          }
        }
}

} // namespace
} // namespace cuda_tune
