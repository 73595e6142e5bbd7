#pragma once

#include "clang/Basic/Diagnostic.h"

#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class DeclContext;
} // namespace clang

namespace cuda_lint {

/// Keeps Clang's errors, prints nothing. Errors inside the body of a function for the host alone are kept
/// apart: no device code hangs on them, and Clang is stricter with host code than the compilers that CUDA
/// programs are written for.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  /// Set before parsing starts: `instance` tells which function an error is in.
  void setInstance(clang::CompilerInstance* newInstance) { instance = newInstance; }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override;

  /// The first error that concerns device code or the whole file; empty if there is none.
  const std::string& firstError() const { return first; }
  const std::vector<std::string>& hostErrors() const { return host; }

private:
  bool inHostBody() const;

  clang::CompilerInstance* instance = nullptr;
  std::string first;
  std::vector<std::string> host;
};

} // namespace cuda_lint
