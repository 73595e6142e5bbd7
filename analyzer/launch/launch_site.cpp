#include "analyzer/launch/launch_site.h"

#include "analyzer/launch/block_shape.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace cuda_lint {
namespace {

// Ways through the code before a launch that are gone through.
constexpr unsigned maxRuns = 64;
// Real launches take some hundreds of steps: this bounds what generated code costs.
constexpr uint64_t maxStepsOfASite = 20'000;

const FieldDecl* fieldOf(QualType type, llvm::StringRef name) {
  const RecordDecl* record = type->getAsRecordDecl();
  record = record ? record->getDefinition() : nullptr;
  if (record)
    for (const FieldDecl* field : record->fields())
      if (field->getName() == name)
        return field->getCanonicalDecl();
  return nullptr;
}

} // namespace

LaunchSite::Parts LaunchSite::parts() const {
  Parts parts;
  const CallExpr* call = place_.call;
  auto argument = [](const CallExpr* of, unsigned index) {
    return index < of->getNumArgs() ? of->getArg(index) : nullptr;
  };
  if (const auto* launch = dyn_cast<CUDAKernelCallExpr>(call)) {
    parts.kernel = launch->getCallee();
    if (const CallExpr* configuration = launch->getConfig()) {
      parts.grid = argument(configuration, 0);
      parts.block = argument(configuration, 1);
      parts.shared = argument(configuration, 2);
    }
    parts.arguments.append(call->arg_begin(), call->arg_end());
    return parts;
  }
  llvm::StringRef name = call->getDirectCallee()->getName();
  if (name.starts_with("cudaLaunchKernelEx")) {
    parts.configuration = argument(call, 0);
    parts.kernel = argument(call, 1);
    if (name == "cudaLaunchKernelExC")
      parts.argumentPointers = argument(call, 2);
    else if (call->getNumArgs() > 2)
      parts.arguments.append(call->arg_begin() + 2, call->arg_end());
    return parts;
  }
  parts.kernel = argument(call, 0);
  parts.grid = argument(call, 1);
  parts.block = argument(call, 2);
  parts.argumentPointers = argument(call, 3);
  parts.shared = argument(call, 4);
  return parts;
}

LaunchSite::Dimensions LaunchSite::dimensions(const Expr* expression, llvm::ArrayRef<Step> path,
                                              HostEvaluator& evaluator,
                                              const HostEvaluator::Frame& frame) const {
  Dimensions result;
  QualType type = path.empty() ? expression->getType() : path.back().field->getType();
  const char* names[] = {"x", "y", "z"};
  for (size_t i = 0; i != result.size(); ++i) {
    const FieldDecl* field = fieldOf(type, names[i]);
    if (!field)
      return {};
    Path ofField(path);
    ofField.push_back({field});
    std::optional<HostValue> value = evaluator.evaluate(expression, ofField, frame);
    std::optional<int64_t> number = value ? toInt64(*value) : std::nullopt;
    // A launch with nothing in it cannot be meant: it is a start value that another part of the program
    // replaces.
    if (number && *number > 0)
      result[i] = *number;
  }
  return result;
}

std::vector<std::optional<int64_t>> LaunchSite::arguments(const Parts& parts, const FunctionDecl& kernel,
                                                          HostEvaluator& evaluator,
                                                          const HostEvaluator::Frame& frame) const {
  std::vector<std::optional<int64_t>> result(kernel.getNumParams());
  for (size_t i = 0; i != result.size(); ++i) {
    QualType type = kernel.getParamDecl(i)->getType();
    if (!type->isIntegralOrEnumerationType())
      continue;
    std::optional<HostValue> value;
    if (parts.argumentPointers)
      value = evaluator.evaluate(parts.argumentPointers, {Step{nullptr, i}, Step{}}, frame);
    else if (i < parts.arguments.size())
      value = evaluator.evaluate(parts.arguments[i], {}, frame);
    if (value)
      value = convert(*value, type, program_.context());
    if (value)
      result[i] = toInt64(*value);
  }
  return result;
}

void LaunchSite::locate(Launch& launch) const {
  const SourceManager& sources = program_.context().getSourceManager();
  SourceLocation place = sources.getExpansionLoc(place_.call->getBeginLoc());
  launch.line = sources.getExpansionLineNumber(place);
  llvm::SmallString<128> file(sources.getFilename(place));
  sources.getFileManager().makeAbsolutePath(file);
  launch.file = file.str().str();
}

std::optional<LaunchSite::Found> LaunchSite::evaluateOnce(const Parts& parts,
                                                          HostEvaluator& evaluator) const {
  const HostEvaluator::Frame& frame = evaluator.enter(*place_.in);
  evaluator.assumeReached(place_.call, frame);
  std::optional<HostValue> callee = evaluator.evaluate(parts.kernel, {}, frame);
  const auto* kernel = callee ? std::get_if<const FunctionDecl*>(&*callee) : nullptr;
  if (!kernel || !(*kernel)->hasAttr<CUDAGlobalAttr>())
    return std::nullopt;

  Path blockPath, gridPath, sharedPath;
  if (parts.configuration) {
    QualType type = parts.configuration->getType()->getPointeeType();
    if (type.isNull())
      return std::nullopt;
    auto field = [&](const char* name) { return Step{fieldOf(type, name)}; };
    blockPath = {Step{}, field("blockDim")};
    gridPath = {Step{}, field("gridDim")};
    sharedPath = {Step{}, field("dynamicSmemBytes")};
    if (!blockPath.back().field || !gridPath.back().field || !sharedPath.back().field)
      return std::nullopt;
  }
  const Expr* configuration = parts.configuration;
  const Expr* block = configuration ? configuration : parts.block;
  const Expr* grid = configuration ? configuration : parts.grid;
  const Expr* shared = configuration ? configuration : parts.shared;
  if (!block || !grid)
    return std::nullopt;

  Dimensions threads = dimensions(block, blockPath, evaluator, frame);
  if (!threads[0] || !threads[1] || !threads[2])
    return std::nullopt;
  Found found{(*kernel)->getCanonicalDecl(), {}, true};
  Launch& launch = found.launch;
  launch.source = LaunchSource::LaunchSite;
  launch.block = {*threads[0], *threads[1], *threads[2]};
  if (!isLegalBlock(launch.block))
    return std::nullopt;
  launch.grid = dimensions(grid, gridPath, evaluator, frame);

  // What only an argument hangs on does not make another launch, except who calls.
  evaluator.setForks(HostEvaluator::Forks::Callers);
  if (shared)
    if (std::optional<HostValue> bytes = evaluator.evaluate(shared, sharedPath, frame))
      if (std::optional<int64_t> number = toInt64(*bytes); number && *number >= 0)
        launch.dynamicSharedBytes = *number;
  launch.arguments = arguments(parts, **kernel, evaluator, frame);
  evaluator.setForks(HostEvaluator::Forks::None);
  found.isReachable = evaluator.mayReach(place_.call, frame);
  if (evaluator.isImpossible())
    return std::nullopt;
  locate(launch);
  return found;
}

std::vector<LaunchSite::Found> LaunchSite::evaluate(HostEvaluator::Budget& budget) const {
  Parts parts = this->parts();
  std::vector<Found> result;
  if (!parts.kernel)
    return result;
  Choices choices;
  HostEvaluator::Budget ofSite{std::min(budget.left, maxStepsOfASite)};
  budget.left -= ofSite.left;
  unsigned run = 0;
  do {
    HostEvaluator evaluator(program_, choices, ofSite);
    std::optional<Found> found = evaluateOnce(parts, evaluator);
    bool isNew = found && llvm::none_of(result, [&](const Found& other) {
                   return other.kernel == found->kernel && other.launch == found->launch &&
                          other.isReachable == found->isReachable;
                 });
    if (isNew)
      result.push_back(std::move(*found));
  } while (++run != maxRuns && ofSite.left != 0 && choices.advance());
  budget.left += ofSite.left;
  return result;
}

} // namespace cuda_lint
