#include "analyzer/predict/prediction_writer.h"
#include "analyzer/predict/shown_path.h"
#include "analyzer/report/json_fields.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <vector>

namespace cuda_lint {

namespace {

namespace json = llvm::json;

using NamedCount = std::pair<llvm::StringRef, const Count*>;

double rounded(double value) {
  return std::round(value * 1000) / 1000;
}

void writeCounts(json::OStream& json, const std::vector<NamedCount>& counts) {
  for (const auto& [name, count] : counts)
    json.attribute(name, count->value);
}

/// [least, most] of what is not exact; most is null where there is none.
void writeBounds(json::OStream& json, const std::vector<NamedCount>& counts) {
  bool any = false;
  for (const auto& [name, count] : counts)
    any = any || !count->isExact();
  if (!any)
    return;
  json.attributeObject("bounds", [&] {
    for (const auto& [name, count] : counts)
      if (!count->isExact())
        json.attributeArray(name, [&] {
          json.value(count->least);
          if (count->most == Count::kUnbounded)
            json.value(nullptr);
          else
            json.value(count->most);
        });
  });
}

std::vector<NamedCount> countsOf(const Site& site) {
  const SiteCounts& counts = site.counts;
  std::vector<NamedCount> named{{"executions", &counts.executions}};
  if (isShared(site.kind)) {
    named.push_back({"wavefronts", &counts.wavefronts});
    named.push_back({"wavefronts_ideal", &counts.wavefrontsIdeal});
  } else if (isGlobal(site.kind)) {
    named.push_back({"sectors", &counts.sectors});
    named.push_back({"sectors_ideal", &counts.sectorsIdeal});
    named.push_back({"requests", &counts.requests});
  } else if (site.kind == SiteKind::Branch) {
    named.push_back({"divergent", &counts.divergent});
  }
  return named;
}

void writeSite(json::OStream& json, const Site& site, llvm::StringRef workingDirectory) {
  json.object([&] {
    json.attribute("file", jsonText(shownPath(site.file, workingDirectory).str()));
    json.attribute("line", site.line);
    json.attribute("column", site.column);
    json.attribute("kind", toString(site.kind));
    const std::vector<NamedCount> counts = countsOf(site);
    writeCounts(json, counts);
    json.attribute("active_lanes", rounded(site.counts.lanesPerExecution()));
    if (isShared(site.kind) || isGlobal(site.kind))
      json.attribute("degree", rounded(site.counts.degree));
    writeBounds(json, counts);
  });
}

void writeArgument(json::OStream& json, const std::string& name, llvm::StringRef text) {
  int64_t integer = 0;
  double number = 0;
  if (!text.getAsInteger(0, integer))
    json.attribute(json::fixUTF8(name), integer);
  else if (!text.getAsDouble(number))
    json.attribute(json::fixUTF8(name), number);
  else
    json.attribute(json::fixUTF8(name), jsonText(text.str()));
}

} // namespace

void writePredictionJson(const Prediction& prediction, llvm::StringRef workingDirectory,
                         llvm::raw_ostream& stream) {
  json::OStream json(stream, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("kernel", jsonText(prediction.kernel));
    json.attributeObject("launch", [&] {
      json.attributeArray("grid", [&] {
        for (uint64_t extent : prediction.grid)
          json.value(extent);
      });
      json.attributeArray("block", [&] {
        for (uint64_t extent : prediction.block)
          json.value(extent);
      });
      json.attribute("dynamic_smem", prediction.dynamicSharedBytes);
    });
    json.attributeObject("args", [&] {
      for (const auto& [name, value] : prediction.arguments)
        writeArgument(json, name, value);
    });
    json.attribute("exact", prediction.isExact);
    json.attributeObject("run", [&] {
      json.attribute("blocks_run", prediction.blocksRun);
      json.attribute("blocks_covered", prediction.blocksCovered);
      json.attribute("instructions", prediction.instructionsRun);
    });
    json.attributeObject("totals", [&] {
      const PredictionTotals& totals = prediction.totals;
      const std::vector<NamedCount> counts{{"shared_wavefronts", &totals.counts.wavefronts},
                                           {"shared_wavefronts_ideal", &totals.counts.wavefrontsIdeal},
                                           {"global_sectors", &totals.counts.sectors},
                                           {"global_sectors_ideal", &totals.counts.sectorsIdeal},
                                           {"global_requests", &totals.counts.requests}};
      writeCounts(json, counts);
      json.attribute("branches", totals.branches);
      json.attribute("divergent_branches", totals.divergentBranches);
      json.attribute("instructions", totals.instructions);
      json.attribute("active_lanes", rounded(totals.activeLanes));
      writeBounds(json, counts);
    });
    json.attributeArray("sites", [&] {
      for (const Site& site : prediction.sites)
        writeSite(json, site, workingDirectory);
    });
    for (const auto& [name, gaps] :
         {std::pair("declined", &prediction.gaps), std::pair("may_differ", &prediction.mayDiffer)})
      json.attributeArray(name, [&] {
        for (const PredictionGap& gap : *gaps)
          json.object([&] {
            json.attribute("file", jsonText(shownPath(gap.file, workingDirectory).str()));
            json.attribute("line", gap.line);
            json.attribute("reason", jsonText(gap.reason));
          });
      });
  });
  stream << '\n';
}

} // namespace cuda_lint
