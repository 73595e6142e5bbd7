#include "tuner/tool/tuned_reduction.h"

#include "tuner/jit/driver.h"
#include "tuner/jit/template_source.h"
#include "tuner/runtime/reduce_key.h"
#include "tuner/tool/tool_error.h"
#include "tuner/verify/judgement.h"

namespace cuda_tune {

namespace {

ReduceTask taskOf(const Device& device, Regime regime, Operation operation, ElementType type) {
  return {.device = identityOf(device),
          .architecture = device.architecture(),
          .driver = driverVersion(),
          .operation = operation,
          .type = type,
          .regime = std::string(toString(regime))};
}

ReduceKernel compileKernel(const Device& device, Operation operation, ElementType type,
                           const Configuration& configuration) {
  const ReduceConfiguration reduce = ReduceConfiguration::from(configuration);
  const Compilation compilation =
      compile(reduceTemplate(), device.architecture(), nameExpressions(operation, type, reduce));
  if (!compilation.ok)
    throw NothingCorrect("the " + std::string(toString(operation)) + " of " + std::string(toString(type)) +
                         " with " + configuration.text() + " does not compile; tune it again:\n" +
                         compilation.log);
  return ReduceKernel(std::make_shared<Module>(loadModule(compilation.image)), compilation.loweredNames,
                      reduce, type);
}

} // namespace

TunedReduction::TunedReduction(const TimingSession& session, OptionalStore& store, Regime regime,
                               Operation operation, ElementType type, std::uint64_t elements)
    : type_(type), elements_(elements), stream_(session.stream()),
      choice_(choose(store, taskOf(session.device(), regime, operation, type), elements)),
      configuration_(ReduceConfiguration::from(choice_.configuration)),
      plan_(planLaunch(configuration_, type, elements, session.device().multiprocessors)),
      kernel_(compileKernel(session.device(), operation, type, choice_.configuration)),
      result_(allocate(sizeOf(accumulatorOf(type)))), workspace_(makeWorkspace()) {}

void TunedReduction::launch(CUdeviceptr in) const {
  kernel_.launch(plan_, in, elements_, result_.get(), workspace_.get(), stream_);
}

std::optional<std::string> TunedReduction::verify(TimingSession& session, const Expected& expected) const {
  const CUdeviceptr in = session.input(elements_ * sizeOf(type_));
  const std::vector<std::byte> result =
      session.resultOf([&] { launch(in); }, result_.get(), sizeOf(accumulatorOf(type_)));
  return mismatch(expected, result, combineHeight(configuration_, type_, elements_, plan_));
}

} // namespace cuda_tune
