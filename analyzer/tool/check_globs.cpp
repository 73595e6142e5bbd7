#include "analyzer/tool/check_globs.h"

#include "analyzer/report/glob.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace cuda_lint {

llvm::Expected<std::vector<std::string>> selectChecks(llvm::StringRef globs,
                                                      llvm::ArrayRef<llvm::StringRef> known) {
  std::vector<bool> enabled(known.size(), true);
  llvm::SmallVector<llvm::StringRef> parts;
  globs.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts) {
    llvm::StringRef glob = part.trim();
    bool add = !glob.consume_front("-");
    bool any = false;
    for (auto [index, name] : llvm::enumerate(known))
      if (matchesGlob(glob, name)) {
        enabled[index] = add;
        any = true;
      }
    if (!any)
      return llvm::createStringError("'" + glob + "' fits no check; the checks are " +
                                     llvm::join(known, ", "));
  }

  std::vector<std::string> selected;
  for (auto [index, name] : llvm::enumerate(known))
    if (enabled[index])
      selected.push_back(name.str());
  if (selected.empty())
    return llvm::createStringError("'" + globs + "' leaves no check enabled; the checks are " +
                                   llvm::join(known, ", "));
  return selected;
}

} // namespace cuda_lint
