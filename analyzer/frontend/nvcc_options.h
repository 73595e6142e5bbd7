#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace cuda_lint {

/// One of nvcc's options.
struct NvccOption {
  enum class Value {
    None,
    /// Behind `=` or as the next argument.
    Single,
    /// As Single; commas separate values.
    List
  };
  /// What an option has to say to a front end. Nothing: it is dropped.
  enum class Meaning {
    Nothing,
    Define,
    Undefine,
    IncludePath,
    SystemIncludePath,
    PreInclude,
    Standard,
    Architecture,
    HostOptions,
    RelocatableCode,
    RelocatableObject,
    DefaultStream,
    ExtendedLambda,
    RelaxedConstexpr,
    NoExceptions,
    TemplateDepth,
    ResponseFile
  };

  /// Without dashes.
  llvm::StringLiteral longName;
  /// Without the dash; empty where there is none.
  llvm::StringLiteral shortName;
  Value value;
  Meaning meaning;
};

/// An option as it was written.
struct NvccMatch {
  const NvccOption* option;
  /// Where it is part of the same argument: `-Idir`, `-arch=sm_90`.
  std::optional<llvm::StringRef> value;
};

/// The option that `argument` is; nullopt if nvcc has no such option.
std::optional<NvccMatch> matchNvccOption(llvm::StringRef argument);

} // namespace cuda_lint
