#include "tuner/tool/cub_library.h"

#include "tuner/jit/dynamic_library.h"

#include <gtest/gtest.h>

using namespace cuda_tune;

namespace {

using Function = decltype(&cudaTuneCubReduce);

constexpr int kInvalidValue = 1;

/// nullptr where the library was not built.
Function builtFunction() {
  const std::filesystem::path file = std::filesystem::path(CUB_FOLDER) / CubLibrary::kFileName;
  const std::optional<DynamicLibrary> library = DynamicLibrary::open({file.string()});
  return library ? reinterpret_cast<Function>(library->symbol("cudaTuneCubReduce")) : nullptr;
}

int ask(Function reduce, const char* operation, const char* type) {
  std::size_t bytes = 0;
  return reduce(operation, type, nullptr, &bytes, nullptr, 1000, nullptr, nullptr);
}

} // namespace

TEST(CubLibrary, IsNotThereInAFolderWithoutIt) {
  EXPECT_FALSE(CubLibrary::open("/nonexistent").has_value());
}

TEST(CubLibrary, LoadsWhereItWasBuilt) {
  if (!std::filesystem::exists(std::filesystem::path(CUB_FOLDER) / CubLibrary::kFileName))
    GTEST_SKIP() << "CUB was not built: -DCUDA_LINT_TUNE_BENCHMARKS=ON, with nvcc";
  EXPECT_TRUE(CubLibrary::open(CUB_FOLDER).has_value());
}

TEST(CubLibrary, RefusesUnknownNamesBeforeItTouchesADevice) {
  const Function reduce = builtFunction();
  if (!reduce)
    GTEST_SKIP() << "CUB was not built: -DCUDA_LINT_TUNE_BENCHMARKS=ON, with nvcc";
  EXPECT_EQ(ask(reduce, "median", "f32"), kInvalidValue);
  for (const Operation operation : kOperations)
    EXPECT_EQ(ask(reduce, toString(operation).data(), "f8"), kInvalidValue);
}

TEST(CubLibrary, KnowsEveryOperationAndType) {
  const Function reduce = builtFunction();
  if (!reduce)
    GTEST_SKIP() << "CUB was not built: -DCUDA_LINT_TUNE_BENCHMARKS=ON, with nvcc";
  // Without a device the question fails, but for another reason than an unknown name.
  for (const Operation operation : kOperations)
    for (const ElementType type : kElementTypes)
      EXPECT_NE(ask(reduce, toString(operation).data(), toString(type).data()), kInvalidValue)
          << toString(operation) << ' ' << toString(type);
}
