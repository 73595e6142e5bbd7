#include "tuner/tool/device_verifier.h"

#include "tuner/jit/driver.h"
#include "tuner/verify/judgement.h"

#include <algorithm>
#include <set>

namespace cuda_tune {

namespace {

constexpr std::size_t kLargest = std::size_t{1} << 18;
constexpr std::size_t kMostElements = kLargest + 16;
constexpr std::size_t kPrime = 10007;
constexpr std::size_t kMostCases = 128;
/// Bytes for one result of any accumulator.
constexpr std::size_t kResultBytes = 8;
constexpr std::uint64_t kSeed = 20;

} // namespace

DeviceVerifier::DeviceVerifier(Operation operation, ElementType type, int multiprocessors, CUstream stream)
    : operation_(operation), type_(type), multiprocessors_(multiprocessors), stream_(stream),
      results_(allocate(kMostCases * kResultBytes)), workspace_(makeWorkspace()) {
  for (const InputPattern pattern : kInputPatterns) {
    std::vector<std::byte>& host = host_[pattern];
    host = makeInput(pattern, operation, type, kMostElements, kSeed);
    DeviceMemory& device = device_[pattern];
    device = allocate(host.size());
    check(driver().cuMemcpyHtoDAsync(device.get(), host.data(), host.size(), stream),
          "copy the input of a verification");
  }
}

std::vector<DeviceVerifier::Case> DeviceVerifier::casesFor(const ReduceConfiguration& configuration) const {
  const std::size_t pack = configuration.packBytes / sizeOf(type_);
  const std::size_t row = pack * configuration.blockSize;
  const std::size_t tile = row * configuration.unroll;
  const std::size_t block = configuration.blockSize;
  std::set<std::size_t> sizes = {0,
                                 1,
                                 pack - 1,
                                 pack + 1,
                                 block - 1,
                                 block + 1,
                                 row - 1,
                                 row + 1,
                                 tile - 1,
                                 tile,
                                 tile + 1,
                                 kPrime,
                                 std::size_t{1} << 12,
                                 2 * tile + row + 1,
                                 std::size_t{1} << 16};
  std::vector<Case> cases;
  for (const std::size_t size : sizes) {
    if (size > kLargest)
      continue;
    cases.push_back({InputPattern::Random, size, 0});
    cases.push_back({InputPattern::Random, size, 1});
  }
  for (const InputPattern pattern : kInputPatterns)
    for (const std::size_t size : {std::size_t{0}, block + 1, kPrime, std::size_t{1} << 16})
      if (pattern != InputPattern::Random)
        cases.push_back({pattern, size, size == kPrime ? std::size_t{3} : std::size_t{0}});
  return cases;
}

const Expected& DeviceVerifier::expectedOf(const Case& one) {
  const auto found = expected_.find(one);
  if (found != expected_.end())
    return found->second;
  const std::size_t size = sizeOf(type_);
  const std::span<const std::byte> all = host_.at(one.pattern);
  return expected_
      .emplace(one, hostReference(operation_, type_, all.subspan(one.offset * size, one.elements * size)))
      .first->second;
}

std::optional<std::string> DeviceVerifier::verify(const ReduceKernel& kernel,
                                                  const ReduceConfiguration& configuration) {
  const std::vector<Case> cases = casesFor(configuration);
  // A result that is not written must not pass for the one of the kernel before.
  check(driver().cuMemsetD8Async(results_.get(), 0x5a, kMostCases * kResultBytes, stream_),
        "clear the results of a verification");
  std::vector<LaunchPlan> plans;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    ReduceConfiguration variant = configuration;
    variant.blocksPerSm = i % 3 == 2 ? 1 : 0;
    plans.push_back(planLaunch(variant, type_, cases[i].elements, multiprocessors_));
    kernel.launch(plans[i], device_.at(cases[i].pattern).get() + cases[i].offset * sizeOf(type_),
                  cases[i].elements, results_.get() + i * kResultBytes, workspace_.get(), stream_);
  }
  check(driver().cuStreamSynchronize(stream_), "run a kernel");
  std::vector<std::byte> results(kMostCases * kResultBytes);
  check(driver().cuMemcpyDtoH(results.data(), results_.get(), results.size()),
        "read the results of a verification");

  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::span<const std::byte> result =
        std::span<const std::byte>(results).subspan(i * kResultBytes, sizeOf(accumulatorOf(type_)));
    const int height = combineHeight(configuration, type_, cases[i].elements, plans[i]);
    if (const std::optional<std::string> wrong = mismatch(expectedOf(cases[i]), result, height)) {
      // What a wrong kernel left there must not reach the next.
      workspace_ = makeWorkspace();
      return "n = " + std::to_string(cases[i].elements) + ", " + std::string(toString(cases[i].pattern)) +
             " input, " + std::to_string(cases[i].offset) + " elements off alignment: " + *wrong;
    }
  }
  return std::nullopt;
}

} // namespace cuda_tune
