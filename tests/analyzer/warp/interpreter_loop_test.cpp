// Loops: counted exactly where their bounds are known, generalised where they are not, and never without end.
#include "ir_kernel.h"

#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

/// for (i = start; i < end; i += step) { inside }; behind
std::string forLoop(const std::string& start, const std::string& end, const std::string& step,
                    const std::string& inside, const std::string& behind = "") {
  return R"(
  br label %head
head:
  %i = phi i32 [ )" +
         start + ", %entry ], [ %next, %body ]\n  %more = icmp slt i32 %i, " + end + R"(
  br i1 %more, label %body, label %done
body:
)" + inside +
         "  %next = add nsw i32 %i, " + step + R"(
  br label %head
done:
)" + behind +
         "  ret void";
}

TEST(KnownLoop, RunsAllItsRoundsWithTheCountersValues) {
  const IrKernel kernel(forLoop("0", "10", "1", mark(1, "%i"), markPlace(2)));
  const Recording run = kernel.runWarp();
  const std::vector<RecordedAccess> rounds = run.marks(1);
  ASSERT_EQ(rounds.size(), 10u);
  for (size_t i = 0; i < rounds.size(); ++i) {
    EXPECT_EQ(rounds[i].lanes(), lanesWhere([&](int64_t) { return static_cast<int64_t>(i); }));
    EXPECT_FALSE(rounds[i].possible);
    EXPECT_FALSE(rounds[i].isAssumed);
  }
  EXPECT_EQ(run.mark(2).mask, kFullMask);
  ASSERT_EQ(run.branches.size(), 11u);
  EXPECT_TRUE(run.branches[0].leavesLoop);
}

TEST(KnownLoop, RunsEachLaneAsOftenAsItAsks) {
  // Lane l runs l rounds.
  const IrKernel kernel(forLoop("0", "%x", "1", mark(1, "%i"), markPlace(2)));
  const Recording run = kernel.runWarp();
  const std::vector<RecordedAccess> rounds = run.marks(1);
  ASSERT_EQ(rounds.size(), 31u);
  for (size_t i = 0; i < rounds.size(); ++i)
    EXPECT_EQ(rounds[i].mask, kFullMask << (i + 1)) << "round " << i;
  EXPECT_EQ(run.mark(2).mask, kFullMask);
}

TEST(KnownLoop, LeavesEachLaneTheValueOfItsLastRound) {
  // The sum of 0 … l-1, lane by lane, used behind the loop.
  const IrKernel kernel(R"(
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %added, %body ]
  %more = icmp slt i32 %i, %x
  br i1 %more, label %body, label %done
body:
  %added = add i32 %sum, %i
  %next = add i32 %i, 1
  br label %head
done:
)" + mark(1, "%sum") + "  ret void");
  EXPECT_EQ(kernel.runWarp().mark(1).lanes(), lanesWhere([](int64_t l) { return l * (l - 1) / 2; }));
}

TEST(KnownLoop, ThatHalvesItsCounterIsFollowed) {
  // The tree of a reduction: strides 16, 8, 4, 2, 1.
  const IrKernel kernel(R"(
  br label %head
head:
  %s = phi i32 [ 16, %entry ], [ %half, %latch ]
  %more = icmp sgt i32 %s, 0
  br i1 %more, label %body, label %done
body:
  %c = icmp slt i32 %x, %s
  br i1 %c, label %then, label %latch
then:
)" + mark(1, "%s") + R"(
  br label %latch
latch:
  %half = lshr i32 %s, 1
  br label %head
done:
  ret void)");
  const std::vector<RecordedAccess> rounds = kernel.runWarp().marks(1);
  ASSERT_EQ(rounds.size(), 5u);
  for (unsigned i = 0; i < 5; ++i) {
    const int64_t stride = 16 >> i;
    const auto mask = static_cast<ActiveMask>((uint64_t{1} << stride) - 1);
    EXPECT_EQ(rounds[i].mask, mask);
    EXPECT_EQ(rounds[i].lanes(), lanesIn(mask, [&](int64_t) { return stride; }));
  }
}

TEST(KnownLoop, LeftByABreakMeetsBehindIt) {
  // while (true) { if (i == x) break; … }: lane l leaves in round l.
  const IrKernel kernel(R"(
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
)" + markPlace(1) + R"(
  %leave = icmp eq i32 %i, %x
  br i1 %leave, label %done, label %latch
latch:
  %next = add i32 %i, 1
  br label %head
done:
)" + mark(2, "%i") + "  ret void");
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.marks(1).size(), 32u);
  EXPECT_EQ(run.mark(2).lanes(), lanesWhere([](int64_t l) { return l; }));
}

TEST(KnownLoop, InsideALoopRunsAfreshInEachRound) {
  const IrKernel kernel(R"(
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %ten = mul i32 %i, 10
  %v = add i32 %ten, %j
)" + mark(1, "%v") + R"(
  %j.next = add i32 %j, 1
  %again = icmp slt i32 %j.next, 3
  br i1 %again, label %inner, label %outer.latch
outer.latch:
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, 4
  br i1 %more, label %outer, label %done
done:
  ret void)");
  std::vector<int64_t> values;
  for (const RecordedAccess& access : kernel.runWarp().marks(1))
    values.push_back(access.lanes()[0]);
  EXPECT_EQ(values, (std::vector<int64_t>{0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32}));
}

TEST(UnknownLoop, EndsAndKeepsTheStrideOfItsCounter) {
  // for (i = x; i < n; i += 256) out[i]: lanes lie side by side in every round, and rounds start where
  // sectors do.
  const IrKernel kernel(
      forLoop("%x", "%n", "256", "  %bytes = shl i32 %i, 2\n" + mark(1, "%bytes"), markPlace(2)), ", i32 %n");
  const Recording run = kernel.runWarp();
  const std::vector<RecordedAccess> rounds = run.marks(1);
  ASSERT_GE(rounds.size(), 2u);
  EXPECT_LE(rounds.size(), 8u);
  for (const RecordedAccess& access : rounds) {
    ASSERT_TRUE(access.request);
    EXPECT_EQ(laneStride(*access.request, access.mask), 4);
    EXPECT_GE(access.alignment, 32u);
    EXPECT_EQ(access.mask, kFullMask);
    EXPECT_TRUE(access.isAssumed);
  }
  // The last of them stands for all later ones: its round is a symbol.
  EXPECT_GT(rounds.back().address.termCount(), rounds.front().address.termCount());
  EXPECT_EQ(run.mark(2).mask, kFullMask);
  EXPECT_FALSE(run.mark(2).aside);
}

TEST(UnknownLoop, WithAUniformBoundGeneralisesItsCounterToo) {
  const IrKernel kernel(forLoop("0", "%n", "1", R"(
  %row = shl i32 %i, 7
  %word = shl i32 %x, 2
  %v = add i32 %row, %word
)" + mark(1, "%v"),
                                markPlace(2)),
                        ", i32 %n");
  const Recording run = kernel.runWarp();
  const std::vector<RecordedAccess> rounds = run.marks(1);
  ASSERT_GE(rounds.size(), 3u);
  EXPECT_EQ(rounds[0].lanes()[0], 0);
  EXPECT_EQ(rounds[1].lanes()[0], 128);
  ASSERT_TRUE(rounds.back().request);
  EXPECT_EQ(laneStride(*rounds.back().request, kFullMask), 4);
  EXPECT_EQ(rounds.back().alignment, 128u);
  EXPECT_EQ(run.mark(2).mask, kFullMask);
}

TEST(UnknownLoop, WithADoublingCounterEnds) {
  const IrKernel kernel(R"(
  br label %head
head:
  %s = phi i32 [ 1, %entry ], [ %double, %body ]
  %more = icmp slt i32 %s, %n
  br i1 %more, label %body, label %done
body:
)" + mark(1, "%s") + R"(
  %double = shl i32 %s, 1
  br label %head
done:
)" + markPlace(2) + "  ret void",
                        ", i32 %n");
  const Recording run = kernel.runWarp();
  EXPECT_GE(run.marks(1).size(), 2u);
  EXPECT_LE(run.marks(1).size(), 8u);
  for (const RecordedAccess& access : run.marks(1))
    EXPECT_TRUE(access.address.isUniform());
  EXPECT_EQ(run.mark(2).mask, kFullMask);
}

TEST(UnknownLoop, ThatDependsOnDataEndsWithAllLanes) {
  const IrKernel kernel(R"(
  br label %head
head:
  %i = phi i32 [ %x, %entry ], [ %data, %head ]
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %data = load i32, ptr addrspace(1) %at, align 4
  %more = icmp sgt i32 %data, 0
  br i1 %more, label %head, label %done
done:
)" + markPlace(1) + "  ret void");
  const Recording run = kernel.runWarp();
  EXPECT_EQ(run.mark(1).mask, kFullMask);
  EXPECT_TRUE(run.branches.at(0).isDataDependent);
  EXPECT_TRUE(run.branches.at(0).leavesLoop);
}

TEST(UnknownLoop, MayHaveAKnownLoopInside) {
  const IrKernel kernel(R"(
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
)" + mark(1, "%j") + R"(
  %j.next = add i32 %j, 1
  %again = icmp slt i32 %j.next, 4
  br i1 %again, label %inner, label %outer.latch
outer.latch:
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %n
  br i1 %more, label %outer, label %done
done:
)" + markPlace(2) + "  ret void",
                        ", i32 %n");
  const Recording run = kernel.runWarp();
  const size_t rounds = run.marks(1).size();
  EXPECT_EQ(rounds % 4, 0u) << "the inner loop runs to its end in every round";
  EXPECT_GE(rounds, 8u);
  EXPECT_EQ(run.mark(2).mask, kFullMask);
}

/// A loop of `rounds` rounds over a computation of every kind that makes fresh symbols.
IrKernel longLoop(unsigned rounds) {
  return IrKernel(forLoop("0", std::to_string(rounds), "1", R"(
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %data = load i32, ptr addrspace(1) %at, align 4
  %third = udiv i32 %n, 3
  %mixed = mul i32 %data, %third
  %more.data = icmp slt i32 %mixed, 7
  %chosen = select i1 %more.data, i32 %mixed, i32 %i
  store i32 %chosen, ptr addrspace(1) %at, align 4
)"),
                  ", i32 %n");
}

TEST(Memory, DoesNotGrowWithTheNumberOfRounds) {
  auto symbolsAfter = [](unsigned rounds) {
    const IrKernel kernel = longLoop(rounds);
    Recording recording;
    Interpreter interpreter(kernel.program(), oneWarp(), recording, {});
    EXPECT_EQ(interpreter.runWarp(firstWarp(), 1'000'000), RunOutcome::Finished);
    return interpreter.symbols().size();
  };
  EXPECT_EQ(symbolsAfter(1000), symbolsAfter(2000));
}

TEST(Memory, DoesNotGrowWithTheNumberOfWarps) {
  const IrKernel kernel = longLoop(20);
  Recording recording;
  Interpreter interpreter(kernel.program(), oneWarp(), recording, {});
  interpreter.runWarp(firstWarp(), 1'000'000);
  const size_t afterOne = interpreter.symbols().size();
  for (unsigned i = 0; i < 5; ++i)
    interpreter.runWarp(firstWarp(), 1'000'000);
  EXPECT_EQ(interpreter.symbols().size(), afterOne);
}

TEST(Budget, ThatALongLoopExceedsIsKeptBySamplingItsRounds) {
  const IrKernel kernel(forLoop("0", "1000000", "1", mark(1, "%i"), markPlace(2)));
  Recording recording;
  const KernelRunResult result = runKernel(kernel.program(), oneWarp(), 10'000, recording);
  EXPECT_TRUE(result.isSampled);
  EXPECT_EQ(result.gaveUp, "");
  EXPECT_EQ(recording.restarts, 1u);
  EXPECT_GE(recording.marks(1).size(), 2u);
  EXPECT_LE(recording.marks(1).size(), 20u);
  EXPECT_EQ(recording.mark(2).mask, kFullMask) << "what lies behind the loop is seen";
}

TEST(Budget, ThatSufficesIsNotSampled) {
  const IrKernel kernel(forLoop("0", "1000", "1", mark(1, "%i")));
  Recording recording;
  const KernelRunResult result = runKernel(kernel.program(), oneWarp(), 100'000, recording);
  EXPECT_FALSE(result.isSampled);
  EXPECT_EQ(recording.restarts, 0u);
  EXPECT_EQ(recording.marks(1).size(), 1000u);
  EXPECT_EQ(result.instructions, recording.instructionCount);
}

TEST(Budget, ThatDoesNotSufficeEvenSampledIsAReasonToGiveUp) {
  const IrKernel kernel(forLoop("0", "1000000", "1", mark(1, "%i")));
  Recording recording;
  const KernelRunResult result = runKernel(kernel.program(), oneWarp(), 5, recording);
  EXPECT_NE(result.gaveUp.find("budget of 5 warp instructions"), std::string::npos) << result.gaveUp;
}

TEST(Budget, OfALoopWithoutExitIsNotSpentInVain) {
  const IrKernel kernel(R"(
  br label %again
again:
  store i32 1, ptr addrspace(1) %out, align 4
  br label %again)");
  Recording recording;
  const KernelRunResult result = runKernel(kernel.program(), oneWarp(), 20'000, recording);
  EXPECT_NE(result.gaveUp.find("never ends"), std::string::npos) << result.gaveUp;
}

TEST(KernelRun, RunsAllWarpsOfEachRepresentativeBlock) {
  const IrKernel kernel(mark(1, "%x") + "  ret void");
  Launch launch = oneWarp();
  launch.grid = {8, 1, 1};
  launch.block = {72, 1, 1};
  Recording recording;
  runKernel(kernel.program(), launch, 10'000, recording);
  ASSERT_EQ(recording.blocks.size(), 3u);
  ASSERT_EQ(recording.warps.size(), 9u);
  EXPECT_EQ(recording.warps[0].lanes, kFullMask);
  EXPECT_EQ(recording.warps[2].lanes, 0xffu) << "72 threads leave 8 for the third warp";
  EXPECT_EQ(recording.marks(1)[2].lanes(), lanesIn(0xff, [](int64_t l) { return 64 + l; }));
}

} // namespace
} // namespace cuda_lint
