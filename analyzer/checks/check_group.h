#pragma once

#include "analyzer/checks/check.h"

#include <string>
#include <utility>
#include <vector>

namespace cuda_lint {

/// Passes every event on to each check.
class CheckGroup : public RunSink {
public:
  CheckGroup(const std::vector<std::string>& ids, const RunContext& context) {
    for (const std::string& id : ids)
      if (std::unique_ptr<Check> check = makeCheck(id, context))
        checks_.emplace_back(id, std::move(check));
  }

  std::vector<std::pair<std::string, std::unique_ptr<Check>>>& checks() { return checks_; }

  void beginBlock(const BlockClass& block) override {
    tell([&](Check& check) { check.beginBlock(block); });
  }
  void beginWarp(const WarpPosition& position) override {
    tell([&](Check& check) { check.beginWarp(position); });
  }
  void restart() override {
    tell([&](Check& check) { check.restart(); });
  }
  void memoryAccess(const MemoryAccess& access) override {
    tell([&](Check& check) { check.memoryAccess(access); });
  }
  void branch(const BranchExecution& branch) override {
    tell([&](Check& check) { check.branch(branch); });
  }
  void remainder(const RemainderExecution& remainder) override {
    tell([&](Check& check) { check.remainder(remainder); });
  }
  void barrier(const Barrier& barrier) override {
    tell([&](Check& check) { check.barrier(barrier); });
  }
  void shuffle(const llvm::Instruction& instruction, ActiveMask active) override {
    tell([&](Check& check) { check.shuffle(instruction, active); });
  }
  void instructions(unsigned count, ActiveMask active) override {
    tell([&](Check& check) { check.instructions(count, active); });
  }
  void idle(const llvm::Instruction& branch, unsigned count, ActiveMask idleLanes,
            ActiveMask active) override {
    tell([&](Check& check) { check.idle(branch, count, idleLanes, active); });
  }

  void dataDependent(const llvm::Instruction& branch, unsigned count) override {
    tell([&](Check& check) { check.dataDependent(branch, count); });
  }

private:
  template <class F> void tell(F f) {
    for (auto& [id, check] : checks_)
      f(*check);
  }

  std::vector<std::pair<std::string, std::unique_ptr<Check>>> checks_;
};

} // namespace cuda_lint
