#include "analyzer/report/report_writer.h"

#include "analyzer/report/github_writer.h"
#include "analyzer/report/json_writer.h"
#include "analyzer/report/sarif_writer.h"
#include "analyzer/report/text_writer.h"

namespace cuda_lint {

namespace {

constexpr std::pair<llvm::StringLiteral, Format> formats[] = {
    {"text", Format::Text}, {"json", Format::Json}, {"sarif", Format::Sarif}, {"github", Format::Github}};

} // namespace

llvm::Expected<Format> parseFormat(llvm::StringRef name) {
  for (const auto& [known, format] : formats)
    if (name == known)
      return format;
  return llvm::createStringError("unknown format '" + name + "'; known are " + formatNames());
}

std::string formatNames() {
  std::string names;
  for (const auto& [known, format] : formats)
    names += (names.empty() ? "" : ", ") + known.str();
  return names;
}

void writeReport(Format format, const Report& report, SourceFiles& sources, const WriterOptions& options,
                 llvm::raw_ostream& os) {
  switch (format) {
  case Format::Text:
    return writeText(report, sources, options, os);
  case Format::Json:
    return writeJson(report, options, os);
  case Format::Sarif:
    return writeSarif(report, sources, options, os);
  case Format::Github:
    return writeGithub(report, os);
  }
}

} // namespace cuda_lint
