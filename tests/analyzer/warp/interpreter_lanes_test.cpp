// Special registers, shuffles, votes and bit functions: what a lane knows of itself and of its neighbours.
#include "ir_kernel.h"

#include <gtest/gtest.h>

#include <bit>

namespace cuda_lint {
namespace {

std::string readRegister(const std::string& name) {
  return "  %v = call i32 @llvm.nvvm.read.ptx.sreg." + name + "()\n";
}

/// Lanes of x, y and z of a warp of a block.
struct Threads {
  Lanes x, y, z;
};

Threads threadsOf(std::array<uint64_t, 3> block, unsigned warp, ActiveMask lanes = kFullMask) {
  const IrKernel kernel(R"(
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
)" + mark(1, "%x") + mark(2, "%y") +
                        mark(3, "%z") + "  ret void");
  Launch launch = oneWarp();
  launch.block = block;
  WarpPosition position = firstWarp();
  position.warp = warp;
  position.lanes = lanes;
  const Recording run = kernel.runWarp(launch, position);
  return {run.mark(1).lanes(), run.mark(2).lanes(), run.mark(3).lanes()};
}

TEST(ThreadIndex, CountsLanesInAOneDimensionalBlock) {
  const Threads threads = threadsOf({256, 1, 1}, 3);
  EXPECT_EQ(threads.x, lanesWhere([](int64_t lane) { return 96 + lane; }));
  EXPECT_EQ(threads.y, lanesWhere([](int64_t) { return 0; }));
  EXPECT_EQ(threads.z, lanesWhere([](int64_t) { return 0; }));
}

TEST(ThreadIndex, RunsFastestAlongXInATwoDimensionalBlock) {
  const Threads threads = threadsOf({8, 16, 1}, 1);
  EXPECT_EQ(threads.x, lanesWhere([](int64_t lane) { return lane % 8; }));
  EXPECT_EQ(threads.y, lanesWhere([](int64_t lane) { return 4 + lane / 8; }));
}

TEST(ThreadIndex, RunsThenAlongYAndZInAThreeDimensionalBlock) {
  const Threads threads = threadsOf({4, 2, 8}, 1);
  EXPECT_EQ(threads.x, lanesWhere([](int64_t lane) { return lane % 4; }));
  EXPECT_EQ(threads.y, lanesWhere([](int64_t lane) { return lane / 4 % 2; }));
  EXPECT_EQ(threads.z, lanesWhere([](int64_t lane) { return 4 + lane / 8; }));
}

TEST(ThreadIndex, WrapsInsideAWarpWhereRowsAreNotMultiplesOfIt) {
  const Threads threads = threadsOf({20, 4, 1}, 1);
  EXPECT_EQ(threads.x, lanesWhere([](int64_t lane) { return (32 + lane) % 20; }));
  EXPECT_EQ(threads.y, lanesWhere([](int64_t lane) { return (32 + lane) / 20; }));
}

TEST(ThreadIndex, OfALastWarpHasOnlyTheLanesThatHoldThreads) {
  const Threads threads = threadsOf({40, 1, 1}, 1, 0xff);
  EXPECT_EQ(threads.x, lanesIn(0xff, [](int64_t lane) { return 32 + lane; }));
}

TEST(SpecialRegisters, HoldTheGeometry) {
  const IrKernel kernel(R"(
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %grid = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
)" + mark(1, "%block") + mark(2, "%size") +
                        mark(3, "%grid") + "  ret void");
  Launch launch = oneWarp();
  launch.grid = {4, 9, 1};
  launch.block = {64, 1, 1};
  WarpPosition position = firstWarp();
  position.block = {0, 5, 0};
  const Recording run = kernel.runWarp(launch, position);
  EXPECT_EQ(run.mark(1).lanes()[0], 5);
  EXPECT_EQ(run.mark(2).lanes()[0], 64);
  EXPECT_EQ(run.mark(3).lanes()[0], 9);
}

TEST(SpecialRegisters, OfAnUnknownGridAreUniformUnknowns) {
  const IrKernel kernel(readRegister("ctaid.x") + mark(1, "%v") + "  ret void");
  Launch launch = oneWarp();
  launch.grid = {};
  WarpPosition position;
  const RecordedAccess access = kernel.runWarp(launch, position).mark(1);
  EXPECT_TRUE(access.address.isUniform());
  EXPECT_EQ(access.address.termCount(), 2u);
}

TEST(SpecialRegisters, KnowTheLaneAndTheWarpSize) {
  EXPECT_EQ(lanesComputed(readRegister("laneid")), lanesWhere([](int64_t lane) { return lane; }));
  EXPECT_EQ(lanesComputed(readRegister("warpsize")), lanesWhere([](int64_t) { return 32; }));
}

TEST(SpecialRegisters, KnowTheLaneMasks) {
  auto bits = [](uint32_t mask) { return int64_t{static_cast<int32_t>(mask)}; };
  EXPECT_EQ(lanesComputed(readRegister("lanemask.eq")), lanesWhere([&](int64_t l) { return bits(1u << l); }));
  EXPECT_EQ(lanesComputed(readRegister("lanemask.lt")),
            lanesWhere([&](int64_t l) { return bits((1u << l) - 1); }));
  EXPECT_EQ(lanesComputed(readRegister("lanemask.le")),
            lanesWhere([&](int64_t l) { return bits(static_cast<uint32_t>((uint64_t{2} << l) - 1)); }));
  EXPECT_EQ(lanesComputed(readRegister("lanemask.gt")),
            lanesWhere([&](int64_t l) { return bits(~static_cast<uint32_t>((uint64_t{2} << l) - 1)); }));
  EXPECT_EQ(lanesComputed(readRegister("lanemask.ge")),
            lanesWhere([&](int64_t l) { return bits(~((1u << l) - 1)); }));
}

TEST(SpecialRegisters, ActiveMaskHasTheLanesOfTheSideThatAsks) {
  const IrKernel kernel(R"(
  %low = icmp ult i32 %x, 12
  br i1 %low, label %then, label %end
then:
  %v = call i32 @llvm.nvvm.activemask()
)" + mark(1, "%v") + R"(
  br label %end
end:
  ret void)");
  EXPECT_EQ(kernel.runWarp().mark(1).lanes(), lanesIn(0xfff, [](int64_t) { return 0xfff; }));
}

std::string shuffleOf(const std::string& value, const std::string& mode, const std::string& by,
                      unsigned control) {
  return "  %v = call i32 @llvm.nvvm.shfl.sync." + mode + ".i32(i32 -1, i32 " + value + ", i32 " + by +
         ", i32 " + std::to_string(control) + ")\n";
}

/// The lanes of %x * 10 after a shuffle.
Lanes shuffled(const std::string& mode, const std::string& by, unsigned control) {
  return lanesComputed("  %ten = mul i32 %x, 10\n" + shuffleOf("%ten", mode, by, control));
}

// The control word of __shfl_*_sync(…, width): segment mask 32 - width in bits 8 to 12, clamp 31 (0 for up).
constexpr unsigned kWholeWarp = 0x1f;
constexpr unsigned kEights = (32 - 8) << 8 | 0x1f;

TEST(Shuffle, DownReadsAHigherLaneAndKeepsItsOwnValueAtTheEnd) {
  EXPECT_EQ(shuffled("down", "4", kWholeWarp),
            lanesWhere([](int64_t lane) { return 10 * (lane + 4 < 32 ? lane + 4 : lane); }));
}

TEST(Shuffle, UpReadsALowerLaneAndKeepsItsOwnValueAtTheStart) {
  EXPECT_EQ(shuffled("up", "3", 0),
            lanesWhere([](int64_t lane) { return 10 * (lane >= 3 ? lane - 3 : lane); }));
}

TEST(Shuffle, ButterflyExchangesPairs) {
  EXPECT_EQ(shuffled("bfly", "16", kWholeWarp), lanesWhere([](int64_t lane) { return 10 * (lane ^ 16); }));
}

TEST(Shuffle, IndexReadsAnyLane) {
  EXPECT_EQ(lanesComputed("  %back = sub i32 31, %x\n" + shuffleOf("%x", "idx", "%back", kWholeWarp)),
            lanesWhere([](int64_t lane) { return 31 - lane; }));
  EXPECT_EQ(shuffled("idx", "7", kWholeWarp), lanesWhere([](int64_t) { return 70; }));
}

TEST(Shuffle, StaysInsideItsSegment) {
  EXPECT_EQ(shuffled("down", "2", kEights),
            lanesWhere([](int64_t lane) { return 10 * (lane % 8 + 2 < 8 ? lane + 2 : lane); }));
  EXPECT_EQ(shuffled("up", "2", (32 - 8) << 8),
            lanesWhere([](int64_t lane) { return 10 * (lane % 8 >= 2 ? lane - 2 : lane); }));
  EXPECT_EQ(shuffled("idx", "3", kEights), lanesWhere([](int64_t lane) { return 10 * (lane / 8 * 8 + 3); }));
}

TEST(Shuffle, TellsTheLanesThatTakePart) {
  const IrKernel kernel(shuffleOf("%x", "down", "1", kWholeWarp) + "  ret void");
  EXPECT_EQ(kernel.runWarp().shuffles, std::vector<ActiveMask>{kFullMask});
}

TEST(Shuffle, OfAUniformValueIsThatValue) {
  const IrKernel kernel(shuffleOf("%n", "down", "1", kWholeWarp) + mark(1, "%v") + "  ret void", ", i32 %n");
  const RecordedAccess access = kernel.runWarp().mark(1);
  EXPECT_TRUE(access.address.isUniform());
}

TEST(Shuffle, ThatBroadcastsDataIsUniformAndOtherwiseDivergent) {
  auto addressAfter = [](const std::string& mode) {
    const IrKernel kernel(R"(
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %x
  %data = load i32, ptr addrspace(1) %at, align 4
)" + shuffleOf("%data", mode, "5", kWholeWarp) +
                          mark(1, "%v") + "  ret void");
    return kernel.runWarp().mark(1).address;
  };
  EXPECT_TRUE(addressAfter("idx").isUniform());
  EXPECT_TRUE(addressAfter("down").isDivergentUnknown());
}

std::string voteOf(const std::string& mode, const std::string& condition, const std::string& type) {
  return "  %c = icmp " + condition + "\n  %v = call " + type + " @llvm.nvvm.vote." + mode +
         ".sync(i32 -1, i1 %c)\n";
}

TEST(Vote, BallotHasTheLanesWhoseConditionHolds) {
  EXPECT_EQ(lanesComputed(voteOf("ballot", "ult i32 %x, 5", "i32")),
            lanesWhere([](int64_t) { return 0x1f; }));
  // Lane 31 is the sign bit.
  EXPECT_EQ(lanesComputed(voteOf("ballot", "uge i32 %x, 31", "i32")),
            lanesWhere([](int64_t) { return std::numeric_limits<int32_t>::min(); }));
}

TEST(Vote, AllAnyAndUniformSpeakOfTheActiveLanes) {
  auto result = [](const std::string& mode, const std::string& condition) {
    return lanesComputed("  %c = icmp " + condition + "\n  %bit = call i1 @llvm.nvvm.vote." + mode +
                         ".sync(i32 -1, i1 %c)\n  %v = zext i1 %bit to i32\n")[0];
  };
  EXPECT_EQ(result("all", "ult i32 %x, 32"), 1);
  EXPECT_EQ(result("all", "ult i32 %x, 31"), 0);
  EXPECT_EQ(result("any", "eq i32 %x, 31"), 1);
  EXPECT_EQ(result("any", "eq i32 %x, 32"), 0);
  EXPECT_EQ(result("uni", "ult i32 %x, 32"), 1);
  EXPECT_EQ(result("uni", "eq i32 %x, 32"), 1);
  EXPECT_EQ(result("uni", "eq i32 %x, 3"), 0);
}

TEST(Vote, InsideABranchCountsItsLanesAlone) {
  const IrKernel kernel(R"(
  %high = icmp uge i32 %x, 24
  br i1 %high, label %then, label %end
then:
  %odd = and i32 %x, 1
  %c = icmp eq i32 %odd, 1
  %v = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
)" + mark(1, "%v") + R"(
  br label %end
end:
  ret void)");
  EXPECT_EQ(kernel.runWarp().mark(1).lanes(),
            lanesIn(0xff000000, [](int64_t) { return static_cast<int32_t>(0xaa000000u); }));
}

TEST(Vote, OnDataIsUniform) {
  const IrKernel kernel(R"(
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %x
  %data = load i32, ptr addrspace(1) %at, align 4
)" + voteOf("ballot", "eq i32 %data, 0", "i32") +
                        mark(1, "%v") + "  ret void");
  const LaneVector address = kernel.runWarp().mark(1).address;
  EXPECT_TRUE(address.isUniform());
  EXPECT_FALSE(address.isKnown());
}

uint32_t reversed(uint32_t value) {
  uint32_t result = 0;
  for (unsigned bit = 0; bit < 32; ++bit)
    result |= (value >> bit & 1) << (31 - bit);
  return result;
}

int64_t asInteger(uint32_t value) {
  return static_cast<int32_t>(value);
}

TEST(BitFunctions, ReverseCountAndFindBits) {
  EXPECT_EQ(lanesComputed("  %v = call i32 @llvm.bitreverse.i32(i32 %x)\n"),
            lanesWhere([](int64_t l) { return asInteger(reversed(static_cast<uint32_t>(l))); }));
  EXPECT_EQ(lanesComputed("  %v = call i32 @llvm.ctpop.i32(i32 %x)\n"),
            lanesWhere([](int64_t l) { return std::popcount(static_cast<uint32_t>(l)); }));
  EXPECT_EQ(lanesComputed("  %v = call i32 @llvm.ctlz.i32(i32 %x, i1 false)\n"),
            lanesWhere([](int64_t l) { return std::countl_zero(static_cast<uint32_t>(l)); }));
  EXPECT_EQ(lanesComputed("  %v = call i32 @llvm.cttz.i32(i32 %x, i1 false)\n"),
            lanesWhere([](int64_t l) { return std::countr_zero(static_cast<uint32_t>(l)); }));
  EXPECT_EQ(lanesComputed("  %v = call i32 @llvm.bswap.i32(i32 %x)\n"),
            lanesWhere([](int64_t l) { return asInteger(static_cast<uint32_t>(l) << 24); }));
}

TEST(BitFunctions, OfANegativeValueSeeItsWidthAlone) {
  EXPECT_EQ(lanesComputed("  %n = sub i32 -1, %x\n  %v = call i32 @llvm.ctpop.i32(i32 %n)\n"),
            lanesWhere([](int64_t l) { return std::popcount(~static_cast<uint32_t>(l)); }));
  EXPECT_EQ(lanesComputed("  %n = sub i32 -1, %x\n  %v = call i32 @llvm.ctlz.i32(i32 %n, i1 false)\n"),
            lanesWhere([](int64_t) { return 0; }));
}

TEST(BitFunctions, FunnelShiftsTakeBitsFromBothWordsAndTheCountModulo32) {
  auto low = [](int64_t l) { return static_cast<uint32_t>(l) + 0x12345678u; };
  const std::string words = "  %high = xor i32 %x, -1\n  %low = add i32 %x, 305419896\n";
  EXPECT_EQ(lanesComputed(words + "  %v = call i32 @llvm.fshl.i32(i32 %high, i32 %low, i32 %x)\n"),
            lanesWhere([&](int64_t l) {
              const uint64_t both = uint64_t{~static_cast<uint32_t>(l)} << 32 | low(l);
              return asInteger(static_cast<uint32_t>(both << l >> 32));
            }));
  EXPECT_EQ(
      lanesComputed(words +
                    "  %by = add i32 %x, 32\n  %v = call i32 @llvm.fshr.i32(i32 %high, i32 %low, i32 %by)\n"),
      lanesWhere([&](int64_t l) {
        const uint64_t both = uint64_t{~static_cast<uint32_t>(l)} << 32 | low(l);
        return asInteger(static_cast<uint32_t>(both >> l));
      }));
}

TEST(Arithmetic, MinimumMaximumAndAbsoluteValueFollowTheSign) {
  EXPECT_EQ(lanesComputed("  %n = sub i32 %x, 16\n  %v = call i32 @llvm.smin.i32(i32 %n, i32 0)\n"),
            lanesWhere([](int64_t l) { return std::min<int64_t>(l - 16, 0); }));
  EXPECT_EQ(lanesComputed("  %n = sub i32 %x, 16\n  %v = call i32 @llvm.umin.i32(i32 %n, i32 4)\n"),
            lanesWhere([](int64_t l) { return l < 16 ? 4 : std::min<int64_t>(l - 16, 4); }));
  EXPECT_EQ(lanesComputed("  %n = sub i32 %x, 16\n  %v = call i32 @llvm.abs.i32(i32 %n, i1 false)\n"),
            lanesWhere([](int64_t l) { return std::abs(l - 16); }));
}

TEST(Arithmetic, RemainderXorAndMaskAreExactOnLanes) {
  EXPECT_EQ(lanesComputed("  %v = urem i32 %x, 7\n"), lanesWhere([](int64_t l) { return l % 7; }));
  EXPECT_EQ(lanesComputed("  %row = lshr i32 %x, 3\n  %v = xor i32 %x, %row\n"),
            lanesWhere([](int64_t l) { return l ^ (l >> 3); }));
  EXPECT_EQ(lanesComputed("  %v = and i32 %x, 12\n"), lanesWhere([](int64_t l) { return l & 12; }));
}

TEST(Arithmetic, OfBytesWrapsAndExtendsBySign) {
  EXPECT_EQ(lanesComputed("  %t = trunc i32 %x to i8\n  %b = mul i8 %t, 9\n  %v = sext i8 %b to i32\n"),
            lanesWhere([](int64_t l) { return static_cast<int8_t>(9 * l); }));
  EXPECT_EQ(lanesComputed("  %t = trunc i32 %x to i8\n  %b = mul i8 %t, 9\n  %v = zext i8 %b to i32\n"),
            lanesWhere([](int64_t l) { return static_cast<uint8_t>(9 * l); }));
}

TEST(Remainder, IsToldWhereItsFirstOperandDiffersBetweenLanes) {
  const IrKernel kernel(R"(
  %a = urem i32 %x, 6
  %b = and i32 %x, 3
  %c = urem i32 %n, 6
)" + mark(1, "%a") + mark(2, "%b") +
                            mark(3, "%c") + "  ret void",
                        ", i32 %n");
  const Recording run = kernel.runWarp();
  ASSERT_EQ(run.remainders.size(), 2u);
  EXPECT_EQ(run.remainders[0].divisor.base(), 6);
  EXPECT_TRUE(run.remainders[0].dividend.sameValue(laneNumbers()));
  EXPECT_EQ(run.remainders[1].divisor.base(), 3);
  EXPECT_EQ(run.remainders[1].mask, kFullMask);
}

} // namespace
} // namespace cuda_lint
