#include "analyzer/predict/prediction.h"

#include <algorithm>

namespace cuda_lint {

namespace {

uint64_t product(uint64_t a, uint64_t b) {
  if (b == 0)
    return 0;
  return a == Count::kUnbounded || a > Count::kUnbounded / b ? Count::kUnbounded : a * b;
}

uint64_t sum(uint64_t a, uint64_t b) {
  return a > Count::kUnbounded - b ? Count::kUnbounded : a + b;
}

} // namespace

void Count::add(const Count& other, uint64_t times) {
  value += other.value * times;
  least += other.least * times;
  most = sum(most, product(other.most, times));
}

const char* toString(SiteKind kind) {
  switch (kind) {
  case SiteKind::SharedLoad:
    return "shared-load";
  case SiteKind::SharedStore:
    return "shared-store";
  case SiteKind::SharedAtomic:
    return "shared-atomic";
  case SiteKind::GlobalLoad:
    return "global-load";
  case SiteKind::GlobalStore:
    return "global-store";
  case SiteKind::GlobalAtomic:
    return "global-atomic";
  case SiteKind::GenericAccess:
    return "generic-access";
  case SiteKind::Branch:
    return "branch";
  }
  return "branch";
}

bool isShared(SiteKind kind) {
  return kind == SiteKind::SharedLoad || kind == SiteKind::SharedStore || kind == SiteKind::SharedAtomic;
}

bool isGlobal(SiteKind kind) {
  return kind == SiteKind::GlobalLoad || kind == SiteKind::GlobalStore || kind == SiteKind::GlobalAtomic;
}

void SiteCounts::add(const SiteCounts& other, uint64_t times) {
  for (Count SiteCounts::* count : all)
    (this->*count).add(other.*count, times);
  degree = std::max(degree, other.degree);
}

bool SiteCounts::isExact() const {
  return std::all_of(all.begin(), all.end(),
                     [&](Count SiteCounts::* count) { return (this->*count).isExact(); });
}

double SiteCounts::lanesPerExecution() const {
  return executions.value == 0 ? 0 : static_cast<double>(lanes.value) / static_cast<double>(executions.value);
}

} // namespace cuda_lint
