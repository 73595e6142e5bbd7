#include "cuda_tune/operation.h"

namespace cuda_tune {

std::string_view toString(Operation operation) {
  switch (operation) {
  case Operation::Sum:
    return "sum";
  case Operation::Prod:
    return "prod";
  case Operation::Min:
    return "min";
  case Operation::Max:
    return "max";
  }
  return "";
}

std::optional<Operation> parseOperation(std::string_view name) {
  for (const Operation operation : kOperations)
    if (toString(operation) == name)
      return operation;
  return std::nullopt;
}

} // namespace cuda_tune
