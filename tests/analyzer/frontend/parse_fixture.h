#pragma once

#include "analyzer/frontend/cuda_toolkit.h"
#include "analyzer/frontend/translation_unit.h"

#include "temporary_tree.h"

#include <gtest/gtest.h>

namespace cuda_lint {

/// Parses sources written in the test, with this machine's toolkit.
class ParseTest : public ::testing::Test {
protected:
  void SetUp() override {
    auto toolkit = findCudaToolkit(ToolkitPlaces::ofThisProcess({}));
    ASSERT_TRUE(bool(toolkit)) << llvm::toString(toolkit.takeError());
    cudaPath = toolkit->root;
  }

  /// The error; empty on success.
  std::string parseFile(const std::string& file, llvm::function_ref<void(TranslationUnit&)> use,
                        const std::vector<std::string>& arguments = {}) {
    llvm::Error error = withTranslationUnit({file, tree.path(), arguments}, cudaPath, "sm_90", use);
    return error ? llvm::toString(std::move(error)) : "";
  }

  std::string parse(const std::string& source, llvm::function_ref<void(TranslationUnit&)> use,
                    const std::vector<std::string>& arguments = {}) {
    return parseFile(tree.write("a.cu", source), use, arguments);
  }

  std::string errorOf(const std::string& source, const std::vector<std::string>& arguments = {}) {
    return parse(source, [](TranslationUnit&) {}, arguments);
  }

  TemporaryTree tree;
  std::string cudaPath;
};

} // namespace cuda_lint
