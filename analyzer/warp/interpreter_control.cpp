#include "analyzer/warp/interpreter.h"

#include <algorithm>

namespace cuda_lint {

namespace {

/// Paths explored beside the likely ones, one inside the other.
constexpr size_t kMaxPaths = 96;

ActiveMask maskOf(const LaneVector& condition) {
  if (condition.shape() == LaneVector::Shape::Uniform)
    return (condition.base() & 1) ? kFullMask : 0;
  ActiveMask mask = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    mask |= static_cast<ActiveMask>(condition.lanes()[lane] & 1) << lane;
  return mask;
}

} // namespace

void Interpreter::goTo(Path& path, uint32_t from, uint32_t to) {
  transfer(from, to, path.mask, to == path.reconvergence ? path.join : Join::None, path.joinFlags);
  path.block = to;
}

void Interpreter::retire(Path& path, ActiveMask lanes) {
  path.mask &= ~lanes;
  if (!path.aside && !path.tentative)
    live_ &= ~lanes;
}

bool Interpreter::leaveLoop(uint32_t blockIndex, const std::vector<uint32_t>& successors, uint32_t& exit,
                            uint32_t& stay) const {
  const uint32_t loop = program_.blocks[blockIndex].loop;
  if (loop == kNoLoop || successors.size() != 2)
    return false;
  const std::vector<bool>& contains = program_.loops[loop].contains;
  if (contains[successors[0]] == contains[successors[1]])
    return false;
  exit = contains[successors[0]] ? successors[1] : successors[0];
  stay = contains[successors[0]] ? successors[0] : successors[1];
  return true;
}

bool Interpreter::allExitsLeadTo(const Loop& loop, uint32_t exit) const {
  for (size_t i = 0; i < program_.blocks.size(); ++i)
    if (loop.contains[i])
      for (uint32_t successor : program_.blocks[i].successors)
        if (!loop.contains[successor] && successor != exit)
          return false;
  return true;
}

void Interpreter::followLoopExit(uint32_t blockIndex, uint32_t exit, uint32_t stay, ActiveMask asideMask) {
  const Block& block = program_.blocks[blockIndex];
  const Loop& loop = program_.loops[block.loop];
  LoopState& state = loops_[block.loop];
  const bool isPrimary = loop.primaryExit == blockIndex;
  const uint32_t concrete = kConcreteRounds;
  Path& path = paths_.back();
  if (!state.uncertain)
    state.assumedBefore = path.assumed;
  state.uncertain = true;
  path.assumed = true;
  if (isPrimary && state.round >= (loop.header == blockIndex ? concrete + 1 : concrete)) {
    if (program_.blocks[exit].onlyReturns) {
      retire(path, path.mask);
      return;
    }
    // However often the loop runs, what follows runs once.
    if (allExitsLeadTo(loop, exit))
      path.assumed = state.assumedBefore;
    goTo(path, blockIndex, exit);
    return;
  }
  const bool worthALook = !isPrimary && state.round == 0 && exit != block.reconvergence &&
                          !program_.blocks[exit].onlyReturns && paths_.size() < kMaxPaths && !path.aside;
  Path look = path;
  goTo(path, blockIndex, stay);
  if (!worthALook)
    return;
  look.block = exit;
  look.from = blockIndex;
  look.reconvergence = block.reconvergence;
  look.mask = asideMask;
  look.aside = true;
  look.possible = true;
  look.cause = nullptr;
  look.waiting = 0;
  look.gone = 0;
  look.dataDependent = false;
  look.parent = paths_.size() - 1;
  look.join = Join::None;
  paths_.push_back(look);
}

void Interpreter::goOnWithout(const Operation& operation, uint32_t blockIndex, uint32_t successor,
                              ActiveMask mask, ActiveMask gone) {
  // Lanes that never held a thread are not missed.
  if (paths_.back().cause != operation.instruction) {
    Path path = paths_.back();
    paths_.back().block = path.reconvergence;
    path.cause = operation.instruction;
    path.waiting = 0;
    path.gone = 0;
    path.dataDependent = false;
    path.parent = paths_.size() - 1;
    paths_.push_back(path);
  }
  Path& path = paths_.back();
  path.gone |= gone;
  path.mask = mask;
  goTo(path, blockIndex, successor);
}

void Interpreter::splitKnown(const Operation& operation, uint32_t blockIndex,
                             const std::vector<Side>& sides) {
  const Block& block = program_.blocks[blockIndex];
  const ActiveMask before = paths_.back().mask;
  std::vector<Side> running;
  for (const Side& side : sides) {
    if (program_.blocks[side.successor].onlyReturns)
      retire(paths_.back(), side.mask);
    else
      running.push_back(side);
  }
  if (running.empty())
    return;
  if (running.size() == 1) {
    goOnWithout(operation, blockIndex, running[0].successor, running[0].mask, before & ~running[0].mask);
    return;
  }
  const Path parent = paths_.back();
  const uint32_t reconvergence = block.reconvergence;
  // The lanes that leave a loop wait at the entry below: no entry a round.
  const bool reuses = parent.reconvergence == reconvergence && reconvergence != kNoBlock &&
                      (parent.cause == nullptr || parent.cause == operation.instruction) &&
                      !parent.dataDependent;
  if (reuses)
    paths_.pop_back();
  else
    paths_.back().block = reconvergence;
  const size_t parentIndex = reuses ? parent.parent : paths_.size() - 1;
  for (const Side& side : running) {
    const bool joins = side.successor == parent.reconvergence && parent.reconvergence == reconvergence;
    transfer(blockIndex, side.successor, side.mask, joins ? parent.join : Join::None, parent.joinFlags);
    if (side.successor == reconvergence)
      continue;
    Path path = parent;
    path.block = side.successor;
    path.reconvergence = reconvergence;
    path.mask = side.mask;
    path.cause = operation.instruction;
    path.waiting = parent.mask & ~side.mask;
    path.gone = 0;
    path.dataDependent = false;
    path.parent = parentIndex;
    if (reuses) {
      path.waiting |= parent.waiting;
      path.gone = parent.gone;
    }
    if (parent.reconvergence != reconvergence)
      path.join = Join::None;
    paths_.push_back(path);
  }
}

void Interpreter::exploreAll(const Operation& operation, uint32_t blockIndex, uint32_t likely, bool assumed,
                             bool oneLane, bool dataDependent, uint8_t flags) {
  const Block& block = program_.blocks[blockIndex];
  const Path parent = paths_.back();
  std::vector<uint32_t> successors = block.successors;
  // A side that returns at once has nothing to look at, and must not end lanes that may go on.
  std::erase_if(successors, [&](uint32_t s) { return program_.blocks[s].onlyReturns; });
  if (successors.empty()) {
    retire(paths_.back(), parent.mask);
    return;
  }
  const bool tooDeep = paths_.size() >= kMaxPaths;
  const bool likelyReturns = std::find(successors.begin(), successors.end(), likely) == successors.end();
  if (likelyReturns)
    likely = successors[0];
  if (successors.size() == 1 || tooDeep) {
    Path& path = paths_.back();
    path.assumed = true;
    // Who is left on the side that goes on: which lanes, data decides; or the one that meets the condition.
    path.lanesUnknown = path.lanesUnknown || dataDependent;
    path.possible = path.possible || dataDependent || likelyReturns;
    if (likelyReturns && oneLane)
      retire(path, path.mask & (path.mask - 1));
    goTo(path, blockIndex, likely);
    return;
  }
  const uint32_t reconvergence = block.reconvergence;
  paths_.back().block = reconvergence;
  const size_t parentIndex = paths_.size() - 1;
  // The likely side lies lowest, so that it runs last and its values hold afterwards.
  std::stable_sort(successors.begin(), successors.end(),
                   [&](uint32_t a, uint32_t b) { return (a == likely) > (b == likely); });
  bool isLast = true;
  for (uint32_t successor : successors) {
    Path path = parent;
    path.block = successor;
    path.from = blockIndex;
    path.reconvergence = reconvergence;
    path.cause = dataDependent ? operation.instruction : nullptr;
    path.waiting = 0;
    path.gone = 0;
    path.dataDependent = dataDependent;
    path.lanesUnknown = path.lanesUnknown || dataDependent;
    path.parent = parentIndex;
    path.join = Join::None;
    path.assumed = true;
    if (assumed) {
      if (!isLast) {
        path.aside = true;
        path.possible = true;
        if (oneLane)
          path.mask = path.mask & (~path.mask + 1);
      }
    } else {
      path.possible = true;
      path.tentative = path.tentative || reconvergence != kNoBlock || !isLast;
      path.aside = path.aside || (!isLast && !dataDependent);
      if (isLast) {
        path.join = dataDependent ? Join::Divergent : Join::Uniform;
        path.joinFlags = flags;
      }
    }
    isLast = false;
    paths_.push_back(path);
  }
}

void Interpreter::terminate(const Operation& operation, uint32_t blockIndex) {
  const Block& block = program_.blocks[blockIndex];
  Path& path = paths_.back();
  const ActiveMask mask = path.mask;
  switch (operation.opcode) {
  case Opcode::Branch: {
    if (program_.blocks[block.successors[0]].onlyReturns) {
      retire(path, mask);
      return;
    }
    goTo(path, blockIndex, block.successors[0]);
    return;
  }
  case Opcode::ConditionalBranch:
  case Opcode::Switch:
    break;
  default:
    retire(path, mask);
    return;
  }
  settle(operation.operands[0], mask);
  const LaneVector& condition = registers_[operation.operands[0]];
  uint32_t exit = kNoBlock;
  uint32_t stay = kNoBlock;
  const bool isExit = leaveLoop(blockIndex, block.successors, exit, stay);
  BranchExecution event{};
  event.instruction = operation.instruction;
  event.active = mask;
  event.leavesLoop = isExit;
  event.possible = path.possible;
  event.lanesUnknown = path.lanesUnknown;
  event.isReachAssumed = path.assumed;
  event.aside = path.aside;
  event.repeats = repeats_;
  const bool isSwitch = operation.opcode == Opcode::Switch;
  const bool known = condition.isKnown();
  const bool dataDependent = condition.isDivergentUnknown() && !condition.isUniformIn(mask);
  const bool assumed = condition.has(LaneVector::Assumed);
  event.isAssumed = assumed;
  event.isDataDependent = dataDependent;
  if (known) {
    std::vector<Side> sides;
    if (!isSwitch) {
      ActiveMask taken = maskOf(condition) & mask;
      event.taken = taken;
      if (taken)
        sides.push_back({block.successors[0], taken});
      if (taken != mask)
        sides.push_back({block.successors[1], mask & ~taken});
    } else {
      const SwitchTable& table = program_.switches[operation.extra];
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        if (!isActive(mask, lane))
          continue;
        size_t entry =
            static_cast<size_t>(std::find(table.values.begin(), table.values.end(), condition.offset(lane)) -
                                table.values.begin());
        uint32_t successor = block.successors[table.successors[entry]];
        auto side = std::find_if(sides.begin(), sides.end(),
                                 [&](const Side& other) { return other.successor == successor; });
        if (side == sides.end())
          side = sides.insert(sides.end(), Side{successor, 0});
        side->mask |= ActiveMask{1} << lane;
      }
      event.taken = sides[0].mask;
    }
    // Nobody's instructions are issued all the same.
    if (!path.aside && sides.size() == 1)
      for (uint32_t successor : block.successors)
        if (successor != sides[0].successor && program_.blocks[successor].isPredicated)
          sink_.issued(program_.blocks[successor].operationCount, mask);
    event.isKnown = true;
    event.sides = static_cast<unsigned>(sides.size());
    sink_.branch(event);
    if (isExit && sides.size() == 1 && assumed) {
      const bool oneLane = condition.has(LaneVector::OneLane);
      followLoopExit(blockIndex, exit, stay, oneLane ? mask & (~mask + 1) : mask);
      return;
    }
    if (isExit && options_.sampledRounds) {
      // Rounds enough were seen: go on behind the loop.
      const Loop& loop = program_.loops[block.loop];
      const bool stays = sides.size() > 1 || sides[0].successor == stay;
      if (stays && loop.primaryExit == blockIndex && loops_[block.loop].round > options_.sampledRounds) {
        if (program_.blocks[exit].onlyReturns)
          retire(path, mask);
        else
          goTo(path, blockIndex, exit);
        return;
      }
    }
    if (sides.size() == 1 && !assumed) {
      if (program_.blocks[sides[0].successor].onlyReturns)
        retire(path, mask);
      else
        goTo(path, blockIndex, sides[0].successor);
      return;
    }
    if (sides.size() == 1) {
      exploreAll(operation, blockIndex, sides[0].successor, true, condition.has(LaneVector::OneLane), false,
                 condition.flags());
      return;
    }
    splitKnown(operation, blockIndex, sides);
    return;
  }
  sink_.branch(event);
  if (isExit) {
    // How long the loop runs differs from lane to lane, and is not known.
    if (dataDependent && paths_.back().cause != operation.instruction && paths_.size() < kMaxPaths) {
      Path rounds = paths_.back();
      paths_.back().block = block.reconvergence;
      rounds.cause = operation.instruction;
      rounds.waiting = 0;
      rounds.gone = 0;
      rounds.dataDependent = true;
      rounds.lanesUnknown = true;
      rounds.parent = paths_.size() - 1;
      // The path below takes over where lanes meet.
      if (rounds.reconvergence != block.reconvergence)
        rounds.join = Join::None;
      rounds.reconvergence = block.reconvergence;
      paths_.push_back(rounds);
    }
    followLoopExit(blockIndex, exit, stay, mask);
    return;
  }
  uint32_t likely = block.successors[0];
  if (!isSwitch && !dataDependent && !(condition.nominal(firstLane(mask), symbols_) & 1))
    likely = block.successors[1];
  exploreAll(operation, blockIndex, likely, false, false, dataDependent, condition.flags());
}

} // namespace cuda_lint
