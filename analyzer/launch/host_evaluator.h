#pragma once

#include "analyzer/launch/choices.h"
#include "analyzer/launch/host_program.h"
#include "analyzer/launch/host_value.h"

#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace cuda_lint {

/// What host code computes at a place, as far as the source tells. Walks backwards from the place to the
/// definitions that reach it: through branches, loops, calls into helpers and calls from the user's own
/// functions. Where a condition is not known, `Choices` takes one side a run. Code in other threads, and
/// writes to globals by functions called in between, are not followed.
class HostEvaluator {
public:
  /// A function under evaluation and, where it is known, the call that led into it.
  struct Frame {
    const HostFunction* function;
    /// CallExpr or CXXConstructExpr.
    const clang::Expr* call = nullptr;
    const Frame* caller = nullptr;
  };

  /// What may be chosen while a value is sought.
  enum class Forks {
    /// A side of a condition not known, a round of a loop, one of several assignments, one of several
    /// callers.
    All,
    /// One of several callers.
    Callers,
    /// Nothing that this run has not chosen before.
    None
  };

  /// In evaluated expressions; when it is spent, nothing more is known.
  struct Budget {
    uint64_t left;

    bool spend() { return left != 0 && left-- != 0; }
  };

  HostEvaluator(HostProgram& program, Choices& choices, Budget& budget)
      : program_(program), choices_(choices), budget_(budget) {}

  /// The part `path` of the value of `expression`, which stands in `frame`; nullopt where the source does not
  /// tell.
  std::optional<HostValue> evaluate(const clang::Expr* expression, llvm::ArrayRef<Step> path,
                                    const Frame& frame);
  /// False where a condition around `place`, or around a call that leads to it, is known to fail.
  bool mayReach(const clang::Stmt* place, const Frame& frame);
  /// From now on, variables of `frame` have the values that the conditions around `place` ask for.
  void assumeReached(const clang::Stmt* place, const Frame& frame);
  /// The frame of a function that the program enters from somewhere.
  Frame& enter(const HostFunction& function);
  void setForks(Forks forks) { forks_ = forks; }
  /// True once a way was chosen that cannot be taken.
  bool isImpossible() const { return isImpossible_; }

private:
  /// How a walk ended: without meeting a definition, or with one, whose value may not be known.
  struct Outcome {
    bool isDefined = false;
    std::optional<HostValue> value = std::nullopt;
  };
  struct Fact {
    Location location;
    HostValue value;
  };
  class Round;

  /// Of nested evaluations: a bound for deep nesting and for what evaluates itself.
  static constexpr unsigned maxDepth = 400;

  static Outcome unknown() { return {true, std::nullopt}; }

  // host_expressions.cpp
  std::optional<HostValue> evaluateScalar(const clang::Expr* expression, const Frame& frame);
  std::optional<HostValue> evaluatePart(const clang::Expr* expression, llvm::ArrayRef<Step> path,
                                        const Frame& frame);
  std::optional<HostValue> constant(const clang::Expr* expression);
  std::optional<HostValue> binary(const clang::BinaryOperator* operation, const Frame& frame);
  std::optional<HostValue> unary(const clang::UnaryOperator* operation, const Frame& frame);
  std::optional<HostValue> conditional(const clang::AbstractConditionalOperator* operation,
                                       llvm::ArrayRef<Step> path, const Frame& frame);
  std::optional<HostValue> element(const clang::InitListExpr* list, llvm::ArrayRef<Step> path,
                                   const Frame& frame);
  std::optional<HostValue> updated(const clang::Expr* operation, const Frame& frame);
  std::optional<bool> condition(const clang::Expr* expression, const Frame& frame);

  // host_calls.cpp
  std::optional<HostValue> called(const clang::CallExpr* call, llvm::ArrayRef<Step> path, const Frame& frame);
  std::optional<HostValue> constructed(const clang::CXXConstructExpr* construction, llvm::ArrayRef<Step> path,
                                       const Frame& frame);
  std::optional<HostValue> argument(const clang::ParmVarDecl* parameter, llvm::ArrayRef<Step> path,
                                    const Frame& frame);
  void chooseCaller(Frame& frame);
  std::optional<HostValue> shared(const clang::ValueDecl* root, llvm::ArrayRef<Step> path);
  std::optional<HostValue> ofAnyObject(llvm::ArrayRef<Step> path);
  Outcome writtenByCallee(const Definition& definition, llvm::ArrayRef<Step> path, const Frame& frame);
  Outcome returned(const clang::Stmt* statement, llvm::ArrayRef<Step> path, const Frame& frame);
  const Frame* call(const clang::FunctionDecl* callee, const clang::Expr* call, const Frame& frame);

  // host_flow.cpp
  std::optional<HostValue> valueAt(const clang::Stmt* place, const Location& location, const Frame& frame);
  Outcome before(const clang::Stmt* place, const Location& location, const Frame& frame);
  Outcome beforeWithin(const clang::Stmt* parent, const clang::Stmt* place, const Location& location,
                       const Frame& frame);
  Outcome after(const clang::Stmt* statement, const Location& location, const Frame& frame);
  Outcome afterDeclarations(const clang::DeclStmt* statement, const clang::Stmt* until,
                            const Location& location, const Frame& frame);
  Outcome afterDefinition(const Definition& definition, const Location& location, const Frame& frame);
  Outcome afterIf(const clang::IfStmt* statement, const Location& location, const Frame& frame);
  bool jumpsDefined(const clang::Stmt* around, const Location& location, const Frame& frame);
  Outcome afterSwitch(const clang::SwitchStmt* statement, const Location& location, const Frame& frame);
  Outcome beforeInCompound(const clang::CompoundStmt* block, const clang::Stmt* place,
                           const Location& location, const Frame& frame);

  // host_reach.cpp
  std::vector<Fact> factsOf(const clang::Expr* condition);
  std::vector<Fact> factsOfSection(const clang::SwitchStmt* around, const clang::CompoundStmt* body,
                                   const clang::Stmt* place);

  // host_loops.cpp
  Outcome afterLoop(const clang::Stmt* loop, const Location& location, const Frame& frame);
  Outcome beforeInLoop(const clang::Stmt* loop, const clang::Stmt* place, const Location& location,
                       const Frame& frame);
  Outcome atLoopHead(const clang::Stmt* loop, unsigned round, const Location& location, const Frame& frame);
  std::optional<bool> runsRound(const clang::Stmt* loop, unsigned round, const Frame& frame);

  std::optional<unsigned> choose(const void* fork, unsigned count, const Frame& frame,
                                 Forks kind = Forks::All);
  const clang::ASTContext& context() const { return program_.context(); }

  HostProgram& program_;
  Choices& choices_;
  Budget& budget_;
  Forks forks_ = Forks::All;
  bool isImpossible_ = false;
  unsigned depth_ = 0;
  bool usesFacts_ = true;
  std::map<std::pair<const HostFunction*, Location>, HostValue> facts_;
  std::deque<Frame> frames_;
  std::map<const HostFunction*, Frame*> entered_;
  /// The round in which a loop stands, while something in it is evaluated.
  std::map<const clang::Stmt*, unsigned> rounds_;
};

} // namespace cuda_lint
