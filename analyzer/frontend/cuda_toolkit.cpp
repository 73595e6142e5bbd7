#include "analyzer/frontend/cuda_toolkit.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <algorithm>

namespace cuda_lint {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

std::string joinPath(llvm::StringRef base, const llvm::Twine& a, const llvm::Twine& b = "",
                     const llvm::Twine& c = "") {
  llvm::SmallString<256> result(base);
  path::append(result, a, b, c);
  return std::string(result);
}

/// Names in `directory`, sorted; none if it cannot be read.
std::vector<std::string> namesIn(const std::string& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; entry != end && !error; entry.increment(error))
    names.push_back(path::filename(entry->path()).str());
  std::sort(names.begin(), names.end());
  return names;
}

bool holdsRuntime(const std::string& include) {
  return fs::exists(joinPath(include, "cuda_runtime.h"));
}

/// The older wheels spread a toolkit over folders beside `nvidia/cuda_runtime`.
std::vector<std::string> includesOfSiblings(const std::string& root) {
  std::vector<std::string> includes;
  const std::string parent = path::parent_path(root).str();
  for (const std::string& name : namesIn(parent)) {
    const std::string include = joinPath(parent, name, "include");
    if (name != path::filename(root) && fs::is_directory(include))
      includes.push_back(include);
  }
  return includes;
}

std::optional<CudaToolkit> toolkitExactlyAt(const std::string& root) {
  for (const std::string& include :
       {joinPath(root, "include"), joinPath(root, "targets", "x86_64-linux", "include"),
        joinPath(root, "targets", "sbsa-linux", "include")}) {
    if (!holdsRuntime(include))
      continue;
    CudaToolkit toolkit{root, {include}};
    if (const std::string cccl = joinPath(include, "cccl"); fs::is_directory(cccl))
      toolkit.includeDirectories.push_back(cccl);
    if (path::filename(root) == "cuda_runtime")
      for (std::string& sibling : includesOfSiblings(root))
        toolkit.includeDirectories.push_back(std::move(sibling));
    return toolkit;
  }
  return std::nullopt;
}

/// `nvidia/cu13` and its like in a folder of Python packages, the newest first, then the older layout.
std::optional<CudaToolkit> toolkitOfWheelsIn(const std::string& packages) {
  const std::string vendor = joinPath(packages, "nvidia");
  std::vector<std::pair<unsigned, std::string>> versions;
  for (const std::string& name : namesIn(vendor)) {
    llvm::StringRef number = name;
    unsigned version = 0;
    if (number.consume_front("cu") && !number.getAsInteger(10, version))
      versions.emplace_back(version, name);
  }
  std::sort(versions.rbegin(), versions.rend());
  for (const auto& [version, name] : versions)
    if (auto toolkit = toolkitExactlyAt(joinPath(vendor, name)))
      return toolkit;
  return toolkitExactlyAt(joinPath(vendor, "cuda_runtime"));
}

std::optional<CudaToolkit> toolkitOfVirtualEnvironment(const std::string& root) {
  for (llvm::StringRef library : {"lib", "lib64"})
    for (const std::string& python : namesIn(joinPath(root, library)))
      if (llvm::StringRef(python).starts_with("python"))
        if (auto toolkit = toolkitOfWheelsIn(joinPath(root, library, python, "site-packages")))
          return toolkit;
  return std::nullopt;
}

/// Executables called nvcc on `searchPath`, in its order, each also by its real path.
std::vector<std::string> nvccsOn(llvm::StringRef searchPath) {
  std::vector<std::string> found;
  llvm::SmallVector<llvm::StringRef> directories;
  searchPath.split(directories, llvm::sys::EnvPathSeparator, -1, /*KeepEmpty=*/false);
  for (llvm::StringRef directory : directories) {
    const std::string nvcc = joinPath(directory, "nvcc");
    if (!fs::can_execute(nvcc))
      continue;
    llvm::SmallString<256> real;
    if (!fs::real_path(nvcc, real))
      found.push_back(std::string(real));
    found.push_back(nvcc);
  }
  return found;
}

/// Tries one place after the other and remembers what was wrong with each.
class Search {
public:
  explicit Search(const ToolkitPlaces& places) : places(places) {}

  llvm::Expected<CudaToolkit> run() {
    if (places.cudaPath) {
      if (auto toolkit = toolkitAt(*places.cudaPath))
        return *toolkit;
      return llvm::createStringError("--cuda-path " + *places.cudaPath +
                                     " holds no CUDA toolkit (no include/cuda_runtime.h there)");
    }
    if (auto toolkit = inEnvironment())
      return *toolkit;
    return llvm::createStringError("no CUDA toolkit found; tried " + llvm::join(tried, ", ") +
                                   "; install one, or name it with --cuda-path DIR");
  }

private:
  std::optional<CudaToolkit> inEnvironment() {
    for (llvm::StringRef variable : {"CUDA_PATH", "CUDA_HOME"})
      if (auto toolkit = atVariable(variable, toolkitAt))
        return toolkit;
    if (auto toolkit = ofNvccOnPath())
      return toolkit;
    if (auto toolkit = at(places.systemPath))
      return toolkit;
    if (auto toolkit = besideExecutable())
      return toolkit;
    return atVariable("VIRTUAL_ENV",
                      [](llvm::StringRef root) { return toolkitOfVirtualEnvironment(root.str()); });
  }

  std::optional<CudaToolkit>
  atVariable(llvm::StringRef variable,
             llvm::function_ref<std::optional<CudaToolkit>(llvm::StringRef)> toolkitOf) {
    const std::optional<std::string> root = value(variable);
    tried.push_back(variable.str() + (root ? " (" + *root + ")" : " (not set)"));
    return root ? toolkitOf(*root) : std::nullopt;
  }

  std::optional<CudaToolkit> at(const std::string& root) {
    tried.push_back(root);
    return toolkitAt(root);
  }

  std::optional<CudaToolkit> ofNvccOnPath() {
    const std::vector<std::string> nvccs = nvccsOn(value("PATH").value_or(""));
    tried.push_back(nvccs.empty() ? "nvcc on PATH (none)" : "nvcc on PATH (" + nvccs.front() + ")");
    for (const std::string& nvcc : nvccs)
      if (auto toolkit = toolkitAt(path::parent_path(path::parent_path(nvcc))))
        return toolkit;
    return std::nullopt;
  }

  std::optional<CudaToolkit> besideExecutable() {
    if (places.executableDirectory.empty())
      return std::nullopt;
    tried.push_back(".deps/cuda beside or above " + places.executableDirectory);
    // From `build/bin` it is two folders up to the project.
    constexpr int foldersUp = 3;
    llvm::StringRef directory = places.executableDirectory;
    for (int i = 0; i <= foldersUp && !directory.empty(); ++i, directory = path::parent_path(directory))
      if (auto toolkit = toolkitAt(joinPath(directory, ".deps", "cuda")))
        return toolkit;
    return std::nullopt;
  }

  std::optional<std::string> value(llvm::StringRef variable) {
    std::optional<std::string> text = places.environment ? places.environment(variable) : std::nullopt;
    return text && !text->empty() ? text : std::nullopt;
  }

  const ToolkitPlaces& places;
  std::vector<std::string> tried;
};

} // namespace

ToolkitPlaces ToolkitPlaces::ofThisProcess(std::optional<std::string> cudaPath) {
  ToolkitPlaces places;
  places.cudaPath = std::move(cudaPath);
  places.environment = [](llvm::StringRef name) { return llvm::sys::Process::GetEnv(name); };
  const std::string executable =
      fs::getMainExecutable(nullptr, reinterpret_cast<void*>(&ToolkitPlaces::ofThisProcess));
  places.executableDirectory = path::parent_path(executable).str();
  return places;
}

std::optional<CudaToolkit> toolkitAt(llvm::StringRef root) {
  llvm::SmallString<256> absolute(root);
  if (root.empty() || fs::make_absolute(absolute))
    return std::nullopt;
  path::remove_dots(absolute, /*remove_dot_dot=*/false);
  while (absolute.size() > 1 && path::is_separator(absolute.back()))
    absolute.pop_back();
  if (auto toolkit = toolkitExactlyAt(std::string(absolute)))
    return toolkit;
  return toolkitOfWheelsIn(std::string(absolute));
}

llvm::Expected<CudaToolkit> findCudaToolkit(const ToolkitPlaces& places) {
  return Search(places).run();
}

} // namespace cuda_lint
