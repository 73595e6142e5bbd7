#include "analyzer/tool/worker_child.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <new>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define CUDA_LINT_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CUDA_LINT_ADDRESS_SANITIZER 1
#endif
#endif

namespace cuda_lint {
namespace {

// Clang's recursive descent over deeply nested code needs more than the usual 8 MiB.
constexpr rlim_t stackBytes = 64 << 20;

#ifndef CUDA_LINT_ADDRESS_SANITIZER
/// Bytes of private writable memory that this process has now.
uint64_t dataBytes() {
  std::ifstream statm("/proc/self/statm");
  uint64_t size = 0, resident = 0, shared = 0, text = 0, lib = 0, data = 0;
  statm >> size >> resident >> shared >> text >> lib >> data;
  return data * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}
#endif

void limitMemory(uint64_t memoryMiB) {
  std::set_new_handler([] { _exit(outOfMemoryStatus); });
  llvm::install_bad_alloc_error_handler([](void*, const char*, bool) { _exit(outOfMemoryStatus); });
#ifndef CUDA_LINT_ADDRESS_SANITIZER
  // RLIMIT_DATA, not RLIMIT_AS: mapped libraries and sources are none of the job's allocations.
  rlimit limit{};
  getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = std::min<rlim_t>(dataBytes() + (memoryMiB << 20), limit.rlim_max);
  setrlimit(RLIMIT_DATA, &limit);
#endif
}

uintptr_t stackTop = 0;

/// Tells a stack that ran over from any other bad access: the address lies within the largest stack, or just
/// below it.
void onBadAccess(int, siginfo_t* info, void*) {
  constexpr uintptr_t guardBytes = 1 << 20;
  auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  if (address < stackTop && address > stackTop - stackBytes - guardBytes)
    _exit(outOfStackStatus);
  // Returning runs the bad instruction again, now with the default action.
  signal(SIGSEGV, SIG_DFL);
  signal(SIGBUS, SIG_DFL);
}

void reportStackOverflow() {
  rlimit limit{};
  getrlimit(RLIMIT_STACK, &limit);
  limit.rlim_cur = std::min<rlim_t>(stackBytes, limit.rlim_max);
  setrlimit(RLIMIT_STACK, &limit);

  static char local[64 << 10];
  stackTop = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) + (64 << 10);
  stack_t alternate{};
  alternate.ss_sp = local;
  alternate.ss_size = sizeof(local);
  sigaltstack(&alternate, nullptr);
  struct sigaction action{};
  action.sa_sigaction = onBadAccess;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

void redirectOutput(int errorPipe) {
  int nowhere = open("/dev/null", O_RDWR);
  dup2(nowhere, STDIN_FILENO);
  dup2(nowhere, STDOUT_FILENO);
  dup2(errorPipe, STDERR_FILENO);
}

bool writeAll(int fd, const char* bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(fd, bytes, length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes += written;
    length -= static_cast<size_t>(written);
  }
  return true;
}

} // namespace

void runWorkerChild(int resultPipe, int errorPipe, uint64_t memoryMiB,
                    llvm::function_ref<std::string()> job) noexcept {
  redirectOutput(errorPipe);
  rlimit noCore{0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
  reportStackOverflow();
  limitMemory(memoryMiB);

  std::string result;
  try {
    result = job();
  } catch (const std::exception& exception) {
    llvm::errs() << exception.what() << '\n';
    _exit(1);
  }
  uint64_t length = result.size();
  bool whole = writeAll(resultPipe, reinterpret_cast<const char*>(&length), sizeof(length)) &&
               writeAll(resultPipe, result.data(), result.size());
  // Not exit(): what the parent registered to run at exit is the parent's.
  _exit(whole ? 0 : 1);
}

} // namespace cuda_lint
