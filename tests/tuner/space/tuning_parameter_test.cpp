#include "tuner/space/tuning_parameter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace cuda_tune {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What is said of a source that must be refused.
std::string refusalOf(std::string_view source) {
  try {
    declaredParameters(source);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << source;
  return {};
}

TEST(DeclaredParameters, AreReadInTheirOrder) {
  const auto parameters = declaredParameters("template <\n"
                                             "    // @tune block_size: 256 128 64 -- threads in a block\n"
                                             "    int kBlockSize,\n"
                                             "    // @tune tree: shuffle Tree::shared -- how -- and where\n"
                                             "    Tree kTree>\n"
                                             "__global__ void reduce();\n");
  EXPECT_THAT(parameters,
              ElementsAre(TuningParameter{"block_size", {"256", "128", "64"}, "threads in a block"},
                          TuningParameter{"tree", {"shuffle", "Tree::shared"}, "how -- and where"}));
}

TEST(DeclaredParameters, NeedNeitherAMeaningNorAnEndOfLine) {
  EXPECT_THAT(declaredParameters("// @tune a: 1"), ElementsAre(TuningParameter{"a", {"1"}, ""}));
  EXPECT_THAT(declaredParameters("// @tune a: 1 --"), ElementsAre(TuningParameter{"a", {"1"}, ""}));
}

TEST(DeclaredParameters, AreNotOverlookedForTheirSpacing) {
  for (const char* source : {"// @tune a: 1 2 -- m", "//@tune a:1 2 -- m", "\t//  @tune  a :  1\t2  --  m  ",
                             "// @tune a: 1 2 -- m\r\n"})
    EXPECT_THAT(declaredParameters(source), ElementsAre(TuningParameter{"a", {"1", "2"}, "m"})) << source;
}

TEST(DeclaredParameters, OtherLinesDeclareNothing) {
  for (const char* source :
       {"", "\n\n", "// tune a: 1", "// @tuned a: 1", "@tune a: 1", "int a; // @tune a: 1",
        "// see @tune a: 1", "/// @tune a: 1", "const char* s = \"// @tune a: 1\";"})
    EXPECT_THAT(declaredParameters(source), IsEmpty()) << source;
}

TEST(DeclaredParameters, AnErrorShowsTheLineAndItsNumber) {
  EXPECT_THAT(refusalOf("int a;\n// @tune a: 1\n  // @tune b:\n"),
              AllOf(HasSubstr("line 3"), HasSubstr("'// @tune b:'")));
}

TEST(DeclaredParameters, WithoutANameAreRefused) {
  EXPECT_THAT(refusalOf("// @tune : 1 2"), HasSubstr("no name"));
  EXPECT_THAT(refusalOf("// @tune: 1 2"), HasSubstr("no name"));
  EXPECT_THAT(refusalOf("// @tune a 1 2"), HasSubstr("no ':'"));
  EXPECT_THAT(refusalOf("// @tune"), HasSubstr("no ':'"));
  EXPECT_THAT(refusalOf("// @tune block size: 1 2"), HasSubstr("'block size' is not an identifier"));
  EXPECT_THAT(refusalOf("// @tune 2d: 1 2"), HasSubstr("'2d' is not an identifier"));
}

TEST(DeclaredParameters, WithoutAValueAreRefused) {
  EXPECT_THAT(refusalOf("// @tune a:"), HasSubstr("'a' has no value"));
  EXPECT_THAT(refusalOf("// @tune a: -- threads"), HasSubstr("'a' has no value"));
}

TEST(DeclaredParameters, WithAValueThatConfigurationsCannotCarryAreRefused) {
  EXPECT_THAT(refusalOf("// @tune a: 1, 2"), HasSubstr("'1,' is not a value"));
  EXPECT_THAT(refusalOf("// @tune a: x=1"), HasSubstr("'x=1' is not a value"));
}

TEST(DeclaredParameters, WithAValueTwiceAreRefused) {
  EXPECT_THAT(refusalOf("// @tune a: 1 2 1"), HasSubstr("value '1' is there twice"));
}

TEST(DeclaredParameters, WithANameTwiceAreRefusedAtTheSecond) {
  EXPECT_THAT(refusalOf("// @tune a: 1\n// @tune b: 1\n// @tune a: 2\n"),
              AllOf(HasSubstr("line 3"), HasSubstr("'a' is declared twice")));
}

} // namespace
} // namespace cuda_tune
