#include "analyzer/warp/assembly.h"

#include "analyzer/warp/intrinsic.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

namespace cuda_lint {

using llvm::StringRef;
using llvm::StringSwitch;

namespace {

/// `f32` -> 4; 0 for what is not a type.
unsigned typeBytes(StringRef name) {
  if (name.size() < 2 || !StringRef("usfb").contains(name[0]))
    return 0;
  unsigned bits = 0;
  if (name == "bf16")
    return 2;
  if (name == "f16x2" || name == "bf16x2")
    return 4;
  if (name.drop_front().getAsInteger(10, bits) || bits % 8 != 0)
    return 0;
  return bits / 8;
}

/// The operand inside the first brackets of `text`, which is cut behind them: `[$2]`, `[$2+16]`.
std::optional<unsigned> takeAddress(StringRef& text) {
  const size_t open = text.find('[');
  if (open == StringRef::npos)
    return std::nullopt;
  StringRef inside = text.drop_front(open + 1);
  const size_t close = inside.find(']');
  if (close == StringRef::npos)
    return std::nullopt;
  text = inside.drop_front(close + 1);
  inside = inside.take_front(close).trim();
  unsigned operand = 0;
  if (!inside.consume_front("$") || inside.consumeInteger(10, operand))
    return std::nullopt;
  return operand;
}

/// `ld.global.nc.v4.f32 {…}, [$4]`
bool readAccess(StringRef statement, llvm::ArrayRef<StringRef> parts, AccessKind kind,
                AssemblyMeaning& meaning) {
  unsigned vector = 1;
  unsigned bytes = 0;
  for (StringRef part : parts) {
    vector = part == "v2" ? 2 : part == "v4" ? 4 : part == "v8" ? 8 : vector;
    if (unsigned size = typeBytes(part))
      bytes = size;
  }
  std::optional<unsigned> address = takeAddress(statement);
  if (!address || bytes == 0)
    return false;
  meaning.accesses.push_back({kind, bytes * vector, *address});
  return true;
}

/// `cp.async.cg.shared.global [$0], [$1], 16`
bool readAsyncCopy(StringRef statement, AssemblyMeaning& meaning) {
  std::optional<unsigned> target = takeAddress(statement);
  std::optional<unsigned> source = takeAddress(statement);
  unsigned bytes = 0;
  statement = statement.ltrim(" ,\t");
  std::optional<unsigned> sizeOperand;
  if (statement.consume_front("$")) {
    unsigned operand = 0;
    if (statement.consumeInteger(10, operand))
      return false;
    sizeOperand = operand;
  } else if (statement.consumeInteger(10, bytes)) {
    return false;
  }
  if (!target || !source)
    return false;
  meaning.accesses.push_back({AccessKind::Load, bytes, *source, sizeOperand});
  meaning.accesses.push_back({AccessKind::Store, bytes, *target, sizeOperand});
  return true;
}

bool readStatement(StringRef statement, AssemblyMeaning& meaning) {
  const StringRef mnemonic = statement.take_until([](char c) { return c == ' ' || c == '\t'; });
  llvm::SmallVector<StringRef, 8> parts;
  mnemonic.split(parts, '.');
  const StringRef operation = parts[0];
  if (operation == "ld" || operation == "ldu")
    return readAccess(statement, parts, AccessKind::Load, meaning);
  if (operation == "st")
    return readAccess(statement, parts, AccessKind::Store, meaning);
  if (operation == "atom" || operation == "red")
    return readAccess(statement, parts, AccessKind::Atomic, meaning);
  if (operation == "cp") {
    const bool isCopy = llvm::is_contained(parts, "shared") && llvm::is_contained(parts, "global");
    const bool onlyWaits = llvm::is_contained(parts, "commit_group") ||
                           llvm::is_contained(parts, "wait_group") || llvm::is_contained(parts, "wait_all");
    return onlyWaits || (isCopy && !llvm::is_contained(parts, "bulk") && readAsyncCopy(statement, meaning));
  }
  if (operation == "cvta") {
    meaning.isAddressCast = true;
    return true;
  }
  if (operation == "shf" && parts.size() > 1) {
    meaning.funnel = parts[1] == "l" ? BitFunction::FunnelLeft : BitFunction::FunnelRight;
    return true;
  }
  if (operation == "mov") {
    const size_t percent = statement.find('%');
    if (percent != StringRef::npos) {
      meaning.reg = specialRegister(statement.drop_front(percent + 1).trim());
      // Clocks, SM numbers: the same in every lane.
      meaning.isUniform = !meaning.reg;
    }
    return true;
  }
  return StringSwitch<bool>(operation)
      .Cases({"stmatrix", "ldmatrix", "wmma", "wgmma"}, false)
      .Cases({"tensormap", "multimem", "mbarrier"}, false)
      .Cases({"call", "bra", "brx"}, false)
      .Default(true);
}

} // namespace

AssemblyMeaning meaningOfAssembly(StringRef text) {
  AssemblyMeaning meaning;
  llvm::SmallVector<StringRef, 8> pieces;
  text.split(pieces, ';');
  unsigned statements = 0;
  for (StringRef piece : pieces) {
    StringRef statement = piece.trim(" \t\n");
    // `{ .reg .u64 t; … }` makes a scope; braces inside a statement list registers.
    if (statement.starts_with("{"))
      statement = statement.drop_front().ltrim();
    if (statement.empty() || statement.starts_with("}") || statement.starts_with(".reg"))
      continue;
    // A predicated statement may or may not run.
    if (statement.starts_with("@")) {
      statement = statement.drop_while([](char c) { return c != ' ' && c != '\t'; }).ltrim();
      meaning.isKnown = meaning.isKnown && meaning.accesses.empty();
    }
    meaning.isKnown = readStatement(statement, meaning) && meaning.isKnown;
    ++statements;
  }
  if (statements > 1) {
    meaning.reg.reset();
    meaning.funnel.reset();
    // Addresses made up on the way would be needed.
    meaning.isKnown = meaning.isKnown && (meaning.accesses.empty() || !meaning.isAddressCast);
  }
  return meaning;
}

} // namespace cuda_lint
