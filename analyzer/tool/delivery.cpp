#include "analyzer/tool/delivery.h"

#include "analyzer/report/output_file.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_lint {

namespace {

bool fail(const llvm::Twine& sentence) {
  llvm::errs() << "cuda-lint: " << sentence << '\n';
  return false;
}

} // namespace

std::optional<std::string> whyNotWritable(llvm::StringRef path) {
  if (llvm::sys::fs::is_directory(path))
    return "it is a directory";
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  if (!folder.empty() && !llvm::sys::fs::is_directory(folder))
    return ("there is no folder '" + folder + "'").str();
  return std::nullopt;
}

bool deliver(const std::optional<std::string>& path, llvm::function_ref<void(llvm::raw_ostream&)> write) {
  if (path) {
    if (llvm::Error error = writeOutputFile(*path, write))
      return fail(llvm::toString(std::move(error)));
    return true;
  }
  llvm::raw_fd_ostream& stream = llvm::outs();
  write(stream);
  stream.flush();
  std::error_code error = stream.error();
  stream.clear_error();
  // A reader that has seen enough (`| head`) is no error.
  if (!error || error == std::errc::broken_pipe)
    return true;
  return fail("cannot write to standard output: " + error.message());
}

} // namespace cuda_lint
