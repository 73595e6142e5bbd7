#include "tuner/tool/cub_reduction.h"

#include "tuner/jit/driver.h"
#include "tuner/tool/cub_judgement.h"

#include <algorithm>

namespace cuda_tune {

namespace {

constexpr std::uint64_t kMostExactElements = std::uint64_t{1} << 20;

} // namespace

CubReduction::CubReduction(const TimingSession& session, const CubLibrary& library, Operation operation,
                           ElementType type, std::uint64_t elements)
    : library_(library), operation_(operation), type_(type), elements_(elements), stream_(session.stream()),
      temporaryBytes_(library.temporaryBytes(operation, type, elements)),
      temporary_(allocate(std::max<std::size_t>(temporaryBytes_, 16))), result_(allocate(sizeOf(type))) {}

void CubReduction::reduce(CUdeviceptr in, std::uint64_t elements) const {
  library_.reduce(operation_, type_, temporary_.get(), temporaryBytes_, in, elements, result_.get(), stream_);
}

std::optional<std::string> CubReduction::verify(TimingSession& session, const Expected& expected) const {
  const int multiprocessors = session.device().multiprocessors;
  if (!roundsToElement(operation_, type_)) {
    const CUdeviceptr in = session.input(elements_ * sizeOf(type_));
    return cubMismatch(expected,
                       session.resultOf([&] { reduce(in, elements_); }, result_.get(), sizeOf(type_)),
                       cubHeight(elements_, multiprocessors));
  }
  const std::vector<std::byte> input = exactInput(operation_, type_, std::min(elements_, kMostExactElements));
  const DeviceMemory in = allocate(input.size());
  check(driver().cuMemcpyHtoDAsync(in.get(), input.data(), input.size(), stream_),
        "copy the input of a verification");
  const std::uint64_t elements = input.size() / sizeOf(type_);
  return cubMismatch(hostReference(operation_, type_, input),
                     session.resultOf([&] { reduce(in.get(), elements); }, result_.get(), sizeOf(type_)),
                     cubHeight(elements, multiprocessors));
}

} // namespace cuda_tune
