#include "launch_fixture.h"

namespace cuda_lint {
namespace {

struct Case {
  const char* name;
  /// The body of main.
  const char* body;
  /// What stands before main.
  const char* before;
  /// In the order of the ways through the code; empty where the block is not known.
  Blocks blocks;
};

void PrintTo(const Case& value, std::ostream* stream) {
  *stream << value.name;
}

class HostValue : public LaunchTest, public ::testing::WithParamInterface<Case> {};

TEST_P(HostValue, GivesTheBlock) {
  EXPECT_EQ(blocksInMain(GetParam().body, GetParam().before), GetParam().blocks);
}

const Block b32{32, 1, 1}, b64{64, 1, 1}, b128{128, 1, 1}, b256{256, 1, 1}, b512{512, 1, 1},
    b1024{1024, 1, 1};

std::string nameOf(const ::testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Constants, HostValue,
    ::testing::Values(
        Case{"Literal", "k<<<1, 128>>>(0);", "", {b128}},
        Case{"Macro", "k<<<1, THREADS>>>(0);", "#define THREADS (64 * 2)", {b128}},
        Case{"Enumerator", "k<<<1, threads>>>(0);", "enum { threads = 128 };", {b128}},
        Case{"ConstexprGlobal", "k<<<1, threads>>>(0);", "constexpr int threads = 128;", {b128}},
        Case{"ConstLocal", "const int threads = 128; k<<<1, threads>>>(0);", "", {b128}},
        Case{"PlainLocal", "int threads = 128; k<<<1, threads>>>(0);", "", {b128}},
        Case{"LocalAssignedLater", "int threads; threads = 128; k<<<1, threads>>>(0);", "", {b128}},
        Case{"LastAssignmentCounts",
             "int threads = 64; threads = 128; k<<<1, threads>>>(0); threads = 256;",
             "",
             {b128}},
        Case{"StaticLocal", "static int threads = 128; k<<<1, threads>>>(0);", "", {b128}},
        Case{"Sizeof", "k<<<1, sizeof(int) * 32>>>(0);", "", {b128}},
        Case{"Cast", "float f = 128.9f; k<<<1, (unsigned)f>>>(0);", "", {b128}},
        Case{"ConditionalWithKnownCondition", "int n = 5; k<<<1, n > 4 ? 128 : 64>>>(0);", "", {b128}},
        Case{"CompoundAssignment", "int t = 1; t <<= 6; t *= 2; k<<<1, t>>>(0);", "", {b128}},
        Case{"IncrementedTwice", "int t = 126; t++; ++t; k<<<1, t>>>(0);", "", {b128}},
        Case{"UnsignedWrapsAround", "unsigned t = 127; t -= 128; k<<<1, t + 129>>>(0);", "", {b128}},
        Case{"MathFunction", "int n = 1000; k<<<1, (int)ceil(n / 8.0) + 3>>>(0);", "", {b128}},
        Case{"ConstantReference", "int t = 128; const int& r = t; k<<<1, r>>>(0);", "", {b128}},
        Case{"Structure",
             "Options o = {3, 128}; k<<<1, o.threads>>>(0);",
             "struct Options { int blocks, threads; };",
             {b128}},
        Case{"DefaultMemberInitialiser",
             "Options o; k<<<1, o.threads>>>(0);",
             "struct Options { int threads = 128; };",
             {b128}},
        Case{"ArrayElement", "int sizes[] = {64, 128}; k<<<1, sizes[1]>>>(0);", "", {b128}},
        Case{"PointerToLocal", "int t = 128; const int* p = &t; k<<<1, *p>>>(0);", "", {b128}},
        Case{"GlobalNeverAssigned", "k<<<1, threads>>>(0);", "int threads = 128;", {b128}},
        Case{"GlobalAssignedOnce",
             "init(); k<<<1, threads>>>(0);",
             "static int threads; void init() { threads = 128; }",
             {b128}},
        Case{"StaticMember",
             "k<<<1, Options::threads>>>(0);",
             "struct Options { static int threads; }; int Options::threads = 128;",
             {b128}}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    BlockShapes, HostValue,
    ::testing::Values(
        Case{"Constructed", "dim3 b(16, 8); k<<<1, b>>>(0);", "", {{16, 8, 1}}},
        Case{"CopiedFromTemporary", "dim3 b = dim3(16, 8, 2); k<<<1, b>>>(0);", "", {{16, 8, 2}}},
        Case{"Braced", "dim3 b{16, 8}; k<<<1, b>>>(0);", "", {{16, 8, 1}}},
        Case{"DefaultIsOne", "dim3 b; k<<<1, b>>>(0);", "", {{1, 1, 1}}},
        Case{"MembersAssigned", "dim3 b; b.x = 16; b.y = 8; k<<<1, b>>>(0);", "", {{16, 8, 1}}},
        Case{"Reassigned", "dim3 b(4); b = dim3(16, 8); b.z = 2; k<<<1, b>>>(0);", "", {{16, 8, 2}}},
        Case{
            "FromUint3", "uint3 u; u.x = 16; u.y = 8; u.z = 2; dim3 b(u); k<<<1, b>>>(0);", "", {{16, 8, 2}}},
        Case{"InTheLaunch", "k<<<1, dim3(16, 8)>>>(0);", "", {{16, 8, 1}}},
        Case{"ReturnedByAFunction",
             "k<<<1, shape(4)>>>(0);",
             "dim3 shape(int n) { dim3 s(n); s.y = n * 2; return s; }",
             {{4, 8, 1}}},
        Case{"TooManyThreadsAreNotUsed", "k<<<1, dim3(64, 32)>>>(0);", "", {}},
        Case{"NoThreadsAreNotUsed", "k<<<1, 0>>>(0);", "", {}}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Calls, HostValue,
    ::testing::Values(
        Case{"ConstexprHelper",
             "k<<<1, twice(64)>>>(0);",
             "constexpr int twice(int n) { return 2 * n; }",
             {b128}},
        Case{"PlainHelper",
             "int n = 500; k<<<1, divUp(n, 4) + 3>>>(0);",
             "int divUp(int a, int b) { return (a + b - 1) / b; }",
             {b128}},
        Case{"TemplateHelper",
             "int n = 500; k<<<1, smaller(n, 128)>>>(0);",
             "template <class T> const T& smaller(const T& a, const T& b) { return b < a ? b : a; }",
             {b128}},
        Case{"HelperWithLoop",
             "int n = 100; k<<<1, power(n)>>>(0);",
             "int power(int n) { int p = 1; while (p < n) { p *= 2; } return p; }",
             {b128}},
        Case{"HelperWithBitTricks",
             "int n = 100; k<<<1, power(n)>>>(0);",
             "unsigned power(unsigned x) { --x; x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; return "
             "++x; }",
             {b128}},
        Case{"HelperWithEarlyReturn",
             "int n = 100; k<<<1, pick(n)>>>(0);",
             "int pick(int n) { if (n > 200) return 256; return 128; }",
             {b128}},
        Case{"WrittenThroughAReference",
             "int t; pick(t); k<<<1, t>>>(0);",
             "void pick(int& t) { t = 128; }",
             {b128}},
        Case{"WrittenThroughAPointer",
             "int t; pick(7, &t); k<<<1, t>>>(0);",
             "void pick(int n, int* t) { *t = n + 121; }",
             {b128}},
        Case{"OnlyReadThroughAReference",
             "int t = 128; show(t); k<<<1, t>>>(0);",
             "void show(int& t) { printf(\"%d\", t); }",
             {b128}},
        Case{"ParameterOfTheOnlyCaller", "run(128);", "void run(int t) { k<<<1, t>>>(0); }", {b128}},
        Case{"ParameterThroughTwoCalls",
             "outer(64);",
             "void run(int t) { k<<<1, t>>>(0); } void outer(int t) { run(2 * t); }",
             {b128}},
        Case{"EachCallerGivesItsOwn",
             "run(64); run(atoi(argv[1])); run(128);",
             "void run(int t) { k<<<1, t>>>(0); }",
             {b64, b128}},
        Case{"DefaultArgument", "run(0);", "void run(int n, int t = 128) { k<<<1, t>>>(0); }", {b128}},
        Case{"ConstructorParameter",
             "Solver s(128); s.run();",
             "struct Solver { int t; Solver(int threads) : t(threads) {} void run() { k<<<1, t>>>(0); } };",
             {b128}},
        Case{"MemberAssignedByAMethod",
             "Solver s; s.run();",
             "struct Solver { int t; void init() { t = 128; } void run() { init(); k<<<1, t>>>(0); } };",
             {b128}},
        Case{"Lambda", "int t = 128; auto run = [&](int n) { k<<<n, t>>>(0); }; run(3);", "", {b128}},
        Case{"GenericLambda",
             "int t = 64; auto run = [&](auto n) { k<<<1, t * n>>>(0); }; run(2);",
             "",
             {b128}},
        Case{"RecursionIsNotFollowed",
             "k<<<1, f(5)>>>(0);",
             "int f(int n) { return n == 0 ? 128 : f(n - 1); }",
             {}}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Branches, HostValue,
    ::testing::Values(
        Case{"UnknownConditionGivesBoth", "int t = argc > 1 ? 64 : 256; k<<<1, t>>>(0);", "", {b64, b256}},
        Case{"AssignmentUnderACondition",
             "int t = 256; if (argc > 1) t = 64; k<<<1, t>>>(0);",
             "",
             {b64, b256}},
        Case{"KnownConditionGivesOne",
             "int n = 9; int t = 256; if (n > 1) t = 64; k<<<1, t>>>(0);",
             "",
             {b64}},
        Case{"BranchThatExitsIsLeftOut",
             "int t = 256; if (argc > 1) { t = 64; exit(1); } k<<<1, t>>>(0);",
             "",
             {b256}},
        Case{"UnknownOnOneSideLeavesTheOther",
             "int t = 256; if (argc > 1) t = atoi(argv[1]); k<<<1, t>>>(0);",
             "",
             {b256}},
        Case{"SwitchGivesEachCase",
             "int t; switch (argc) { case 1: t = 64; break; case 2: t = 128; break; default: t = 256; } "
             "k<<<1, t>>>(0);",
             "",
             {b64, b128, b256}},
        Case{"DefinedBeforeABreakOutOfASwitch",
             "int t = 64; switch (argc) { default: if (argc > 2) { t = argc; break; } } k<<<1, t>>>(0);",
             "",
             {}},
        Case{"CaseFixesTheVariable",
             "int t = argc; switch (t) { case 64: k<<<1, t>>>(0); break; case 128: k<<<1, t>>>(1); }",
             "",
             {b64, b128}},
        Case{"EqualityFixesTheVariable", "int t = atoi(argv[1]); if (t == 128) k<<<1, t>>>(0);", "", {b128}},
        Case{"LaunchThatCannotBeReachedIsLeftOut",
             "const int t = 128; if (t == 64) { k<<<1, 64>>>(0); } else { k<<<1, 128>>>(0); }",
             "",
             {b128}},
        Case{"TwoVariablesOfOneConditionStayTogether",
             "int x, y; if (argc > 1) { x = 32; y = 8; } else { x = 8; y = 32; } k<<<1, dim3(x, y)>>>(0);",
             "",
             {{32, 8, 1}, {8, 32, 1}}},
        Case{"GlobalWithTwoValues",
             "if (argc > 1) set(); k<<<1, t>>>(0);",
             "int t = 256; void set() { t = 64; }",
             {b256, b64}}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Loops, HostValue,
    ::testing::Values(
        Case{"FirstRoundsOfTheCounter",
             "for (int t = 32; t <= 1024; t *= 2) k<<<1, t>>>(0);",
             "",
             {b32, b64, b128}},
        Case{
            "NoRoundBehindTheEnd", "for (int t = 512; t <= 1024; t *= 2) k<<<1, t>>>(0);", "", {b512, b1024}},
        Case{
            "StartWhereTheEndIsUnknown", "for (int t = 32; t <= argc; t += argc) k<<<1, t>>>(0);", "", {b32}},
        Case{"CounterOfAWhile", "int t = 512; while (t > 128) { k<<<1, t>>>(0); t /= 2; }", "", {b512, b256}},
        Case{"BlockFixedInTheLoop",
             "for (int i = 0; i < argc; ++i) { int t = 128; k<<<1, t>>>(i); }",
             "",
             {b128}},
        Case{"BlockFixedBeforeTheLoop",
             "int t = 128; for (int i = 0; i < argc; ++i) k<<<1, t>>>(i);",
             "",
             {b128}},
        Case{"AfterALoop", "int t = 1; for (int i = 0; i < 7; ++i) t *= 2; k<<<1, t>>>(0);", "", {b128}},
        Case{"AfterALoopOfUnknownLength",
             "int t = 1; for (int i = 0; i < argc; ++i) t *= 2; k<<<1, t>>>(0);",
             "",
             {}},
        Case{"DefinedBeforeABreak",
             "int t = 64; for (int i = 0; i < 20; ++i) { if (argc == i) { t = i; break; } } k<<<1, t>>>(0);",
             "",
             {}},
        Case{"DefinedBeforeAContinue",
             "int t = 64; for (int i = 0; i < 2; ++i) { if (argc == i) { t = argc; continue; } k<<<1, "
             "t>>>(0); }",
             "",
             {b64}},
        Case{"RangeOverAnArray",
             "int sizes[] = {64, 128}; for (int t : sizes) k<<<1, t>>>(0);",
             "",
             {b64, b128}}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    NotKnown, HostValue,
    ::testing::Values(
        Case{"CommandLine", "k<<<1, atoi(argv[1])>>>(0);", "", {}},
        Case{"FunctionWithoutABody", "k<<<1, deviceCount()>>>(0);", "", {}},
        Case{"ReadFromInput", "int t = 128; scanf(\"%d\", &t); k<<<1, t>>>(0);", "", {}},
        Case{"KeptPointer", "int t = 128; int* p = &t; *p = argc; k<<<1, t>>>(0);", "", {}},
        Case{"KeptReference", "int t = 128; int& r = t; r = argc; k<<<1, t>>>(0);", "", {}},
        Case{"WrittenByAFunctionWithoutABody", "int t = 128; ask(t); k<<<1, t>>>(0);", "void ask(int&);", {}},
        Case{"WrittenByALambda", "int t = 128; auto f = [&] { t = 64; }; f(); k<<<1, t>>>(0);", "", {}},
        Case{"Uninitialised", "int t; k<<<1, t>>>(0);", "", {}},
        Case{"SignedOverflow", "int t = 2147483647; k<<<1, 128 + ((t + 1) & 1)>>>(0);", "", {}},
        Case{"DivisionByZero", "int t = 0; k<<<1, 128 / t>>>(0);", "", {}},
        Case{"ShiftTooFar", "int t = 40; k<<<1, 128 + (1 << t)>>>(0);", "", {}},
        Case{"IndexOutOfRange", "int sizes[] = {64, 128}; k<<<1, sizes[2]>>>(0);", "", {}},
        Case{"ElementAssigned", "int sizes[] = {64, 128}; sizes[argc] = 3; k<<<1, sizes[1]>>>(0);", "", {}},
        Case{"ManyValues",
             "k<<<1, t>>>(0);",
             "int t = 32; void a() { t = 64; } void b() { t = 96; } void c() { t = 128; } void d() { t = "
             "160; }",
             {}},
        Case{"ExternalGlobal", "k<<<1, t>>>(0);", "extern int t;", {}},
        Case{"ParameterWithoutACaller", "", "void run(int t) { k<<<1, t>>>(0); }", {}},
        Case{"ComputedFromItself", "k<<<1, t>>>(0);", "extern int u; int t = u + 1; int u = t + 1;", {}}),
    nameOf);

} // namespace
} // namespace cuda_lint
