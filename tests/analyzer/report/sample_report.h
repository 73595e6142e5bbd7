#pragma once

#include "analyzer/report/report.h"
#include "analyzer/report/source_files.h"
#include "analyzer/report/writer_options.h"

#include "llvm/Support/MemoryBuffer.h"

#include <map>
#include <memory>
#include <string>

namespace cuda_lint::test {

inline constexpr const char* sampleDirectory = "/home/project";

/// Sources in memory, by path relative to the sample directory or absolute.
inline SourceFiles sourcesOf(const std::map<std::string, std::string>& files) {
  auto fileSystem = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto& [path, text] : files) {
    std::string absolute = path.starts_with("/") ? path : std::string(sampleDirectory) + "/" + path;
    fileSystem->addFile(absolute, 0, llvm::MemoryBuffer::getMemBufferCopy(text));
  }
  return SourceFiles(sampleDirectory, fileSystem);
}

inline const char* sampleSource() {
  return "__global__ void reduce1(int* out) {\n"
         "  __shared__ int s[256];\n"
         "\ts[i] += s[i + 1];\n"
         "}\n";
}

inline Note noteAt(SourcePlace place, std::string message) {
  Note note;
  note.place = std::move(place);
  note.message = std::move(message);
  return note;
}

/// An 8-way conflict on line 3 of src/a.cu.
inline Finding sampleFinding() {
  Finding finding;
  finding.check = "bank-conflict";
  finding.severity = Severity::Warning;
  finding.place = {"src/a.cu", 3, 2, 3, 17};
  finding.kernel = "reduce1<int>";
  finding.launch = {{{4096, 1, 1}}, {256, 1, 1}, "launch-site"};
  finding.message = "8-way bank conflict on this load";
  finding.metrics = {{"degree", int64_t(8)}, {"wavefronts", int64_t(150)}, {"wavefronts_ideal", int64_t(45)}};
  return finding;
}

inline WriterOptions sampleOptions() {
  WriterOptions options;
  options.toolVersion = "1.2.3";
  options.workingDirectory = sampleDirectory;
  options.rules = {{"bank-conflict", "Lanes of a warp meet in one bank.", "Pad the row.", ""},
                   {"divergent-branch", "Lanes take different sides.", "Make it uniform.",
                    "https://example.org/docs/checks/divergent-branch.html"}};
  return options;
}

/// One of everything that a report can hold, and characters that each format has to escape.
inline Report fullReport() {
  Report report;
  Finding plain = sampleFinding();
  plain.notes = {noteAt({"src/a.cu", 2, 18, 2, 18}, "the array is declared here"),
                 noteAt({}, "a note without a place")};
  plain.fixes = {{"src/a.cu", 57, 3, "257"}, {"src/missing.cu", 5, 0, "x"}, {"src/a.cu", 60, 1, ""}};
  plain.fingerprint = "0123456789abcdef0123456789abcdef";
  report.findings.push_back(plain);

  Finding silenced = sampleFinding();
  silenced.place = {"src/a.cu", 3, 12, 3, 17};
  silenced.suppressed = true;
  report.findings.push_back(silenced);

  Finding strange;
  strange.check = "not-a-known-check";
  strange.severity = Severity::Error;
  strange.place = {"/opt/incl ude/100%:#?.cuh", 1, 1, 2, 3};
  strange.message = "quote \" backslash \\ tab \t bell \a byte \xff, per cent %\nand a second line";
  strange.confidence = Confidence::Possible;
  strange.metrics = {{"ratio", 2.5}, {"undefined", 0.0 / 0.0}};
  report.findings.push_back(strange);

  Finding placeless = sampleFinding();
  placeless.place = {"src/a.cu", 0, 0, 0, 0};
  placeless.severity = Severity::Note;
  placeless.launch.grid.reset();
  report.findings.push_back(placeless);

  report.declined = {{"", "src/b.cu", 0, "no kernel in it"},
                     {"scan<T>", "src/b.cu", 7, "never instantiated"}};
  report.failed = {{"src/bad.cu", "src/bad.cu:3:5: use of undeclared identifier 'x'"}};
  report.analyzed = 2;
  return report;
}

} // namespace cuda_lint::test
