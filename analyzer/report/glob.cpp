#include "analyzer/report/glob.h"

namespace cuda_lint {

bool matchesGlob(llvm::StringRef pattern, llvm::StringRef text) {
  // Greedy with one point to go back to: an earlier `*` never has to take more once a later one was reached.
  size_t at = 0, star = llvm::StringRef::npos, resume = 0, i = 0;
  while (i < text.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      resume = i;
    } else if (at < pattern.size() && pattern[at] == text[i]) {
      ++at;
      ++i;
    } else if (star != llvm::StringRef::npos) {
      at = star + 1;
      i = ++resume;
    } else {
      return false;
    }
  }
  return pattern.substr(at).find_first_not_of('*') == llvm::StringRef::npos;
}

} // namespace cuda_lint
