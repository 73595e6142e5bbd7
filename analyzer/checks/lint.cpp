#include "analyzer/checks/lint.h"

#include "analyzer/checks/check_group.h"
#include "analyzer/checks/finding_merger.h"
#include "analyzer/checks/kernel_catalog.h"
#include "analyzer/checks/source_locator.h"
#include "analyzer/frontend/translation_unit.h"
#include "analyzer/warp/device_ir.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <map>
#include <set>

namespace cuda_lint {

namespace {

FindingLaunch describe(const Launch& launch) {
  FindingLaunch described;
  if (launch.grid[0] && launch.grid[1] && launch.grid[2])
    described.grid = std::array<uint64_t, 3>{*launch.grid[0], *launch.grid[1], *launch.grid[2]};
  described.block = launch.block;
  described.source = toString(launch.source);
  return described;
}

/// Another block that is as plausible as an assumed one.
std::array<uint64_t, 3> otherBlock(const std::array<uint64_t, 3>& assumed) {
  if (assumed[2] > 1)
    return {16, 4, 4};
  return assumed[1] > 1 ? std::array<uint64_t, 3>{16, 16, 1} : std::array<uint64_t, 3>{128, 1, 1};
}

/// What the checks find in one launch of a kernel.
std::vector<Finding> lintLaunch(const CatalogKernel& kernel, const Program& program, const Launch& launch,
                                uint64_t budget, const LintOptions& options, SourceLocator& locator,
                                std::vector<Declined>& declined) {
  std::vector<Finding> findings;
  CheckGroup group(options.checks, {program, launch, locator});
  const KernelRunResult run = runKernel(program, launch, budget, group);
  if (!run.gaveUp.empty())
    declined.push_back({kernel.name, kernel.file, kernel.line, run.gaveUp});
  // Exact is what nothing was assumed for, and of which nothing is missing.
  const bool isPartial = run.isSampled || !run.gaveUp.empty() || !program.declined.empty() ||
                         launch.source == LaunchSource::Assumed;
  for (auto& [id, check] : group.checks()) {
    CheckResult result = check->finish();
    for (Finding& finding : result.findings) {
      finding.check = id;
      finding.kernel = kernel.name;
      finding.launch = describe(launch);
      if (isPartial && finding.confidence == Confidence::Exact)
        finding.confidence = Confidence::Bounded;
      findings.push_back(std::move(finding));
    }
    for (Declined& entry : result.declined) {
      entry.kernel = kernel.name;
      declined.push_back(std::move(entry));
    }
  }
  return findings;
}

/// Warnings that hang on the assumed block are notes: in `other`, with another block, they are not there.
void demoteWhatTheBlockDecides(std::vector<Finding>& findings, const std::vector<Finding>& other,
                               const std::array<uint64_t, 3>& otherBlock) {
  std::set<std::pair<std::string, SourcePlace>> confirmed;
  for (const Finding& finding : other)
    if (finding.severity >= Severity::Warning)
      confirmed.emplace(finding.check, finding.place);
  for (Finding& finding : findings) {
    if (finding.severity < Severity::Warning || confirmed.count({finding.check, finding.place}))
      continue;
    finding.severity = Severity::Note;
    std::string block;
    for (unsigned i = 0; i < 3; ++i)
      block += (i ? "x" : "") + std::to_string(otherBlock[i]);
    finding.notes.push_back(
        {finding.place, "it hangs on the block, which is assumed: with " + block + " it is less or nothing"});
  }
}

/// How many lanes wait is a matter of the sizes that a launch passes: of launches in one block shape, at
/// least half must agree on a warning, or it is a note. The other checks warn of the worst launch.
void demoteWhatFewLaunchesShow(std::vector<std::vector<Finding>>& byLaunch,
                               std::map<std::array<uint64_t, 3>, size_t>& launches) {
  auto eachBranch = [&](auto&& use) {
    for (std::vector<Finding>& findings : byLaunch)
      for (Finding& finding : findings)
        if (finding.check == "divergent-branch" && finding.severity >= Severity::Warning)
          use(finding);
  };
  std::map<std::pair<std::array<uint64_t, 3>, SourcePlace>, size_t> warnings;
  eachBranch([&](Finding& finding) { ++warnings[{finding.launch.block, finding.place}]; });
  eachBranch([&](Finding& finding) {
    const size_t agreeing = warnings[{finding.launch.block, finding.place}];
    if (2 * agreeing >= launches[finding.launch.block])
      return;
    finding.severity = Severity::Note;
    finding.notes.push_back({finding.place, "so in " + std::to_string(agreeing) + " of " +
                                                std::to_string(launches[finding.launch.block]) +
                                                " launches that were analyzed"});
  });
}

void lintKernel(const CatalogKernel& kernel, const LaunchMap& sites, const LintOptions& options,
                SourceLocator& locator, FindingMerger& merger, std::vector<Declined>& declined) {
  const Program program(*kernel.function);
  for (const DeclinedConstruct& construct : program.declined) {
    Declined entry{kernel.name, kernel.file, kernel.line, construct.reason};
    if (std::optional<SourcePlace> place = locator.place(*construct.instruction)) {
      entry.file = place->file;
      entry.line = place->line;
    }
    declined.push_back(std::move(entry));
  }
  const std::vector<Launch> launches =
      launchesFor(*kernel.declaration, sites, options.launches, program.usesThreadY, program.usesThreadZ);
  const uint64_t budget = std::max<uint64_t>(options.instructionBudget / launches.size(), 1);
  std::vector<std::vector<Finding>> byLaunch;
  std::map<std::array<uint64_t, 3>, size_t> launchesOfBlock;
  for (const Launch& launch : launches) {
    ++launchesOfBlock[launch.block];
    std::vector<Finding> findings = lintLaunch(kernel, program, launch, budget, options, locator, declined);
    const bool hasWarning = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
      return finding.severity >= Severity::Warning;
    });
    if (launch.source == LaunchSource::Assumed && hasWarning) {
      Launch other = launch;
      other.block = otherBlock(launch.block);
      std::vector<Declined> ignored;
      demoteWhatTheBlockDecides(
          findings, lintLaunch(kernel, program, other, budget, options, locator, ignored), other.block);
    }
    byLaunch.push_back(std::move(findings));
  }
  demoteWhatFewLaunchesShow(byLaunch, launchesOfBlock);
  for (std::vector<Finding>& findings : byLaunch) {
    for (Finding& finding : findings)
      merger.add(std::move(finding));
    merger.endRun();
  }
}

} // namespace

namespace {

/// A kernel that meets the same obstacle at many places, or in many launch geometries, is told once.
void tellOnce(std::vector<Declined>& declined) {
  std::set<std::pair<std::string, std::string>> told;
  std::erase_if(declined,
                [&](const Declined& entry) { return !told.emplace(entry.kernel, entry.reason).second; });
}

} // namespace

FileResult lintTranslationUnit(TranslationUnit& unit, const LintOptions& options) {
  FileResult result;
  KernelCatalog catalog(unit);
  for (const CatalogKernel& kernel : catalog.uninstantiated())
    result.declined.push_back(
        {kernel.name, kernel.file, kernel.line, "a template that is not instantiated in this file"});
  catalog.dropForeignKernels();
  for (const UnusableKernel& unusable : prepareKernels(unit.module()))
    for (const CatalogKernel& kernel : catalog.kernels())
      if (kernel.function->getName() == unusable.mangledName)
        result.declined.push_back({kernel.name, kernel.file, kernel.line, unusable.reason});
  const LaunchMap sites = findLaunches(unit.ast());
  SourceLocator locator(unit.ast());
  FindingMerger merger;
  for (const CatalogKernel& kernel : catalog.kernels())
    if (!kernel.function->isDeclaration())
      lintKernel(kernel, sites, options, locator, merger, result.declined);
  result.findings = merger.take();
  tellOnce(result.declined);
  return result;
}

} // namespace cuda_lint
