#pragma once

#include <stdexcept>

namespace cuda_tune {

/// A command line that cannot be followed; exit status 2.
class UsageError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Nothing correct could be found; exit status 5.
class NothingCorrect : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace cuda_tune
