#pragma once

#include "llvm/ADT/StringRef.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cuda_lint {

/// Who includes whom among a set of files, by the text of their #include lines (conditions are taken as
/// true).
class IncludeGraph {
public:
  /// `files`: absolute. Nothing is read before a question is asked.
  explicit IncludeGraph(const std::vector<std::string>& files);

  /// Those files that one of `sources` includes, directly or not. A source that nothing else includes is
  /// never among them, and of sources that include each other in a circle the first stays out: so every file
  /// is reached from what is left.
  std::set<std::string> includedByOthers(const std::set<std::string>& sources);

private:
  const std::vector<std::string>& includesOf(const std::string& file);
  std::vector<std::string> readIncludes(const std::string& file) const;
  const std::string* resolve(const std::string& includer, llvm::StringRef name) const;
  /// Adds all that `file` reaches, itself only where it includes itself.
  void reach(const std::string& file, std::set<std::string>& reached);

  std::set<std::string> known;
  std::multimap<std::string, std::string> byName;
  std::map<std::string, std::vector<std::string>> includes;
};

} // namespace cuda_lint
