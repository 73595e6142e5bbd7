#pragma once

#include "analyzer/report/report.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace cuda_lint {

/// One line of JSON, without its end: what a worker process sends to its parent. Nothing is lost; strings
/// that are not UTF-8 travel as bytes.
std::string printFileResult(const FileResult& result);

/// The reverse of `printFileResult`. The error says what of the text is not as it should be.
llvm::Expected<FileResult> parseFileResult(llvm::StringRef text);

llvm::json::Value toJSON(const SourcePlace& place);
llvm::json::Value toJSON(const FindingLaunch& launch);
llvm::json::Value toJSON(const Note& note);
llvm::json::Value toJSON(const FixIt& fix);
llvm::json::Value toJSON(const Finding& finding);
llvm::json::Value toJSON(const Declined& declined);
llvm::json::Value toJSON(const FileResult& result);

bool fromJSON(const llvm::json::Value& value, SourcePlace& place, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& value, FindingLaunch& launch, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& value, Note& note, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& value, FixIt& fix, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& value, Finding& finding, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& value, Declined& declined, llvm::json::Path path);
bool fromJSON(const llvm::json::Value& value, FileResult& result, llvm::json::Path path);

} // namespace cuda_lint
