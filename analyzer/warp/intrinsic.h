#pragma once

#include "analyzer/warp/program.h"

#include "llvm/ADT/StringRef.h"

namespace cuda_lint {

/// What a call to a function without a body (an intrinsic, a libdevice function) does to a warp.
struct IntrinsicMeaning {
  Opcode opcode = Opcode::Opaque;
  /// Operation::detail.
  uint8_t detail = 0;
  bool isSigned = false;
  /// Neither an intrinsic nor one of the device libraries': its effects are not known.
  bool isUnknownFunction = false;
};

IntrinsicMeaning meaningOfFunction(const llvm::Function& function);

/// What an inline assembly statement does, as far as it matters to addresses and branches.
struct AssemblyMeaning {
  /// It reads this register.
  std::optional<SpecialRegister> reg;
  bool isUniform = false;
  /// It neither reads nor writes global or shared memory (textures and surfaces are neither); its result alone is not known.
  bool isHarmless = false;
};

AssemblyMeaning meaningOfAssembly(llvm::StringRef text);

} // namespace cuda_lint
