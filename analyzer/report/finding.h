#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cuda_lint {

/// How bad; ordered, so that `--fail-on` compares.
enum class Severity { Note, Warning, Error };

/// exact: no unknown took part. bounded: an unknown was given plausible values, or a loop was sampled.
/// possible: the place runs only under a condition that could not be decided.
enum class Confidence { Exact, Bounded, Possible };

/// "note", "warning", "error".
const char* toString(Severity severity);
/// "exact", "bounded", "possible".
const char* toString(Confidence confidence);

/// A range in a source file. Lines and columns count from 1; the end column is that of the last character.
struct SourcePlace {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  unsigned endLine = 0;
  unsigned endColumn = 0;

  friend bool operator==(const SourcePlace&, const SourcePlace&) = default;
  friend auto operator<=>(const SourcePlace&, const SourcePlace&) = default;
};

/// The launch geometry that a finding holds for.
struct FindingLaunch {
  /// In blocks; nullopt where the source does not tell.
  std::optional<std::array<uint64_t, 3>> grid;
  /// In threads.
  std::array<uint64_t, 3> block{};
  /// "command-line", "launch-site", "launch-bounds" or "assumed".
  std::string source;

  friend bool operator==(const FindingLaunch&, const FindingLaunch&) = default;
};

struct Note {
  SourcePlace place;
  std::string message;

  friend bool operator==(const Note&, const Note&) = default;
};

/// Replace `length` bytes at `offset` of `file` by `text`.
struct FixIt {
  std::string file;
  uint64_t offset = 0;
  uint64_t length = 0;
  std::string text;

  friend bool operator==(const FixIt&, const FixIt&) = default;
};

/// A named number of a finding, in the unit that docs/checks/<check>.md gives.
using Metric = std::pair<std::string, std::variant<int64_t, double>>;

/// One defect at one place in the source, its worst case over instantiations and launch sites.
struct Finding {
  std::string check;
  Severity severity = Severity::Warning;
  SourcePlace place;
  /// As the user writes it: `reduce1<int>`.
  std::string kernel;
  FindingLaunch launch;
  std::string message;
  Confidence confidence = Confidence::Exact;
  /// In the order in which they are printed.
  std::vector<Metric> metrics;
  std::vector<Note> notes;
  std::vector<FixIt> fixes;
  /// Empty until `assignFingerprints`.
  std::string fingerprint;
  /// Set by a NOLINT comment: kept in SARIF, left out elsewhere.
  bool suppressed = false;

  friend bool operator==(const Finding&, const Finding&) = default;
};

/// Something that was not analyzed, or not to the end, and why.
struct Declined {
  /// Empty where the whole file is meant.
  std::string kernel;
  std::string file;
  unsigned line = 0;
  std::string reason;

  friend bool operator==(const Declined&, const Declined&) = default;
  friend auto operator<=>(const Declined&, const Declined&) = default;
};

} // namespace cuda_lint
