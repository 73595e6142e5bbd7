#include "analyzer/warp/intrinsic.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Intrinsics.h"

namespace cuda_lint {

using llvm::StringRef;
using llvm::StringSwitch;

std::optional<SpecialRegister> specialRegister(StringRef name) {
  return StringSwitch<std::optional<SpecialRegister>>(name)
      .Case("tid.x", SpecialRegister::ThreadX)
      .Case("tid.y", SpecialRegister::ThreadY)
      .Case("tid.z", SpecialRegister::ThreadZ)
      .Case("ntid.x", SpecialRegister::BlockSizeX)
      .Case("ntid.y", SpecialRegister::BlockSizeY)
      .Case("ntid.z", SpecialRegister::BlockSizeZ)
      .Case("ctaid.x", SpecialRegister::BlockX)
      .Case("ctaid.y", SpecialRegister::BlockY)
      .Case("ctaid.z", SpecialRegister::BlockZ)
      .Case("nctaid.x", SpecialRegister::GridX)
      .Case("nctaid.y", SpecialRegister::GridY)
      .Case("nctaid.z", SpecialRegister::GridZ)
      .Case("laneid", SpecialRegister::Lane)
      .Case("warpid", SpecialRegister::WarpInBlock)
      .Case("warpsize", SpecialRegister::WarpSize)
      .Case("WARP_SZ", SpecialRegister::WarpSize)
      .Cases({"lanemask.eq", "lanemask_eq"}, SpecialRegister::LaneMaskEqual)
      .Cases({"lanemask.lt", "lanemask_lt"}, SpecialRegister::LaneMaskLess)
      .Cases({"lanemask.le", "lanemask_le"}, SpecialRegister::LaneMaskLessEqual)
      .Cases({"lanemask.gt", "lanemask_gt"}, SpecialRegister::LaneMaskGreater)
      .Cases({"lanemask.ge", "lanemask_ge"}, SpecialRegister::LaneMaskGreaterEqual)
      .Default(std::nullopt);
}

namespace {

IntrinsicMeaning make(Opcode opcode, uint8_t detail = 0, bool isSigned = false) {
  return {opcode, detail, isSigned, false};
}

template <class Detail> IntrinsicMeaning make(Opcode opcode, Detail detail) {
  return {opcode, static_cast<uint8_t>(detail), false, false};
}

IntrinsicMeaning nvvmMeaning(StringRef name) {
  if (name.consume_front("read.ptx.sreg.")) {
    if (std::optional<SpecialRegister> reg = specialRegister(name))
      return make(Opcode::SpecialRegister, *reg);
    // Clocks, SM number and the like: every lane reads the same.
    return make(Opcode::OpaqueUniform);
  }
  if (name.consume_front("shfl.sync.")) {
    StringRef mode = name.split('.').first;
    return make(Opcode::Shuffle, StringSwitch<ShuffleMode>(mode)
                                     .Case("up", ShuffleMode::Up)
                                     .Case("down", ShuffleMode::Down)
                                     .Case("bfly", ShuffleMode::Butterfly)
                                     .Default(ShuffleMode::Index));
  }
  if (name.consume_front("vote.")) {
    StringRef mode = name.split('.').first;
    return make(Opcode::Vote, StringSwitch<VoteMode>(mode)
                                  .Case("all", VoteMode::All)
                                  .Case("any", VoteMode::Any)
                                  .Case("ballot", VoteMode::Ballot)
                                  .Default(VoteMode::Uniform));
  }
  if (name == "activemask")
    return make(Opcode::SpecialRegister, SpecialRegister::ActiveLanes);
  if (name.starts_with("redux.sync"))
    return make(Opcode::OpaqueUniform);
  if (name.starts_with("match.") || name.starts_with("elect."))
    return make(Opcode::OpaqueDivergent);
  if (name.starts_with("bar.warp.sync"))
    return make(Opcode::WarpBarrier);
  if (name.starts_with("barrier.cluster") || name.starts_with("barrier") || name.starts_with("bar."))
    return make(Opcode::BlockBarrier);
  if (name.starts_with("ldg.global") || name.starts_with("ldu.global"))
    return make(Opcode::Load);
  if (name.starts_with("atomic."))
    return make(Opcode::Atomic);
  if (name.starts_with("ptr.") || name.starts_with("mapa"))
    return make(Opcode::Copy);
  // Texture and surface fetches, matrix operations, arithmetic.
  if (name.starts_with("tex.") || name.starts_with("suld.") || name.starts_with("ldmatrix") ||
      name.starts_with("wmma") || name.starts_with("mma"))
    return make(Opcode::OpaqueDivergent);
  return make(Opcode::Opaque);
}

/// libdevice's integer functions; the others compute with floating point.
IntrinsicMeaning libdeviceMeaning(StringRef name) {
  return StringSwitch<IntrinsicMeaning>(name)
      .Cases({"min", "llmin"}, make(Opcode::Minimum, 0, true))
      .Cases({"umin", "ullmin"}, make(Opcode::Minimum))
      .Cases({"max", "llmax"}, make(Opcode::Maximum, 0, true))
      .Cases({"umax", "ullmax"}, make(Opcode::Maximum))
      .Cases({"abs", "llabs"}, make(Opcode::Absolute))
      .Cases({"mul24", "umul24"}, make(Opcode::Multiply))
      .Cases({"brev", "brevll"}, make(Opcode::BitFunction, BitFunction::Reverse))
      .Cases({"popc", "popcll"}, make(Opcode::BitFunction, BitFunction::Count))
      .Cases({"clz", "clzll"}, make(Opcode::BitFunction, BitFunction::LeadingZeros))
      .Cases({"ffs", "ffsll"}, make(Opcode::BitFunction, BitFunction::FindFirstSet))
      .Default(make(Opcode::Opaque));
}

} // namespace

IntrinsicMeaning meaningOfFunction(const llvm::Function& function) {
  StringRef name = function.getName();
  if (name.consume_front("llvm.")) {
    if (name.consume_front("nvvm."))
      return nvvmMeaning(name);
    StringRef base = name.split('.').first;
    if (base == "smin" || base == "smax" || base == "umin" || base == "umax")
      return make(base.ends_with("min") ? Opcode::Minimum : Opcode::Maximum, 0, base.starts_with("s"));
    std::optional<BitFunction> bits = StringSwitch<std::optional<BitFunction>>(base)
                                          .Case("bitreverse", BitFunction::Reverse)
                                          .Case("ctpop", BitFunction::Count)
                                          .Case("ctlz", BitFunction::LeadingZeros)
                                          .Case("cttz", BitFunction::TrailingZeros)
                                          .Case("bswap", BitFunction::SwapBytes)
                                          .Case("fshl", BitFunction::FunnelLeft)
                                          .Case("fshr", BitFunction::FunnelRight)
                                          .Default(std::nullopt);
    if (bits)
      return make(Opcode::BitFunction, *bits);
    if (base == "abs")
      return make(Opcode::Absolute);
    if (name.starts_with("expect"))
      return make(Opcode::Copy);
    return make(Opcode::Opaque);
  }
  // libdevice, and functions of the device run-time library that return nothing of interest.
  if (name.consume_front("__nv_"))
    return libdeviceMeaning(name);
  if (name == "vprintf" || name == "__assertfail" || name == "__assert_fail" || name == "free")
    return make(Opcode::OpaqueUniform);
  if (name == "malloc" || name == "__nv_malloc")
    return make(Opcode::OpaqueDivergent);
  IntrinsicMeaning unknown = make(Opcode::OpaqueDivergent);
  unknown.isUnknownFunction = true;
  return unknown;
}

} // namespace cuda_lint
