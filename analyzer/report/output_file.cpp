#include "analyzer/report/output_file.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

namespace cuda_lint {

namespace fs = llvm::sys::fs;

namespace {

llvm::Error cannotWrite(llvm::StringRef path, const llvm::Twine& reason) {
  return llvm::createStringError("cannot write '" + path + "': " + reason);
}

llvm::Error writeTo(int descriptor, llvm::StringRef path,
                    llvm::function_ref<void(llvm::raw_ostream&)> write) {
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/false);
  write(os);
  os.flush();
  std::error_code error = os.error();
  // An error that nobody has seen would abort the process in the stream's destructor.
  os.clear_error();
  return error ? cannotWrite(path, error.message()) : llvm::Error::success();
}

} // namespace

llvm::Error writeOutputFile(llvm::StringRef path, llvm::function_ref<void(llvm::raw_ostream&)> write) {
  llvm::SmallString<256> target;
  if (fs::real_path(path, target))
    target = path;
  fs::file_status status;
  bool exists = !fs::status(target, status) && fs::exists(status);
  if (exists && fs::is_directory(status))
    return cannotWrite(path, "it is a directory");
  // A file can be replaced where its folder is writable; one that its owner has protected is still left
  // alone.
  if (exists && fs::access(target, fs::AccessMode::Write))
    return cannotWrite(path, "no permission");

  if (exists && !fs::is_regular_file(status)) {
    llvm::Expected<fs::file_t> file = fs::openNativeFileForWrite(target, fs::CD_OpenExisting, fs::OF_None);
    if (!file)
      return cannotWrite(path, llvm::toString(file.takeError()));
    llvm::Error error = writeTo(*file, path, write);
    fs::closeFile(*file);
    return error;
  }

  llvm::Expected<fs::TempFile> temporary = fs::TempFile::create(target + ".%%%%%%%%.tmp");
  if (!temporary)
    return cannotWrite(path, llvm::toString(temporary.takeError()));
  if (llvm::Error error = writeTo(temporary->FD, path, write)) {
    llvm::consumeError(temporary->discard());
    return error;
  }
  if (exists)
    fs::setPermissions(temporary->FD, status.permissions());
  if (llvm::Error error = temporary->keep(target))
    return cannotWrite(path, llvm::toString(std::move(error)));
  return llvm::Error::success();
}

} // namespace cuda_lint
