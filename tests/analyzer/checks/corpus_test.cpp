#include "expectation.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cuda_lint {
namespace {

constexpr unsigned kSecondsForOneFile = 120;

/// Every .cu file below the folder of this test, relative to it.
std::vector<std::string> corpusFiles() {
  std::vector<std::string> files;
  std::error_code error;
  const std::string root = TEST_SOURCE_DIR;
  for (llvm::sys::fs::recursive_directory_iterator it(root, error), end; it != end && !error;
       it.increment(error))
    if (llvm::sys::path::extension(it->path()) == ".cu")
      files.push_back(it->path().substr(root.size() + 1));
  std::sort(files.begin(), files.end());
  return files;
}

class Corpus : public testing::TestWithParam<std::string> {};

TEST_P(Corpus, FindingsAreThoseThatTheCommentsExpect) {
  const std::string file = std::string(TEST_SOURCE_DIR) + "/" + GetParam();
  llvm::Expected<Expectations> expectations = readExpectations(file);
  ASSERT_TRUE(static_cast<bool>(expectations)) << llvm::toString(expectations.takeError());

  llvm::SmallString<128> output, errors;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("corpus", "json", output));
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("corpus", "txt", errors));
  const llvm::scope_exit remove([&] {
    llvm::sys::fs::remove(output);
    llvm::sys::fs::remove(errors);
  });
  std::vector<llvm::StringRef> command{CUDA_LINT_BINARY, "--format", "json", "-j1",
                                       "--fail-on", "none", file};
  command.insert(command.end(), expectations->arguments.begin(), expectations->arguments.end());
  std::string why;
  const int status = llvm::sys::ExecuteAndWait(CUDA_LINT_BINARY, command, std::nullopt,
                                               {llvm::StringRef(""), output.str(), errors.str()},
                                               kSecondsForOneFile, 0, &why);
  const auto said = llvm::MemoryBuffer::getFile(errors);
  ASSERT_TRUE(said);
  EXPECT_EQ(status, 0) << why << (*said)->getBuffer().str();

  const auto json = llvm::MemoryBuffer::getFile(output);
  ASSERT_TRUE(json);
  llvm::Expected<llvm::json::Value> run = llvm::json::parse((*json)->getBuffer());
  ASSERT_TRUE(static_cast<bool>(run)) << llvm::toString(run.takeError());
  for (const std::string& problem : compare(*expectations, *run))
    ADD_FAILURE() << problem;
}

INSTANTIATE_TEST_SUITE_P(Checks, Corpus, testing::ValuesIn(corpusFiles()), [](const auto& info) {
  std::string name =
      llvm::sys::path::parent_path(info.param).str() + "_" + llvm::sys::path::stem(info.param).str();
  std::replace_if(name.begin(), name.end(), [](char c) { return !llvm::isAlnum(c); }, '_');
  return name;
});

} // namespace
} // namespace cuda_lint
