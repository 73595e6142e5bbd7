#include "tuner/tool/compile_check.h"

#include "tuner/jit/compile_pool.h"
#include "tuner/tool/space_corners.h"
#include "tuner/tool/text_table.h"

#include <map>

namespace cuda_tune {

using nlohmann::ordered_json;

namespace {

struct Subject {
  Operation operation;
  ElementType type;
  Configuration configuration;
};

std::vector<Subject> subjectsOf(const Source& source, const CompileCheck& check, int architecture) {
  const std::vector<TuningParameter> parameters = declaredParameters(source.text);
  std::vector<Subject> subjects;
  for (const Operation operation : check.operations)
    for (const ElementType type : check.types)
      for (Configuration& configuration : check.all ? allCorners(parameters, operation, type, architecture)
                                                    : cornerCover(parameters, operation, type, architecture))
        subjects.push_back({operation, type, std::move(configuration)});
  return subjects;
}

} // namespace

ArchitectureReport checkArchitecture(const Source& source, const CompileCheck& check, int architecture) {
  const std::vector<Subject> subjects = subjectsOf(source, check, architecture);
  std::vector<CompilePool::Job> jobs;
  for (const Subject& subject : subjects)
    jobs.push_back({jobs.size(), nameExpressions(subject.operation, subject.type,
                                                 ReduceConfiguration::from(subject.configuration))});

  ArchitectureReport report;
  report.architecture = architecture;
  // Compilations are done in any order.
  std::map<std::size_t, CompileFailure> failures;
  CompilePool pool(source, architecture, std::move(jobs), check.threads, {"--ptxas-options=-v"});
  for (CompilePool::Done done; pool.take(done);) {
    if (!done.compilation.ok) {
      const Subject& subject = subjects[done.job.id];
      failures[done.job.id] = {subject.operation, subject.type, subject.configuration,
                               firstErrorLine(done.compilation.log)};
      continue;
    }
    report.kernels += done.compilation.loweredNames.size();
    for (const KernelResources& kernel : parsePtxasLog(done.compilation.log))
      report.largest = largest(report.largest.value_or(KernelResources{}), kernel);
  }
  for (auto& [id, failure] : failures)
    report.failures.push_back(std::move(failure));
  return report;
}

std::string architectureName(int architecture) {
  return "sm_" + std::to_string(architecture);
}

std::string checkTable(const std::vector<ArchitectureReport>& reports) {
  constexpr TextTable::Align right = TextTable::Align::Right;
  TextTable table({{"architecture"},
                   {"kernels", right},
                   {"failed", right},
                   {"registers", right},
                   {"stack", right},
                   {"spill stores", right},
                   {"spill loads", right},
                   {"shared", right}});
  std::string failures;
  for (const ArchitectureReport& report : reports) {
    const auto cell = [&](int KernelResources::* member, const char* unit) {
      return report.largest ? std::to_string(*report.largest.*member) + unit : "-";
    };
    table.add({architectureName(report.architecture), std::to_string(report.kernels),
               std::to_string(report.failures.size()), cell(&KernelResources::registers, ""),
               cell(&KernelResources::stackBytes, " B"), cell(&KernelResources::spillStoreBytes, " B"),
               cell(&KernelResources::spillLoadBytes, " B"), cell(&KernelResources::sharedBytes, " B")});
    for (const CompileFailure& failure : report.failures)
      failures += architectureName(report.architecture) + " " + std::string(toString(failure.operation)) +
                  " of " + std::string(toString(failure.type)) + ", " + failure.configuration.text() + ": " +
                  failure.error + "\n";
  }
  return table.text() + failures;
}

ordered_json checkJson(const std::vector<ArchitectureReport>& reports, const std::string& nvrtc) {
  ordered_json architectures = ordered_json::array();
  for (const ArchitectureReport& report : reports) {
    const auto number = [&](int KernelResources::* member) {
      return report.largest ? ordered_json(*report.largest.*member) : ordered_json(nullptr);
    };
    ordered_json failures = ordered_json::array();
    for (const CompileFailure& failure : report.failures)
      failures.push_back({{"operation", toString(failure.operation)},
                          {"elementType", toString(failure.type)},
                          {"configuration", failure.configuration.text()},
                          {"error", failure.error}});
    architectures.push_back({{"architecture", architectureName(report.architecture)},
                             {"kernels", report.kernels},
                             {"failed", report.failures.size()},
                             {"registers", number(&KernelResources::registers)},
                             {"stackBytes", number(&KernelResources::stackBytes)},
                             {"spillStoreBytes", number(&KernelResources::spillStoreBytes)},
                             {"spillLoadBytes", number(&KernelResources::spillLoadBytes)},
                             {"sharedBytes", number(&KernelResources::sharedBytes)},
                             {"failures", std::move(failures)}});
  }
  return {{"nvrtc", nvrtc}, {"architectures", std::move(architectures)}};
}

} // namespace cuda_tune
