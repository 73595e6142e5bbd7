#include "analyzer/warp/lane_vector.h"

#include <algorithm>

namespace cuda_lint {

LaneVector& LaneVector::operator=(const LaneVector& other) {
  if (this == &other)
    return *this;
  shape_ = other.shape_;
  flags_ = other.flags_;
  termCount_ = other.termCount_;
  base_ = other.base_;
  if (laneTerms_ || other.laneTerms_)
    laneTerms_ = other.laneTerms_;
  for (unsigned i = 0; i < termCount_; ++i)
    terms_[i] = other.terms_[i];
  if (shape_ == Shape::PerLane)
    lanes_ = other.lanes_;
  return *this;
}

LaneVector LaneVector::uniform(int64_t value) {
  LaneVector result;
  result.base_ = value;
  return result;
}

LaneVector LaneVector::symbol(SymbolId id, int64_t coefficient) {
  LaneVector result;
  result.terms_[0] = {id, coefficient};
  result.termCount_ = 1;
  return result;
}

LaneVector LaneVector::perLane(const Lanes& lanes) {
  LaneVector result;
  result.shape_ = Shape::PerLane;
  result.lanes_ = lanes;
  return result;
}

LaneVector LaneVector::divergent(uint8_t flags) {
  LaneVector result;
  result.shape_ = Shape::Divergent;
  result.flags_ = flags;
  return result;
}

bool LaneVector::isUniformIn(ActiveMask mask) const {
  if (isUniform())
    return true;
  if (mask == 0 || (mask & (mask - 1)) == 0)
    return true;
  if (shape_ == Shape::Divergent)
    return false;
  unsigned first = firstLane(mask);
  for (unsigned lane = first + 1; lane < kWarpSize; ++lane) {
    if (!isActive(mask, lane))
      continue;
    if (offset(lane) != offset(first))
      return false;
    if (laneTerms_)
      for (const LaneTerm& term : *laneTerms_)
        if (term.coefficients[lane] != term.coefficients[first])
          return false;
  }
  return true;
}

int64_t LaneVector::coefficient(SymbolId symbol, unsigned lane) const {
  int64_t sum = 0;
  for (const Term& term : *this)
    if (term.symbol == symbol)
      sum += term.coefficient;
  if (laneTerms_)
    for (const LaneTerm& term : *laneTerms_)
      if (term.symbol == symbol)
        sum += term.coefficients[lane];
  return sum;
}

namespace {
uint64_t lowestBit(uint64_t value) {
  return value & (~value + 1);
}

uint64_t alignmentOf(int64_t coefficient, uint64_t symbolAlignment) {
  unsigned shift =
      std::countr_zero(lowestBit(static_cast<uint64_t>(coefficient))) + std::countr_zero(symbolAlignment);
  return uint64_t{1} << std::min(shift, 63u);
}
} // namespace

uint64_t LaneVector::symbolAlignment(const SymbolTable& symbols) const {
  uint64_t alignment = uint64_t{1} << 63;
  for (const Term& term : *this)
    if (term.coefficient != 0)
      alignment = std::min(alignment, alignmentOf(term.coefficient, symbols[term.symbol].alignment));
  if (laneTerms_)
    for (const LaneTerm& term : *laneTerms_)
      for (int64_t coefficient : term.coefficients)
        if (coefficient != 0)
          alignment = std::min(alignment, alignmentOf(coefficient, symbols[term.symbol].alignment));
  return alignment;
}

int64_t LaneVector::nominal(unsigned lane, const SymbolTable& symbols) const {
  uint64_t value = static_cast<uint64_t>(offset(lane));
  for (const Term& term : *this)
    value += static_cast<uint64_t>(term.coefficient) * static_cast<uint64_t>(symbols[term.symbol].nominal);
  if (laneTerms_)
    for (const LaneTerm& term : *laneTerms_)
      value += static_cast<uint64_t>(term.coefficients[lane]) *
               static_cast<uint64_t>(symbols[term.symbol].nominal);
  return static_cast<int64_t>(value);
}

bool LaneVector::sameValue(const LaneVector& other) const {
  if (shape_ != other.shape_ || shape_ == Shape::Divergent || termCount_ != other.termCount_)
    return false;
  if (!std::equal(begin(), end(), other.begin()))
    return false;
  if ((laneTerms_ != nullptr) != (other.laneTerms_ != nullptr))
    return false;
  if (laneTerms_ && laneTerms_ != other.laneTerms_ && *laneTerms_ != *other.laneTerms_)
    return false;
  return shape_ == Shape::Uniform ? base_ == other.base_ : lanes_ == other.lanes_;
}

LaneVector LaneVector::withSymbols(llvm::function_ref<std::optional<int64_t>(SymbolId)> valueOf) const {
  LaneVector result = *this;
  int64_t uniform = 0;
  result.termCount_ = 0;
  for (const Term& term : *this) {
    if (std::optional<int64_t> value = valueOf(term.symbol))
      uniform += term.coefficient * *value;
    else
      result.terms_[result.termCount_++] = term;
  }
  if (laneTerms_) {
    if (shape_ == Shape::Uniform) {
      result.shape_ = Shape::PerLane;
      result.lanes_.fill(base_);
      result.base_ = 0;
    }
    std::vector<LaneTerm> left;
    for (const LaneTerm& term : *laneTerms_) {
      std::optional<int64_t> value = valueOf(term.symbol);
      if (!value) {
        left.push_back(term);
        continue;
      }
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        result.lanes_[lane] += term.coefficients[lane] * *value;
    }
    result.laneTerms_.reset();
    if (!left.empty())
      result.laneTerms_ = std::make_shared<const std::vector<LaneTerm>>(std::move(left));
  }
  if (result.shape_ == Shape::PerLane)
    for (int64_t& lane : result.lanes_)
      lane += uniform;
  else
    result.base_ += uniform;
  return result;
}

std::string LaneVector::toString(const SymbolTable& symbols) const {
  auto nameOf = [&](SymbolId id) {
    const std::string& name = symbols[id].name;
    return name.empty() ? "$" + std::to_string(id) : name;
  };
  if (shape_ == Shape::Divergent)
    return has(Data) ? "divergent(data)" : "divergent";
  std::string text;
  for (const Term& term : *this) {
    text += text.empty() ? "" : "+";
    if (term.coefficient != 1)
      text += std::to_string(term.coefficient) + "*";
    text += nameOf(term.symbol);
  }
  if (laneTerms_)
    for (const LaneTerm& term : *laneTerms_) {
      text += text.empty() ? "" : "+";
      text += "[" + std::to_string(term.coefficients[0]) + "," + std::to_string(term.coefficients[1]) +
              ",..," + std::to_string(term.coefficients[kWarpSize - 1]) + "]*" + nameOf(term.symbol);
    }
  if (shape_ == Shape::PerLane) {
    text += text.empty() ? "" : "+";
    text += "[" + std::to_string(lanes_[0]) + "," + std::to_string(lanes_[1]) + ",..," +
            std::to_string(lanes_[kWarpSize - 1]) + "]";
  } else if (base_ != 0 || text.empty()) {
    text += text.empty() ? "" : "+";
    text += std::to_string(base_);
  }
  return text;
}

} // namespace cuda_lint
