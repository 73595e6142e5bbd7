#include "tuner/tool/kernel_set.h"

#include <algorithm>

namespace cuda_tune {

namespace {

/// Kernels that share a program: enough to share the cost of the front end (H200 host, f32 sum: 59 ms for the
/// first kernel of a program, 12 ms for each more), few enough to keep all cores busy.
constexpr std::size_t kKernelsPerProgram = 16;

} // namespace

KernelSet::KernelSet(const Source& source, const Device& device, Operation operation, ElementType type,
                     const std::vector<Configuration>& configurations, unsigned threads)
    : source_(source), device_(device), operation_(operation), type_(type) {
  std::vector<CompilePool::Job> jobs;
  for (const Configuration& configuration : configurations) {
    const std::string name = kernelName(configuration);
    const ReduceConfiguration reduce = ReduceConfiguration::from(configuration);
    if (!configurations_.emplace(name, reduce).second)
      continue;
    if (groups_.empty() || groups_.back().size() == kKernelsPerProgram) {
      groups_.emplace_back();
      jobs.push_back({jobs.size(), {}});
    }
    groups_.back().push_back(name);
    for (std::string& expression : nameExpressions(operation, type, reduce))
      jobs.back().nameExpressions.push_back(std::move(expression));
  }
  pool_.emplace(source, device.architecture(), std::move(jobs), threads);
}

std::string KernelSet::kernelName(const Configuration& configuration) const {
  return nameExpressions(operation_, type_, ReduceConfiguration::from(configuration)).front();
}

const KernelSet::Entry& KernelSet::entry(const Configuration& configuration) {
  const std::string name = kernelName(configuration);
  for (;;) {
    const auto found = entries_.find(name);
    if (found != entries_.end())
      return found->second;
    CompilePool::Done done;
    if (!pool_->take(done))
      throw std::logic_error("no kernel was asked for with the configuration " + configuration.text());
    take(std::move(done));
  }
}

void KernelSet::take(CompilePool::Done done) {
  const std::vector<std::string>& names = groups_.at(done.job.id);
  if (!done.compilation.ok) {
    if (names.size() == 1)
      entries_[names.front()].reason = done.compilation.log;
    else
      // One of them spoils the program: each for itself shows which.
      compileApart(names);
    return;
  }
  const auto module = std::make_shared<Module>(loadModule(done.compilation.image));
  auto lowered = done.compilation.loweredNames.begin();
  for (const std::string& name : names) {
    const ReduceConfiguration& configuration = configurations_.at(name);
    const auto end =
        lowered + static_cast<std::ptrdiff_t>(nameExpressions(operation_, type_, configuration).size());
    entries_[name].kernel =
        std::make_unique<ReduceKernel>(module, std::vector<std::string>(lowered, end), configuration, type_);
    lowered = end;
  }
}

void KernelSet::compileApart(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const ReduceConfiguration& configuration = configurations_.at(name);
    const Compilation compilation =
        compile(source_, device_.architecture(), nameExpressions(operation_, type_, configuration));
    Entry& entry = entries_[name];
    if (compilation.ok)
      entry.kernel = std::make_unique<ReduceKernel>(std::make_shared<Module>(loadModule(compilation.image)),
                                                    compilation.loweredNames, configuration, type_);
    else
      entry.reason = compilation.log;
  }
}

} // namespace cuda_tune
