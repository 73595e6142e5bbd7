#include "analyzer/report/text_writer.h"

#include "analyzer/report/snippet.h"
#include "analyzer/report/summary.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace cuda_lint {

namespace {

using llvm::raw_ostream;

class TextWriter {
public:
  TextWriter(SourceFiles& sources, const WriterOptions& options, raw_ostream& os)
      : sources(sources), options(options), os(os) {}

  void write(const Finding& finding) {
    heading(finding.place, finding.severity,
            printable(finding.message) + " [" + printable(finding.check) + "]");
    snippet(finding.place);
    for (const Note& note : finding.notes) {
      heading(note.place, Severity::Note, printable(note.message));
      // A note at the finding's own place has its line above it.
      if (note.place != finding.place)
        snippet(note.place);
    }
    if (std::string shown = describeCase(finding); !shown.empty())
      heading({}, Severity::Note, "in " + printable(shown) + doubt(finding.confidence));
  }

private:
  static const char* doubt(Confidence confidence) {
    switch (confidence) {
    case Confidence::Exact:
      return "";
    case Confidence::Bounded:
      return "; depends on a value that is not known";
    case Confidence::Possible:
      return "; only under a condition that is not known";
    }
    return "";
  }

  void colored(raw_ostream::Colors color, llvm::StringRef text) {
    if (options.color)
      os.changeColor(color, /*Bold=*/true);
    os << text;
    if (options.color)
      os.resetColor();
  }

  static raw_ostream::Colors colorOf(Severity severity) {
    switch (severity) {
    case Severity::Note:
      return raw_ostream::CYAN;
    case Severity::Warning:
      return raw_ostream::MAGENTA;
    case Severity::Error:
      return raw_ostream::RED;
    }
    return raw_ostream::SAVEDCOLOR;
  }

  void heading(const SourcePlace& place, Severity severity, llvm::StringRef message) {
    if (!place.file.empty()) {
      std::string where = printable(place.file) + ":";
      if (place.line)
        where += std::to_string(place.line) + ":";
      if (place.line && place.column)
        where += std::to_string(place.column) + ":";
      colored(raw_ostream::SAVEDCOLOR, where + " ");
    }
    colored(colorOf(severity), std::string(toString(severity)) + ": ");
    if (severity == Severity::Note)
      os << message;
    else
      colored(raw_ostream::SAVEDCOLOR, message);
    os << '\n';
  }

  void snippet(const SourcePlace& place) {
    const SourceText* source = place.file.empty() ? nullptr : sources.find(place.file);
    llvm::StringRef line = source ? source->line(place.line) : llvm::StringRef();
    if (line.trim().empty())
      return;
    unsigned end = place.endLine > place.line ? unsigned(line.size()) : place.endColumn;
    Snippet shown = renderSnippet(line, place.column, end, options.width);
    os << llvm::formatv("{0,5} | ", place.line) << shown.line << '\n';
    if (shown.marker.empty())
      return;
    os << "      | ";
    colored(raw_ostream::GREEN, shown.marker);
    os << '\n';
  }

  SourceFiles& sources;
  const WriterOptions& options;
  raw_ostream& os;
};

} // namespace

void writeText(const Report& report, SourceFiles& sources, const WriterOptions& options, raw_ostream& os) {
  bool hadColors = os.colors_enabled();
  os.enable_colors(options.color);
  TextWriter writer(sources, options, os);
  for (const Finding& finding : report.findings)
    if (!finding.suppressed)
      writer.write(finding);
  os << summaryLine(report) << '\n';
  os.enable_colors(hadColors);
}

} // namespace cuda_lint
