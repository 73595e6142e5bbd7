#pragma once

#include "analyzer/launch/host_evaluator.h"
#include "analyzer/launch/launch.h"

#include <optional>

namespace cuda_lint {

/// One launch in the source: which kernel, with which expressions.
class LaunchSite {
public:
  LaunchSite(HostProgram& program, const HostProgram::Place& place) : program_(program), place_(place) {}

  struct Found {
    /// Canonical.
    const clang::FunctionDecl* kernel;
    Launch launch;
    /// False where a condition around the launch is known to fail.
    bool isReachable;
  };

  /// Every distinct way, as far as the source tells, in the order in which they are met.
  std::vector<Found> evaluate(HostEvaluator::Budget& budget) const;

private:
  /// The expressions of a launch; null where the kind of launch has none.
  struct Parts {
    const clang::Expr* kernel = nullptr;
    const clang::Expr* grid = nullptr;
    const clang::Expr* block = nullptr;
    const clang::Expr* shared = nullptr;
    /// Pointer to a structure that holds grid, block and shared.
    const clang::Expr* configuration = nullptr;
    /// Pointer to an array of pointers to the arguments.
    const clang::Expr* argumentPointers = nullptr;
    llvm::SmallVector<const clang::Expr*, 8> arguments;
  };
  using Dimensions = std::array<std::optional<uint64_t>, 3>;

  Parts parts() const;
  std::optional<Found> evaluateOnce(const Parts& parts, HostEvaluator& evaluator) const;
  Dimensions dimensions(const clang::Expr* expression, llvm::ArrayRef<Step> path, HostEvaluator& evaluator,
                        const HostEvaluator::Frame& frame) const;
  std::vector<std::optional<int64_t>> arguments(const Parts& parts, const clang::FunctionDecl& kernel,
                                                HostEvaluator& evaluator,
                                                const HostEvaluator::Frame& frame) const;
  void locate(Launch& launch) const;

  HostProgram& program_;
  HostProgram::Place place_;
};

} // namespace cuda_lint
