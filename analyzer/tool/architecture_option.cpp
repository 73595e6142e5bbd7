#include "analyzer/tool/architecture_option.h"

#include "analyzer/frontend/architecture.h"

#include "clang/Basic/Version.h"
#include "llvm/ADT/Twine.h"

namespace cuda_lint {

namespace {
/// Older ones lack what the toolkit's headers need.
constexpr unsigned oldestGeneration = 50;
} // namespace

std::optional<std::string> supportedArchitecture(llvm::StringRef text) {
  std::optional<std::string> architecture = parseArchitecture(text);
  // nvcc's family-specific targets, as sm_100f, which this Clang has not: the same hardware, some
  // instructions less.
  if (!architecture && text.consume_back("f"))
    architecture = parseArchitecture(text);
  unsigned generation = 0;
  if (!architecture || llvm::StringRef(*architecture).drop_front(3).consumeInteger(10, generation) ||
      generation < oldestGeneration)
    return std::nullopt;
  return architecture;
}

std::string wrongArchitecture(llvm::StringRef text) {
  return ("--arch: '" + llvm::Twine(text) +
          "' is no architecture that Clang " CLANG_VERSION_STRING
          " knows; it is written as in sm_90, and sm_50 is the oldest")
      .str();
}

} // namespace cuda_lint
