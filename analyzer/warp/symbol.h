#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace cuda_lint {

/// Where data lives, as the machine sees it.
enum class AddressSpace : uint8_t { Global, Shared, Local, Constant, Parameter, Unknown };

const char* toString(AddressSpace space);

/// What an unknown stands for: it decides which value is plausible for it.
enum class SymbolKind : uint8_t {
  /// A scalar kernel argument, or a field of one: a size, most often.
  Argument,
  BlockIndex,
  GridDimension,
  /// The number of rounds that a generalised loop has made.
  LoopRound,
  /// A value read from memory, the same in every lane.
  Loaded,
  /// A uniform value whose computation was not followed.
  Opaque,
  /// The first byte of an allocation or of the shared-memory window.
  PointerBase,
};

/// Index into a SymbolTable.
using SymbolId = uint32_t;

/// A value that is the same in every lane of a warp and not known.
struct Symbol {
  SymbolKind kind = SymbolKind::Opaque;
  /// Meaningful for PointerBase.
  AddressSpace space = AddressSpace::Unknown;
  /// The largest power of two that is known to divide the value.
  uint64_t alignment = 1;
  int64_t minimum = std::numeric_limits<int64_t>::min();
  /// A value to decide conditions by that hang on the symbol: conclusions drawn from it are assumptions.
  int64_t nominal = 1024;
  /// An entry of an array in a parameter, as a tensor's sizes and strides are: 1 is as plausible as any
  /// value.
  bool isTableEntry = false;
  /// For the dump: "n", "blockIdx.x".
  std::string name;
};

/// All unknowns of one kernel run. Bounded by the size of the program: a place in the program that makes a
/// fresh symbol at every execution re-uses a ring of `kGenerations` of them.
class SymbolTable {
public:
  static constexpr unsigned kGenerations = 8;

  SymbolId add(Symbol symbol) {
    symbols_.push_back(std::move(symbol));
    return static_cast<SymbolId>(symbols_.size() - 1);
  }

  /// The next symbol of the ring that belongs to `place` (any small number that names a place in the
  /// program).
  SymbolId fresh(unsigned place, SymbolKind kind, uint64_t alignment);

  Symbol& operator[](SymbolId id) { return symbols_[id]; }
  const Symbol& operator[](SymbolId id) const { return symbols_[id]; }
  size_t size() const { return symbols_.size(); }

private:
  struct Ring {
    SymbolId first = 0;
    uint8_t next = 0;
    bool made = false;
  };
  std::vector<Symbol> symbols_;
  std::vector<Ring> rings_;
};

} // namespace cuda_lint
