#pragma once

#include "analyzer/report/finding.h"
#include "analyzer/report/source_files.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <cstdint>
#include <string>

namespace cuda_lint {

/// The name that SARIF's relative URIs are based on.
inline constexpr llvm::StringLiteral sarifRoot = "%SRCROOT%";

/// Percent-encoded as a path; `file:` where it is absolute.
std::string uriOfPath(llvm::StringRef path);

/// SARIF column (from 1, in UTF-16 code units) of the byte at `offset` (from 0) of `line`; an offset within a
/// character is taken as after it. Bytes that are not UTF-8 count as one unit each.
unsigned sarifColumn(llvm::StringRef line, size_t offset);

/// Writes the attributes that SARIF's artifactLocation, region and physicalLocation have, as objects.
class SarifLocations {
public:
  SarifLocations(SourceFiles& sources, llvm::json::OStream& json) : sources(sources), json(json) {}

  void artifactLocation(llvm::StringRef file);
  void physicalLocation(const SourcePlace& place);
  /// Of `length` bytes at `offset`, as the attribute `key`.
  void byteRegion(llvm::StringRef key, llvm::StringRef file, uint64_t offset, uint64_t length);

private:
  SourceFiles& sources;
  llvm::json::OStream& json;
};

} // namespace cuda_lint
