#include "tuner/jit/nvrtc.h"

#include "tuner/jit/dynamic_library.h"

#include <nvrtc.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

namespace cuda_tune {

namespace {

struct Functions {
  decltype(&::nvrtcVersion) version;
  decltype(&::nvrtcGetNumSupportedArchs) numSupportedArchs;
  decltype(&::nvrtcGetSupportedArchs) supportedArchs;
  decltype(&::nvrtcCreateProgram) createProgram;
  decltype(&::nvrtcDestroyProgram) destroyProgram;
  decltype(&::nvrtcAddNameExpression) addNameExpression;
  decltype(&::nvrtcCompileProgram) compileProgram;
  decltype(&::nvrtcGetProgramLogSize) programLogSize;
  decltype(&::nvrtcGetProgramLog) programLog;
  decltype(&::nvrtcGetCUBINSize) cubinSize;
  decltype(&::nvrtcGetCUBIN) cubin;
  decltype(&::nvrtcGetPTXSize) ptxSize;
  decltype(&::nvrtcGetPTX) ptx;
  decltype(&::nvrtcGetLoweredName) loweredName;
  decltype(&::nvrtcGetErrorString) errorString;
  /// Ascending.
  std::vector<int> architectures;
};

std::vector<std::string> candidates() {
  const std::vector<std::string> names = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
  std::vector<std::filesystem::path> folders;
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char* root = std::getenv(variable))
      for (const char* folder : {"lib64", "lib"})
        folders.push_back(std::filesystem::path(root) / folder);
  folders.emplace_back();
  folders.emplace_back("/usr/local/cuda/lib64");
  // Where scripts/setup.sh unpacks NVIDIA's wheels, seen from build/bin.
  std::error_code error;
  const std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error)
    folders.push_back(executable.parent_path() / "../../.deps/cuda/nvidia/cu13/lib");

  std::vector<std::string> all;
  for (const std::filesystem::path& folder : folders)
    for (const std::string& name : names)
      all.push_back((folder / name).string());
  return all;
}

const Functions& nvrtc();

void check(nvrtcResult result, const char* what) {
  if (result != NVRTC_SUCCESS)
    throw NvrtcError(std::string("NVRTC could not ") + what + ": " + nvrtc().errorString(result));
}

Functions load() {
  const std::optional<DynamicLibrary> library = DynamicLibrary::open(candidates());
  if (!library)
    throw NvrtcError("NVRTC not found: libnvrtc.so.13 or .12 is neither in $CUDA_PATH/lib64 nor where the "
                     "loader looks nor "
                     "in /usr/local/cuda/lib64; install it and set CUDA_PATH to its toolkit");
  Functions functions;
  const auto get = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(library->symbol(name));
    if (!function)
      throw NvrtcError(std::string("the NVRTC found is too old: it has no ") + name +
                       "; install CUDA 12 or newer");
  };
  get(functions.version, "nvrtcVersion");
  get(functions.numSupportedArchs, "nvrtcGetNumSupportedArchs");
  get(functions.supportedArchs, "nvrtcGetSupportedArchs");
  get(functions.createProgram, "nvrtcCreateProgram");
  get(functions.destroyProgram, "nvrtcDestroyProgram");
  get(functions.addNameExpression, "nvrtcAddNameExpression");
  get(functions.compileProgram, "nvrtcCompileProgram");
  get(functions.programLogSize, "nvrtcGetProgramLogSize");
  get(functions.programLog, "nvrtcGetProgramLog");
  get(functions.cubinSize, "nvrtcGetCUBINSize");
  get(functions.cubin, "nvrtcGetCUBIN");
  get(functions.ptxSize, "nvrtcGetPTXSize");
  get(functions.ptx, "nvrtcGetPTX");
  get(functions.loweredName, "nvrtcGetLoweredName");
  get(functions.errorString, "nvrtcGetErrorString");

  int count = 0;
  functions.numSupportedArchs(&count);
  functions.architectures.resize(count);
  functions.supportedArchs(functions.architectures.data());
  std::sort(functions.architectures.begin(), functions.architectures.end());
  return functions;
}

const Functions& nvrtc() {
  static const Functions functions = load();
  return functions;
}

class Program {
public:
  explicit Program(const Source& source) {
    std::vector<const char*> names, texts;
    for (const auto& [name, text] : source.headers) {
      names.push_back(name.c_str());
      texts.push_back(text.c_str());
    }
    check(nvrtc().createProgram(&handle_, source.text.c_str(), source.name.c_str(),
                                static_cast<int>(names.size()), texts.data(), names.data()),
          "create a program");
  }
  ~Program() { nvrtc().destroyProgram(&handle_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  nvrtcProgram get() const { return handle_; }

  std::string log() const {
    std::size_t size = 0;
    check(nvrtc().programLogSize(handle_, &size), "tell the size of its log");
    std::string text(size, '\0');
    check(nvrtc().programLog(handle_, text.data()), "give its log");
    while (!text.empty() && (text.back() == '\0' || text.back() == '\n'))
      text.pop_back();
    return text;
  }

private:
  nvrtcProgram handle_ = nullptr;
};

} // namespace

std::string nvrtcVersion() {
  int major = 0, minor = 0;
  check(nvrtc().version(&major, &minor), "tell its version");
  return std::to_string(major) + "." + std::to_string(minor);
}

bool nvrtcSupports(int architecture) {
  const std::vector<int>& known = nvrtc().architectures;
  return std::binary_search(known.begin(), known.end(), architecture);
}

Compilation compile(const Source& source, int architecture, const std::vector<std::string>& nameExpressions,
                    const std::vector<std::string>& options) {
  const std::vector<int>& known = nvrtc().architectures;
  if (known.empty() || architecture < known.front())
    throw NvrtcError("NVRTC " + nvrtcVersion() + " no longer compiles for sm_" +
                     std::to_string(architecture) + "; use a CUDA toolkit that does");
  const bool native = nvrtcSupports(architecture);
  const int target =
      native ? architecture : *std::prev(std::upper_bound(known.begin(), known.end(), architecture));

  const Program program(source);
  for (const std::string& expression : nameExpressions)
    check(nvrtc().addNameExpression(program.get(), expression.c_str()), "take a name expression");

  std::vector<std::string> all = {"--std=c++17",
                                  (native ? "--gpu-architecture=sm_" : "--gpu-architecture=compute_") +
                                      std::to_string(target)};
  all.insert(all.end(), options.begin(), options.end());
  std::vector<const char*> arguments;
  for (const std::string& option : all)
    arguments.push_back(option.c_str());
  const nvrtcResult result =
      nvrtc().compileProgram(program.get(), static_cast<int>(arguments.size()), arguments.data());

  Compilation compilation;
  compilation.log = program.log();
  if (result == NVRTC_ERROR_COMPILATION)
    return compilation;
  check(result, "compile");
  compilation.ok = true;

  std::size_t size = 0;
  check(native ? nvrtc().cubinSize(program.get(), &size) : nvrtc().ptxSize(program.get(), &size),
        "tell the image's size");
  compilation.image.resize(size);
  check(native ? nvrtc().cubin(program.get(), compilation.image.data())
               : nvrtc().ptx(program.get(), compilation.image.data()),
        "give the image");
  for (const std::string& expression : nameExpressions) {
    const char* name = nullptr;
    check(nvrtc().loweredName(program.get(), expression.c_str(), &name), "give a lowered name");
    compilation.loweredNames.emplace_back(name);
  }
  return compilation;
}

} // namespace cuda_tune
