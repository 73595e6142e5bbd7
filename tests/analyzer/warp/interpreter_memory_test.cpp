// Address spaces, what the memory is known to hold, and how accesses are told.
#include "ir_kernel.h"

#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

TEST(GlobalMemory, AddressesAreTheArgumentsPlusTheLanes) {
  const IrKernel kernel(R"(
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %x
  %v = load i32, ptr addrspace(1) %at, align 4
  ret void)");
  const Recording run = kernel.runWarp();
  const auto loads = run.accesses(AccessKind::Load, AddressSpace::Global);
  ASSERT_EQ(loads.size(), 1u);
  EXPECT_EQ(loads[0].base, "out");
  EXPECT_EQ(loads[0].bytes, 4u);
  EXPECT_EQ(loads[0].alignment, 256u);
  EXPECT_EQ(loads[0].lanes(), lanesWhere([](int64_t l) { return 4 * l; }));
}

TEST(GlobalMemory, ARowOfUnknownPitchIsATermALane) {
  const IrKernel kernel(R"(
  %row = mul i32 %x, %height
  %wide = sext i32 %row to i64
  %at = getelementptr float, ptr addrspace(1) %out, i64 %wide
  store float 0.0, ptr addrspace(1) %at, align 4
  ret void)",
                        ", i32 %height");
  const auto stores = kernel.runWarp().accesses(AccessKind::Store, AddressSpace::Global);
  ASSERT_EQ(stores.size(), 1u);
  ASSERT_TRUE(stores[0].request);
  EXPECT_TRUE(stores[0].request->isBounded);
  EXPECT_EQ(laneStride(*stores[0].request, kFullMask), 4 * kPlausibleEven);
}

TEST(GlobalMemory, WhatIsLoadedIsUniformWhereTheAddressIs) {
  const IrKernel kernel(R"(
  %one = load i32, ptr addrspace(1) %out, align 4
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %x
  %each = load i32, ptr addrspace(1) %at, align 4
)" + mark(1, "%one") + mark(2, "%each") +
                        "  ret void");
  const Recording run = kernel.runWarp();
  EXPECT_TRUE(run.mark(1).address.isUniform());
  EXPECT_TRUE(run.mark(2).address.isDivergentUnknown());
  EXPECT_TRUE(run.mark(2).address.has(LaneVector::Data));
}

TEST(GlobalMemory, APointerThatIsLoadedPointsToAnAllocation) {
  const IrKernel kernel(R"(
  %p = load ptr, ptr addrspace(1) %out, align 8
  %at = getelementptr i32, ptr %p, i32 %x
  store i32 7, ptr %at, align 4
  ret void)");
  const RecordedAccess access = kernel.runWarp().mark(7);
  EXPECT_EQ(access.space, AddressSpace::Global);
  EXPECT_EQ(access.alignment, 256u);
  ASSERT_TRUE(access.request);
  EXPECT_EQ(laneStride(*access.request, kFullMask), 4);
}

TEST(GlobalMemory, AnArgumentThatTheLaunchFixesIsKnown) {
  const IrKernel kernel(mark(1, "%n") + "  ret void", ", i32 %n");
  Launch launch = oneWarp();
  launch.arguments = {std::nullopt, -5};
  EXPECT_EQ(kernel.runWarp(launch).mark(1).lanes(), lanesWhere([](int64_t) { return -5; }));
}

TEST(SharedMemory, LaysVariablesOutSideBySideAndDynamicMemoryBehind) {
  const IrKernel kernel(R"(
  store i32 1, ptr addrspace(3) @first, align 4
  store i32 2, ptr addrspace(3) @second, align 8
  store i32 3, ptr addrspace(3) @dynamic, align 4
  ret void)",
                        "", R"(
@first = internal addrspace(3) global [10 x i8] undef, align 4
@second = internal addrspace(3) global [4 x i64] undef, align 8
@unused = internal addrspace(3) global [400 x i8] undef, align 4
@dynamic = external addrspace(3) global [0 x i32], align 4
)");
  EXPECT_EQ(kernel.program().sharedBytes, 48u) << "10 bytes, 6 of padding, 32 bytes";
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).space, AddressSpace::Shared);
  EXPECT_EQ(run.mark(1).lanes()[0], 0);
  EXPECT_EQ(run.mark(2).lanes()[0], 16);
  EXPECT_EQ(run.mark(3).lanes()[0], 48);
  EXPECT_EQ(run.mark(1).base, run.mark(3).base);
}

TEST(SharedMemory, IsKnownThroughAGenericPointer) {
  const IrKernel kernel(R"(
  %generic = addrspacecast ptr addrspace(3) @tile to ptr
  %at = getelementptr float, ptr %generic, i32 %x
  store i32 1, ptr %at, align 4
  store i32 2, ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @tile to ptr), i64 12), align 4
  ret void)",
                        "", "@tile = internal addrspace(3) global [64 x float] undef, align 4");
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).space, AddressSpace::Shared);
  EXPECT_EQ(run.mark(1).lanes(), lanesWhere([](int64_t l) { return 4 * l; }));
  EXPECT_EQ(run.mark(2).space, AddressSpace::Shared);
  EXPECT_EQ(run.mark(2).lanes()[5], 12);
}

TEST(SharedMemory, PointersOfDifferentSpacesByLaneAreOfNoKnownSpace) {
  const IrKernel kernel(R"(
  %generic = addrspacecast ptr addrspace(3) @tile to ptr
  %global = addrspacecast ptr addrspace(1) %out to ptr
  %c = icmp ult i32 %x, 16
  %p = select i1 %c, ptr %generic, ptr %global
  store i32 1, ptr %p, align 4
  ret void)",
                        "", "@tile = internal addrspace(3) global [64 x float] undef, align 4");
  EXPECT_EQ(kernel.runWarp().mark(1).space, AddressSpace::Unknown);
}

const std::string kArray = "  %a = alloca [8 x i32], align 4\n";

TEST(LocalArray, KeepsValuesAtKnownPlaces) {
  const IrKernel kernel(kArray + R"(
  %twice = mul i32 %x, 2
  %second = getelementptr i32, ptr %a, i32 2
  store i32 %twice, ptr %a, align 4
  store i32 %x, ptr %second, align 4
  %u = load i32, ptr %a, align 4
  %v = load i32, ptr %second, align 4
)" + mark(1, "%u") + mark(2, "%v") +
                        "  ret void");
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).lanes(), lanesWhere([](int64_t l) { return 2 * l; }));
  EXPECT_EQ(run.mark(2).lanes(), lanesWhere([](int64_t l) { return l; }));
  EXPECT_EQ(run.accesses(AccessKind::Store, AddressSpace::Local).size(), 2u);
}

TEST(LocalArray, TakesTheStoresOfActiveLanesAlone) {
  const IrKernel kernel(kArray + R"(
  store i32 5, ptr %a, align 4
  %c = icmp ult i32 %x, 10
  br i1 %c, label %then, label %end
then:
  store i32 %x, ptr %a, align 4
  br label %end
end:
  %v = load i32, ptr %a, align 4
)" + mark(1, "%v") + "  ret void");
  EXPECT_EQ(kernel.runWarp().mark(1).lanes(), lanesWhere([](int64_t l) { return l < 10 ? l : 5; }));
}

TEST(LocalArray, ForgetsWhatAStoreAtAnUnknownPlaceMayHaveOverwritten) {
  const IrKernel kernel(kArray + R"(
  store i32 5, ptr %a, align 4
  %somewhere = getelementptr i32, ptr %a, i32 %n
  store i32 %x, ptr %somewhere, align 4
  %v = load i32, ptr %a, align 4
)" + mark(1, "%v") + "  ret void",
                        ", i32 %n");
  EXPECT_TRUE(kernel.runWarp().mark(1).address.isDivergentUnknown());
}

TEST(LocalArray, OfUniformValuesStaysUniformAtAnUnknownPlace) {
  const IrKernel kernel(kArray + R"(
  store i32 5, ptr %a, align 4
  %somewhere = getelementptr i32, ptr %a, i32 %n
  store i32 %n, ptr %somewhere, align 4
  %v = load i32, ptr %a, align 4
)" + mark(1, "%v") + "  ret void",
                        ", i32 %n");
  EXPECT_TRUE(kernel.runWarp().mark(1).address.isUniform());
}

TEST(LocalArray, ForgetsAWordOfWhichAByteWasOverwritten) {
  const IrKernel kernel(kArray + R"(
  store i32 5, ptr %a, align 4
  %byte = getelementptr i8, ptr %a, i32 1
  store i8 99, ptr %byte, align 1
  %v = load i32, ptr %a, align 4
)" + mark(1, "%v") + "  ret void");
  const LaneVector address = kernel.runWarp().mark(1).address;
  EXPECT_EQ(address.termCount(), 2u) << "not 5 any more";
}

TEST(LocalArray, IsEmptyAgainForTheNextWarp) {
  const IrKernel kernel(kArray + R"(
  %v = load i32, ptr %a, align 4
)" + mark(1, "%v") + R"(
  store i32 5, ptr %a, align 4
  ret void)");
  Recording recording;
  Interpreter interpreter(kernel.program(), oneWarp(), recording, {});
  interpreter.runWarp(firstWarp(), 1000);
  interpreter.runWarp(firstWarp(), 1000);
  ASSERT_EQ(recording.marks(1).size(), 2u);
  EXPECT_EQ(recording.marks(1)[1].address.termCount(), 2u);
}

const std::string kStruct = ", ptr byval({ ptr, i32, [6 x i32] }) align 8 %s";

TEST(Parameters, AFieldOfAStructIsOneSymbolHoweverOftenItIsRead) {
  const IrKernel kernel(R"(
  %at = getelementptr i8, ptr %s, i64 8
  %a = load i32, ptr %at, align 8
  %again = getelementptr i8, ptr %s, i64 8
  %b = load i32, ptr %again, align 8
  %other = getelementptr i8, ptr %s, i64 12
  %c = load i32, ptr %other, align 4
  %zero = sub i32 %a, %b
  %unlike = sub i32 %a, %c
)" + mark(1, "%zero") + mark(2, "%unlike") +
                            "  ret void",
                        kStruct);
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).lanes(), lanesWhere([](int64_t) { return 0; }));
  EXPECT_EQ(run.mark(1).address.termCount(), 1u);
  EXPECT_EQ(run.mark(2).address.termCount(), 3u);
}

TEST(Parameters, APointerInAStructIsAnAllocation) {
  const IrKernel kernel(R"(
  %p = load ptr, ptr %s, align 8
  %at = getelementptr i32, ptr %p, i32 %x
  store i32 7, ptr %at, align 4
  ret void)",
                        kStruct);
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(7).space, AddressSpace::Global);
  EXPECT_EQ(run.mark(7).alignment, 256u);
  EXPECT_EQ(run.accesses(AccessKind::Load, AddressSpace::Parameter).size(), 1u);
}

TEST(Parameters, AStructThatIsCopiedToALocalVariableKeepsItsFields) {
  const IrKernel kernel(R"(
  %copy = alloca { ptr, i32, [6 x i32] }, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy, ptr align 8 %s, i64 40, i1 false)
  %there = getelementptr i8, ptr %s, i64 8
  %here = getelementptr i8, ptr %copy, i64 8
  %a = load i32, ptr %there, align 8
  %b = load i32, ptr %here, align 8
  %zero = sub i32 %a, %b
)" + mark(1, "%zero") + "  ret void",
                        kStruct);
  EXPECT_EQ(kernel.runWarp().mark(1).address.termCount(), 1u);
}

TEST(Parameters, AFieldOfACopyThatWasOverwrittenIsNotTheParametersAnyMore) {
  const IrKernel kernel(R"(
  %copy = alloca { ptr, i32, [6 x i32] }, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy, ptr align 8 %s, i64 40, i1 false)
  %there = getelementptr i8, ptr %s, i64 8
  %here = getelementptr i8, ptr %copy, i64 8
  store i16 3, ptr %here, align 8
  %a = load i32, ptr %there, align 8
  %b = load i32, ptr %here, align 8
  %difference = sub i32 %a, %b
)" + mark(1, "%difference") +
                            "  ret void",
                        kStruct);
  EXPECT_GT(kernel.runWarp().mark(1).address.termCount(), 1u);
}

TEST(Parameters, AFieldOfACopyThatSomeLanesOverwriteIsTheParametersInTheOthers) {
  const IrKernel kernel(R"(
  %copy = alloca { ptr, i32, [6 x i32] }, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy, ptr align 8 %s, i64 40, i1 false)
  %here = getelementptr i8, ptr %copy, i64 8
  %c = icmp ult i32 %x, 4
  br i1 %c, label %then, label %end
then:
  store i32 3, ptr %here, align 8
  br label %end
end:
  %v = load i32, ptr %here, align 8
)" + mark(1, "%v") + "  ret void",
                        kStruct);
  const LaneVector address = kernel.runWarp().mark(1).address;
  EXPECT_FALSE(address.isUniformIn(0xff)) << "3 in four lanes, an unknown in the others";
}

TEST(Parameters, AFieldBesideAnOverwrittenOneIsStillTheParameters) {
  const IrKernel kernel(R"(
  %copy = alloca { ptr, i32, [6 x i32] }, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy, ptr align 8 %s, i64 40, i1 false)
  %changed = getelementptr i8, ptr %copy, i64 12
  store i32 3, ptr %changed, align 4
  %there = getelementptr i8, ptr %s, i64 16
  %here = getelementptr i8, ptr %copy, i64 16
  %a = load i32, ptr %there, align 8
  %b = load i32, ptr %here, align 8
  %zero = sub i32 %a, %b
  %three = load i32, ptr %changed, align 4
)" + mark(1, "%zero") + mark(2, "%three") +
                            "  ret void",
                        kStruct);
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).lanes(), lanesWhere([](int64_t) { return 0; }));
  EXPECT_EQ(run.mark(1).address.termCount(), 1u);
  EXPECT_EQ(run.mark(2).lanes(), lanesWhere([](int64_t) { return 3; }));
}

TEST(LocalArray, ThatLanesCopyFromDifferentPlacesDiffersBetweenThem) {
  const IrKernel kernel(kArray + R"(
  %mine = getelementptr [8 x i32], ptr addrspace(1) %out, i32 %x
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %a, ptr addrspace(1) align 4 %mine, i64 32, i1 false)
  %somewhere = getelementptr i32, ptr %a, i32 %n
  %v = load i32, ptr %somewhere, align 4
)" + mark(1, "%v") + "  ret void",
                        ", i32 %n");
  EXPECT_TRUE(kernel.runWarp().mark(1).address.isDivergentUnknown());
}

TEST(ConstantTable, IsReadWhereItsIndexIsKnown) {
  const IrKernel kernel(
      R"(
  %k = and i32 %x, 3
  %at = getelementptr i32, ptr addrspace(4) @table, i32 %k
  %v = load i32, ptr addrspace(4) %at, align 4
)" + mark(1, "%v") +
          "  ret void",
      "", "@table = internal addrspace(4) constant [4 x i32] [i32 7, i32 -1, i32 40, i32 9], align 4");
  const int64_t table[] = {7, -1, 40, 9};
  EXPECT_EQ(kernel.runWarp().mark(1).lanes(), lanesWhere([&](int64_t l) { return table[l & 3]; }));
}

TEST(ConstantTable, ThatMayChangeIsNotKnown) {
  const IrKernel kernel(
      R"(
  %at = getelementptr i32, ptr addrspace(1) @table, i32 1
  %v = load i32, ptr addrspace(1) %at, align 4
)" + mark(1, "%v") +
          "  ret void",
      "", "@table = internal addrspace(1) global [4 x i32] [i32 7, i32 -1, i32 40, i32 9], align 4");
  EXPECT_EQ(kernel.runWarp().mark(1).address.termCount(), 2u);
}

TEST(Atomics, AreAccessesWithTheirOldValueUnknown) {
  const IrKernel kernel(R"(
  %at = getelementptr i32, ptr addrspace(3) @bins, i32 %x
  %old = atomicrmw add ptr addrspace(3) %at, i32 1 seq_cst, align 4
  %pair = cmpxchg ptr addrspace(1) %out, i64 0, i64 1 seq_cst seq_cst, align 8
)" + mark(1, "%old") + "  ret void",
                        "", "@bins = internal addrspace(3) global [64 x i32] undef, align 4");
  const Recording run = kernel.runWarp();
  const auto shared = run.accesses(AccessKind::Atomic, AddressSpace::Shared);
  ASSERT_EQ(shared.size(), 1u);
  EXPECT_EQ(shared[0].lanes(), lanesWhere([](int64_t l) { return 4 * l; }));
  EXPECT_EQ(shared[0].bytes, 4u);
  const auto global = run.accesses(AccessKind::Atomic, AddressSpace::Global);
  ASSERT_EQ(global.size(), 1u);
  EXPECT_EQ(global[0].bytes, 8u);
  EXPECT_TRUE(run.mark(1).address.isDivergentUnknown());
}

TEST(Copy, IsMadeInThePiecesThatItsAlignmentAllows) {
  auto piecesOf = [](const std::string& alignment, unsigned bytes) {
    const IrKernel kernel("  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align " + alignment +
                              " %out, ptr addrspace(1) align " + alignment + " %in, i64 " +
                              std::to_string(bytes) + ", i1 false)\n  ret void",
                          ", ptr addrspace(1) %in");
    const Recording run = kernel.runWarp();
    EXPECT_EQ(run.accesses(AccessKind::Load, AddressSpace::Global).size(),
              run.accesses(AccessKind::Store, AddressSpace::Global).size());
    std::vector<unsigned> pieces;
    for (const RecordedAccess& access : run.accesses(AccessKind::Load, AddressSpace::Global))
      pieces.push_back(access.bytes);
    return pieces;
  };
  EXPECT_EQ(piecesOf("4", 12), (std::vector<unsigned>{4, 4, 4}));
  EXPECT_EQ(piecesOf("16", 32), (std::vector<unsigned>{16, 16}));
  EXPECT_EQ(piecesOf("8", 8), (std::vector<unsigned>{8}));
}

TEST(Copy, OfBytesThatPiecesDoNotDivideAsksForNoMoreThanThem) {
  const IrKernel kernel(R"(
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 8 %out, ptr addrspace(1) align 8 %in, i64 12, i1 false)
  ret void)",
                        ", ptr addrspace(1) %in");
  unsigned bytes = 0;
  for (const RecordedAccess& access : kernel.runWarp().accesses(AccessKind::Load, AddressSpace::Global))
    bytes += access.bytes;
  EXPECT_EQ(bytes, 12u);
}

TEST(WideAccess, OfAVectorIsOneRequest) {
  const IrKernel kernel(R"(
  %at = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %x
  %v = load <4 x float>, ptr addrspace(1) %at, align 16
  store <4 x float> %v, ptr addrspace(1) %at, align 4
  ret void)");
  const Recording run = kernel.runWarp();
  const auto loads = run.accesses(AccessKind::Load, AddressSpace::Global);
  ASSERT_EQ(loads.size(), 1u);
  EXPECT_EQ(loads[0].bytes, 16u);
  // Aligned to 4 bytes alone: the machine must move word by word.
  const auto stores = run.accesses(AccessKind::Store, AddressSpace::Global);
  ASSERT_EQ(stores.size(), 4u);
  EXPECT_EQ(stores[3].bytes, 4u);
  EXPECT_EQ(stores[3].lanes(), lanesWhere([](int64_t l) { return 16 * l + 12; }));
}

/// Loads of neighbouring words at %out + 16 * x, the first one aligned to `alignment`.
std::vector<unsigned> widthsOfLoads(unsigned words, unsigned alignment, const std::string& between = "") {
  std::string body = "  %p0 = getelementptr <4 x float>, ptr addrspace(1) %out, i32 %x\n";
  for (unsigned i = 0; i < words; ++i) {
    const std::string number = std::to_string(i);
    if (i != 0)
      body += between + "  %p" + number + " = getelementptr i8, ptr addrspace(1) %p0, i64 " +
              std::to_string(4 * i) + "\n";
    body += "  %w" + number + " = load float, ptr addrspace(1) %p" + number + ", align " +
            std::to_string(i == 0 ? alignment : 4) + "\n";
  }
  std::vector<unsigned> widths;
  for (const RecordedAccess& access :
       IrKernel(body + "  ret void").runWarp().accesses(AccessKind::Load, AddressSpace::Global))
    widths.push_back(access.bytes);
  return widths;
}

TEST(WideAccess, OfMembersOneAfterTheOtherIsOneRequestAsWideAsTheAlignmentAllows) {
  EXPECT_EQ(widthsOfLoads(4, 16), (std::vector<unsigned>{16}));
  EXPECT_EQ(widthsOfLoads(4, 4), (std::vector<unsigned>{4, 4, 4, 4}));
  EXPECT_EQ(widthsOfLoads(2, 8), (std::vector<unsigned>{8}));
  // Three words of a float4: two as one, one alone.
  EXPECT_EQ(widthsOfLoads(3, 16), (std::vector<unsigned>{8, 4}));
}

TEST(WideAccess, IsNotMadeAcrossAStoreThatMayChangeItsMembers) {
  const std::string body = R"(
  %q = getelementptr i8, ptr addrspace(1) %out, i64 4
  %a = load float, ptr addrspace(1) %out, align 16
  store i32 7, ptr addrspace(1) %in, align 4
  %b = load float, ptr addrspace(1) %q, align 4
  ret void)";
  const IrKernel kernel(body, ", ptr addrspace(1) %in");
  EXPECT_EQ(kernel.runWarp().accesses(AccessKind::Load, AddressSpace::Global).size(), 2u);
}

TEST(WideAccess, OfADoubleIsEightBytesALane) {
  const IrKernel kernel(R"(
  %at = getelementptr double, ptr addrspace(1) %out, i32 %x
  %v = load double, ptr addrspace(1) %at, align 8
  ret void)");
  const auto loads = kernel.runWarp().accesses(AccessKind::Load, AddressSpace::Global);
  ASSERT_EQ(loads.size(), 1u);
  EXPECT_EQ(loads[0].bytes, 8u);
  EXPECT_EQ(loads[0].lanes(), lanesWhere([](int64_t l) { return 8 * l; }));
}

} // namespace
} // namespace cuda_lint
