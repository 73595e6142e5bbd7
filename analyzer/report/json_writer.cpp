#include "analyzer/report/json_writer.h"

#include "analyzer/report/json_fields.h"

namespace cuda_lint {

namespace json = llvm::json;

namespace {

void writeFinding(json::OStream& json, const Finding& finding) {
  json.attribute("check", jsonText(finding.check));
  json.attribute("severity", toString(finding.severity));
  json.attribute("file", jsonText(finding.place.file));
  json.attribute("line", finding.place.line);
  json.attribute("column", finding.place.column);
  json.attribute("end_line", finding.place.endLine);
  json.attribute("end_column", finding.place.endColumn);
  json.attribute("kernel", jsonText(finding.kernel));
  json.attributeBegin("launch");
  writeLaunch(json, finding.launch);
  json.attributeEnd();
  json.attribute("message", jsonText(finding.message));
  json.attribute("confidence", toString(finding.confidence));
  json.attributeBegin("metrics");
  writeMetrics(json, finding.metrics);
  json.attributeEnd();
  json.attributeArray("notes", [&] {
    for (const Note& note : finding.notes)
      json.object([&] {
        json.attribute("file", jsonText(note.place.file));
        json.attribute("line", note.place.line);
        json.attribute("message", jsonText(note.message));
      });
  });
  json.attributeArray("fixes", [&] {
    for (const FixIt& fix : finding.fixes)
      json.object([&] {
        json.attribute("file", jsonText(fix.file));
        json.attribute("offset", fix.offset);
        json.attribute("length", fix.length);
        json.attribute("text", jsonText(fix.text));
      });
  });
  json.attribute("fingerprint", finding.fingerprint);
}

} // namespace

void writeJson(const Report& report, const WriterOptions& options, llvm::raw_ostream& os) {
  json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeObject("tool", [&] {
      json.attribute("name", "cuda-lint");
      json.attribute("version", options.toolVersion);
    });
    json.attributeArray("findings", [&] {
      for (const Finding& finding : report.findings)
        if (!finding.suppressed)
          json.object([&] { writeFinding(json, finding); });
    });
    json.attributeArray("declined", [&] {
      for (const Declined& declined : report.declined)
        json.object([&] {
          json.attribute("kernel", jsonText(declined.kernel));
          json.attribute("file", jsonText(declined.file));
          json.attribute("line", declined.line);
          json.attribute("reason", jsonText(declined.reason));
        });
    });
    json.attributeObject("files", [&] {
      json.attribute("analyzed", report.analyzed);
      json.attributeArray("failed", [&] {
        for (const FailedFile& failed : report.failed)
          json.object([&] {
            json.attribute("file", jsonText(failed.file));
            json.attribute("error", jsonText(failed.error));
          });
      });
    });
  });
  os << '\n';
}

} // namespace cuda_lint
