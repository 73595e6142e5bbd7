#include "db/atomic_file.h"

#include "db/tuning_store.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <random>
#include <string>
#include <system_error>

namespace cuda_tune {

namespace fs = std::filesystem;

namespace {

/// 0, or the error number.
int writeAll(const fs::path& file, int flags, std::string_view content) {
  int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (descriptor < 0)
    return errno;
  int error = 0;
  while (!content.empty() && error == 0) {
    ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written >= 0)
      content.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      error = errno;
  }
  // Devices and pipes have nothing to synchronise, and say so.
  if (error == 0 && ::fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
    error = errno;
  if (::close(descriptor) != 0 && error == 0)
    error = errno;
  return error;
}

int replace(const fs::path& target, std::string_view content) {
  fs::path temporary = target.string() + "." + std::to_string(std::random_device()()) + ".tmp";
  int error = writeAll(temporary, O_CREAT | O_EXCL, content);
  if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0)
    error = errno;
  if (error != 0 && error != EEXIST)
    ::unlink(temporary.c_str());
  return error;
}

} // namespace

void writeAtomically(const fs::path& file, std::string_view content) {
  std::error_code ignored;
  fs::path target = fs::canonical(file, ignored);
  if (target.empty())
    target = file;
  fs::file_status status = fs::status(target, ignored);
  int error = EISDIR;
  if (!fs::exists(status) || fs::is_regular_file(status))
    error = replace(target, content);
  else if (!fs::is_directory(status))
    error = writeAll(target, 0, content);
  if (error != 0)
    throw StoreError("cannot write '" + file.string() + "': " + std::generic_category().message(error) +
                     "; check its folder and the free space, or name another file");
}

} // namespace cuda_tune
