// Prints what the runtime library would run for sums of floats on device 0.
#include "cuda_tune/reduce.h"

#include <cstdint>
#include <cstdio>

int main() {
  try {
    cuda_tune::Reducer sum(0, cuda_tune::Operation::Sum, cuda_tune::ElementType::F32);
    for (int exponent = 10; exponent <= 32; exponent += 2) {
      const cuda_tune::Selection selection = sum.selection(std::uint64_t{1} << exponent);
      std::printf("2^%d: %s: %s\n", exponent, selection.outcome.c_str(), selection.configuration.c_str());
      if (!selection.reason.empty())
        std::printf("  because %s\n", selection.reason.c_str());
    }
  } catch (const cuda_tune::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
  return 0;
}
