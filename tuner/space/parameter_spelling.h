#pragma once

#include <string_view>

namespace cuda_tune {

/// Whether `text` can name a tuning parameter: a C++ identifier in ASCII.
bool isParameterName(std::string_view text);

/// Whether `text` can be a value of one: printable ASCII, not empty, without the space, '=' and ',' that
/// separate values and arguments.
bool isParameterValue(std::string_view text);

} // namespace cuda_tune
