#pragma once

#include "analyzer/warp/program.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

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

/// The register that PTX calls by this name, without `%`: `laneid`, `tid.x`.
std::optional<SpecialRegister> specialRegister(llvm::StringRef name);

} // namespace cuda_lint
