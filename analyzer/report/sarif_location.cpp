#include "analyzer/report/sarif_location.h"

#include "analyzer/report/json_fields.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace cuda_lint {

std::string uriOfPath(llvm::StringRef path) {
  std::string uri = llvm::sys::path::is_absolute(path) ? "file://" : "";
  for (unsigned char c : path.bytes()) {
    if (llvm::isAlnum(c) || llvm::StringRef("-._~/").contains(c)) {
      uri += char(c);
    } else {
      uri += '%';
      uri += llvm::hexdigit(c >> 4);
      uri += llvm::hexdigit(c & 15);
    }
  }
  return uri;
}

unsigned sarifColumn(llvm::StringRef line, size_t offset) {
  unsigned column = 1;
  const auto* at = line.bytes_begin();
  const auto* end = line.bytes_end();
  const auto* target = at + std::min(offset, line.size());
  while (at < target) {
    unsigned size = llvm::getNumBytesForUTF8(*at);
    bool legal = size <= size_t(end - at) && llvm::isLegalUTF8Sequence(at, at + size);
    // Four bytes are a character beyond the first 2^16: two units.
    column += legal && size == 4 ? 2 : 1;
    at += legal ? size : 1;
  }
  return column + unsigned(offset > line.size() ? offset - line.size() : 0);
}

void SarifLocations::artifactLocation(llvm::StringRef file) {
  json.attributeObject("artifactLocation", [&] {
    json.attribute("uri", uriOfPath(file));
    if (!llvm::sys::path::is_absolute(file))
      json.attribute("uriBaseId", sarifRoot);
  });
}

void SarifLocations::physicalLocation(const SourcePlace& place) {
  if (place.file.empty())
    return;
  json.attributeObject("physicalLocation", [&] {
    artifactLocation(place.file);
    if (place.line == 0)
      return;
    json.attributeObject("region", [&] {
      const SourceText* source = sources.find(place.file);
      auto lineText = [&](unsigned line) { return source ? source->line(line) : llvm::StringRef(); };
      json.attribute("startLine", place.line);
      if (place.column == 0)
        return;
      json.attribute("startColumn", sarifColumn(lineText(place.line), place.column - 1));
      if (std::tie(place.endLine, place.endColumn) < std::tie(place.line, place.column))
        return;
      json.attribute("endLine", place.endLine);
      json.attribute("endColumn", sarifColumn(lineText(place.endLine), place.endColumn));
    });
  });
}

void SarifLocations::byteRegion(llvm::StringRef key, llvm::StringRef file, uint64_t offset, uint64_t length) {
  const SourceText* source = sources.find(file);
  json.attributeObject(key, [&] {
    if (!source || offset > source->text().size() || length > source->text().size() - offset) {
      json.attribute("byteOffset", offset);
      json.attribute("byteLength", length);
      return;
    }
    unsigned startLine = source->lineAt(offset), endLine = source->lineAt(offset + length);
    json.attribute("startLine", startLine);
    json.attribute("startColumn",
                   sarifColumn(source->line(startLine), offset - source->lineStart(startLine)));
    json.attribute("endLine", endLine);
    json.attribute("endColumn",
                   sarifColumn(source->line(endLine), offset + length - source->lineStart(endLine)));
  });
}

} // namespace cuda_lint
