#include "analyzer/warp/symbol.h"

namespace cuda_lint {

const char* toString(AddressSpace space) {
  switch (space) {
  case AddressSpace::Global:
    return "global";
  case AddressSpace::Shared:
    return "shared";
  case AddressSpace::Local:
    return "local";
  case AddressSpace::Constant:
    return "constant";
  case AddressSpace::Parameter:
    return "parameter";
  case AddressSpace::Unknown:
    return "unknown";
  }
  return "unknown";
}

SymbolId SymbolTable::fresh(unsigned place, SymbolKind kind, uint64_t alignment) {
  if (place >= rings_.size())
    rings_.resize(place + 1);
  Ring& ring = rings_[place];
  if (!ring.made) {
    ring.first = static_cast<SymbolId>(symbols_.size());
    symbols_.resize(symbols_.size() + kGenerations);
    ring.made = true;
  }
  SymbolId id = ring.first + ring.next;
  ring.next = (ring.next + 1) % kGenerations;
  Symbol& symbol = symbols_[id];
  symbol.kind = kind;
  symbol.alignment = alignment;
  symbol.space = AddressSpace::Unknown;
  symbol.minimum = std::numeric_limits<int64_t>::min();
  return id;
}

} // namespace cuda_lint
