#include "corpus.h"

#include "analyzer/frontend/architecture.h"
#include "analyzer/frontend/cuda_toolkit.h"
#include "analyzer/frontend/translation_unit.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace cuda_lint {
namespace {

const std::string kDirectory = CORPUS_DIR "/kernels";

std::vector<std::string> corpusFiles() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(kDirectory))
    if (entry.path().extension() == ".cu")
      files.push_back(entry.path().filename().string());
  std::sort(files.begin(), files.end());
  return files;
}

/// The counters of an H200, Nsight Compute of CUDA 13.0.
const std::map<std::pair<std::string, std::string>, Counters>& measured() {
  static const auto counters = readCounters(CORPUS_DIR "/truth/h200.csv");
  return counters;
}

llvm::Expected<Prediction> predictLaunch(const std::string& file, const PredictionRequest& request) {
  static const CudaToolkit toolkit = llvm::cantFail(findCudaToolkit(ToolkitPlaces::ofThisProcess({})));
  std::optional<llvm::Expected<Prediction>> result;
  llvm::Error error = withTranslationUnit({kDirectory + "/" + file, kDirectory, {"-std=c++17"}}, toolkit.root,
                                          defaultArchitecture.str(),
                                          [&](TranslationUnit& unit) { result = predict(unit, request); });
  if (error)
    return error;
  return std::move(*result);
}

std::array<Count, kCounters.size()> totalsOf(const Prediction& prediction) {
  const SiteCounts& counts = prediction.totals.counts;
  return {counts.wavefronts, counts.wavefrontsIdeal, counts.sectors, counts.sectorsIdeal, counts.requests};
}

class PredictionCorpus : public ::testing::TestWithParam<std::string> {};

TEST_P(PredictionCorpus, EqualsTheCounters) {
  for (const CorpusLaunch& launch : readLaunches(kDirectory + "/" + GetParam())) {
    SCOPED_TRACE(GetParam() + ":" + std::to_string(launch.line) + ": " + launch.text);
    const auto truth = measured().find({GetParam(), launch.text});
    if (truth == measured().end()) {
      ADD_FAILURE()
          << "tests/truth/h200.csv lacks this launch; bench/counters/README.md says how to measure it";
      continue;
    }
    llvm::Expected<Prediction> prediction = predictLaunch(GetParam(), launch.request);
    if (!prediction) {
      ADD_FAILURE() << llvm::toString(prediction.takeError());
      continue;
    }
    EXPECT_EQ(prediction->isExact, prediction->gaps.empty());
    bool isEqual = true;
    const std::array<Count, kCounters.size()> totals = totalsOf(*prediction);
    for (size_t i = 0; i < totals.size(); ++i) {
      isEqual = isEqual && totals[i].value == truth->second[i];
      if (launch.differs)
        continue;
      if (prediction->isExact) {
        EXPECT_EQ(totals[i].value, truth->second[i]) << kCounters[i];
      } else {
        EXPECT_LE(totals[i].least, truth->second[i]) << kCounters[i];
        EXPECT_GE(totals[i].most, truth->second[i]) << kCounters[i];
      }
    }
    if (launch.differs) {
      EXPECT_FALSE(isEqual) << "it equals the counters: `// differs:` has to go";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, PredictionCorpus, ::testing::ValuesIn(corpusFiles()),
                         [](const auto& info) { return info.param.substr(0, info.param.find('.')); });

TEST(PredictionCorpus, NineteenOfTwentyLaunchesEqualTheCounters) {
  size_t launches = 0;
  size_t differing = 0;
  for (const std::string& file : corpusFiles())
    for (const CorpusLaunch& launch : readLaunches(kDirectory + "/" + file)) {
      ++launches;
      differing += launch.differs.has_value();
    }
  EXPECT_GE(launches, 60u);
  EXPECT_LE(differing * 20, launches);
}

} // namespace
} // namespace cuda_lint
