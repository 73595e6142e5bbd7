#include "analyzer/report/sarif_writer.h"

#include "tests/analyzer/report/sample_report.h"

#include "llvm/Support/JSON.h"

#include <gtest/gtest.h>

using namespace cuda_lint;
namespace json = llvm::json;

namespace {

json::Object runOf(const Report& report, const std::string& source = test::sampleSource()) {
  SourceFiles sources = test::sourcesOf({{"src/a.cu", source}});
  std::string text;
  llvm::raw_string_ostream os(text);
  writeSarif(report, sources, test::sampleOptions(), os);
  json::Value parsed = llvm::cantFail(json::parse(text));
  EXPECT_EQ(parsed.getAsObject()->getString("version"), "2.1.0");
  const json::Array& runs = *parsed.getAsObject()->getArray("runs");
  EXPECT_EQ(runs.size(), 1u);
  return *runs[0].getAsObject();
}

json::Object resultOf(const Finding& finding, const std::string& source = test::sampleSource()) {
  Report report;
  report.findings = {finding};
  return *(*runOf(report, source).getArray("results"))[0].getAsObject();
}

json::Value value(llvm::StringRef text) {
  return llvm::cantFail(json::parse(text));
}

TEST(SarifWriter, DescribesTheToolAndItsRules) {
  json::Object run = runOf({});
  const json::Object& driver = *run.getObject("tool")->getObject("driver");
  EXPECT_EQ(driver.getString("name"), "cuda-lint");
  EXPECT_EQ(driver.getString("version"), "1.2.3");
  EXPECT_EQ(*driver.get("rules"), value(R"json([
    {"id": "bank-conflict",
     "shortDescription": {"text": "Lanes of a warp meet in one bank."},
     "fullDescription": {"text": "Pad the row."},
     "help": {"text": "Pad the row.", "markdown": "**bank-conflict**: Pad the row."},
     "defaultConfiguration": {"level": "warning"}},
    {"id": "divergent-branch",
     "shortDescription": {"text": "Lanes take different sides."},
     "fullDescription": {"text": "Make it uniform."},
     "help": {"text": "Make it uniform.",
              "markdown": "**divergent-branch**: Make it uniform.\n\n[All about this check](https://example.org/docs/checks/divergent-branch.html)"},
     "helpUri": "https://example.org/docs/checks/divergent-branch.html",
     "defaultConfiguration": {"level": "warning"}}])json"));
}

TEST(SarifWriter, AnEmptyReportIsASuccessWithoutResults) {
  json::Object run = runOf({});
  EXPECT_EQ(*run.get("results"), value("[]"));
  EXPECT_EQ(*run.get("invocations"),
            value(R"([{"executionSuccessful": true, "toolExecutionNotifications": []}])"));
  EXPECT_EQ(*run.get("originalUriBaseIds"), value(R"({"%SRCROOT%": {"uri": "file:///home/project/"}})"));
}

TEST(SarifWriter, WritesAFindingAsAResult) {
  Finding finding = test::sampleFinding();
  finding.fingerprint = "0f";
  EXPECT_EQ(json::Value(resultOf(finding)), value(R"({
    "ruleId": "bank-conflict", "ruleIndex": 0, "level": "warning",
    "message": {"text": "8-way bank conflict on this load"},
    "locations": [{"physicalLocation": {
      "artifactLocation": {"uri": "src/a.cu", "uriBaseId": "%SRCROOT%"},
      "region": {"startLine": 3, "startColumn": 2, "endLine": 3, "endColumn": 18}}}],
    "partialFingerprints": {"cudaLintFingerprint/v1": "0f"},
    "properties": {"kernel": "reduce1<int>", "confidence": "exact",
      "launch": {"grid": [4096, 1, 1], "block": [256, 1, 1], "source": "launch-site"},
      "metrics": {"degree": 8, "wavefronts": 150, "wavefronts_ideal": 45}}})"));
}

TEST(SarifWriter, LevelsAreThoseOfTheSeverities) {
  Finding finding = test::sampleFinding();
  finding.severity = Severity::Note;
  EXPECT_EQ(resultOf(finding).getString("level"), "note");
  finding.severity = Severity::Error;
  EXPECT_EQ(resultOf(finding).getString("level"), "error");
}

TEST(SarifWriter, CountsColumnsInUtf16Units) {
  Finding finding = test::sampleFinding();
  // After ö (one unit of two bytes), the last byte of the range is the first of 共.
  finding.place = {"src/a.cu", 1, 3, 1, 4};
  json::Object result = resultOf(finding, "\xc3\xb6x\xe5\x85\xb1;\n");
  const json::Object& location =
      *(*result.getArray("locations"))[0].getAsObject()->getObject("physicalLocation");
  EXPECT_EQ(*location.get("region"),
            value(R"({"startLine": 1, "startColumn": 2, "endLine": 1, "endColumn": 4})"));
}

TEST(SarifWriter, AbsolutePathsHaveNoBase) {
  Finding finding = test::sampleFinding();
  finding.place = {"/opt/inc/a b.cuh", 1, 1, 1, 1};
  json::Object result = resultOf(finding);
  const json::Object& location =
      *(*result.getArray("locations"))[0].getAsObject()->getObject("physicalLocation");
  EXPECT_EQ(*location.get("artifactLocation"), value(R"({"uri": "file:///opt/inc/a%20b.cuh"})"));
}

TEST(SarifWriter, NotesAreRelatedLocations) {
  Finding finding = test::sampleFinding();
  finding.notes = {test::noteAt({"src/a.cu", 2, 18, 2, 18}, "declared here"), test::noteAt({}, "no place")};
  EXPECT_EQ(*resultOf(finding).get("relatedLocations"), value(R"([
    {"id": 0, "message": {"text": "declared here"}, "physicalLocation": {
      "artifactLocation": {"uri": "src/a.cu", "uriBaseId": "%SRCROOT%"},
      "region": {"startLine": 2, "startColumn": 18, "endLine": 2, "endColumn": 19}}},
    {"id": 1, "message": {"text": "no place"}}])"));
}

TEST(SarifWriter, ReplacementsOfAFindingAreOneFix) {
  Finding finding = test::sampleFinding();
  std::string source = test::sampleSource();
  finding.fixes = {{"src/a.cu", source.find("256"), 3, "257"},
                   {"src/a.cu", source.find("+ 1"), 3, ""},
                   {"src/gone.cu", 7, 2, "x"}};
  EXPECT_EQ(*resultOf(finding).get("fixes"), value(R"([{
    "description": {"text": "Fix of bank-conflict"},
    "artifactChanges": [
      {"artifactLocation": {"uri": "src/a.cu", "uriBaseId": "%SRCROOT%"},
       "replacements": [
         {"deletedRegion": {"startLine": 2, "startColumn": 20, "endLine": 2, "endColumn": 23},
          "insertedContent": {"text": "257"}},
         {"deletedRegion": {"startLine": 3, "startColumn": 14, "endLine": 3, "endColumn": 17}}]},
      {"artifactLocation": {"uri": "src/gone.cu", "uriBaseId": "%SRCROOT%"},
       "replacements": [
         {"deletedRegion": {"byteOffset": 7, "byteLength": 2}, "insertedContent": {"text": "x"}}]}]}])"));
}

TEST(SarifWriter, SuppressedFindingsStayAsSuppressed) {
  Report report;
  report.findings = {test::sampleFinding(), test::sampleFinding()};
  report.findings[1].suppressed = true;
  json::Object run = runOf(report);
  const json::Array& results = *run.getArray("results");
  EXPECT_EQ(*results[0].getAsObject()->get("suppressions"), value("[]"));
  EXPECT_EQ(*results[1].getAsObject()->get("suppressions"), value(R"([{"kind": "inSource"}])"));
}

TEST(SarifWriter, ACheckWithoutDescriptionGetsARuleOfItsOwn) {
  Report report;
  report.findings = {test::sampleFinding(), test::sampleFinding(), test::sampleFinding()};
  report.findings[1].check = report.findings[2].check = "nolint";
  json::Object run = runOf(report);
  const json::Array& rules = *run.getObject("tool")->getObject("driver")->getArray("rules");
  ASSERT_EQ(rules.size(), 3u);
  EXPECT_EQ(rules[2].getAsObject()->getString("id"), "nolint");
  for (size_t i : {1, 2})
    EXPECT_EQ((*run.getArray("results"))[i].getAsObject()->getInteger("ruleIndex"), 2);
}

TEST(SarifWriter, WhatWasNotAnalyzedIsANotification) {
  Report report;
  report.declined = {{"scan<T>", "src/b.cu", 7, "never instantiated"}, {"", "src/c.cu", 0, "no kernel"}};
  report.failed = {{"src/bad.cu", "does not parse"}};
  EXPECT_EQ(*runOf(report).get("invocations"), value(R"([{
    "executionSuccessful": false,
    "toolExecutionNotifications": [
      {"descriptor": {"id": "failed"}, "level": "error", "message": {"text": "does not parse"},
       "locations": [{"physicalLocation": {"artifactLocation": {"uri": "src/bad.cu", "uriBaseId": "%SRCROOT%"}}}]},
      {"descriptor": {"id": "declined"}, "level": "warning", "message": {"text": "kernel scan<T>: never instantiated"},
       "locations": [{"physicalLocation": {"artifactLocation": {"uri": "src/b.cu", "uriBaseId": "%SRCROOT%"},
                                           "region": {"startLine": 7}}}]},
      {"descriptor": {"id": "declined"}, "level": "warning", "message": {"text": "no kernel"},
       "locations": [{"physicalLocation": {"artifactLocation": {"uri": "src/c.cu", "uriBaseId": "%SRCROOT%"}}}]}]}])"));
}

TEST(SarifWriter, DecliningAloneIsASuccessfulExecution) {
  Report report;
  report.declined = {{"k", "src/b.cu", 7, "why"}};
  json::Object run = runOf(report);
  EXPECT_EQ((*run.getArray("invocations"))[0].getAsObject()->getBoolean("executionSuccessful"), true);
}

} // namespace
