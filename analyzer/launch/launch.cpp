#include "analyzer/launch/launch.h"

#include "analyzer/launch/block_shape.h"
#include "analyzer/launch/launch_site.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace cuda_lint {
namespace {

constexpr size_t maxLaunches = 8;
// Of host expressions a translation unit; a tenth of a second.
constexpr uint64_t maxSteps = 200'000;

bool sameConfiguration(const Launch& left, const Launch& right) {
  return left.grid == right.grid && left.block == right.block &&
         left.dynamicSharedBytes == right.dynamicSharedBytes && left.arguments == right.arguments;
}

void addDistinct(std::vector<Launch>& launches, Launch launch) {
  if (llvm::none_of(launches, [&](const Launch& other) { return sameConfiguration(other, launch); }))
    launches.push_back(std::move(launch));
}

/// At most `maxLaunches`: block shapes matter most, then grids, then arguments.
std::vector<Launch> mostDifferent(const std::vector<Launch>& launches) {
  std::vector<Launch> result, rest;
  auto sameBlock = [](const Launch& left, const Launch& right) { return left.block == right.block; };
  auto sameGeometry = [](const Launch& left, const Launch& right) {
    return left.block == right.block && left.grid == right.grid;
  };
  std::vector<bool> isTaken(launches.size());
  auto take = [&](auto&& isSame) {
    for (size_t i = 0; i != launches.size() && result.size() != maxLaunches; ++i) {
      if (isTaken[i] || llvm::any_of(result, [&](const Launch& other) { return isSame(other, launches[i]); }))
        continue;
      isTaken[i] = true;
      result.push_back(launches[i]);
    }
  };
  take(sameBlock);
  take(sameGeometry);
  take(sameConfiguration);
  return result;
}

/// Without spaces, and without the suffixes of integers: `reduce<float, 256>` names reduce<float, 256U>.
std::string normalised(llvm::StringRef text) {
  std::string result;
  bool inNumber = false;
  bool inWord = false;
  for (char c : text) {
    if (c == ' ') {
      inNumber = inWord = false;
      continue;
    }
    if (inNumber && llvm::StringRef("uUlL").contains(c))
      continue;
    inNumber = llvm::isDigit(c) && !inWord;
    inWord = !inNumber && (llvm::isAlnum(c) || c == '_');
    result += c;
  }
  return result;
}

/// The largest block that `__launch_bounds__` allows, in the shape that the kernel's use of the indices
/// suggests.
std::optional<std::array<uint64_t, 3>> boundsBlock(const FunctionDecl& kernel, bool usesY, bool usesZ) {
  const auto* bounds = kernel.getAttr<CUDALaunchBoundsAttr>();
  const Expr* maximum = bounds ? bounds->getMaxThreads() : nullptr;
  Expr::EvalResult value;
  if (!maximum || maximum->isValueDependent() || !maximum->EvaluateAsInt(value, kernel.getASTContext()))
    return std::nullopt;
  std::optional<int64_t> threads = value.Val.getInt().tryExtValue();
  if (!threads || *threads <= 0 || *threads > static_cast<int64_t>(maxThreadsPerBlock))
    return std::nullopt;
  uint64_t count = *threads;
  if (usesZ && count % 64 == 0)
    return std::array<uint64_t, 3>{8, 8, count / 64};
  if (usesY && count % 32 == 0)
    return std::array<uint64_t, 3>{32, count / 32, 1};
  return std::array<uint64_t, 3>{count, 1, 1};
}

Launch withoutSite(const FunctionDecl& kernel, bool usesY, bool usesZ) {
  Launch launch;
  launch.arguments.resize(kernel.getNumParams());
  if (std::optional<std::array<uint64_t, 3>> block = boundsBlock(kernel, usesY, usesZ)) {
    launch.source = LaunchSource::LaunchBounds;
    launch.block = *block;
    return launch;
  }
  if (usesZ)
    launch.block = {8, 8, 4};
  else if (usesY)
    launch.block = {32, 8, 1};
  return launch;
}

Launch overridden(Launch launch, const LaunchOverride& with) {
  launch.source = LaunchSource::CommandLine;
  launch.file.clear();
  launch.line = 0;
  if (with.block) {
    // The bytes were for another block.
    if (*with.block != launch.block)
      launch.dynamicSharedBytes.reset();
    launch.block = *with.block;
  }
  if (llvm::any_of(with.grid, [](const auto& dimension) { return dimension.has_value(); }))
    launch.grid = with.grid;
  return launch;
}

} // namespace

bool isNamed(const FunctionDecl& kernel, llvm::StringRef name) {
  PrintingPolicy policy(kernel.getASTContext().getLangOpts());
  std::string wanted = normalised(name);
  wanted.erase(0, llvm::StringRef(wanted).starts_with("::") ? 2 : 0);
  if (wanted == kernel.getNameAsString() || wanted == kernel.getQualifiedNameAsString())
    return true;
  for (bool isQualified : {false, true}) {
    std::string printed;
    llvm::raw_string_ostream stream(printed);
    kernel.getNameForDiagnostic(stream, policy, isQualified);
    if (wanted == normalised(printed))
      return true;
  }
  return false;
}

const char* toString(LaunchSource source) {
  switch (source) {
  case LaunchSource::CommandLine:
    return "command-line";
  case LaunchSource::LaunchSite:
    return "launch-site";
  case LaunchSource::LaunchBounds:
    return "launch-bounds";
  case LaunchSource::Assumed:
    return "assumed";
  }
  llvm_unreachable("all sources are named");
}

LaunchMap findLaunches(ASTContext& context) {
  HostProgram program(context);
  HostEvaluator::Budget budget{maxSteps};
  LaunchMap result, unreachable;
  for (const HostProgram::Place& place : program.launchCalls())
    for (LaunchSite::Found& found : LaunchSite(program, place).evaluate(budget))
      addDistinct((found.isReachable ? result : unreachable)[found.kernel], std::move(found.launch));
  // A launch that is switched off still tells how its kernel is meant to be launched.
  result.merge(unreachable);
  return result;
}

std::vector<Launch> launchesFor(const FunctionDecl& kernel, const LaunchMap& sites,
                                const std::vector<LaunchOverride>& overrides, bool usesY, bool usesZ) {
  auto found = sites.find(kernel.getCanonicalDecl());
  std::vector<Launch> launches;
  if (found != sites.end())
    for (const Launch& launch : found->second)
      if (isLegalBlock(launch.block))
        addDistinct(launches, launch);
  if (launches.empty())
    launches.push_back(withoutSite(kernel, usesY, usesZ));

  std::vector<Launch> fromCommandLine;
  for (const LaunchOverride& override : overrides)
    if (isNamed(kernel, override.kernel) && (!override.block || isLegalBlock(*override.block)))
      addDistinct(fromCommandLine, overridden(launches.front(), override));
  return mostDifferent(fromCommandLine.empty() ? launches : fromCommandLine);
}

} // namespace cuda_lint
