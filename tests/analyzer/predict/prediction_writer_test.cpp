#include "analyzer/predict/prediction_writer.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>

namespace cuda_lint {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Prediction sample() {
  Prediction prediction;
  prediction.kernel = "k<float>";
  prediction.grid = {4, 2, 1};
  prediction.block = {32, 8, 1};
  prediction.arguments = {{"n", "1024"}, {"scale", "0.5f"}};
  prediction.blocksRun = 1;
  prediction.blocksCovered = 8;
  Site load{"/src/a.cu", 7, 3, SiteKind::GlobalLoad, {}};
  load.counts.executions = {64, 64, 64};
  load.counts.lanes = {2048, 2048, 2048};
  load.counts.sectors = {2048, 64, 2048};
  load.counts.sectorsIdeal = {256, 64, 256};
  load.counts.requests = {2048, 64, Count::kUnbounded};
  load.counts.degree = 8;
  Site branch{"/src/a.cu", 5, 7, SiteKind::Branch, {}};
  branch.counts.executions = {1234567, 1234567, 1234567};
  prediction.sites = {branch, load};
  prediction.totals.counts.add(load.counts, 1);
  prediction.totals.branches = 1234567;
  prediction.totals.activeLanes = 31.5;
  prediction.gaps = {{"/src/a.cu", 7, "data decides the addresses"}};
  return prediction;
}

std::string written(const Prediction& prediction, bool asJson) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  (asJson ? writePredictionJson : writePredictionText)(prediction, "/src", stream);
  return text;
}

TEST(PredictionJson, HasTheKeysOfTheDesign) {
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(written(sample(), true));
  ASSERT_TRUE(bool(json)) << llvm::toString(json.takeError());
  const llvm::json::Object& root = *json->getAsObject();
  EXPECT_EQ(root.getString("kernel"), "k<float>");
  EXPECT_EQ(root.getBoolean("exact"), false);
  EXPECT_EQ(root.getObject("launch")->getArray("grid")->size(), 3u);
  EXPECT_EQ(root.getObject("args")->getInteger("n"), 1024);
  const llvm::json::Object& totals = *root.getObject("totals");
  EXPECT_EQ(totals.getInteger("shared_wavefronts"), 0);
  EXPECT_EQ(totals.getInteger("global_sectors"), 2048);
  EXPECT_EQ(totals.getInteger("global_sectors_ideal"), 256);
  EXPECT_EQ(totals.getInteger("global_requests"), 2048);
  EXPECT_EQ(totals.getInteger("branches"), 1234567);
  EXPECT_EQ(totals.getNumber("active_lanes"), 31.5);
  const llvm::json::Object& site = *(*root.getArray("sites"))[1].getAsObject();
  EXPECT_EQ(site.getString("file"), "a.cu");
  EXPECT_EQ(site.getInteger("line"), 7);
  EXPECT_EQ(site.getString("kind"), "global-load");
  EXPECT_EQ(site.getInteger("executions"), 64);
  EXPECT_EQ(site.getNumber("active_lanes"), 32.0);
  EXPECT_EQ(root.getArray("declined")->size(), 1u);
}

TEST(PredictionJson, BoundsStandBesideWhatIsNotExact) {
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(written(sample(), true));
  ASSERT_TRUE(bool(json));
  const llvm::json::Array& sites = *json->getAsObject()->getArray("sites");
  EXPECT_EQ(sites[0].getAsObject()->get("bounds"), nullptr);
  const llvm::json::Object& bounds = *sites[1].getAsObject()->getObject("bounds");
  EXPECT_EQ((*bounds.getArray("sectors"))[0].getAsInteger(), 64);
  EXPECT_EQ((*bounds.getArray("sectors"))[1].getAsInteger(), 2048);
  EXPECT_TRUE((*bounds.getArray("requests"))[1].getAsNull());
}

TEST(PredictionText, SaysWhetherItIsExactAndWhyNot) {
  const std::string text = written(sample(), false);
  EXPECT_THAT(text, HasSubstr("not exact: 1 of 8 blocks run"));
  EXPECT_THAT(text, HasSubstr("a.cu:7: data decides the addresses"));
  EXPECT_THAT(text, HasSubstr("2,048 [64..2,048]"));
  EXPECT_THAT(text, HasSubstr("[64..any]"));
  Prediction exact = sample();
  exact.isExact = true;
  exact.gaps.clear();
  EXPECT_THAT(written(exact, false), HasSubstr("\nexact: 1 of 8 blocks run"));
  EXPECT_THAT(written(exact, false), Not(HasSubstr("why")));
}

} // namespace
} // namespace cuda_lint
