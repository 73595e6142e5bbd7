#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace cuda_tune {

/// A sentence for a command line that `app` refused: what is wrong with it and what to do.
std::string describe(const CLI::ParseError& error, const CLI::App& app);

/// The candidate that `word` is a misspelling of: the one fewest insertions, deletions, replacements and
/// swaps of neighbours away, at most a third of the length of `word`, rounded up; empty when none is.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

} // namespace cuda_tune
