#include "analyzer/checks/check.h"

#include "analyzer/checks/bank_conflict.h"
#include "analyzer/checks/divergent_branch.h"
#include "analyzer/checks/lint.h"
#include "analyzer/checks/modulo_stride.h"
#include "analyzer/checks/uncoalesced_access.h"

#include "llvm/IR/Instructions.h"

namespace cuda_lint {

llvm::ArrayRef<CheckInfo> allChecks() {
  static const CheckInfo checks[] = {
#define CHECK(type, id, summary, help) {id, summary, help},
#include "analyzer/checks/checks.def"
  };
  return checks;
}

const char* accessNoun(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::LoadInst>(instruction)    ? "load"
         : llvm::isa<llvm::StoreInst>(instruction) ? "store"
                                                   : "access";
}

Confidence confidenceOf(bool isPossible, bool isBounded) {
  return isPossible ? Confidence::Possible : isBounded ? Confidence::Bounded : Confidence::Exact;
}

std::unique_ptr<Check> makeCheck(llvm::StringRef id, const RunContext& context) {
#define CHECK(type, name, summary, help)                                                                     \
  if (id == name)                                                                                            \
    return std::make_unique<type>(context);
#include "analyzer/checks/checks.def"
  return nullptr;
}

} // namespace cuda_lint
