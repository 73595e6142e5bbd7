#include "tuner/runtime/optional_store.h"

#include "tests/tuner/runtime/runtime_fixture.h"

namespace cuda_tune {
namespace {

class OptionalStoreTest : public StoreFixture {
protected:
  ImageKey key = reduceImageKey(Operation::Sum, ElementType::F32, kSomeConfiguration, 90, "13.0");
  StoredImage image = {.loweredName = "_Z6reduce", .architecture = "sm_90", .cubin = {'c', 'u', 'b'}};
};

TEST_F(OptionalStoreTest, KeepsImagesInAStoreThatIsThere) {
  {
    TuningStore created(file);
  }
  OptionalStore store(file);
  EXPECT_EQ(store.problem(), "");
  EXPECT_FALSE(store.image(key));
  store.keepImage(key, image);
  const std::optional<StoredImage> kept = store.image(key);
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->cubin, image.cubin);
  EXPECT_EQ(kept->loweredName, image.loweredName);
  key.architecture = "sm_80";
  EXPECT_FALSE(store.image(key));
}

TEST_F(OptionalStoreTest, CreatesNoStore) {
  OptionalStore store(file);
  EXPECT_THAT(store.problem(), testing::HasSubstr(file.string()));
  EXPECT_FALSE(store.image(key));
  EXPECT_FALSE(store.lookup(fictionalKey(), false));
  store.keepImage(key, image);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(OptionalStoreTest, AStoreForReadingOnlyKeepsNothingAndIsNoError) {
  {
    TuningStore created(file);
  }
  std::filesystem::permissions(file, std::filesystem::perms(0444));
  std::filesystem::permissions(folder, std::filesystem::perms(0555));
  const int status = runUnprivileged([&] {
    OptionalStore store(file);
    EXPECT_EQ(store.problem(), "");
    EXPECT_TRUE(store.lookup(fictionalKey(), false));
    store.keepImage(key, image);
    EXPECT_FALSE(store.image(key));
  });
  std::filesystem::permissions(folder, std::filesystem::perms(0755));
  EXPECT_EQ(status, 0);
}

TEST_F(OptionalStoreTest, AnEmptyNameStandsForTheDefaultFile) {
  {
    TuningStore created(file);
  }
  const auto ofDefault = [&] {
    setenv("CUDA_TUNE_DB", file.c_str(), 1);
    EXPECT_EQ(OptionalStore("").file(), file);
    EXPECT_EQ(OptionalStore("").problem(), "");
    for (const char* variable : {"CUDA_TUNE_DB", "XDG_DATA_HOME", "HOME"})
      unsetenv(variable);
    EXPECT_THAT(OptionalStore("").problem(), testing::HasSubstr("CUDA_TUNE_DB"));
  };
  // In a process of its own: the environment is not this test's alone.
  EXPECT_EQ(waitFor(startProcess(ofDefault)), 0);
}

} // namespace
} // namespace cuda_tune
