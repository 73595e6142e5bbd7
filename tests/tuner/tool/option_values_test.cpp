#include "tuner/tool/options.h"
#include "tuner/tool/parse_error.h"
#include "tuner/tool/tool_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cuda_tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class OptionValues : public testing::Test {
protected:
  OptionValues() {
    addOperationsOption(app, operations);
    addTypesOption(app, types);
    addSizesOption(app, sizes);
    addRegimeOption(app, regime);
    addFormatOption(app, format);
    app.add_option("FILE", file);
  }

  /// In the order of a command line.
  void parse(std::vector<std::string> arguments) {
    std::reverse(arguments.begin(), arguments.end());
    app.parse(std::move(arguments));
  }

  std::string refusal(const std::vector<std::string>& arguments) {
    try {
      parse(arguments);
    } catch (const UsageError& error) {
      return error.what();
    }
    ADD_FAILURE() << "no UsageError";
    return {};
  }

  CLI::App app;
  std::vector<Operation> operations;
  std::vector<ElementType> types;
  std::vector<std::uint64_t> sizes;
  std::optional<Regime> regime;
  OutputFormat format = OutputFormat::Table;
  std::string file;
};

TEST_F(OptionValues, ListsAreSplitAtCommasAndGatheredWithoutDoubles) {
  parse({"--op", "sum,max", "--op=min", "--op", "sum", "--type", "f32", "--size", "1Ki,2^20,1000,1024"});
  EXPECT_THAT(operations, ElementsAre(Operation::Sum, Operation::Max, Operation::Min));
  EXPECT_THAT(types, ElementsAre(ElementType::F32));
  EXPECT_THAT(sizes, ElementsAre(1024u, 1048576u, 1000u));
}

TEST_F(OptionValues, AListTakesNoMoreThanOneArgument) {
  parse({"--op", "sum", "a.json"});
  EXPECT_THAT(operations, ElementsAre(Operation::Sum));
  EXPECT_EQ(file, "a.json");
}

TEST_F(OptionValues, WhatIsNotGivenStaysAsItWas) {
  parse({});
  EXPECT_TRUE(operations.empty());
  EXPECT_FALSE(regime);
  EXPECT_EQ(format, OutputFormat::Table);
}

TEST_F(OptionValues, RegimeAndFormatGoByTheirNames) {
  parse({"--regime", "warm", "--format", "json"});
  EXPECT_EQ(regime, Regime::Warm);
  EXPECT_EQ(format, OutputFormat::Json);
}

TEST_F(OptionValues, AWrongValueIsNamedBesideTheRightOnes) {
  EXPECT_EQ(refusal({"--op", "sum,mean"}), "--op takes sum, prod, min, max, not 'mean'");
  EXPECT_THAT(refusal({"--type", "float"}), HasSubstr("f16, bf16, f32, f64, i8"));
  EXPECT_THAT(refusal({"--size", "1k"}), HasSubstr("'1k'"));
  EXPECT_EQ(refusal({"--regime", "hot"}), "--regime takes cold or warm, not 'hot'");
  EXPECT_EQ(refusal({"--format", "xml"}), "--format takes table or json, not 'xml'");
}

TEST_F(OptionValues, AnEmptyItemOfAListIsRefused) {
  for (const char* list : {",", "sum,", ",sum", "sum,,max"})
    EXPECT_THAT(refusal({std::string("--op=") + list}), HasSubstr("--op")) << list;
}

TEST(SplitList, GivesWhatStandsBetweenTheCommas) {
  EXPECT_THAT(splitList("--op", "a"), ElementsAre("a"));
  EXPECT_THAT(splitList("--op", "a,b c,d"), ElementsAre("a", "b c", "d"));
}

TEST(Nearest, AMisspeltWordIsTheOneItWasMeantToBe) {
  const std::vector<std::string> commands = {"list", "best", "show", "export", "import"};
  EXPECT_EQ(nearest("lsit", commands), "list");
  EXPECT_EQ(nearest("bst", commands), "best");
  EXPECT_EQ(nearest("shows", commands), "show");
  EXPECT_EQ(nearest("imxort", commands), "import");
}

TEST(Nearest, AnUnrelatedWordIsNone) {
  EXPECT_EQ(nearest("frobnicate", {"list", "best"}), "");
  EXPECT_EQ(nearest("x", {"list"}), "");
  EXPECT_EQ(nearest("x", {}), "");
}

} // namespace
} // namespace cuda_tune
