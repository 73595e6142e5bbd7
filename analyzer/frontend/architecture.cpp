#include "analyzer/frontend/architecture.h"

#include "clang/Basic/OffloadArch.h"

namespace cuda_lint {
namespace {

unsigned numberOf(llvm::StringRef architecture) {
  unsigned number = 0;
  architecture.consume_front("sm_");
  architecture.consumeInteger(10, number);
  return number;
}

} // namespace

std::optional<std::string> parseArchitecture(llvm::StringRef text) {
  llvm::StringRef number = text;
  for (llvm::StringRef prefix : {"sm_", "compute_", "lto_"})
    if (number.consume_front(prefix))
      break;
  const std::string name = "sm_" + number.str();
  const clang::OffloadArch architecture = clang::StringToOffloadArch(name);
  if (!clang::IsNVIDIAOffloadArch(architecture))
    return std::nullopt;
  return name;
}

std::string newerArchitecture(const std::string& left, const std::string& right) {
  return numberOf(right) > numberOf(left) ? right : left;
}

} // namespace cuda_lint
