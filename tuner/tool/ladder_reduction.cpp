#include "tuner/tool/ladder_reduction.h"

#include "tuner/verify/element_bytes.h"
#include "tuner/verify/judgement.h"

namespace cuda_tune {

std::vector<std::byte> addBlockSums(std::span<const std::byte> blockSums) {
  // A double adds up to 2^29 floats of like magnitude before it rounds to worse than a float.
  double sum = 0;
  for (std::size_t i = 0; i < blockSums.size() / sizeof(float); ++i)
    sum += readFloat(ElementType::F32, blockSums, i);
  std::vector<std::byte> total(sizeof(float));
  writeFloat(ElementType::F32, total, 0, sum);
  return total;
}

LadderReduction::LadderReduction(const TimingSession& session, const LadderRung& rung, std::uint64_t elements)
    : elements_(elements), stream_(session.stream()), kernel_(rung, session.device()),
      blockSums_(allocate(rung.blocks(elements) * sizeof(float))) {}

void LadderReduction::launch(CUdeviceptr in) const {
  kernel_.launch(in, elements_, blockSums_.get(), stream_);
}

std::optional<std::string> LadderReduction::verify(TimingSession& session, const Expected& expected) const {
  const CUdeviceptr in = session.input(elements_ * sizeof(float));
  const std::vector<std::byte> sums =
      session.resultOf([&] { launch(in); }, blockSums_.get(), rung().blocks(elements_) * sizeof(float));
  // One more for the rounding of the total.
  return mismatch(expected, addBlockSums(sums), rung().height(elements_) + 1);
}

} // namespace cuda_tune
