#include "analyzer/launch/host_evaluator.h"

#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace cuda_lint {
namespace {

// A launch in a loop is looked at in its first rounds only; a loop that computes a size takes a few dozen.
constexpr unsigned roundsOfALaunch = 3;
constexpr unsigned maxRounds = 64;
/// Stands for a round not told: what the loop carries from round to round is not known.
constexpr unsigned anyRound = ~0U;

struct Loop {
  const Stmt* init = nullptr;
  const Expr* condition = nullptr;
  const Expr* increment = nullptr;
  const Stmt* body = nullptr;
  bool testsFirst = true;
};

Loop parts(const Stmt* statement) {
  if (const auto* loop = dyn_cast<ForStmt>(statement))
    return {loop->getInit(), loop->getCond(), loop->getInc(), loop->getBody()};
  if (const auto* loop = dyn_cast<WhileStmt>(statement))
    return {nullptr, loop->getCond(), nullptr, loop->getBody()};
  if (const auto* loop = dyn_cast<DoStmt>(statement))
    return {nullptr, loop->getCond(), nullptr, loop->getBody(), false};
  return {nullptr, nullptr, nullptr, cast<CXXForRangeStmt>(statement)->getBody()};
}

bool hasJump(const Stmt* body) {
  std::vector<const Stmt*> pending{body};
  while (!pending.empty()) {
    const Stmt* statement = pending.back();
    pending.pop_back();
    if (isa<BreakStmt>(statement) || isa<GotoStmt>(statement) || isa<ReturnStmt>(statement) ||
        isa<ContinueStmt>(statement))
      return true;
    for (const Stmt* child : statement->children())
      if (child)
        pending.push_back(child);
  }
  return false;
}

} // namespace

/// Restores the round in which a loop stands.
class HostEvaluator::Round {
public:
  Round(HostEvaluator& evaluator, const Stmt* loop, unsigned round) : evaluator_(evaluator), loop_(loop) {
    auto found = evaluator.rounds_.find(loop);
    if (found != evaluator.rounds_.end())
      outer_ = found->second;
    evaluator.rounds_[loop] = round;
  }
  ~Round() {
    if (outer_)
      evaluator_.rounds_[loop_] = *outer_;
    else
      evaluator_.rounds_.erase(loop_);
  }
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

private:
  HostEvaluator& evaluator_;
  const Stmt* loop_;
  std::optional<unsigned> outer_;
};

std::optional<bool> HostEvaluator::runsRound(const Stmt* loop, unsigned round, const Frame& frame) {
  const Expr* test = parts(loop).condition;
  if (!test)
    return true;
  Round in(*this, loop, round);
  return condition(test, frame);
}

/// `location` at the start of a round, counted from 0.
HostEvaluator::Outcome HostEvaluator::atLoopHead(const Stmt* statement, unsigned round,
                                                 const Location& location, const Frame& frame) {
  const auto& defining = program_.defining(*frame.function, location);
  Loop loop = parts(statement);
  if (round == 0) {
    if (loop.init && defining.contains(loop.init))
      if (Outcome outcome = after(loop.init, location, frame); outcome.isDefined)
        return outcome;
    return before(statement, location, frame);
  }
  if (jumpsDefined(statement, location, frame))
    return unknown();
  Round in(*this, statement, round - 1);
  for (const Stmt* part : {static_cast<const Stmt*>(loop.increment), loop.body})
    if (part && defining.contains(part))
      if (Outcome outcome = after(part, location, frame); outcome.isDefined)
        return outcome;
  return atLoopHead(statement, round - 1, location, frame);
}

HostEvaluator::Outcome HostEvaluator::beforeInLoop(const Stmt* statement, const Stmt* place,
                                                   const Location& location, const Frame& frame) {
  const auto& defining = program_.defining(*frame.function, location);
  Loop loop = parts(statement);
  if (!defining.contains(statement) || place == loop.init)
    return {};
  if (loop.condition && defining.contains(loop.condition))
    return unknown();
  bool isBehindBody = place == loop.increment || (place == loop.condition && !loop.testsFirst);
  if (isBehindBody && defining.contains(loop.body))
    if (Outcome outcome = after(loop.body, location, frame); outcome.isDefined)
      return outcome;

  auto found = rounds_.find(statement);
  std::optional<unsigned> round = found == rounds_.end() ? std::nullopt : std::optional(found->second);
  const auto* range = dyn_cast<CXXForRangeStmt>(statement);
  bool isCarried = defining.contains(loop.body) || (loop.increment && defining.contains(loop.increment)) ||
                   (range && range->getLoopVariable() == location.root);
  if (!isCarried)
    return loop.init && defining.contains(loop.init) ? after(loop.init, location, frame) : Outcome{};
  if (!round) {
    round = choose(statement, roundsOfALaunch, frame);
    if (!round)
      return unknown();
    for (unsigned earlier = loop.testsFirst ? 0 : 1; earlier <= *round; ++earlier)
      if (runsRound(statement, earlier, frame) == false) {
        isImpossible_ = true;
        return unknown();
      }
    rounds_[statement] = *round;
  }
  if (*round == anyRound)
    return unknown();
  if (range && range->getLoopVariable() == location.root) {
    Path path{{nullptr, *round}};
    path.append(location.path.begin(), location.path.end());
    return {true, evaluate(range->getRangeInit(), path, frame)};
  }
  return atLoopHead(statement, *round, location, frame);
}

HostEvaluator::Outcome HostEvaluator::afterLoop(const Stmt* statement, const Location& location,
                                                const Frame& frame) {
  const auto& defining = program_.defining(*frame.function, location);
  Loop loop = parts(statement);
  if (loop.condition && defining.contains(loop.condition))
    return unknown();
  bool isCarried = defining.contains(loop.body) || (loop.increment && defining.contains(loop.increment));
  if (!isCarried)
    return loop.init && defining.contains(loop.init) ? after(loop.init, location, frame) : Outcome{};
  if (loop.condition && loop.testsFirst && !hasJump(loop.body))
    for (unsigned round = 0; round != maxRounds; ++round) {
      std::optional<bool> runs = runsRound(statement, round, frame);
      if (!runs)
        break;
      if (!*runs)
        return atLoopHead(statement, round, location, frame);
    }
  if (jumpsDefined(statement, location, frame))
    return unknown();
  // The value that every round leaves is also what the last one leaves.
  Round in(*this, statement, anyRound);
  for (const Stmt* part : {static_cast<const Stmt*>(loop.increment), loop.body})
    if (part && defining.contains(part))
      if (Outcome outcome = after(part, location, frame); outcome.isDefined)
        return outcome;
  return {};
}

} // namespace cuda_lint
