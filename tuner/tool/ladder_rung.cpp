#include "tuner/tool/ladder_rung.h"

#include "kernel_templates/ladder/ladder.h"
#include "tuner/jit/driver.h"
#include "tuner/jit/template_source.h"

#include <array>
#include <bit>
#include <stdexcept>

namespace cuda_tune {

namespace {

constexpr std::array<LadderRung, 8> kRungs = {{
    {"v0", "interleaved tree, remainder test", "reduce_v0.cu", "reduceV0", 1, false},
    {"v1", "working threads packed into the first warps", "reduce_v1.cu", "reduceV1", 1, false},
    {"v2", "sequential addressing", "reduce_v2.cu", "reduceV2", 1, false},
    {"v3", "first addition while loading", "reduce_v3.cu", "reduceV3", 2, false},
    {"v4", "last warp unrolled, volatile, no barrier", "reduce_v4.cu", "reduceV4", 2, false},
    {"v4.1", "the same with __syncwarp()", "reduce_v4_1.cu", "reduceV4_1", 2, false},
    {"v5", "block size at compile time, tree unrolled", "reduce_v5.cu", "reduceV5<256>", 2, false},
    {"v8", "grid-stride loop over packs of 4, warp shuffles", "reduce_v8.cu", "reduceV8<256, 4>", 4, true},
}};
// What the kernels of v5 and v8 are instantiated with.
static_assert(kLadderBlock == 256);

} // namespace

unsigned LadderRung::blocks(std::uint64_t elements) const {
  return gridStride ? ladderBlocksV8(elements) : ladderBlocks(elements, elementsPerThread * kLadderBlock);
}

int LadderRung::height(std::uint64_t elements) const {
  const std::uint64_t turn = static_cast<std::uint64_t>(blocks(elements)) * kLadderBlock * elementsPerThread;
  const std::uint64_t turns = (elements + turn - 1) / turn;
  // The elements of a turn, one after the other, those that fill no pack, and the block's tree.
  return static_cast<int>(turns + 2 * elementsPerThread) + std::bit_width(kLadderBlock);
}

std::span<const LadderRung> ladderRungs() {
  return kRungs;
}

const LadderRung& topRung() {
  return kRungs.back();
}

Source sourceOf(const LadderRung& rung) {
  const Source& all = ladderTemplate();
  if (all.name == rung.file)
    return {all.name, all.text, {}};
  for (const auto& [name, text] : all.headers)
    if (name == rung.file)
      return {name, text, {}};
  throw std::logic_error(std::string("this program was built without ") + rung.file);
}

LadderKernel::LadderKernel(const LadderRung& rung, const Device& device) : rung_(rung) {
  const Compilation compilation = compile(sourceOf(rung), device.architecture(), {rung.kernel});
  if (!compilation.ok)
    throw NvrtcError("NVRTC " + nvrtcVersion() + " does not compile kernel_templates/ladder/" + rung.file +
                     ":\n" + compilation.log);
  module_ = loadModule(compilation.image);
  check(driver().cuModuleGetFunction(&function_, module_.get(), compilation.loweredNames.at(0).c_str()),
        "find a kernel in its module");
}

void LadderKernel::launch(CUdeviceptr in, std::uint64_t elements, CUdeviceptr out, CUstream stream) const {
  void* arguments[] = {&in, &out, &elements};
  check(driver().cuLaunchKernel(function_, rung_.blocks(elements), 1, 1, kLadderBlock, 1, 1, 0, stream,
                                arguments, nullptr),
        "launch a rung of the ladder");
}

} // namespace cuda_tune
