#include "analyzer/launch/launch_override.h"

#include "analyzer/launch/block_shape.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace cuda_lint {
namespace {

using Dimensions = std::array<uint64_t, 3>;

llvm::Error invalid(StringRef text, const llvm::Twine& reason) {
  return llvm::createStringError(
      "'--launch " + text + "': " + reason +
      "; write KERNEL=grid:X,Y,Z;block:X,Y,Z, where either part and Y and Z may be left out");
}

llvm::Expected<Dimensions> parseDimensions(StringRef text, StringRef part, StringRef numbers) {
  llvm::SmallVector<StringRef, 3> fields;
  numbers.split(fields, ',');
  if (fields.size() > 3)
    return invalid(text, part + " has " + llvm::Twine(fields.size()) + " numbers, more than three");
  Dimensions result{1, 1, 1};
  for (size_t i = 0; i != fields.size(); ++i) {
    StringRef field = fields[i].trim();
    if (field.getAsInteger(10, result[i]) || result[i] == 0)
      return invalid(text, part + " has '" + field + "', which is not a positive number");
  }
  return result;
}

} // namespace

llvm::Expected<LaunchOverride> parseLaunchOverride(StringRef text) {
  // From the right: the arguments of a template may hold '='.
  auto [kernel, geometry] = text.rsplit('=');
  LaunchOverride result;
  result.kernel = kernel.trim().str();
  if (geometry.empty() || result.kernel.empty())
    return invalid(text, geometry.empty() ? "no geometry follows the kernel" : "no kernel is named");

  llvm::SmallVector<StringRef, 2> parts;
  geometry.split(parts, ';', -1, false);
  bool hasGrid = false;
  for (StringRef part : parts) {
    auto [rawName, numbers] = part.split(':');
    StringRef name = rawName.trim();
    if (name != "grid" && name != "block")
      return invalid(text, "'" + part.trim() + "' is neither grid:… nor block:…");
    if (name == "grid" ? hasGrid : result.block.has_value())
      return invalid(text, name + " is given twice");
    llvm::Expected<Dimensions> dimensions = parseDimensions(text, name, numbers);
    if (!dimensions)
      return dimensions.takeError();
    if (name == "block") {
      if (!isLegalBlock(*dimensions))
        return invalid(
            text, "a block may have at most 1024 threads, and at most 1024, 1024 and 64 along x, y and z");
      result.block = *dimensions;
      continue;
    }
    hasGrid = true;
    for (size_t i = 0; i != dimensions->size(); ++i) {
      if ((*dimensions)[i] > gridLimits[i])
        return invalid(text, "a grid may have at most 2147483647, 65535 and 65535 blocks along x, y and z");
      result.grid[i] = (*dimensions)[i];
    }
  }
  if (!hasGrid && !result.block)
    return invalid(text, "no geometry follows the kernel");
  return result;
}

} // namespace cuda_lint
