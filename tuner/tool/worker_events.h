#pragma once

#include <cstdint>
#include <string>
#include <variant>

namespace cuda_tune {

/// What the process that tunes tells the one that watches it, a line of JSON each on its standard output.
namespace event {

/// A cell begins; `configurations` is what its search may look at.
struct CellBegun {
  std::string operation, type;
  std::uint64_t elements = 0;
  std::size_t configurations = 0;
};
/// Before a configuration is launched for the first time: whoever dies after this died of it.
struct Trying {
  std::string configuration;
};
/// Nothing but a sign of life between launches, with what was found so far.
struct Progress {
  std::size_t measured = 0;
  /// 0: none yet.
  double bestUs = 0;
  std::string best;
};
/// A cell has its result in the store. `bestUs` is 0 where nothing correct was found.
struct CellEnded {
  double bestUs = 0;
  std::string best;
  /// Configurations that failed, whatever the reason.
  std::size_t failed = 0;
  /// The budget ended before the search did.
  bool cutShort = false;
};
/// For the user to read.
struct Note {
  std::string text;
};
/// The job cannot go on; the process exits with this status.
struct Failed {
  std::string message;
  int exitStatus = 0;
};

} // namespace event

using WorkerEvent = std::variant<event::CellBegun, event::Trying, event::Progress, event::CellEnded,
                                 event::Note, event::Failed>;

/// One line, without its end.
std::string toLine(const WorkerEvent& event);
/// Throws std::invalid_argument for what toLine() cannot have written.
WorkerEvent parseLine(const std::string& line);

} // namespace cuda_tune
