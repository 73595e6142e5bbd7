#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace cuda_tune {

/// What a reduction does with two elements.
enum class Operation { Sum, Prod, Min, Max };

inline constexpr std::array kOperations = {Operation::Sum, Operation::Prod, Operation::Min, Operation::Max};

/// "sum", "prod", "min", "max".
std::string_view toString(Operation operation);
std::optional<Operation> parseOperation(std::string_view name);

} // namespace cuda_tune
