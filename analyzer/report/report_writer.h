#pragma once

#include "analyzer/report/report.h"
#include "analyzer/report/source_files.h"
#include "analyzer/report/writer_options.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_lint {

enum class Format { Text, Json, Sarif, Github };

/// The error names the formats that there are.
llvm::Expected<Format> parseFormat(llvm::StringRef name);

/// "text, json, sarif, github": for help texts.
std::string formatNames();

void writeReport(Format format, const Report& report, SourceFiles& sources, const WriterOptions& options,
                 llvm::raw_ostream& os);

} // namespace cuda_lint
