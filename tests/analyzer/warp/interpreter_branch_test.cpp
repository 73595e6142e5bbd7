// How branches split a warp, and where its lanes meet again.
#include "ir_kernel.h"

#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

TEST(Branch, SplitsTheLanesAndTheyMeetBehindIt) {
  const IrKernel kernel(R"(
  %c = icmp ult i32 %x, 12
  br i1 %c, label %then, label %else
then:
)" + markPlace(1) + R"(
  br label %end
else:
)" + markPlace(2) + R"(
  br label %end
end:
)" + markPlace(3) + "  ret void");
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).mask, 0x00000fffu);
  EXPECT_EQ(run.mark(2).mask, 0xfffff000u);
  EXPECT_EQ(run.mark(3).mask, kFullMask);
  ASSERT_EQ(run.branches.size(), 1u);
  EXPECT_TRUE(run.branches[0].isKnown);
  EXPECT_EQ(run.branches[0].sides, 2u);
  EXPECT_EQ(run.branches[0].active, kFullMask);
  EXPECT_EQ(run.branches[0].taken, 0x00000fffu);
  EXPECT_FALSE(run.branches[0].leavesLoop);
  EXPECT_FALSE(run.branches[0].possible);
  EXPECT_FALSE(run.mark(1).possible);
  EXPECT_FALSE(run.mark(1).isAssumed);
  EXPECT_FALSE(run.mark(1).lanesUnknown);
}

TEST(Branch, ThatAllLanesTakeHasOneSide) {
  const IrKernel kernel(R"(
  %c = icmp ult i32 %x, 32
  br i1 %c, label %then, label %end
then:
)" + markPlace(1) + R"(
  br label %end
end:
  ret void)");
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).mask, kFullMask);
  EXPECT_EQ(run.branches.at(0).sides, 1u);
}

TEST(Branch, GivesAPhiTheValueOfTheSideThatEachLaneTook) {
  const IrKernel kernel(R"(
  %odd = and i32 %x, 1
  %c = icmp ne i32 %odd, 0
  br i1 %c, label %then, label %else
then:
  %a = mul i32 %x, 3
  br label %end
else:
  br label %end
end:
  %v = phi i32 [ %a, %then ], [ 100, %else ]
)" + mark(1, "%v") + "  ret void");
  EXPECT_EQ(kernel.runWarp().mark(1).lanes(), lanesWhere([](int64_t l) { return l % 2 ? 3 * l : 100; }));
}

TEST(Branch, KeepsTheValuesOfLanesThatWait) {
  // An if without else: lanes that do not take it come by the other edge.
  const IrKernel kernel(R"(
  %c = icmp ugt i32 %x, 15
  br i1 %c, label %then, label %end
then:
  %a = add i32 %x, 1000
  br label %end
end:
  %v = phi i32 [ %a, %then ], [ %x, %entry ]
)" + mark(1, "%v") + "  ret void");
  EXPECT_EQ(kernel.runWarp().mark(1).lanes(), lanesWhere([](int64_t l) { return l > 15 ? l + 1000 : l; }));
}

TEST(Branch, InsideABranchSplitsItsLanesFurther) {
  const IrKernel kernel(R"(
  %outer = icmp ult i32 %x, 16
  br i1 %outer, label %left, label %end
left:
  %inner = icmp ult i32 %x, 4
  br i1 %inner, label %first, label %second
first:
)" + markPlace(1) + R"(
  br label %meet
second:
)" + markPlace(2) + R"(
  br label %meet
meet:
)" + markPlace(3) + R"(
  br label %end
end:
)" + markPlace(4) + "  ret void");
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).mask, 0x0000000fu);
  EXPECT_EQ(run.mark(2).mask, 0x0000fff0u);
  EXPECT_EQ(run.mark(3).mask, 0x0000ffffu);
  EXPECT_EQ(run.mark(4).mask, kFullMask);
}

TEST(Branch, ThatReturnsEndsItsLanes) {
  const IrKernel kernel(R"(
  %c = icmp uge i32 %x, 20
  br i1 %c, label %out.of.here, label %go
out.of.here:
  ret void
go:
)" + markPlace(1) + "  ret void");
  EXPECT_EQ(kernel.runWarp().mark(1).mask, 0x000fffffu);
}

TEST(Branch, ThatReturnsDeepInsideEndsItsLanesForEverythingBehind) {
  const IrKernel kernel(R"(
  %c = icmp ult i32 %x, 16
  br i1 %c, label %inside, label %end
inside:
  %d = icmp ult i32 %x, 8
  br i1 %d, label %leave, label %stay
leave:
)" + markPlace(1) + R"(
  ret void
stay:
)" + markPlace(2) + R"(
  br label %end
end:
)" + markPlace(3) + "  ret void");
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).mask, 0x000000ffu);
  EXPECT_EQ(run.mark(2).mask, 0x0000ff00u);
  EXPECT_EQ(run.lanesAt(3), 0xffffff00u);
}

TEST(Branch, OfAPartialWarpHasItsLanesAlone) {
  const IrKernel kernel(R"(
  %c = icmp ult i32 %x, 4
  br i1 %c, label %then, label %end
then:
)" + markPlace(1) + R"(
  br label %end
end:
)" + markPlace(2) + "  ret void");
  WarpPosition position = firstWarp();
  position.lanes = 0x3ff;
  const Recording run = kernel.runWarp(oneWarp(), position);
  EXPECT_EQ(run.mark(1).mask, 0x00fu);
  EXPECT_EQ(run.mark(2).mask, 0x3ffu);
  EXPECT_EQ(run.branches.at(0).active, 0x3ffu);
}

TEST(Switch, SendsEachLaneToItsCase) {
  const IrKernel kernel(R"(
  %k = urem i32 %x, 4
  switch i32 %k, label %other [ i32 0, label %zero
                                i32 1, label %one ]
zero:
)" + markPlace(1) + R"(
  br label %end
one:
)" + markPlace(2) + R"(
  br label %end
other:
)" + markPlace(3) + R"(
  br label %end
end:
)" + markPlace(4) + "  ret void");
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).mask, 0x11111111u);
  EXPECT_EQ(run.mark(2).mask, 0x22222222u);
  EXPECT_EQ(run.mark(3).mask, 0xccccccccu);
  EXPECT_EQ(run.mark(4).mask, kFullMask);
  ASSERT_EQ(run.branches.size(), 1u);
  EXPECT_EQ(run.branches[0].sides, 3u);
  EXPECT_EQ(run.branches[0].taken, 0x11111111u);
}

TEST(Switch, JoinsCasesThatShareABlockAndRunsFallThroughWithBoth) {
  const IrKernel kernel(R"(
  %k = and i32 %x, 3
  switch i32 %k, label %end [ i32 0, label %first
                              i32 1, label %second
                              i32 2, label %second ]
first:
)" + markPlace(1) + R"(
  br label %second
second:
)" + markPlace(2) + R"(
  br label %end
end:
)" + markPlace(3) + "  ret void");
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).mask, 0x11111111u);
  EXPECT_EQ(run.lanesAt(2), 0x77777777u);
  EXPECT_EQ(run.mark(3).mask, kFullMask);
}

TEST(UnknownCondition, RunsBothSidesAsPossibleAndTheRestForCertain) {
  const IrKernel kernel(R"(
  %c = icmp slt i32 %n, 5
  br i1 %c, label %then, label %else
then:
)" + markPlace(1) + R"(
  br label %end
else:
)" + markPlace(2) + R"(
  br label %end
end:
)" + markPlace(3) + "  ret void",
                        ", i32 %n");
  const Recording run = kernel.runWarp();
  EXPECT_TRUE(run.mark(1).possible);
  EXPECT_TRUE(run.mark(2).possible);
  EXPECT_EQ(run.mark(1).mask, kFullMask);
  EXPECT_EQ(run.mark(2).mask, kFullMask);
  EXPECT_FALSE(run.mark(3).possible);
  EXPECT_EQ(run.mark(3).mask, kFullMask);
  ASSERT_EQ(run.branches.size(), 1u);
  EXPECT_FALSE(run.branches[0].isKnown);
  EXPECT_FALSE(run.branches[0].isDataDependent);
  // A size is seldom less than five: that side is looked at beside the likely one.
  EXPECT_TRUE(run.mark(1).aside);
  EXPECT_FALSE(run.mark(2).aside);
}

TEST(UnknownCondition, JoinsWhatTheSidesComputed) {
  const IrKernel kernel(R"(
  %c = icmp slt i32 %n, 5
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %v = phi i32 [ 32, %then ], [ 64, %entry ]
)" + mark(1, "%v") + "  ret void",
                        ", i32 %n");
  const RecordedAccess access = kernel.runWarp().mark(1);
  EXPECT_TRUE(access.address.isUniform());
  EXPECT_EQ(access.address.termCount(), 2u) << "one of the two values, not known which";
  EXPECT_EQ(access.alignment, 32u);
}

TEST(UnknownCondition, ThatReturnsOnOneSideGoesOnWithAllLanes) {
  const IrKernel kernel(R"(
  %c = icmp eq i32 %n, 0
  br i1 %c, label %leave, label %go
leave:
  ret void
go:
)" + markPlace(1) + "  ret void",
                        ", i32 %n");
  const RecordedAccess access = kernel.runWarp().mark(1);
  EXPECT_EQ(access.mask, kFullMask);
  EXPECT_FALSE(access.aside);
}

TEST(UnknownCondition, DoesNotEndTheLanesOfTheOtherSide) {
  // The likely side stores and returns; the rest still runs with all lanes.
  const IrKernel kernel(R"(
  %c = icmp slt i32 %n, 5
  br i1 %c, label %rare, label %go
rare:
)" + markPlace(1) + R"(
  ret void
go:
)" + markPlace(2) + "  ret void",
                        ", i32 %n");
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).mask, kFullMask);
  EXPECT_EQ(run.mark(2).mask, kFullMask);
}

TEST(DataCondition, RunsBothSidesAndIsToldAsDataDependent) {
  const IrKernel kernel(R"(
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %x
  %data = load i32, ptr addrspace(1) %at, align 4
  %c = icmp sgt i32 %data, 0
  br i1 %c, label %then, label %else
then:
)" + markPlace(1) + R"(
  br label %end
else:
)" + markPlace(2) + R"(
  br label %end
end:
  %v = phi i32 [ 0, %then ], [ 4, %else ]
)" + mark(3, "%v") + "  ret void");
  const Recording run = kernel.runWarp();
  ASSERT_EQ(run.branches.size(), 1u);
  EXPECT_FALSE(run.branches[0].isKnown);
  EXPECT_TRUE(run.branches[0].isDataDependent);
  EXPECT_TRUE(run.mark(1).possible);
  EXPECT_TRUE(run.mark(2).possible);
  EXPECT_TRUE(run.mark(1).lanesUnknown);
  EXPECT_TRUE(run.mark(2).lanesUnknown);
  EXPECT_FALSE(run.mark(3).lanesUnknown);
  EXPECT_EQ(run.mark(3).mask, kFullMask);
  EXPECT_TRUE(run.mark(3).address.isDivergentUnknown()) << "which value a lane has is data, too";
}

TEST(BoundaryGuard, IsAssumedInsideAndItsOtherSideIsLookedAtAside) {
  const IrKernel kernel(R"(
  %c = icmp slt i32 %x, %n
  br i1 %c, label %inside, label %outside
inside:
)" + markPlace(1) + R"(
  br label %end
outside:
)" + markPlace(2) + R"(
  br label %end
end:
)" + markPlace(3) + "  ret void",
                        ", i32 %n");
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).mask, kFullMask);
  EXPECT_FALSE(run.mark(1).aside);
  EXPECT_TRUE(run.mark(1).isAssumed);
  EXPECT_TRUE(run.mark(2).aside);
  EXPECT_TRUE(run.mark(2).possible);
  EXPECT_FALSE(run.mark(3).possible);
  ASSERT_FALSE(run.branches.empty());
  EXPECT_TRUE(run.branches[0].isKnown);
  EXPECT_TRUE(run.branches[0].isAssumed);
  EXPECT_EQ(run.branches[0].sides, 1u);
}

TEST(BoundaryGuard, ThatOneLaneOfTheGridMeetsIsLookedAtWithOneLane) {
  const IrKernel kernel(R"(
  %last = sub i32 %n, 1
  %c = icmp eq i32 %x, %last
  br i1 %c, label %tail, label %end
tail:
)" + markPlace(1) + R"(
  br label %end
end:
)" + markPlace(2) + "  ret void",
                        ", i32 %n");
  const Recording run = kernel.runWarp();
  EXPECT_TRUE(run.mark(1).aside);
  EXPECT_EQ(laneCount(run.mark(1).mask), 1u);
  EXPECT_EQ(run.mark(2).mask, kFullMask);
  EXPECT_FALSE(run.mark(2).aside);
}

TEST(Barrier, IsToldWithTheLanesThatReachIt) {
  const IrKernel kernel(R"(
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %c = icmp ult i32 %x, 8
  br i1 %c, label %then, label %end
then:
  call void @llvm.nvvm.bar.warp.sync(i32 255)
  br label %end
end:
  ret void)");
  const Recording run = kernel.runWarp();
  ASSERT_EQ(run.barriers.size(), 2u);
  EXPECT_EQ(run.barriers[0].kind, BarrierKind::Block);
  EXPECT_EQ(run.barriers[0].active, kFullMask);
  EXPECT_EQ(run.barriers[1].kind, BarrierKind::Warp);
  EXPECT_EQ(run.barriers[1].active, 0xffu);
}

/// Instructions that ran, and those that lanes sat out because of a branch.
class TimeSink : public RunSink {
public:
  void instructions(unsigned count, ActiveMask active) override { lanesRun += count * laneCount(active); }
  void idle(const llvm::Instruction&, unsigned count, ActiveMask idleLanes, ActiveMask) override {
    lanesIdle += count * laneCount(idleLanes);
  }
  unsigned lanesRun = 0;
  unsigned lanesIdle = 0;
};

/// The time of the first warp.
TimeSink timeOf(const IrKernel& kernel) {
  TimeSink time;
  Interpreter interpreter(kernel.program(), oneWarp(), time, {});
  EXPECT_EQ(interpreter.runWarp(firstWarp(), 1000), RunOutcome::Finished);
  return time;
}

TEST(Time, OfTwoSidesIsIdleForTheLanesOfTheOther) {
  // 8 lanes run three instructions while 24 wait, 24 lanes run two while 8 wait.
  const IrKernel kernel(R"(
  %c = icmp ult i32 %x, 8
  br i1 %c, label %then, label %else
then:
  store i32 1, ptr addrspace(1) %out, align 4
  store i32 2, ptr addrspace(1) %out, align 4
  br label %end
else:
  store i32 3, ptr addrspace(1) %out, align 4
  br label %end
end:
  store i32 4, ptr addrspace(1) %out, align 4
  ret void)");
  const TimeSink time = timeOf(kernel);
  EXPECT_EQ(time.lanesIdle, 3u * 24 + 2u * 8);
  EXPECT_EQ(time.lanesRun, 3u * 32 + 3u * 8 + 2u * 24 + 2u * 32);
}

TEST(Time, AfterAnEarlyReturnIsIdleForTheLanesThatAreGone) {
  const IrKernel kernel(R"(
  %c = icmp uge i32 %x, 20
  br i1 %c, label %leave, label %go
leave:
  ret void
go:
  store i32 1, ptr addrspace(1) %out, align 4
  ret void)");
  const TimeSink time = timeOf(kernel);
  EXPECT_EQ(time.lanesIdle, 2u * 12);
  EXPECT_EQ(time.lanesRun, 3u * 32 + 2u * 20);
}

TEST(Time, OfALoopIsIdleForTheLanesThatHaveLeftIt) {
  // Lane l runs l rounds of three instructions after l + 1 tests of two.
  const IrKernel kernel(R"(
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %x
  br i1 %more, label %body, label %done
body:
  store i32 1, ptr addrspace(1) %out, align 4
  %next = add i32 %i, 1
  br label %head
done:
  store i32 2, ptr addrspace(1) %out, align 4
  ret void)");
  const TimeSink time = timeOf(kernel);
  const unsigned rounds = 31 * 32 / 2;
  const unsigned tests = rounds + 32;
  EXPECT_EQ(time.lanesRun, 2u * 32 + 2 * tests + 3 * rounds + 2u * 32);
  EXPECT_EQ(time.lanesIdle, 2 * (32 * 32 - tests) + 3 * (31 * 32 - rounds));
}

TEST(Time, WithoutDivergenceIsNeverIdle) {
  const IrKernel kernel(R"(
  %c = icmp ult i32 %x, 32
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %out, align 4
  br label %end
end:
  store i32 2, ptr addrspace(1) %out, align 4
  ret void)");
  EXPECT_EQ(timeOf(kernel).lanesIdle, 0u);
}

} // namespace
} // namespace cuda_lint
