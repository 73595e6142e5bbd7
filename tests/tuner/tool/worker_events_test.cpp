#include "tuner/tool/worker_events.h"

#include <gtest/gtest.h>

namespace cuda_tune {
namespace {

template <typename Event> Event throughALine(const Event& event) {
  const std::string line = toLine(event);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  return std::get<Event>(parseLine(line));
}

TEST(WorkerEvents, EveryKindSurvivesALine) {
  const auto begun = throughALine(event::CellBegun{"sum", "f32", 1ull << 33, 700});
  EXPECT_EQ(begun.operation, "sum");
  EXPECT_EQ(begun.type, "f32");
  EXPECT_EQ(begun.elements, 1ull << 33);
  EXPECT_EQ(begun.configurations, 700u);
  EXPECT_EQ(throughALine(event::Trying{"block_size=256 tree=shuffle"}).configuration,
            "block_size=256 tree=shuffle");
  const auto progress = throughALine(event::Progress{12, 3.25, "a=1"});
  EXPECT_EQ(progress.measured, 12u);
  EXPECT_EQ(progress.bestUs, 3.25);
  EXPECT_EQ(progress.best, "a=1");
  const auto ended = throughALine(event::CellEnded{2.5, "a=2", 3, true});
  EXPECT_EQ(ended.bestUs, 2.5);
  EXPECT_EQ(ended.best, "a=2");
  EXPECT_EQ(ended.failed, 3u);
  EXPECT_TRUE(ended.cutShort);
  EXPECT_EQ(throughALine(event::Note{"two\nlines and \"quotes\""}).text, "two\nlines and \"quotes\"");
  const auto failed = throughALine(event::Failed{"no memory", 4});
  EXPECT_EQ(failed.message, "no memory");
  EXPECT_EQ(failed.exitStatus, 4);
}

TEST(WorkerEvents, BytesThatAreNotUtf8CannotBreakALine) {
  EXPECT_NO_THROW(throughALine(event::Note{"\xff\xfe"}));
}

TEST(WorkerEvents, WhatIsNoEventIsRefused) {
  for (const char* line :
       {"", "x", "[]", "[0]", "[99,{}]", "[1,{}]", "[1,{\"configuration\":3}]", "{\"a\":1}"})
    EXPECT_THROW(parseLine(line), std::invalid_argument) << line;
}

TEST(WorkerEvents, WhatIsNearlyAnEventIsRefused) {
  const std::string line = toLine(event::Trying{"a=1"});
  ASSERT_EQ(line, "[1,{\"configuration\":\"a=1\"}]");
  for (std::size_t length = 0; length < line.size(); ++length)
    EXPECT_THROW(parseLine(line.substr(0, length)), std::invalid_argument) << length;
  for (const char* near : {"[1.5,{\"configuration\":\"a=1\"}]", "[-1,{\"configuration\":\"a=1\"}]",
                           "[1,{\"configuration\":\"a=1\"},0]", "[1,{\"configuration\":\"a=1\",\"more\":2}]",
                           "[2,{\"best\":\"\",\"bestUs\":0.0,\"measured\":-1}]"})
    EXPECT_THROW(parseLine(near), std::invalid_argument) << near;
}

} // namespace
} // namespace cuda_tune
