#include "analyzer/predict/predictor.h"

#include "analyzer/checks/kernel_catalog.h"
#include "analyzer/checks/source_locator.h"
#include "analyzer/frontend/translation_unit.h"
#include "analyzer/predict/needed_arguments.h"
#include "analyzer/predict/site_counter.h"
#include "analyzer/warp/device_ir.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace cuda_lint {

namespace {

std::string namesOf(const std::vector<CatalogKernel>& kernels) {
  std::vector<std::string> names;
  for (const CatalogKernel& kernel : kernels)
    names.push_back(kernel.name);
  return llvm::join(names, ", ");
}

llvm::Expected<const CatalogKernel*> choose(const KernelCatalog& catalog, const std::string& name) {
  std::vector<const CatalogKernel*> matches;
  for (const CatalogKernel& kernel : catalog.kernels())
    if (isNamed(*kernel.declaration, name))
      matches.push_back(&kernel);
  if (matches.size() > 1) {
    // `k` is the one outside of all namespaces where there is one.
    const std::string whole = llvm::StringRef(name).ltrim(':').str();
    std::vector<const CatalogKernel*> exact;
    for (const CatalogKernel* kernel : matches)
      if (kernel->name == whole || kernel->declaration->getQualifiedNameAsString() == whole)
        exact.push_back(kernel);
    if (exact.size() == 1)
      return exact[0];
  }
  if (matches.size() == 1)
    return matches[0];
  if (matches.size() > 1) {
    std::vector<std::string> names;
    for (const CatalogKernel* kernel : matches)
      names.push_back("'" + kernel->name + "'");
    return llvm::createStringError("--kernel " + name +
                                   " names more than one kernel: " + llvm::join(names, ", "));
  }
  for (const CatalogKernel& kernel : catalog.uninstantiated())
    if (kernel.name == llvm::StringRef(name).split('<').first.rsplit(':').second ||
        kernel.name == llvm::StringRef(name).split('<').first)
      return llvm::createStringError(
          "--kernel " + name + ": '" + kernel.name +
          "' is a template that this file does not instantiate with these arguments; add an explicit "
          "instantiation (template __global__ void " +
          kernel.name + "<...>(...);)");
  return llvm::createStringError("--kernel " + name + ": there is no such kernel; " +
                                 (catalog.kernels().empty() ? std::string("the file has none")
                                                            : "the file has " + namesOf(catalog.kernels())));
}

llvm::Error missing(const CatalogKernel& kernel, const std::set<ArgumentPlace>& places) {
  std::vector<std::string> options;
  for (auto [position, offset] : places)
    options.push_back("--arg " + argumentName(*kernel.declaration, position, offset) + "=VALUE");
  // Bytes of one field that are read in several ways have one name.
  options.erase(std::unique(options.begin(), options.end()), options.end());
  return llvm::createStringError(kernel.name + " needs " + llvm::join(options, " ") +
                                 ": its control flow or its addresses depend on " +
                                 (options.size() == 1 ? "it" : "them"));
}

/// A block larger than the kernel is compiled for is not launched.
llvm::Error checkLaunchBounds(const CatalogKernel& kernel, const std::array<uint64_t, 3>& block) {
  const auto* bounds = kernel.declaration->getAttr<clang::CUDALaunchBoundsAttr>();
  clang::Expr::EvalResult value;
  if (!bounds || bounds->getMaxThreads()->isValueDependent() ||
      !bounds->getMaxThreads()->EvaluateAsInt(value, kernel.declaration->getASTContext()))
    return llvm::Error::success();
  const std::optional<int64_t> most = value.Val.getInt().tryExtValue();
  const uint64_t threads = block[0] * block[1] * block[2];
  if (!most || *most <= 0 || threads <= static_cast<uint64_t>(*most))
    return llvm::Error::success();
  return llvm::createStringError("--block: " + std::to_string(threads) + " threads are more than the " +
                                 std::to_string(*most) + " of the __launch_bounds__ of " + kernel.name);
}

const char* sentence(SiteCounter::Reason reason) {
  switch (reason) {
  case SiteCounter::Reason::DataAddress:
    return "data decides the addresses: at best one for all lanes, at worst each lane its own sector or row "
           "of a bank";
  case SiteCounter::Reason::UnknownAddress:
    return "the addresses are not followed: at best one for all lanes, at worst each lane its own sector or "
           "row of a bank";
  case SiteCounter::Reason::UnknownBase:
    return "where the first lane's address lies in its 128 bytes is not known";
  case SiteCounter::Reason::AddressSpace:
    return "whether this access goes to global or to shared memory is not known: it is in none of the totals";
  case SiteCounter::Reason::DataLanes:
    return "data decides which lanes go which way";
  case SiteCounter::Reason::UnknownCondition:
    return "the condition is not known: both ways are counted as possible";
  case SiteCounter::Reason::TripCount:
    return "how often the loop runs is not known: its counts have no upper bound";
  case SiteCounter::Reason::Retry:
    return "this atomic is a loop of compare-and-swap on the machine, which other warps can make try again";
  }
  return "";
}

class Assembly {
public:
  Assembly(TranslationUnit& unit, const CatalogKernel& kernel) : locator_(unit.ast()), kernel_(kernel) {}

  SourcePlace place(const llvm::Instruction& instruction) {
    if (std::optional<SourcePlace> place = locator_.place(instruction))
      return *place;
    SourcePlace place;
    place.file = kernel_.file;
    place.line = kernel_.line;
    place.column = 1;
    return place;
  }

  std::vector<Site> sites(const SiteCounter& counter) {
    std::map<std::tuple<std::string, unsigned, unsigned, SiteKind>, Site> merged;
    for (const auto& [key, counts] : counter.sites()) {
      const SourcePlace at = place(*key.first);
      auto [entry, isNew] = merged.try_emplace({at.file, at.line, at.column, key.second});
      Site& site = entry->second;
      if (isNew)
        site = {at.file, at.line, at.column, key.second, {}};
      site.counts.add(counts, 1);
    }
    std::vector<Site> sites;
    for (auto& [key, site] : merged)
      sites.push_back(std::move(site));
    return sites;
  }

  std::vector<PredictionGap> gaps(const SiteCounter& counter, const Program& program) {
    std::set<PredictionGap> gaps;
    for (const auto& [instruction, reasons] : counter.reasons())
      for (SiteCounter::Reason reason : reasons) {
        const SourcePlace at = place(*instruction);
        gaps.insert({at.file, at.line, sentence(reason)});
      }
    for (const DeclinedConstruct& construct : program.declined) {
      const SourcePlace at = place(*construct.instruction);
      gaps.insert({at.file, at.line, construct.reason});
    }
    return {gaps.begin(), gaps.end()};
  }

  std::vector<PredictionGap> mayDiffer(const SiteCounter& counter) {
    std::set<PredictionGap> places;
    for (const llvm::Instruction* branch : counter.unevenLoops()) {
      const SourcePlace at = place(*branch);
      places.insert(
          {at.file, at.line,
           "lanes leave this loop in different rounds: how far the compiler unrolls it decides which of "
           "their accesses fall together"});
    }
    return {places.begin(), places.end()};
  }

private:
  SourceLocator locator_;
  const CatalogKernel& kernel_;
};

PredictionTotals totalsOf(const std::vector<Site>& sites, const SiteCounter& counter) {
  PredictionTotals totals;
  for (const Site& site : sites) {
    totals.counts.add(site.counts, 1);
    if (site.kind == SiteKind::Branch) {
      totals.branches += site.counts.executions.value;
      totals.divergentBranches += site.counts.divergent.value;
    }
  }
  totals.instructions = counter.warpInstructions();
  if (totals.instructions)
    totals.activeLanes =
        static_cast<double>(counter.laneInstructions()) / static_cast<double>(totals.instructions);
  return totals;
}

/// No upper bound for what was counted at all.
void leaveOpen(SiteCounts& counts) {
  for (Count SiteCounts::* count : SiteCounts::all)
    (counts.*count).most = (counts.*count).most ? Count::kUnbounded : 0;
}

void leaveOpen(Prediction& prediction) {
  for (Site& site : prediction.sites)
    leaveOpen(site.counts);
  leaveOpen(prediction.totals.counts);
}

/// Scales what was counted to the whole grid where the budget ended before it was covered.
void extrapolate(Prediction& prediction, uint64_t blocks) {
  const double factor = static_cast<double>(blocks) / static_cast<double>(prediction.blocksCovered);
  auto scale = [&](uint64_t& number) {
    if (number != Count::kUnbounded)
      number = static_cast<uint64_t>(std::llround(static_cast<double>(number) * factor));
  };
  auto scaleAll = [&](SiteCounts& counts) {
    for (Count SiteCounts::* count : SiteCounts::all)
      scale((counts.*count).value);
    leaveOpen(counts);
  };
  for (Site& site : prediction.sites)
    scaleAll(site.counts);
  scaleAll(prediction.totals.counts);
  scale(prediction.totals.branches);
  scale(prediction.totals.divergentBranches);
  scale(prediction.totals.instructions);
}

} // namespace

llvm::Expected<Prediction> predict(TranslationUnit& unit, const PredictionRequest& request) {
  KernelCatalog catalog(unit);
  llvm::Expected<const CatalogKernel*> chosen = choose(catalog, request.kernel);
  if (!chosen)
    return chosen.takeError();
  const CatalogKernel& kernel = **chosen;
  Launch launch;
  launch.source = LaunchSource::CommandLine;
  for (unsigned i = 0; i < 3; ++i)
    launch.grid[i] = request.grid[i];
  launch.block = request.block;
  launch.dynamicSharedBytes = request.dynamicSharedBytes;
  if (llvm::Error error = checkLaunchBounds(kernel, request.block))
    return error;
  if (llvm::Error error = bindArguments(*kernel.declaration, request.arguments, launch))
    return error;

  // The other kernels would only cost time.
  catalog.dropForeignKernels();
  for (const CatalogKernel& other : catalog.kernels())
    if (&other != &kernel)
      other.function->deleteBody();
  for (const UnusableKernel& unusable : prepareKernels(unit.module(), CodeShape::Machine))
    return llvm::createStringError(std::errc::not_supported, "%s",
                                   (kernel.name + ": " + unusable.reason).c_str());
  const std::set<ArgumentPlace> needed = neededArguments(*kernel.function, launch);
  if (!needed.empty())
    return missing(kernel, needed);

  const Program program(*kernel.function);
  SiteCounter counter;
  const GridRunResult run = runGrid(program, launch, request.instructionBudget, counter);
  if (!run.gaveUp.empty())
    return llvm::createStringError(std::errc::not_supported, "%s", (kernel.name + ": " + run.gaveUp).c_str());

  Prediction prediction;
  prediction.kernel = kernel.name;
  prediction.grid = request.grid;
  prediction.block = request.block;
  prediction.dynamicSharedBytes = request.dynamicSharedBytes;
  prediction.arguments = request.arguments;
  prediction.blocksRun = run.run;
  prediction.blocksCovered = run.covered;
  prediction.instructionsRun = run.instructions;
  Assembly assembly(unit, kernel);
  prediction.sites = assembly.sites(counter);
  prediction.gaps = assembly.gaps(counter, program);
  prediction.mayDiffer = assembly.mayDiffer(counter);
  prediction.totals = totalsOf(prediction.sites, counter);
  const std::string budget = std::to_string(request.instructionBudget) + " warp instructions";
  if (run.sampledRounds) {
    leaveOpen(prediction);
    prediction.gaps.push_back({kernel.file, kernel.line,
                               "a block takes more than the budget of " + budget +
                                   ": loops were left after " + std::to_string(run.sampledRounds) +
                                   " rounds, and what is counted is less than what runs"});
  }
  if (run.covered < run.blocks) {
    prediction.gaps.push_back({kernel.file, kernel.line,
                               "the budget of " + budget + " was spent after " + std::to_string(run.covered) +
                                   " of " + std::to_string(run.blocks) +
                                   " blocks; the others are taken to be like them on average"});
    extrapolate(prediction, run.blocks);
  }
  prediction.isExact =
      prediction.gaps.empty() && std::all_of(prediction.sites.begin(), prediction.sites.end(),
                                             [](const Site& site) { return site.counts.isExact(); });
  return prediction;
}

} // namespace cuda_lint
