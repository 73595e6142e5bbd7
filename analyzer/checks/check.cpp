#include "analyzer/checks/check.h"

#include "analyzer/checks/bank_conflict.h"
#include "analyzer/checks/divergent_branch.h"
#include "analyzer/checks/lint.h"
#include "analyzer/checks/modulo_stride.h"
#include "analyzer/checks/uncoalesced_access.h"

namespace cuda_lint {

llvm::ArrayRef<CheckInfo> allChecks() {
  static const CheckInfo checks[] = {
#define CHECK(type, id, summary, help) {id, summary, help},
#include "analyzer/checks/checks.def"
  };
  return checks;
}

std::unique_ptr<Check> makeCheck(llvm::StringRef id, const RunContext& context) {
#define CHECK(type, name, summary, help)                                                                     \
  if (id == name)                                                                                            \
    return std::make_unique<type>(context);
#include "analyzer/checks/checks.def"
  return nullptr;
}

} // namespace cuda_lint
