// What Program finds in a kernel before it runs, and what it declines.
#include "ir_kernel.h"

#include <gtest/gtest.h>

namespace cuda_lint {
namespace {

std::vector<std::string> declinedIn(const std::string& body, const std::string& globals = "",
                                    const std::string& parameters = "") {
  const IrKernel kernel(body, parameters, globals);
  std::vector<std::string> reasons;
  for (const DeclinedConstruct& construct : kernel.program().declined)
    reasons.push_back(construct.reason);
  return reasons;
}

TEST(Declined, IsNothingInAKernelThatIsFollowed) {
  EXPECT_TRUE(declinedIn(R"(
  %v = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %x, i32 1, i32 31)
  %f = call float @__nv_sinf(float 1.0)
  ret void)",
                         "declare float @__nv_sinf(float)")
                  .empty());
}

TEST(Declined, IsACallThroughAPointer) {
  const auto reasons = declinedIn("  %v = call i32 %f(i32 %x)\n  ret void", "", ", ptr %f");
  ASSERT_EQ(reasons.size(), 1u);
  EXPECT_NE(reasons[0].find("function pointer"), std::string::npos) << reasons[0];
}

TEST(Declined, IsAFunctionThatTheFileDoesNotDefine) {
  const auto reasons =
      declinedIn("  %v = call i32 @elsewhere(i32 %x)\n  ret void", "declare i32 @elsewhere(i32)");
  ASSERT_EQ(reasons.size(), 1u);
  EXPECT_NE(reasons[0].find("elsewhere"), std::string::npos) << reasons[0];
  EXPECT_NE(reasons[0].find("does not define"), std::string::npos) << reasons[0];
}

TEST(Declined, IsAssemblyThatTouchesMemoryAndItsTextIsNamed) {
  const auto reasons = declinedIn(R"(
  call void asm sideeffect "tensormap.replace.tile [$0], $1;", "l,r"(ptr addrspace(1) %out, i32 %x)
  ret void)");
  ASSERT_EQ(reasons.size(), 1u);
  EXPECT_NE(reasons[0].find("tensormap.replace"), std::string::npos) << reasons[0];
}

TEST(Declined, IsAssemblyThatMayComputeAnAddress) {
  EXPECT_EQ(
      declinedIn("  %a = call i64 asm \"mul.wide.u32 $0, $1, 4;\", \"=l,r\"(i32 %x)\n  ret void").size(), 1u);
}

TEST(Declined, IsNotAssemblyThatOnlyComputesANumber) {
  EXPECT_TRUE(declinedIn("  %a = call float asm \"ex2.approx.f32 $0, $1;\", \"=f,f\"(float 1.0)\n  ret void")
                  .empty());
}

TEST(Assembly, ThatReadsALaneRegisterIsFollowed) {
  const std::string body = "  %v = call i32 asm \"mov.u32 $0, %laneid;\", \"=r\"()\n";
  EXPECT_TRUE(declinedIn(body + "  ret void").empty());
  EXPECT_EQ(lanesComputed(body), lanesWhere([](int64_t l) { return l; }));
}

TEST(Assembly, ThatStoresIsToldAsAStore) {
  const IrKernel kernel(R"(
  %at = getelementptr i32, ptr addrspace(1) %out, i32 %x
  call void asm sideeffect "st.global.u32 [$0], $1;", "l,r"(ptr addrspace(1) %at, i32 %x)
  ret void)");
  EXPECT_TRUE(kernel.program().declined.empty());
  const auto stores = kernel.runWarp().accesses(AccessKind::Store, AddressSpace::Global);
  ASSERT_EQ(stores.size(), 1u);
  EXPECT_EQ(stores[0].bytes, 4u);
  EXPECT_EQ(stores[0].lanes(), lanesWhere([](int64_t l) { return 4 * l; }));
}

TEST(Assembly, ThatReadsAClockIsUniform) {
  const IrKernel kernel("  %v = call i32 asm sideeffect \"mov.u32 $0, %clock;\", \"=r\"()\n" + mark(1, "%v") +
                        "  ret void");
  EXPECT_TRUE(kernel.program().declined.empty());
  EXPECT_TRUE(kernel.runWarp().mark(1).address.isUniform());
}

TEST(Program, KnowsWhichDimensionsOfTheBlockAreAskedFor) {
  EXPECT_FALSE(IrKernel("  ret void").program().usesThreadY);
  EXPECT_TRUE(IrKernel("  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()\n  ret void").program().usesThreadY);
  EXPECT_TRUE(IrKernel("  %z = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()\n  ret void").program().usesThreadZ);
}

} // namespace
} // namespace cuda_lint
