#include "analyzer/tool/progress.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>

namespace cuda_lint {
namespace {

constexpr std::chrono::seconds quietTime{1};

/// The end of a long path tells more than its beginning.
std::string fitting(std::string name, size_t width) {
  return name.size() <= width ? name : "..." + name.substr(name.size() - width + 3);
}

} // namespace

Progress::Progress(std::vector<std::string> names)
    : names(std::move(names)), terminal(llvm::sys::Process::StandardErrIsDisplayed()) {}

Progress::~Progress() {
  if (!shown.empty())
    llvm::errs() << "\r\033[K";
}

void Progress::started(size_t job) {
  latest = job;
}

void Progress::update() {
  if (!terminal || names.empty() || std::chrono::steady_clock::now() - start < quietTime)
    return;
  size_t columns = std::max(llvm::sys::Process::StandardErrColumns(), 40u);
  std::string counts = "[" + std::to_string(done) + "/" + std::to_string(names.size()) + "] ";
  std::string line = counts + fitting(names[latest], columns - counts.size() - 1);
  if (line != shown)
    llvm::errs() << "\r\033[K" << line;
  shown = std::move(line);
}

} // namespace cuda_lint
