#include "analyzer/report/output_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <unistd.h>

using namespace cuda_lint;
namespace fs = std::filesystem;

namespace {

class OutputFile : public testing::Test {
protected:
  OutputFile() {
    std::string pattern = (fs::temp_directory_path() / "output_file_XXXXXX").string();
    folder = mkdtemp(pattern.data());
  }
  ~OutputFile() override { fs::remove_all(folder); }

  static std::string read(const fs::path& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  /// The error's message; empty on success.
  static std::string write(const fs::path& path, const std::string& text) {
    return llvm::toString(writeOutputFile(path.string(), [&](llvm::raw_ostream& os) { os << text; }));
  }

  size_t filesInFolder() const {
    return size_t(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }

  fs::path folder;
};

TEST_F(OutputFile, CreatesAndReplacesAFileAndLeavesNothingElse) {
  EXPECT_EQ(write(folder / "report.json", "old and longer"), "");
  EXPECT_EQ(read(folder / "report.json"), "old and longer");
  EXPECT_EQ(write(folder / "report.json", "new"), "");
  EXPECT_EQ(read(folder / "report.json"), "new");
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(OutputFile, TheOldFileStandsUntilTheNewOneIsWhole) {
  fs::path path = folder / "report.json";
  ASSERT_EQ(write(path, "old"), "");
  llvm::Error error = writeOutputFile(path.string(), [&](llvm::raw_ostream& os) {
    os << "new";
    os.flush();
    EXPECT_EQ(read(path), "old");
  });
  EXPECT_EQ(llvm::toString(std::move(error)), "");
  EXPECT_EQ(read(path), "new");
}

TEST_F(OutputFile, KeepsTheModeOfAFileThatItReplaces) {
  fs::path path = folder / "report.json";
  ASSERT_EQ(write(path, "old"), "");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  ASSERT_EQ(write(path, "new"), "");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputFile, FollowsASymbolicLink) {
  ASSERT_EQ(write(folder / "target.json", "old"), "");
  fs::create_symlink("target.json", folder / "link.json");
  EXPECT_EQ(write(folder / "link.json", "new"), "");
  EXPECT_TRUE(fs::is_symlink(folder / "link.json"));
  EXPECT_EQ(read(folder / "target.json"), "new");
}

TEST_F(OutputFile, AMissingFolderIsAnErrorThatNamesTheFile) {
  std::string path = (folder / "missing" / "report.json").string();
  EXPECT_EQ(write(path, "x"), "cannot write '" + path + "': No such file or directory");
}

TEST_F(OutputFile, ADirectoryIsAnErrorThatNamesIt) {
  EXPECT_EQ(write(folder, "x"), "cannot write '" + folder.string() + "': it is a directory");
}

TEST_F(OutputFile, AProtectedFileIsLeftAlone) {
  fs::path path = folder / "report.json";
  ASSERT_EQ(write(path, "old"), "");
  fs::permissions(path, fs::perms::owner_read);
  fs::permissions(folder, fs::perms::all);
  auto writeAsAnybody = [&] {
    // No file is protected from root.
    if (geteuid() == 0 && setuid(65534) != 0)
      exit(1);
    std::cerr << write(path, "new");
    exit(0);
  };
  EXPECT_EXIT(writeAsAnybody(), testing::ExitedWithCode(0), "report.json': no permission");
  EXPECT_EQ(read(path), "old");
}

TEST_F(OutputFile, WritesToADeviceWithoutReplacingIt) {
  EXPECT_EQ(write("/dev/null", "x"), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(OutputFile, AFullDeviceIsAnErrorAndNoCrash) {
  if (!fs::exists("/dev/full"))
    GTEST_SKIP() << "there is no /dev/full";
  EXPECT_EQ(write("/dev/full", std::string(1 << 20, 'x')),
            "cannot write '/dev/full': No space left on device");
}

} // namespace
