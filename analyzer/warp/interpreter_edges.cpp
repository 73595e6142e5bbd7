#include "analyzer/warp/interpreter.h"

#include <algorithm>

namespace cuda_lint {

void Interpreter::enterHeader(uint32_t loopIndex, const std::vector<LaneVector>& incoming,
                              std::vector<LaneVector>& values) {
  LoopState& state = loops_[loopIndex];
  const Block& header = program_.blocks[program_.loops[loopIndex].header];
  values = incoming;
  ++state.round;
  const uint32_t concrete = state.uncertain ? kConcreteRounds : options_.sampledRounds;
  if (state.round > concrete + 1 && program_.loops[loopIndex].primaryExit == kNoBlock) {
    neverEnds_ = true;
    return;
  }
  if (state.round + 1 == concrete) {
    state.first.clear();
    for (const Phi& phi : header.phis)
      state.first.push_back(registers_[phi.result]);
    return;
  }
  if (state.round != concrete || state.first.size() != header.phis.size())
    return;
  const unsigned roundPlace = blockPlace(program_.loops[loopIndex].header);
  SymbolId round = symbols_.fresh(roundPlace, SymbolKind::LoopRound, 1);
  symbols_[round].minimum = 0;
  symbols_[round].nominal = 1;
  for (size_t i = 0; i < header.phis.size(); ++i) {
    const LaneVector& before = registers_[header.phis[i].result];
    const unsigned phiPlace = header.phis[i].result * LaneArithmetic::kPlacesPerOperation;
    if (before.isDivergentUnknown() || incoming[i].isDivergentUnknown() ||
        state.first[i].isDivergentUnknown())
      continue;
    LaneVector step, earlierStep;
    arithmetic_.subtract(step, incoming[i], before, 64, phiPlace + 1);
    arithmetic_.subtract(earlierStep, before, state.first[i], 64, phiPlace + 2);
    if (step.sameValue(earlierStep)) {
      arithmetic_.generalise(values[i], before, incoming[i], round, phiPlace);
    } else if (incoming[i].isUniform()) {
      // A doubling or halving counter, a chased pointer: any value of the kind.
      values[i] = before;
      arithmetic_.join(values[i], incoming[i], phiPlace);
    }
  }
}

void Interpreter::transfer(uint32_t from, uint32_t to, ActiveMask mask, Join join, uint8_t joinFlags) {
  const Block& target = program_.blocks[to];
  const bool isHeader = target.loop != kNoLoop && program_.loops[target.loop].header == to;
  if (target.phis.empty() && !isHeader)
    return;
  const auto edge = static_cast<size_t>(
      std::find(target.predecessors.begin(), target.predecessors.end(), from) - target.predecessors.begin());
  auto write = [&](const Phi& phi, const LaneVector& value) {
    LaneVector& reg = registers_[phi.result];
    const unsigned where = phi.result * LaneArithmetic::kPlacesPerOperation;
    if (join != Join::None && written_[phi.result] != 0) {
      if (join == Join::Uniform)
        arithmetic_.join(reg, value, where);
      else if (!reg.sameValue(value))
        reg = LaneVector::divergent(reg.flags() | value.flags() | joinFlags);
    } else if (written_[phi.result] & ~mask & live_) {
      arithmetic_.blend(reg, value, mask, where);
    } else {
      reg = value;
    }
    written_[phi.result] |= mask;
  };
  if (!isHeader && !target.phisDepend) {
    for (const Phi& phi : target.phis)
      write(phi, registers_[phi.incoming[edge]]);
    return;
  }
  if (isHeader) {
    const Loop& loop = program_.loops[target.loop];
    const LoopState& state = loops_[target.loop];
    const bool fromInside = loop.contains[from];
    if (!fromInside || (!state.uncertain && !options_.sampledRounds)) {
      // The common case of a loop that runs concretely.
      LoopState& mutableState = loops_[target.loop];
      mutableState.round = fromInside ? mutableState.round + 1 : 0;
      mutableState.uncertain = fromInside && mutableState.uncertain;
      if (!target.phisDepend) {
        for (const Phi& phi : target.phis)
          write(phi, registers_[phi.incoming[edge]]);
        return;
      }
    }
    std::vector<LaneVector> incoming;
    for (const Phi& phi : target.phis)
      incoming.push_back(registers_[phi.incoming[edge]]);
    if (fromInside && (state.uncertain || options_.sampledRounds)) {
      std::vector<LaneVector> values;
      enterHeader(target.loop, incoming, values);
      incoming = std::move(values);
    }
    for (size_t i = 0; i < target.phis.size(); ++i)
      write(target.phis[i], incoming[i]);
    return;
  }
  std::vector<LaneVector> incoming;
  for (const Phi& phi : target.phis)
    incoming.push_back(registers_[phi.incoming[edge]]);
  for (size_t i = 0; i < target.phis.size(); ++i)
    write(target.phis[i], incoming[i]);
}

} // namespace cuda_lint
