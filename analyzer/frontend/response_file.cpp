#include "analyzer/frontend/response_file.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

namespace cuda_lint {
namespace {

/// Deeper than any build goes: files that include each other end here.
constexpr unsigned maxDepth = 16;

llvm::Error expandInto(llvm::ArrayRef<std::string> arguments, llvm::StringRef directory, unsigned depth,
                       std::vector<std::string>& result) {
  for (const std::string& argument : arguments) {
    if (argument.size() < 2 || argument.front() != '@') {
      result.push_back(argument);
      continue;
    }
    if (depth == maxDepth)
      return llvm::createStringError("response file " + argument.substr(1) +
                                     " is nested too deeply; it seems to include itself");
    llvm::Expected<std::vector<std::string>> inFile = readResponseFile(argument.substr(1), directory);
    if (!inFile)
      return inFile.takeError();
    if (llvm::Error error = expandInto(*inFile, directory, depth + 1, result))
      return error;
  }
  return llvm::Error::success();
}

} // namespace

llvm::Expected<std::vector<std::string>> readResponseFile(llvm::StringRef file, llvm::StringRef directory) {
  llvm::SmallString<256> path(file);
  llvm::sys::path::make_absolute(directory, path);
  // A pipe would never end, and reading a directory gives a reason nobody understands.
  if (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path))
    return llvm::createStringError("response file " + path.str() + " is not a regular file");
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError("response file " + path.str() +
                                   " cannot be read: " + buffer.getError().message());
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char*> tokens;
  llvm::cl::TokenizeGNUCommandLine((*buffer)->getBuffer(), saver, tokens);
  return std::vector<std::string>(tokens.begin(), tokens.end());
}

llvm::Expected<std::vector<std::string>> expandResponseFiles(llvm::ArrayRef<std::string> arguments,
                                                             llvm::StringRef directory) {
  std::vector<std::string> result;
  if (llvm::Error error = expandInto(arguments, directory, 0, result))
    return error;
  return result;
}

} // namespace cuda_lint
