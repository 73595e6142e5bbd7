#include "tuner/tool/run_progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace cuda_tune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(RunProgress, ALogHasALineForEachCellAndNote) {
  std::ostringstream out;
  RunProgress progress(out, {0, 3}, {2, 1}, std::nullopt, false);
  progress.tell(0, event::CellBegun{"sum", "f32", 1 << 20, 300});
  progress.tell(0, event::Progress{10, 4, "a=1"});
  progress.tell(1, event::CellBegun{"max", "i8", 1000, 200});
  progress.tell(0, event::CellEnded{2.5, "a=1", 0, false});
  progress.tell(1, event::Note{"clocks are held down"});
  progress.tell(1, event::CellEnded{7, "a=2", 3, true});
  progress.end();
  EXPECT_EQ(out.str(),
            "sum f32 n=2^20 on device 0: 2.500 us\n"
            "note: clocks are held down\n"
            "max i8 n=1000 on device 3: 7.000 us (3 configurations failed: cuda-tune list); the budget ended "
            "before the search: run again to go on\n");
  EXPECT_THAT(progress.hopeless(), IsEmpty());
}

TEST(RunProgress, WithoutAResultACellIsHopelessUnlessItWasCutShort) {
  std::ostringstream out;
  RunProgress progress(out, {0}, {2}, std::chrono::seconds(1), false);
  progress.tell(0, event::CellBegun{"sum", "f32", 1024, 300});
  progress.tell(0, event::CellEnded{0, "", 300, false});
  progress.tell(0, event::CellBegun{"sum", "f64", 1024, 300});
  progress.tell(0, event::CellEnded{0, "", 0, true});
  EXPECT_THAT(progress.hopeless(), ElementsAre("sum f32 n=2^10 on device 0"));
}

TEST(RunProgress, ATerminalHasOneLineThatTellsWhatIsDoneFoundAndLeft) {
  std::ostringstream out;
  RunProgress progress(out, {0}, {4}, std::chrono::seconds(60), true);
  progress.tell(0, event::CellBegun{"sum", "f32", 1 << 20, 300});
  progress.tell(0, event::Progress{10, 4, "a=1"});
  const std::string text = out.str();
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_THAT(text, testing::HasSubstr(
                        "0/4 sum f32 n=2^20, 10 measurements of 300 configurations, best 4.000 us, about 60 s"
                        " left"));
}

} // namespace
} // namespace cuda_tune
