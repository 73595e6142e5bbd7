#include "analyzer/report/github_writer.h"

#include "analyzer/report/summary.h"

#include "llvm/ADT/StringRef.h"

namespace cuda_lint {

namespace {

std::string escaped(llvm::StringRef text, llvm::StringRef special) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string out;
  for (char c : text) {
    if (special.contains(c)) {
      out += '%';
      out += digits[(unsigned char)c >> 4];
      out += digits[(unsigned char)c & 15];
    } else {
      out += c;
    }
  }
  return out;
}

std::string messageText(llvm::StringRef text) {
  return escaped(text, "%\r\n");
}

std::string propertyText(llvm::StringRef text) {
  return escaped(text, "%\r\n:,");
}

const char* command(Severity severity) {
  switch (severity) {
  case Severity::Note:
    return "notice";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  return "";
}

void writeFinding(const Finding& finding, llvm::raw_ostream& os) {
  const SourcePlace& place = finding.place;
  os << "::" << command(finding.severity) << " file=" << propertyText(place.file);
  if (place.line)
    os << ",line=" << place.line;
  if (place.line && place.endLine >= place.line)
    os << ",endLine=" << place.endLine;
  if (place.line && place.column) {
    os << ",col=" << place.column;
    // GitHub takes an end column only within one line.
    if (place.endLine == place.line && place.endColumn >= place.column)
      os << ",endColumn=" << place.endColumn;
  }
  os << ",title=" << propertyText(finding.check) << "::" << messageText(finding.message);
  if (std::string shown = describeCase(finding); !shown.empty())
    os << messageText(" [" + shown + "]");
  for (const Note& note : finding.notes) {
    os << "%0A";
    if (note.place.line)
      os << messageText(note.place.file) << ':' << note.place.line << ": ";
    os << messageText(note.message);
  }
  os << '\n';
}

} // namespace

void writeGithub(const Report& report, llvm::raw_ostream& os) {
  for (const Finding& finding : report.findings)
    if (!finding.suppressed)
      writeFinding(finding, os);
  for (const Declined& declined : report.declined) {
    os << "::notice file=" << propertyText(declined.file);
    if (declined.line)
      os << ",line=" << declined.line;
    os << ",title=declined::";
    if (!declined.kernel.empty())
      os << messageText("kernel " + declined.kernel + ": ");
    os << messageText(declined.reason) << '\n';
  }
  for (const FailedFile& failed : report.failed)
    os << "::error file=" << propertyText(failed.file) << ",title=not analyzed::" << messageText(failed.error)
       << '\n';
}

} // namespace cuda_lint
