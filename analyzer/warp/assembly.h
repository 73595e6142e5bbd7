#pragma once

#include "analyzer/warp/event.h"
#include "analyzer/warp/program.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <vector>

namespace cuda_lint {

/// One access to memory that an inline assembly statement makes.
struct AssemblyAccess {
  AccessKind kind;
  /// Bytes a lane.
  unsigned bytes;
  /// Number of the operand that holds the address: `[$2]`, outputs counted first.
  unsigned operand;
  /// Number of the operand that holds the bytes, where the text does not.
  std::optional<unsigned> sizeOperand = std::nullopt;
};

/// What inline assembly does, as far as it matters to addresses and branches.
struct AssemblyMeaning {
  /// Everything it does to memory and to its results is told below.
  bool isKnown = true;
  /// It reads this register.
  std::optional<SpecialRegister> reg;
  /// Its result is the same in every lane.
  bool isUniform = false;
  /// Its result is its input, seen from another address space.
  bool isAddressCast = false;
  /// Its result is this function of (high, low, count): operands 2, 1 and 3.
  std::optional<BitFunction> funnel;
  std::vector<AssemblyAccess> accesses;
};

/// Understands single statements: loads, stores, reductions, asynchronous copies, moves from special
/// registers, funnel shifts and arithmetic, in the form in which LLVM has them (`$0`), and the conversion of
/// addresses.
AssemblyMeaning meaningOfAssembly(llvm::StringRef text);

} // namespace cuda_lint
