#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace cuda_lint {

/// `degree=2`, `wavefronts/wavefronts_ideal>=47/12`, `kernel=copy`: see README.md.
struct Predicate {
  enum class Relation { Equal,
                        AtLeast,
                        AtMost };

  std::string metric;
  Relation relation = Relation::Equal;
  std::string value;
};

/// A LINT, LINT-NOTE or LINT-MAY comment.
struct ExpectedFinding {
  enum class Kind { Warning,
                    Note,
                    Allowed };

  Kind kind = Kind::Warning;
  /// Absolute.
  std::string file;
  unsigned line = 0;
  std::string check;
  std::vector<Predicate> predicates;
  std::vector<std::string> messageParts;
};

/// A DECLINED comment.
struct ExpectedDecline {
  std::string kernel;
  std::string reasonRegex;
};

/// All comments of a corpus file and of the headers beside it.
struct Expectations {
  std::vector<ExpectedFinding> findings;
  std::vector<ExpectedDecline> declines;
  std::vector<std::string> arguments;
  bool noNotes = false;
};

/// Reads the comments of `file` and of what it includes with quotation marks from its own folder. A comment
/// that README.md does not describe is an Error with its place.
llvm::Expected<Expectations> readExpectations(const std::string& file);

/// Adds the comments of `text`, which stands in `file`.
llvm::Error parseExpectations(const std::string& file, llvm::StringRef text, Expectations& into);

/// What differs between `expected` and the JSON of a lint run; one sentence each, empty when all is well.
std::vector<std::string> compare(const Expectations& expected, const llvm::json::Value& run);

} // namespace cuda_lint
