#include "tests/tuner/runtime/runtime_fixture.h"
#include "tuner/measure/method_version.h"
#include "tuner/reduce/reduce_configuration.h"

namespace cuda_tune {
namespace {

using testing::HasSubstr;

class StoredChoice : public StoreFixture {
protected:
  /// Stores a row for the task as `change` leaves it.
  template <class Change> void have(const std::string& configuration, Change change) {
    Measurement row = bestRow(task, configuration);
    change(row);
    TuningStore(file).add({row});
  }
  void have(const std::string& configuration) {
    have(configuration, [](Measurement&) {});
  }

  Choice chosen(std::uint64_t elements = 1u << 20) {
    OptionalStore store(file);
    return choose(store, task, elements);
  }

  void expectBase(const Choice& choice) {
    EXPECT_EQ(choice.outcome, LookupOutcome::Base);
    EXPECT_EQ(choice.configuration, baseConfiguration(task.type, task.architecture));
    EXPECT_EQ(choice.nvrtc, "");
    EXPECT_NE(choice.reason, "");
  }

  ReduceTask task = fictionalTask();
};

TEST_F(StoredChoice, OfThisDeviceDriverAndSizeClassNeedsNoReason) {
  have(kSomeConfiguration);
  const Choice choice = chosen();
  EXPECT_EQ(choice.outcome, LookupOutcome::Exact);
  EXPECT_EQ(choice.configuration.text(), kSomeConfiguration);
  EXPECT_EQ(choice.nvrtc, "13.0");
  EXPECT_EQ(choice.reason, "");
}

TEST_F(StoredChoice, IsOneForAllSizesOfAClass) {
  const std::string small = with(kSomeConfiguration, "unroll", "1");
  const std::string large = with(kSomeConfiguration, "unroll", "8");
  // In the class of 2^20; nearer to its beginning and to its end than its middle is.
  have(small, [](Measurement& row) { row.key.workload.elements = 1u << 19; });
  have(large, [](Measurement& row) { row.key.workload.elements = (1u << 21) - 1; });
  const Choice first = chosen(1u << 19);
  const Choice last = chosen((1u << 21) - 1);
  EXPECT_EQ(first.outcome, LookupOutcome::Exact);
  EXPECT_EQ(first.configuration, last.configuration);
}

TEST_F(StoredChoice, OfAnotherSizeNamesIt) {
  have(kSomeConfiguration);
  const Choice choice = chosen(1u << 26);
  EXPECT_EQ(choice.outcome, LookupOutcome::NearestSize);
  EXPECT_EQ(choice.configuration.text(), kSomeConfiguration);
  EXPECT_THAT(choice.reason, HasSubstr("1048576 elements"));
}

TEST_F(StoredChoice, OfAnotherDriverNamesBoth) {
  have(kSomeConfiguration, [](Measurement& row) { row.key.toolchain.driver = "570.7"; });
  const Choice choice = chosen();
  EXPECT_EQ(choice.outcome, LookupOutcome::OtherDriver);
  EXPECT_EQ(choice.configuration.text(), kSomeConfiguration);
  EXPECT_THAT(choice.reason, testing::AllOf(HasSubstr("570.7"), HasSubstr("580.1")));
}

TEST_F(StoredChoice, OfAnotherDeviceNamesIt) {
  have(kSomeConfiguration,
       [](Measurement& row) { row.key.device = {"Fictional Two", "9.0", 50, 1000000, 4096, "GPU-2"}; });
  const Choice choice = chosen();
  EXPECT_EQ(choice.outcome, LookupOutcome::OtherDevice);
  EXPECT_EQ(choice.configuration.text(), kSomeConfiguration);
  EXPECT_THAT(choice.reason, HasSubstr("Fictional Two"));
}

TEST_F(StoredChoice, WithoutAFittingRowIsTheBaseAndSaysForWhatToTune) {
  const std::vector<void (*)(Measurement&)> misfits = {
      [](Measurement& row) { row.key.device.computeCapability = "8.0"; },
      [](Measurement& row) { row.key.regime = "warm"; },
      [](Measurement& row) { row.key.methodVersion = kMethodVersion + 1; },
      [](Measurement& row) { row.key.workload.templateHash = "of an older version"; },
      [](Measurement& row) { row.key.workload.operation = "max"; },
      [](Measurement& row) { row.key.workload.elementType = "f64"; },
      [](Measurement& row) { row.result = Result::Wrong, row.reason = "1 instead of 2"; },
  };
  for (auto misfit : misfits)
    have(kSomeConfiguration, misfit);
  const Choice choice = chosen();
  expectBase(choice);
  EXPECT_THAT(choice.reason, testing::AllOf(HasSubstr(file.string()), HasSubstr("sum of f32"),
                                            HasSubstr("9.0"), HasSubstr("cold"), HasSubstr("cuda-tune")));
}

TEST_F(StoredChoice, WithoutAStoreIsTheBaseAndNamesTheFile) {
  const Choice choice = chosen();
  expectBase(choice);
  EXPECT_THAT(choice.reason, testing::AllOf(HasSubstr(file.string()), HasSubstr("no such file")));
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(StoredChoice, OfANewerStoreIsTheBaseAndSaysSo) {
  have(kSomeConfiguration);
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 1000");
  const Choice choice = chosen();
  expectBase(choice);
  EXPECT_THAT(choice.reason, HasSubstr("newer"));
}

TEST_F(StoredChoice, OfAFileThatIsNoStoreIsTheBase) {
  writeBytes(file, std::string(5000, 'x'));
  const Choice choice = chosen();
  expectBase(choice);
  EXPECT_THAT(choice.reason, HasSubstr(file.string()));
}

TEST_F(StoredChoice, ThatTheTemplateDoesNotHaveIsTheBaseAndQuotesIt) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"nonsense", "cannot be read"},
      {"block_size=512", "it lacks unroll"},
      {kSomeConfiguration + " colour=red", "parameters that the kernel template does not"},
      {with(kSomeConfiguration, "block_size", "0"), "no block_size=0"},
      {with(kSomeConfiguration, "unroll", "0"), "no unroll=0"},
      {with(kSomeConfiguration, "pack_bytes", "3"), "no pack_bytes=3"},
      {with(kSomeConfiguration, "tree", "oak"), "no tree=oak"},
  };
  for (const auto& [text, why] : cases) {
    std::filesystem::remove(file);
    have(text);
    const Choice choice = chosen();
    expectBase(choice);
    EXPECT_THAT(choice.reason, testing::AllOf(HasSubstr("'" + text + "'"), HasSubstr(why)));
  }
}

TEST_F(StoredChoice, ThatTheWorkloadCannotRunIsTheBase) {
  task.operation = Operation::Prod;
  have(with(kSomeConfiguration, "combine", "atomics"));
  Choice choice = chosen();
  expectBase(choice);
  EXPECT_THAT(choice.reason, HasSubstr("does not compile for prod of f32 on sm_90"));

  // A pack of 4 bytes holds no f64.
  task.type = ElementType::F64;
  have(with(kSomeConfiguration, "pack_bytes", "4"));
  expectBase(chosen());
}

TEST_F(StoredChoice, IsDeterministicWhereThatIsAskedFor) {
  const std::string atomics = with(kSomeConfiguration, "combine", "atomics");
  have(atomics, [](Measurement& row) { row.deterministic = false; });
  EXPECT_EQ(chosen().configuration.text(), atomics);
  task.deterministic = true;
  Choice choice = chosen();
  expectBase(choice);
  EXPECT_THAT(choice.reason, HasSubstr("deterministic"));
  EXPECT_TRUE(isDeterministic(task.operation, task.type, ReduceConfiguration::from(choice.configuration)));

  have(kSomeConfiguration, [](Measurement& row) { row.medianUs = 20; });
  EXPECT_EQ(chosen().configuration.text(), kSomeConfiguration);
}

TEST_F(StoredChoice, DoesNotBelieveARowThatCallsFloatingAtomicsDeterministic) {
  have(with(kSomeConfiguration, "combine", "atomics"));
  task.deterministic = true;
  const Choice choice = chosen();
  expectBase(choice);
  EXPECT_THAT(choice.reason, HasSubstr("not deterministic"));
}

} // namespace
} // namespace cuda_tune
