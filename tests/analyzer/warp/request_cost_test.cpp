#include "lane_values.h"

#include "analyzer/warp/request_cost.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

Lanes strided(int64_t bytes) {
  return lanesWhere([=](int64_t lane) { return lane * bytes; });
}

SharedCost loadCost(const Lanes& offsets, unsigned bytes, ActiveMask mask = kFullMask) {
  return sharedCost(offsets, mask, bytes, SharedService::Load);
}

/// A line of the file of measured requests.
struct MeasuredRequest {
  llvm::StringRef space, kind;
  unsigned bytes = 0;
  ActiveMask mask = 0;
  unsigned cost = 0;
  unsigned ideal = 0;
  Lanes offsets{};
};

bool parse(llvm::StringRef line, MeasuredRequest& request) {
  llvm::SmallVector<llvm::StringRef, 8> fields;
  line.split(fields, ',');
  if (fields.size() != 7 || fields[2].getAsInteger(10, request.bytes) ||
      fields[3].getAsInteger(16, request.mask) || fields[4].getAsInteger(10, request.cost) ||
      fields[5].getAsInteger(10, request.ideal))
    return false;
  request.space = fields[0];
  request.kind = fields[1];
  llvm::SmallVector<llvm::StringRef, kWarpSize> offsets;
  fields[6].split(offsets, ' ');
  if (offsets.size() != kWarpSize)
    return false;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    if (offsets[lane].getAsInteger(10, request.offsets[lane]))
      return false;
  return true;
}

TEST(RequestCost, AgreesWithTheCountersOfAnH200OnEveryMeasuredRequest) {
  auto file = llvm::MemoryBuffer::getFile(TEST_SOURCE_DIR "/h200_requests.csv");
  ASSERT_TRUE(bool(file));
  llvm::SmallVector<llvm::StringRef, 0> lines;
  (*file)->getBuffer().split(lines, '\n', -1, false);
  unsigned requests = 0;
  for (llvm::StringRef line : llvm::ArrayRef(lines).drop_front()) {
    MeasuredRequest request;
    ASSERT_TRUE(parse(line, request)) << line.str();
    ++requests;
    unsigned cost, ideal;
    if (request.space == "shared") {
      const auto service = llvm::StringSwitch<SharedService>(request.kind)
                               .Case("load", SharedService::Load)
                               .Case("store", SharedService::Store)
                               .Case("atomic", SharedService::Atomic)
                               .Default(SharedService::Count);
      const SharedCost shared = sharedCost(request.offsets, request.mask, request.bytes, service);
      cost = shared.wavefronts;
      ideal = shared.ideal;
    } else {
      const GlobalCost global = globalCost(request.offsets, request.mask, request.bytes);
      cost = global.sectors;
      ideal = global.ideal;
    }
    EXPECT_EQ(cost, request.cost) << line.str();
    EXPECT_EQ(ideal, request.ideal) << line.str();
  }
  EXPECT_GT(requests, 600u);
}

TEST(SharedCost, AColumnOf32WordsTakes32Wavefronts) {
  const SharedCost cost = loadCost(strided(32 * 4), 4);
  EXPECT_EQ(cost.wavefronts, 32u);
  EXPECT_EQ(cost.ideal, 1u);
}

TEST(SharedCost, ARowPaddedTo33WordsIsFreeOfConflicts) {
  const SharedCost cost = loadCost(strided(33 * 4), 4);
  EXPECT_EQ(cost.wavefronts, 1u);
  EXPECT_EQ(cost.conflictFree, 1u);
}

TEST(SharedCost, AStrideOfTwoWordsIsATwoWayConflict) {
  EXPECT_EQ(loadCost(strided(8), 4).wavefronts, 2u);
}

TEST(SharedCost, OneWordForAllLanesIsOneWavefront) {
  EXPECT_EQ(loadCost(strided(0), 4).wavefronts, 1u);
}

TEST(SharedCost, BytesOfOneWordDoNotConflict) {
  EXPECT_EQ(loadCost(strided(1), 1).wavefronts, 1u);
}

TEST(SharedCost, SixteenByteRequestsAreServedAQuarterWarpAtATime) {
  // 512 bytes take four wavefronts of 128: no conflict.
  const SharedCost rows = loadCost(strided(16), 16);
  EXPECT_EQ(rows.wavefronts, 4u);
  EXPECT_EQ(rows.ideal, 4u);
  // Eight lanes of a phase, each in the same four banks.
  const SharedCost column = loadCost(strided(128), 16);
  EXPECT_EQ(column.wavefronts, 32u);
  EXPECT_EQ(column.ideal, 4u);
}

TEST(SharedCost, EightByteRequestsAreServedAHalfWarpAtATime) {
  const SharedCost cost = loadCost(strided(8), 8);
  EXPECT_EQ(cost.wavefronts, 2u);
  EXPECT_EQ(cost.ideal, 2u);
}

TEST(SharedCost, OnlyActiveLanesCount) {
  EXPECT_EQ(loadCost(strided(128), 4, 0x0000000f).wavefronts, 4u);
  EXPECT_EQ(loadCost(strided(128), 4, 0).wavefronts, 0u);
}

TEST(SharedCost, AtomicsOnOneWordAreServedOneByOneUnlessTheyCount) {
  EXPECT_EQ(sharedCost(strided(0), kFullMask, 4, SharedService::Atomic).wavefronts, 32u);
  EXPECT_EQ(sharedCost(strided(0), kFullMask, 4, SharedService::Count).wavefronts, 1u);
}

TEST(GlobalCost, NeighbouringWordsFillFourSectors) {
  const GlobalCost cost = globalCost(strided(4), kFullMask, 4);
  EXPECT_EQ(cost.sectors, 4u);
  EXPECT_EQ(cost.ideal, 4u);
}

TEST(GlobalCost, AMisalignedRowTouchesAFifthSector) {
  EXPECT_EQ(globalCost(lanesWhere([](int64_t lane) { return 4 * lane + 4; }), kFullMask, 4).sectors, 5u);
  // A warp that starts before the allocation's first sector, too.
  EXPECT_EQ(globalCost(lanesWhere([](int64_t lane) { return 4 * lane - 4; }), kFullMask, 4).sectors, 5u);
}

TEST(GlobalCost, AStrideOfASectorTouchesASectorALane) {
  const GlobalCost cost = globalCost(strided(32), kFullMask, 4);
  EXPECT_EQ(cost.sectors, 32u);
  EXPECT_EQ(cost.ideal, 4u);
}

TEST(GlobalCost, ABroadcastIsOneSector) {
  const GlobalCost cost = globalCost(strided(0), kFullMask, 4);
  EXPECT_EQ(cost.sectors, 1u);
  EXPECT_EQ(cost.ideal, 1u);
}

TEST(GlobalCost, AnEmptyMaskAsksForNothing) {
  EXPECT_EQ(globalCost(strided(4), 0, 4).sectors, 0u);
}

class RequestOffsetsTest : public ::testing::Test {
protected:
  RequestOffsetsTest() {
    Symbol base;
    base.kind = SymbolKind::PointerBase;
    base.space = AddressSpace::Global;
    base.alignment = 256;
    pointer = symbols.add(base);
    height = symbols.add({});
  }

  std::optional<RequestOffsets> offsets(const LaneVector& address, int64_t plausible = kPlausibleEven) {
    const MemoryAccess access{.instruction = nullptr,
                              .kind = AccessKind::Load,
                              .space = AddressSpace::Global,
                              .bytes = 4,
                              .mask = kFullMask,
                              .address = address,
                              .symbols = symbols,
                              .possible = false,
                              .lanesUnknown = false,
                              .isAssumed = false,
                              .aside = false,
                              .repeats = false};
    return requestOffsets(access, plausible);
  }

  /// pointer + 4 * (lane * factor).
  LaneVector rows(const LaneVector& factor) {
    LaneVector address;
    arithmetic.multiply(address, lanesOf([](int64_t lane) { return 4 * lane; }), factor, 64, 0);
    arithmetic.add(address, address, LaneVector::symbol(pointer), 64, 8);
    return address;
  }

  SymbolTable symbols;
  LaneArithmetic arithmetic{symbols};
  SymbolId pointer = 0;
  SymbolId height = 0;
};

TEST_F(RequestOffsetsTest, OfAKnownPatternAreExact) {
  const auto request = offsets(rows(LaneVector::uniform(3)));
  ASSERT_TRUE(request);
  EXPECT_EQ(request->offsets, strided(12));
  EXPECT_EQ(request->alignment, 256u);
  EXPECT_FALSE(request->isBounded);
}

TEST_F(RequestOffsetsTest, ThatHangOnASymbolTakeThePlausibleValue) {
  for (int64_t plausible : {kPlausibleEven, kPlausibleOdd}) {
    const auto request = offsets(rows(LaneVector::symbol(height)), plausible);
    ASSERT_TRUE(request);
    EXPECT_TRUE(request->isBounded);
    EXPECT_EQ(request->offsets, strided(4 * plausible));
    EXPECT_EQ(request->alignment, 256u);
  }
}

TEST_F(RequestOffsetsTest, TellTheAlignmentOfAUniformUnknownPart) {
  LaneVector address = rows(LaneVector::uniform(1));
  arithmetic.add(address, address, LaneVector::symbol(height, 4), 64, 16);
  const auto request = offsets(address);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->alignment, 4u);
  EXPECT_FALSE(request->isBounded);
}

TEST_F(RequestOffsetsTest, OfLanesInDifferentAllocationsLieFarApart) {
  Symbol other = symbols[pointer];
  LaneVector address = LaneVector::symbol(pointer);
  arithmetic.blend(address, LaneVector::symbol(symbols.add(other)), 0x0000ffff, 0);
  const auto request = offsets(address);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->offsets[0], request->offsets[15]);
  EXPECT_GT(std::abs(request->offsets[16] - request->offsets[15]), int64_t{1} << 30);
  EXPECT_EQ(globalCost(request->offsets, kFullMask, 4).sectors, 2u);
}

TEST_F(RequestOffsetsTest, OfAnUnknownPatternAreNotKnown) {
  EXPECT_FALSE(offsets(LaneVector::divergent(LaneVector::Data)));
}

TEST(LaneStride, IsTheDistanceOfAllNeighbours) {
  RequestOffsets request;
  request.offsets = strided(12);
  EXPECT_EQ(laneStride(request, kFullMask), 12);
  // Every second lane: still 12 bytes a lane.
  EXPECT_EQ(laneStride(request, 0x55555555), 12);
}

TEST(LaneStride, MayBeNegativeOrZero) {
  RequestOffsets request;
  request.offsets = strided(-4);
  EXPECT_EQ(laneStride(request, kFullMask), -4);
  request.offsets = strided(0);
  EXPECT_EQ(laneStride(request, kFullMask), 0);
}

TEST(LaneStride, IsNotKnownWhereItVaries) {
  RequestOffsets request;
  request.offsets = strided(4);
  request.offsets[20] += 4;
  EXPECT_EQ(laneStride(request, kFullMask), std::nullopt);
  EXPECT_EQ(laneStride(request, 0x0000ffff), 4);
  EXPECT_EQ(laneStride(request, 0x1), std::nullopt) << "a lane alone has no neighbour";
}

} // namespace
} // namespace cuda_lint
