#include "analyzer/predict/needed_arguments.h"

#include "analyzer/warp/pointer_base.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

namespace cuda_lint {

namespace {

using namespace llvm;

/// The local variable or parameter that a pointer leads to; nullptr for memory.
const Value* objectOf(const Value* pointer) {
  while (true) {
    pointer = pointer->stripPointerCasts();
    if (const auto* gep = dyn_cast<GEPOperator>(pointer))
      pointer = gep->getPointerOperand();
    else
      return pointer;
  }
}

bool isAddress(const Use& use) {
  const User* user = use.getUser();
  if (isa<LoadInst>(user) || isa<AtomicRMWInst>(user) || isa<AtomicCmpXchgInst>(user))
    return use.getOperandNo() == 0;
  if (isa<StoreInst>(user))
    return use.getOperandNo() == 1;
  return isa<MemIntrinsic>(user);
}

/// Whether control or an address hangs on `source`.
bool matters(const Value& source) {
  SmallPtrSet<const Value*, 32> seen;
  SmallVector<const Value*> work{&source};
  auto reach = [&](const Value* value) {
    if (seen.insert(value).second)
      work.push_back(value);
  };
  while (!work.empty()) {
    const Value* value = work.pop_back_val();
    for (const Use& use : value->uses()) {
      const auto* user = dyn_cast<Instruction>(use.getUser());
      if (!user)
        continue;
      if (user->isTerminator() && !isa<ReturnInst>(user))
        return true;
      if (isAddress(use))
        return true;
      if (const auto* store = dyn_cast<StoreInst>(user)) {
        // Loads of the local variable bring it back.
        const Value* object = objectOf(store->getPointerOperand());
        if (isa<AllocaInst>(object))
          for (const Instruction& instruction : instructions(*store->getFunction()))
            if (const auto* load = dyn_cast<LoadInst>(&instruction);
                load && objectOf(load->getPointerOperand()) == object)
              reach(load);
        continue;
      }
      if (!user->getType()->isVoidTy())
        reach(user);
    }
  }
  return false;
}

} // namespace

std::set<ArgumentPlace> neededArguments(const Function& kernel, const Launch& launch) {
  std::set<ArgumentPlace> needed;
  for (const Argument& argument : kernel.args()) {
    const unsigned position = argument.getArgNo();
    if (argument.getType()->isIntegerTy() && !launch.arguments[position] && matters(argument))
      needed.insert({position, 0});
  }
  const DataLayout& layout = kernel.getParent()->getDataLayout();
  for (const Instruction& instruction : instructions(kernel)) {
    const auto* load = dyn_cast<LoadInst>(&instruction);
    if (!load || !load->getType()->isIntegerTy())
      continue;
    const auto* argument = dyn_cast<Argument>(objectOf(load->getPointerOperand()));
    if (!argument || !argument->hasByValAttr())
      continue;
    int64_t offset = 0;
    const bool isConstant = pointerBase(load->getPointerOperand(), layout, offset) == argument;
    const ArgumentPlace place{argument->getArgNo(), isConstant ? static_cast<uint64_t>(offset) : 0};
    if (launch.fields.count(place) == 0 && matters(*load))
      needed.insert(place);
  }
  return needed;
}

} // namespace cuda_lint
