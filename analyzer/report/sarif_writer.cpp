#include "analyzer/report/sarif_writer.h"

#include "analyzer/report/json_fields.h"
#include "analyzer/report/sarif_location.h"

#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <map>

namespace cuda_lint {

namespace json = llvm::json;

namespace {

class SarifWriter {
public:
  SarifWriter(const Report& report, SourceFiles& sources, const WriterOptions& options, llvm::raw_ostream& os)
      : report(report), options(options), json(os, /*IndentSize=*/2), locations(sources, json),
        rules(options.rules) {
    for (const Finding& finding : report.findings)
      if (std::none_of(rules.begin(), rules.end(),
                       [&](const RuleInfo& rule) { return rule.id == finding.check; }))
        rules.push_back({finding.check, {}, {}, {}});
    for (size_t i = 0; i < rules.size(); ++i)
      ruleIndices[rules[i].id] = i;
    anySuppressed = std::any_of(report.findings.begin(), report.findings.end(),
                                [](const Finding& finding) { return finding.suppressed; });
  }

  void write() {
    json.object([&] {
      json.attribute(
          "$schema",
          "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
      json.attribute("version", "2.1.0");
      json.attributeArray("runs", [&] { json.object([&] { run(); }); });
    });
  }

private:
  void run() {
    json.attributeObject("tool", [&] { json.attributeObject("driver", [&] { driver(); }); });
    json.attributeArray("invocations", [&] { json.object([&] { invocation(); }); });
    json.attributeObject("originalUriBaseIds", [&] {
      json.attributeObject(sarifRoot, [&] { json.attribute("uri", workingDirectoryUri()); });
    });
    json.attribute("columnKind", "utf16CodeUnits");
    json.attributeArray("results", [&] {
      for (const Finding& finding : report.findings)
        json.object([&] { result(finding); });
    });
  }

  void driver() {
    json.attribute("name", "cuda-lint");
    json.attribute("version", jsonText(options.toolVersion));
    json.attributeArray("rules", [&] {
      for (const RuleInfo& info : rules)
        json.object([&] { rule(info); });
    });
    json.attributeArray("notifications", [&] {
      descriptor("declined", "A kernel or file that was not analyzed, or not to the end");
      descriptor("failed", "An input that could not be analyzed at all");
    });
  }

  void descriptor(llvm::StringRef id, const std::string& summary) {
    json.object([&] {
      json.attribute("id", id);
      message("shortDescription", summary);
    });
  }

  void rule(const RuleInfo& info) {
    json.attribute("id", jsonText(info.id));
    if (!info.summary.empty())
      message("shortDescription", info.summary);
    if (!info.help.empty()) {
      message("fullDescription", info.help);
      json.attributeObject("help", [&] {
        std::string markdown = "**" + info.id + "**: " + info.help;
        if (!info.helpUri.empty())
          markdown += "\n\n[All about this check](" + info.helpUri + ")";
        json.attribute("text", jsonText(info.help));
        json.attribute("markdown", jsonText(markdown));
      });
    }
    if (!info.helpUri.empty())
      json.attribute("helpUri", jsonText(info.helpUri));
    json.attributeObject("defaultConfiguration", [&] { json.attribute("level", "warning"); });
  }

  void invocation() {
    json.attribute("executionSuccessful", report.failed.empty());
    json.attributeArray("toolExecutionNotifications", [&] {
      for (const FailedFile& failed : report.failed)
        notification("failed", "error", failed.error, {failed.file, 0, 0, 0, 0});
      for (const Declined& declined : report.declined) {
        std::string kernel = declined.kernel.empty() ? "" : "kernel " + declined.kernel + ": ";
        notification("declined", "warning", kernel + declined.reason,
                     {declined.file, declined.line, 0, 0, 0});
      }
    });
  }

  void notification(const char* id, const char* level, const std::string& text, const SourcePlace& place) {
    json.object([&] {
      json.attributeObject("descriptor", [&] { json.attribute("id", id); });
      json.attribute("level", level);
      message("message", text);
      json.attributeArray("locations", [&] { json.object([&] { locations.physicalLocation(place); }); });
    });
  }

  void result(const Finding& finding) {
    json.attribute("ruleId", jsonText(finding.check));
    json.attribute("ruleIndex", ruleIndices[finding.check]);
    json.attribute("level", toString(finding.severity));
    message("message", finding.message);
    json.attributeArray("locations",
                        [&] { json.object([&] { locations.physicalLocation(finding.place); }); });
    if (!finding.notes.empty())
      json.attributeArray("relatedLocations", [&] {
        for (size_t i = 0; i < finding.notes.size(); ++i)
          json.object([&] { note(i, finding.notes[i]); });
      });
    if (!finding.fixes.empty())
      json.attributeArray("fixes", [&] { json.object([&] { fix(finding); }); });
    if (!finding.fingerprint.empty())
      json.attributeObject("partialFingerprints",
                           [&] { json.attribute("cudaLintFingerprint/v1", finding.fingerprint); });
    // By the standard, all results of a run have suppressions or none has.
    if (anySuppressed)
      json.attributeArray("suppressions", [&] {
        if (finding.suppressed)
          json.object([&] { json.attribute("kind", "inSource"); });
      });
    json.attributeObject("properties", [&] {
      json.attribute("kernel", jsonText(finding.kernel));
      json.attributeBegin("launch");
      writeLaunch(json, finding.launch);
      json.attributeEnd();
      json.attribute("confidence", toString(finding.confidence));
      json.attributeBegin("metrics");
      writeMetrics(json, finding.metrics);
      json.attributeEnd();
    });
  }

  void note(size_t id, const Note& note) {
    json.attribute("id", id);
    message("message", note.message);
    locations.physicalLocation(note.place);
  }

  // A finding's replacements belong together: they are one fix.
  void fix(const Finding& finding) {
    std::map<std::string, std::vector<const FixIt*>> byFile;
    for (const FixIt& fix : finding.fixes)
      byFile[fix.file].push_back(&fix);
    message("description", "Fix of " + finding.check);
    json.attributeArray("artifactChanges", [&] {
      for (const auto& [file, fixes] : byFile)
        json.object([&] {
          locations.artifactLocation(file);
          json.attributeArray("replacements", [&] {
            for (const FixIt* fix : fixes)
              json.object([&] {
                locations.byteRegion("deletedRegion", file, fix->offset, fix->length);
                if (!fix->text.empty())
                  message("insertedContent", fix->text);
              });
          });
        });
    });
  }

  void message(llvm::StringRef key, const std::string& text) {
    json.attributeObject(key, [&] { json.attribute("text", jsonText(text)); });
  }

  std::string workingDirectoryUri() const {
    std::string uri = uriOfPath(options.workingDirectory);
    return llvm::StringRef(uri).ends_with("/") ? uri : uri + "/";
  }

  const Report& report;
  const WriterOptions& options;
  json::OStream json;
  SarifLocations locations;
  std::vector<RuleInfo> rules;
  llvm::StringMap<size_t> ruleIndices;
  bool anySuppressed = false;
};

} // namespace

void writeSarif(const Report& report, SourceFiles& sources, const WriterOptions& options,
                llvm::raw_ostream& os) {
  SarifWriter(report, sources, options, os).write();
  os << '\n';
}

} // namespace cuda_lint
