#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/OperationKinds.h"
#include "llvm/ADT/APSInt.h"

#include <optional>
#include <variant>

namespace cuda_lint {

/// A scalar that host code computes: an integer of the width and signedness of its type, a floating-point
/// number, or the function that a pointer points to.
using HostValue = std::variant<llvm::APSInt, double, const clang::FunctionDecl*>;

/// The value as a condition; nullopt for functions.
std::optional<bool> truth(const HostValue& value);

/// As `int64_t`; nullopt for what is no integer or does not fit.
std::optional<int64_t> toInt64(const HostValue& value);

/// Converted as C++ converts it; nullopt where that is undefined or `type` is neither arithmetic nor a
/// function pointer.
std::optional<HostValue> convert(const HostValue& value, clang::QualType type,
                                 const clang::ASTContext& context);

/// `left op right` for operands that the usual conversions have given one type (shifts aside). nullopt for
/// signed overflow, division by zero, shifts out of range and operators that are not arithmetic.
std::optional<HostValue> apply(clang::BinaryOperatorKind op, const HostValue& left, const HostValue& right,
                               clang::QualType resultType, const clang::ASTContext& context);

/// `op operand` for +, -, ~ and !; nullopt for overflow and other operators.
std::optional<HostValue> apply(clang::UnaryOperatorKind op, const HostValue& operand,
                               clang::QualType resultType, const clang::ASTContext& context);

/// A function of <cmath> or <cstdlib> by its unqualified name without the suffix f or l; nullopt for one not
/// known.
std::optional<HostValue> applyMath(llvm::StringRef name, llvm::ArrayRef<HostValue> arguments,
                                   clang::QualType resultType, const clang::ASTContext& context);

} // namespace cuda_lint
