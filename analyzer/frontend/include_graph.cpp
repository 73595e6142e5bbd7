#include "analyzer/frontend/include_graph.h"

#include "clang/Lex/DependencyDirectivesScanner.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <algorithm>

namespace cuda_lint {
namespace {

namespace path = llvm::sys::path;
namespace scan = clang::dependency_directives_scan;

size_t commonPrefix(llvm::StringRef a, llvm::StringRef b) {
  return std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
}

bool isInclude(scan::DirectiveKind kind) {
  return kind == scan::pp_include || kind == scan::pp_include_next || kind == scan::pp_import ||
         kind == scan::pp___include_macros;
}

/// `"a/b.h"` or `<a/b.h>` without its marks; empty for a macro.
llvm::StringRef includedName(const scan::Directive& directive, llvm::StringRef text) {
  for (const scan::Token& token : directive.Tokens) {
    llvm::StringRef spelling = text.substr(token.Offset, token.Length);
    if (spelling.size() > 2 && (spelling.front() == '"' || spelling.front() == '<'))
      return spelling.drop_front().drop_back();
  }
  return {};
}

} // namespace

IncludeGraph::IncludeGraph(const std::vector<std::string>& files) : known(files.begin(), files.end()) {
  for (const std::string& file : known)
    byName.emplace(path::filename(file).str(), file);
}

std::set<std::string> IncludeGraph::includedByOthers(const std::set<std::string>& sources) {
  std::map<std::string, std::set<std::string>> reachedFrom;
  std::set<std::string> reachedByAnother;
  for (const std::string& source : sources) {
    std::set<std::string>& reached = reachedFrom[source];
    reach(source, reached);
    for (const std::string& file : reached)
      if (file != source)
        reachedByAnother.insert(file);
  }
  std::set<std::string> covered;
  auto cover = [&](const std::string& root) {
    std::set<std::string> reached = reachedFrom[root];
    reached.erase(root);
    covered.insert(reached.begin(), reached.end());
  };
  std::set<std::string> roots;
  for (const std::string& source : sources)
    if (!reachedByAnother.contains(source)) {
      roots.insert(source);
      cover(source);
    }
  for (const std::string& source : sources)
    if (!roots.contains(source) && !covered.contains(source)) {
      roots.insert(source);
      cover(source);
    }
  for (const std::string& root : roots)
    covered.erase(root);
  return covered;
}

void IncludeGraph::reach(const std::string& file, std::set<std::string>& reached) {
  std::vector<std::string> waiting{file};
  while (!waiting.empty()) {
    const std::string current = std::move(waiting.back());
    waiting.pop_back();
    for (const std::string& next : includesOf(current))
      if (reached.insert(next).second)
        waiting.push_back(next);
  }
}

const std::vector<std::string>& IncludeGraph::includesOf(const std::string& file) {
  auto [place, isNew] = includes.try_emplace(file);
  if (isNew)
    place->second = readIncludes(file);
  return place->second;
}

std::vector<std::string> IncludeGraph::readIncludes(const std::string& file) const {
  std::vector<std::string> result;
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return result;
  const llvm::StringRef text = (*buffer)->getBuffer();
  llvm::SmallVector<scan::Token> tokens;
  llvm::SmallVector<scan::Directive> directives;
  // What the scanner cannot read, the parser will report.
  if (clang::scanSourceForDependencyDirectives(text, tokens, directives))
    return result;
  for (const scan::Directive& directive : directives)
    if (isInclude(directive.Kind))
      if (const std::string* target = resolve(file, includedName(directive, text)))
        result.push_back(*target);
  return result;
}

const std::string* IncludeGraph::resolve(const std::string& includer, llvm::StringRef name) const {
  if (name.empty())
    return nullptr;
  llvm::SmallString<256> beside(path::parent_path(includer));
  path::append(beside, name);
  path::remove_dots(beside, /*remove_dot_dot=*/true);
  if (auto found = known.find(std::string(beside)); found != known.end())
    return &*found;

  // Include paths are not known here: any file whose path ends as the name does is meant, the nearest first.
  llvm::StringRef suffix = name;
  while (suffix.consume_front("../") || suffix.consume_front("./"))
    ;
  const std::string* best = nullptr;
  auto [first, last] = byName.equal_range(path::filename(suffix).str());
  for (auto candidate = first; candidate != last; ++candidate) {
    llvm::StringRef rest = candidate->second;
    if (!rest.consume_back(suffix) || !rest.ends_with("/"))
      continue;
    if (!best || commonPrefix(candidate->second, includer) > commonPrefix(*best, includer))
      best = &candidate->second;
  }
  return best;
}

} // namespace cuda_lint
