#include "analyzer/warp/opcode_mapping.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instruction.h"

#include <algorithm>

namespace cuda_lint {

using namespace llvm;

uint8_t bitsOf(const Type* type) {
  if (type->isPointerTy())
    return 64;
  if (const auto* integer = dyn_cast<IntegerType>(type))
    return static_cast<uint8_t>(std::min(integer->getBitWidth(), 64u));
  return 64;
}

std::optional<Comparison> comparisonOf(CmpInst::Predicate predicate) {
  switch (predicate) {
  case CmpInst::ICMP_EQ:
    return Comparison::Equal;
  case CmpInst::ICMP_NE:
    return Comparison::NotEqual;
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    return Comparison::Less;
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    return Comparison::LessEqual;
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
    return Comparison::Greater;
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    return Comparison::GreaterEqual;
  default:
    return std::nullopt;
  }
}

std::optional<Opcode> binaryOpcode(unsigned opcode) {
  switch (opcode) {
  case Instruction::Add:
    return Opcode::Add;
  case Instruction::Sub:
    return Opcode::Subtract;
  case Instruction::Mul:
    return Opcode::Multiply;
  case Instruction::UDiv:
  case Instruction::SDiv:
    return Opcode::Divide;
  case Instruction::URem:
  case Instruction::SRem:
    return Opcode::Remainder;
  case Instruction::Shl:
    return Opcode::ShiftLeft;
  case Instruction::LShr:
  case Instruction::AShr:
    return Opcode::ShiftRight;
  case Instruction::And:
    return Opcode::And;
  case Instruction::Or:
    return Opcode::Or;
  case Instruction::Xor:
    return Opcode::Xor;
  default:
    return std::nullopt;
  }
}

} // namespace cuda_lint
