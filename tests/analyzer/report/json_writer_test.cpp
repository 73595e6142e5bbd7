#include "analyzer/report/json_writer.h"

#include "tests/analyzer/report/sample_report.h"

#include "llvm/Support/JSON.h"

#include <gtest/gtest.h>

using namespace cuda_lint;

namespace {

std::string jsonOf(const Report& report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeJson(report, test::sampleOptions(), os);
  return text;
}

bool isNull(const llvm::json::Object& object, llvm::StringRef key) {
  const llvm::json::Value* value = object.get(key);
  return value && value->kind() == llvm::json::Value::Null;
}

TEST(JsonWriter, WritesKeysInTheAgreedOrder) {
  Report report;
  Finding finding = test::sampleFinding();
  finding.notes = {test::noteAt({"src/a.cu", 2, 18, 2, 18}, "declared here")};
  finding.fixes = {{"src/a.cu", 57, 3, "257"}};
  finding.fingerprint = "0f";
  report.findings = {finding};
  report.declined = {{"scan<T>", "src/b.cu", 7, "never instantiated"}};
  report.failed = {{"src/bad.cu", "does not parse"}};
  report.analyzed = 2;
  EXPECT_EQ(jsonOf(report), R"({
  "tool": {
    "name": "cuda-lint",
    "version": "1.2.3"
  },
  "findings": [
    {
      "check": "bank-conflict",
      "severity": "warning",
      "file": "src/a.cu",
      "line": 3,
      "column": 2,
      "end_line": 3,
      "end_column": 17,
      "kernel": "reduce1<int>",
      "launch": {
        "grid": [4096, 1, 1],
        "block": [256, 1, 1],
        "source": "launch-site"
      },
      "message": "8-way bank conflict on this load",
      "confidence": "exact",
      "metrics": {
        "degree": 8,
        "wavefronts": 150,
        "wavefronts_ideal": 45
      },
      "notes": [
        {
          "file": "src/a.cu",
          "line": 2,
          "message": "declared here"
        }
      ],
      "fixes": [
        {
          "file": "src/a.cu",
          "offset": 57,
          "length": 3,
          "text": "257"
        }
      ],
      "fingerprint": "0f"
    }
  ],
  "declined": [
    {
      "kernel": "scan<T>",
      "file": "src/b.cu",
      "line": 7,
      "reason": "never instantiated"
    }
  ],
  "files": {
    "analyzed": 2,
    "failed": [
      {
        "file": "src/bad.cu",
        "error": "does not parse"
      }
    ]
  }
}
)");
}

TEST(JsonWriter, AnEmptyReportHasEveryKey) {
  EXPECT_EQ(jsonOf({}), R"({
  "tool": {
    "name": "cuda-lint",
    "version": "1.2.3"
  },
  "findings": [],
  "declined": [],
  "files": {
    "analyzed": 0,
    "failed": []
  }
}
)");
}

TEST(JsonWriter, ParsesWhateverTheReportHolds) {
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(jsonOf(test::fullReport()));
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  const llvm::json::Array& findings = *parsed->getAsObject()->getArray("findings");
  ASSERT_EQ(findings.size(), 3u) << "the suppressed one is left out";
  const llvm::json::Object& strange = *findings[1].getAsObject();
  EXPECT_EQ(strange.getString("message"),
            "quote \" backslash \\ tab \t bell \a byte \xEF\xBF\xBD, per cent %\nand a second line");
  EXPECT_EQ(strange.getObject("metrics")->getNumber("ratio"), 2.5);
  EXPECT_TRUE(isNull(*strange.getObject("metrics"), "undefined"));
  EXPECT_TRUE(isNull(strange, "launch"));
  EXPECT_TRUE(isNull(*findings[2].getAsObject()->getObject("launch"), "grid"));
}

} // namespace
