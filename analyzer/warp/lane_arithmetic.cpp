#include "analyzer/warp/known_lanes.h"

#include <algorithm>

namespace cuda_lint {

namespace {

/// Nominal values stay small enough for products of products.
int64_t clampNominal(int64_t value) {
  constexpr int64_t limit = int64_t{1} << 30;
  return std::clamp(value, -limit, limit);
}

} // namespace

void LaneArithmetic::canonicalise(LaneVector& out, unsigned bits) {
  if (bits >= 64)
    return;
  if (out.shape_ == LaneVector::Shape::Uniform) {
    out.base_ = canonicalInteger(out.base_, bits);
    return;
  }
  if (bits == 32) {
    for (int64_t& lane : out.lanes_)
      lane = static_cast<int32_t>(lane);
  } else {
    for (int64_t& lane : out.lanes_)
      lane = canonicalInteger(lane, bits);
  }
}

LaneVector LaneArithmetic::freshUniform(unsigned place, uint64_t alignment, int64_t nominal, uint8_t flags,
                                        SymbolKind kind) {
  SymbolId id = symbols_.fresh(place, kind, alignment);
  symbols_[id].nominal = clampNominal(nominal);
  LaneVector result = LaneVector::symbol(id);
  result.flags_ = flags;
  return result;
}

void LaneArithmetic::opaque(LaneVector& out, bool isUniform, uint8_t flags, unsigned place) {
  out = isUniform ? freshUniform(place, 1, 1024, flags) : LaneVector::divergent(flags);
}

/// Sorts, merges and drops zero coefficients; more terms than a vector holds become one fresh symbol.
void LaneArithmetic::setTerms(LaneVector& out, std::vector<Term>& terms, unsigned place) {
  std::sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.symbol < b.symbol; });
  size_t count = 0;
  for (size_t i = 0; i < terms.size();) {
    Term merged = terms[i++];
    while (i < terms.size() && terms[i].symbol == merged.symbol)
      merged.coefficient = wrapAdd(merged.coefficient, terms[i++].coefficient);
    if (merged.coefficient != 0)
      terms[count++] = merged;
  }
  terms.resize(count);
  if (count > LaneVector::kMaxTerms) {
    LaneVector collapsed;
    std::vector<Term> kept;
    int64_t nominal = 0;
    uint64_t alignment = uint64_t{1} << 63;
    for (const Term& term : terms) {
      const Symbol& symbol = symbols_[term.symbol];
      if (symbol.kind == SymbolKind::PointerBase) {
        kept.push_back(term);
        continue;
      }
      collapsed.terms_[0] = term;
      collapsed.termCount_ = 1;
      alignment = std::min(alignment, collapsed.symbolAlignment(symbols_));
      nominal = wrapAdd(nominal, wrapMul(term.coefficient, symbol.nominal));
    }
    kept.resize(std::min<size_t>(kept.size(), LaneVector::kMaxTerms - 1));
    SymbolId id = symbols_.fresh(place, SymbolKind::Opaque, alignment);
    symbols_[id].nominal = clampNominal(nominal);
    kept.push_back({id, 1});
    std::sort(kept.begin(), kept.end(), [](const Term& a, const Term& b) { return a.symbol < b.symbol; });
    terms = std::move(kept);
  }
  out.termCount_ = static_cast<uint8_t>(terms.size());
  std::copy(terms.begin(), terms.end(), out.terms_.begin());
}

void LaneArithmetic::setLaneTerms(LaneVector& out, std::vector<LaneTerm> terms) {
  std::erase_if(terms, [](const LaneTerm& term) {
    return std::all_of(term.coefficients.begin(), term.coefficients.end(), [](int64_t c) { return c == 0; });
  });
  if (terms.empty()) {
    out.laneTerms_.reset();
    return;
  }
  std::sort(terms.begin(), terms.end(),
            [](const LaneTerm& a, const LaneTerm& b) { return a.symbol < b.symbol; });
  out.laneTerms_ = std::make_shared<const std::vector<LaneTerm>>(std::move(terms));
}

} // namespace cuda_lint
