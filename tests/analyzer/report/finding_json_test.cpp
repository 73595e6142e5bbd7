#include "analyzer/report/finding_json.h"

#include "tests/analyzer/report/sample_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace cuda_lint;
using testing::HasSubstr;

namespace {

FileResult roundTrip(const FileResult& result) {
  std::string text = printFileResult(result);
  EXPECT_EQ(text.find('\n'), std::string::npos) << "the pipe's messages are lines";
  llvm::Expected<FileResult> parsed = parseFileResult(text);
  if (!parsed) {
    ADD_FAILURE() << llvm::toString(parsed.takeError());
    return {};
  }
  return *parsed;
}

std::string parseError(llvm::StringRef text) {
  llvm::Expected<FileResult> parsed = parseFileResult(text);
  return parsed ? "none" : llvm::toString(parsed.takeError());
}

TEST(FindingJson, KeepsEveryFieldOfAFinding) {
  Finding finding = test::sampleFinding();
  finding.severity = Severity::Error;
  finding.confidence = Confidence::Bounded;
  finding.metrics = {{"degree", int64_t(-8)},
                     {"whole", 2.0},
                     {"ratio", 0.1},
                     {"large", std::numeric_limits<int64_t>::max()}};
  finding.notes = {test::noteAt({"src/b.cu", 1, 2, 3, 4}, "a note")};
  finding.fixes = {{"src/c.cu", uint64_t(1) << 40, 3, "text\nof two lines"}};
  finding.fingerprint = "abc";
  finding.suppressed = true;
  FileResult result{"src/a.cu", std::nullopt, {finding, test::sampleFinding()}, {{"k", "f.cu", 4, "why"}}};

  FileResult back = roundTrip(result);
  EXPECT_EQ(back.file, result.file);
  EXPECT_EQ(back.error, std::nullopt);
  EXPECT_EQ(back.findings, result.findings);
  EXPECT_EQ(back.declined, result.declined);
}

TEST(FindingJson, KeepsAnUnknownGridAndEverySeverityAndConfidence) {
  FileResult result;
  for (Severity severity : {Severity::Note, Severity::Warning, Severity::Error})
    for (Confidence confidence : {Confidence::Exact, Confidence::Bounded, Confidence::Possible}) {
      Finding& finding = result.findings.emplace_back(test::sampleFinding());
      finding.severity = severity;
      finding.confidence = confidence;
      finding.launch.grid.reset();
      finding.launch.block = {std::numeric_limits<uint64_t>::max(), 2, 3};
    }
  EXPECT_EQ(roundTrip(result).findings, result.findings);
}

TEST(FindingJson, KeepsTheErrorOfAFileEvenIfEmpty) {
  EXPECT_EQ(roundTrip({"a.cu", "died of signal 11", {}, {}}).error, "died of signal 11");
  EXPECT_EQ(roundTrip({"a.cu", "", {}, {}}).error, "");
}

TEST(FindingJson, KeepsBytesThatAreNotUtf8) {
  FileResult result{"caf\xe9.cu", std::string("bad \xff\xfe"), {test::sampleFinding()}, {}};
  result.findings[0].place.file = "caf\xe9.cu";
  result.findings[0].message = std::string("nul \0 inside", 12);
  FileResult back = roundTrip(result);
  EXPECT_EQ(back.file, result.file);
  EXPECT_EQ(back.error, result.error);
  EXPECT_EQ(back.findings, result.findings);
}

TEST(FindingJson, AMetricThatIsNoNumberComesBackAsNoNumber) {
  FileResult result{"a.cu", std::nullopt, {test::sampleFinding()}, {}};
  result.findings[0].metrics = {{"ratio", std::numeric_limits<double>::infinity()}};
  EXPECT_TRUE(std::isnan(std::get<double>(roundTrip(result).findings.at(0).metrics.at(0).second)));
}

TEST(FindingJson, TextCutAtAnyByteIsAnErrorAndNoCrash) {
  FileResult result{"a.cu", "error", {test::sampleFinding()}, {{"k", "f.cu", 4, "why"}}};
  std::string text = printFileResult(result);
  for (size_t size = 0; size < text.size(); ++size)
    EXPECT_NE(parseError(llvm::StringRef(text).take_front(size)), "none") << size;
}

TEST(FindingJson, AWrongFieldIsNamed) {
  EXPECT_THAT(parseError(R"({"file":1,"findings":[],"declined":[]})"), HasSubstr("result.file"));
  EXPECT_THAT(parseError(R"({"file":"a","declined":[]})"), HasSubstr("result.findings"));
  EXPECT_THAT(parseError("[]"), HasSubstr("expected an object"));
  std::string text = printFileResult({"a.cu", std::nullopt, {test::sampleFinding()}, {}});
  size_t at = text.find("\"warning\"");
  text.replace(at, 9, "\"fatal\"");
  EXPECT_THAT(parseError(text), HasSubstr("result.findings[0].severity"));
}

} // namespace
