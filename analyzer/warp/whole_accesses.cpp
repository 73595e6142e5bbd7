#include "analyzer/warp/whole_accesses.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace cuda_lint {

using namespace llvm;

namespace {

/// The widest access of one machine instruction, in bytes, and the longest copy that is made of such
/// accesses.
constexpr uint64_t kWidest = 16;
constexpr uint64_t kLongest = 128;

Type* typeOf(uint64_t bytes, LLVMContext& context) {
  Type* word = Type::getInt32Ty(context);
  return bytes <= 4 ? Type::getIntNTy(context, static_cast<unsigned>(bytes * 8))
                    : static_cast<Type*>(FixedVectorType::get(word, static_cast<unsigned>(bytes / 4)));
}

/// What both sides of a copy are aligned to. An assignment of a class object carries its members' types, and
/// its type's alignment shows at the side that is a variable; a call of memcpy promises nothing of the kind.
uint64_t alignmentOf(const MemCpyInst& copy) {
  const uint64_t source = copy.getSourceAlign().valueOrOne().value();
  const uint64_t target = copy.getDestAlign().valueOrOne().value();
  return copy.getMetadata(LLVMContext::MD_tbaa_struct) ? std::max(source, target) : std::min(source, target);
}

/// The widest member of what is copied, where its type tells and members differ in size; 0 otherwise.
uint64_t widestOfMixedMembers(const MemCpyInst& copy) {
  const MDNode* members = copy.getMetadata(LLVMContext::MD_tbaa_struct);
  if (!members)
    return 0;
  uint64_t widest = 0;
  bool isMixed = false;
  // Triples of offset, size and type.
  for (unsigned i = 1; i < members->getNumOperands(); i += 3) {
    const auto* size = mdconst::dyn_extract<ConstantInt>(members->getOperand(i));
    if (!size)
      return 0;
    isMixed = isMixed || (widest != 0 && size->getZExtValue() != widest);
    widest = std::max(widest, size->getZExtValue());
  }
  return isMixed ? widest : 0;
}

/// Bytes of each access that the copy is made of; 0 where it is better left to the passes.
uint64_t accessBytes(const MemCpyInst& copy) {
  const auto* length = dyn_cast<ConstantInt>(copy.getLength());
  if (!length || copy.isVolatile())
    return 0;
  const uint64_t bytes = length->getZExtValue();
  const uint64_t alignment = alignmentOf(copy);
  // nvcc goes member by member, and joins neighbours of one size.
  if (const uint64_t widest = widestOfMixedMembers(copy))
    return isPowerOf2_64(widest) && widest <= 8 && widest >= 4 && bytes % widest == 0 && bytes <= kLongest &&
                   alignment >= widest
               ? widest
               : 0;
  if (bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16)
    return alignment >= bytes ? bytes : 0;
  if (bytes % kWidest != 0 || bytes > kLongest || alignment < kWidest)
    return 0;
  return kWidest;
}

/// Packed members are the ones that C++ lets be less aligned than their type.
template <class Access> void alignNaturally(Access& access, Type* type, const DataLayout& layout) {
  const uint64_t bytes = layout.getTypeStoreSize(type);
  const bool isScalar = type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy();
  if (isScalar && isPowerOf2_64(bytes) && bytes <= kWidest && access.getAlign() > Align(1) &&
      access.getAlign() < Align(bytes))
    access.setAlignment(Align(bytes));
}

} // namespace

void makeAccessesWhole(Module& module) {
  std::vector<std::pair<MemCpyInst*, uint64_t>> copies;
  for (Function& function : module)
    for (Instruction& instruction : instructions(function)) {
      if (auto* load = dyn_cast<LoadInst>(&instruction))
        alignNaturally(*load, load->getType(), module.getDataLayout());
      else if (auto* store = dyn_cast<StoreInst>(&instruction))
        alignNaturally(*store, store->getValueOperand()->getType(), module.getDataLayout());
      else if (auto* copy = dyn_cast<MemCpyInst>(&instruction))
        if (uint64_t bytes = accessBytes(*copy))
          copies.push_back({copy, bytes});
    }
  for (auto [copy, bytes] : copies) {
    IRBuilder<> builder(copy);
    Type* type = typeOf(bytes, module.getContext());
    const uint64_t length = cast<ConstantInt>(copy->getLength())->getZExtValue();
    std::vector<Value*> values;
    for (uint64_t at = 0; at < length; at += bytes)
      values.push_back(builder.CreateAlignedLoad(
          type, builder.CreateConstGEP1_64(builder.getInt8Ty(), copy->getRawSource(), at), Align(bytes)));
    for (uint64_t at = 0; at < length; at += bytes)
      builder.CreateAlignedStore(values[at / bytes],
                                 builder.CreateConstGEP1_64(builder.getInt8Ty(), copy->getRawDest(), at),
                                 Align(bytes));
    copy->eraseFromParent();
  }
}

} // namespace cuda_lint
