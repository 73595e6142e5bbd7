#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace cuda_lint {

/// Enumerates the ways through code whose conditions are not known. A run asks `choose` at each fork and is
/// repeated until `advance` says that all ways have been taken. Within a run the same fork always gives the
/// same answer, so that variables assigned under one condition stay together.
class Choices {
public:
  /// A fork: the statement or declaration that forks, and the call through which it was reached.
  using Key = std::pair<const void*, const void*>;

  /// The option of this run in [0, count), count >= 1.
  unsigned choose(Key key, unsigned count) {
    if (count == 1)
      return 0;
    if (std::optional<unsigned> option = chosen(key))
      return *option;
    if (depth_ == trail_.size())
      trail_.push_back({0, count});
    return made_[key] = trail_[depth_++].option;
  }

  std::optional<unsigned> chosen(Key key) const {
    auto found = made_.find(key);
    return found == made_.end() ? std::nullopt : std::optional(found->second);
  }

  /// Starts the next run; false when there is none left.
  bool advance() {
    trail_.resize(depth_);
    made_.clear();
    depth_ = 0;
    while (!trail_.empty() && ++trail_.back().option == trail_.back().count)
      trail_.pop_back();
    return !trail_.empty();
  }

private:
  struct Fork {
    unsigned option;
    unsigned count;
  };
  std::vector<Fork> trail_;
  std::map<Key, unsigned> made_;
  size_t depth_ = 0;
};

} // namespace cuda_lint
