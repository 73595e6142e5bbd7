#pragma once

#include "analyzer/warp/lane_arithmetic.h"
#include "analyzer/warp/program.h"

#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace cuda_lint {

/// Width in which the engine keeps values of a type: that of integers up to 64 bits, else 64.
uint8_t bitsOf(const llvm::Type* type);

/// nullopt for comparisons of floating point.
std::optional<Comparison> comparisonOf(llvm::CmpInst::Predicate predicate);

/// The engine's operation for one of LLVM's binary integer opcodes; nullopt for all other opcodes.
std::optional<Opcode> binaryOpcode(unsigned opcode);

} // namespace cuda_lint
