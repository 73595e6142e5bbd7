#include "analyzer/frontend/nvcc_options.h"

#include "llvm/ADT/ArrayRef.h"

namespace cuda_lint {
namespace {

using Value = NvccOption::Value;
using Meaning = NvccOption::Meaning;

constexpr NvccOption table[] = {
    {"Ofast-compile", "Ofc", Value::Single, Meaning::Nothing},
    {"Wdefault-stream-launch", "", Value::None, Meaning::Nothing},
    {"Werror", "", Value::List, Meaning::Nothing},
    {"Wext-lambda-captures-this", "", Value::None, Meaning::Nothing},
    {"Wmissing-launch-bounds", "", Value::None, Meaning::Nothing},
    {"Wno-deprecated-declarations", "", Value::None, Meaning::Nothing},
    {"Wno-deprecated-gpu-targets", "", Value::None, Meaning::Nothing},
    {"Wreorder", "", Value::None, Meaning::Nothing},
    {"allow-unsupported-compiler", "", Value::None, Meaning::Nothing},
    {"archive-options", "Xarchive", Value::List, Meaning::Nothing},
    {"archiver-binary", "arbin", Value::Single, Meaning::Nothing},
    {"augment-host-linker-script", "aug-hls", Value::None, Meaning::Nothing},
    {"brief-diagnostics", "brief-diag", Value::Single, Meaning::Nothing},
    {"cicc-options", "Xcicc", Value::List, Meaning::Nothing},
    {"cl-version", "", Value::Single, Meaning::Nothing},
    {"clean-targets", "clean", Value::None, Meaning::Nothing},
    {"compile", "c", Value::None, Meaning::Nothing},
    {"compile-as-tools-patch", "astoolspatch", Value::None, Meaning::Nothing},
    {"compiler-bindir", "ccbin", Value::Single, Meaning::Nothing},
    {"compiler-options", "Xcompiler", Value::List, Meaning::HostOptions},
    {"compress-mode", "", Value::Single, Meaning::Nothing},
    {"cubin", "", Value::None, Meaning::Nothing},
    {"cuda", "", Value::None, Meaning::Nothing},
    {"cudadevrt", "", Value::Single, Meaning::Nothing},
    {"cudafe-options", "Xcudafe", Value::List, Meaning::Nothing},
    {"cudart", "", Value::Single, Meaning::Nothing},
    {"debug", "g", Value::None, Meaning::Nothing},
    {"default-stream", "", Value::Single, Meaning::DefaultStream},
    {"define-macro", "D", Value::List, Meaning::Define},
    {"dependency-drive-prefix", "ddp", Value::Single, Meaning::Nothing},
    {"dependency-output", "MF", Value::None, Meaning::Nothing},
    {"dependency-target-name", "MT", Value::Single, Meaning::Nothing},
    {"device-c", "dc", Value::None, Meaning::RelocatableObject},
    {"device-debug", "G", Value::None, Meaning::Nothing},
    {"device-entity-has-hidden-visibility", "", Value::Single, Meaning::Nothing},
    {"device-link", "dlink", Value::None, Meaning::Nothing},
    {"device-stack-protector", "", Value::Single, Meaning::Nothing},
    {"device-w", "dw", Value::None, Meaning::Nothing},
    {"diag-error", "", Value::List, Meaning::Nothing},
    {"diag-suppress", "", Value::List, Meaning::Nothing},
    {"diag-warn", "", Value::List, Meaning::Nothing},
    {"disable-warnings", "w", Value::None, Meaning::Nothing},
    {"display-error-number", "err-no", Value::None, Meaning::Nothing},
    {"dlink-time-opt", "dlto", Value::None, Meaning::Nothing},
    {"dont-use-profile", "noprof", Value::None, Meaning::Nothing},
    {"dopt", "", Value::Single, Meaning::Nothing},
    {"drive-prefix", "dp", Value::Single, Meaning::Nothing},
    {"dryrun", "", Value::None, Meaning::Nothing},
    {"entries", "e", Value::List, Meaning::Nothing},
    {"expt-extended-lambda", "", Value::None, Meaning::ExtendedLambda},
    {"expt-relaxed-constexpr", "", Value::None, Meaning::RelaxedConstexpr},
    {"extended-lambda", "", Value::None, Meaning::ExtendedLambda},
    {"extensible-whole-program", "ewp", Value::None, Meaning::Nothing},
    {"extra-device-vectorization", "", Value::None, Meaning::Nothing},
    {"fatbin", "", Value::None, Meaning::Nothing},
    {"fatbinary-options", "Xfatbin", Value::List, Meaning::Nothing},
    {"fdevice-syntax-only", "", Value::None, Meaning::Nothing},
    {"fdevice-time-trace", "", Value::Single, Meaning::Nothing},
    {"fmad", "", Value::Single, Meaning::Nothing},
    {"force-cl-env-setup", "", Value::None, Meaning::Nothing},
    {"forward-unknown-opts", "", Value::None, Meaning::Nothing},
    {"forward-unknown-to-host-compiler", "", Value::None, Meaning::Nothing},
    {"forward-unknown-to-host-linker", "", Value::None, Meaning::Nothing},
    {"frandom-seed", "", Value::Single, Meaning::Nothing},
    {"ftemplate-backtrace-limit", "", Value::Single, Meaning::Nothing},
    {"ftemplate-depth", "", Value::Single, Meaning::TemplateDepth},
    {"ftz", "", Value::Single, Meaning::Nothing},
    {"gen-opt-lto", "", Value::None, Meaning::Nothing},
    {"generate-code", "gencode", Value::List, Meaning::Architecture},
    {"generate-dependencies", "M", Value::None, Meaning::Nothing},
    {"generate-dependencies-with-compile", "MD", Value::None, Meaning::Nothing},
    {"generate-dependency-targets", "MP", Value::None, Meaning::Nothing},
    {"generate-line-info", "lineinfo", Value::None, Meaning::Nothing},
    {"generate-nonsystem-dependencies", "MM", Value::None, Meaning::Nothing},
    {"generate-nonsystem-dependencies-with-compile", "MMD", Value::None, Meaning::Nothing},
    {"gpu-architecture", "arch", Value::Single, Meaning::Architecture},
    {"gpu-code", "code", Value::List, Meaning::Architecture},
    {"help", "h", Value::None, Meaning::Nothing},
    {"host-linker-script", "hls", Value::Single, Meaning::Nothing},
    {"include-path", "I", Value::List, Meaning::IncludePath},
    {"input-drive-prefix", "idp", Value::Single, Meaning::Nothing},
    {"jobserver", "", Value::None, Meaning::Nothing},
    {"jump-table-density", "jtd", Value::Single, Meaning::Nothing},
    {"keep", "", Value::None, Meaning::Nothing},
    {"keep-device-functions", "", Value::None, Meaning::Nothing},
    {"keep-dir", "", Value::Single, Meaning::Nothing},
    {"lib", "", Value::None, Meaning::Nothing},
    {"libdevice-directory", "ldir", Value::Single, Meaning::Nothing},
    {"library", "l", Value::List, Meaning::Nothing},
    {"library-path", "L", Value::List, Meaning::Nothing},
    {"link", "", Value::None, Meaning::Nothing},
    {"linker-options", "Xlinker", Value::List, Meaning::Nothing},
    {"list-gpu-arch", "arch-ls", Value::None, Meaning::Nothing},
    {"list-gpu-code", "code-ls", Value::None, Meaning::Nothing},
    {"lto", "", Value::None, Meaning::Nothing},
    {"ltoir", "", Value::None, Meaning::Nothing},
    {"m64", "", Value::None, Meaning::Nothing},
    {"machine", "m", Value::Single, Meaning::Nothing},
    {"maxrregcount", "", Value::Single, Meaning::Nothing},
    {"no-align-double", "", Value::None, Meaning::Nothing},
    {"no-compress", "", Value::None, Meaning::Nothing},
    {"no-device-link", "nodlink", Value::None, Meaning::Nothing},
    {"no-display-error-number", "no-err-no", Value::None, Meaning::Nothing},
    {"no-exceptions", "noeh", Value::None, Meaning::NoExceptions},
    {"no-host-device-initializer-list", "nohdinitlist", Value::None, Meaning::Nothing},
    {"no-host-device-move-forward", "nohdmoveforward", Value::None, Meaning::Nothing},
    {"nvlink-options", "Xnvlink", Value::List, Meaning::Nothing},
    {"objdir-as-tempdir", "objtemp", Value::None, Meaning::Nothing},
    {"optimization-info", "opt-info", Value::List, Meaning::Nothing},
    {"optimize", "O", Value::Single, Meaning::Nothing},
    {"options-file", "optf", Value::List, Meaning::ResponseFile},
    {"optix-ir", "", Value::None, Meaning::Nothing},
    {"output-directory", "odir", Value::Single, Meaning::Nothing},
    {"output-file", "o", Value::Single, Meaning::Nothing},
    {"pre-include", "include", Value::List, Meaning::PreInclude},
    {"prec-div", "", Value::Single, Meaning::Nothing},
    {"prec-sqrt", "", Value::Single, Meaning::Nothing},
    {"preprocess", "E", Value::None, Meaning::Nothing},
    {"profile", "pg", Value::None, Meaning::Nothing},
    {"ptx", "", Value::None, Meaning::Nothing},
    {"ptxas-options", "Xptxas", Value::List, Meaning::Nothing},
    {"qpp-config", "", Value::None, Meaning::Nothing},
    {"relocatable-device-code", "rdc", Value::Single, Meaning::RelocatableCode},
    {"relocatable-link", "r", Value::None, Meaning::Nothing},
    {"relocatable-ptx", "reloc-ptx", Value::None, Meaning::Nothing},
    {"resource-usage", "res-usage", Value::None, Meaning::Nothing},
    {"restrict", "", Value::None, Meaning::Nothing},
    {"run", "", Value::None, Meaning::Nothing},
    {"run-args", "", Value::List, Meaning::Nothing},
    {"sanitize", "", Value::Single, Meaning::Nothing},
    {"save-temps", "", Value::None, Meaning::Nothing},
    {"shared", "", Value::None, Meaning::Nothing},
    {"source-in-ptx", "src-in-ptx", Value::None, Meaning::Nothing},
    {"split-compile", "", Value::Single, Meaning::Nothing},
    {"split-compile-extended", "", Value::Single, Meaning::Nothing},
    {"static-global-template-stub", "", Value::Single, Meaning::Nothing},
    {"std", "", Value::Single, Meaning::Standard},
    {"system-include", "isystem", Value::List, Meaning::SystemIncludePath},
    {"target-directory", "target-dir", Value::Single, Meaning::Nothing},
    {"threads", "t", Value::Single, Meaning::Nothing},
    {"time", "", Value::Single, Meaning::Nothing},
    {"undefine-macro", "U", Value::List, Meaning::Undefine},
    {"use-local-env", "", Value::None, Meaning::Nothing},
    {"use_fast_math", "", Value::None, Meaning::Nothing},
    {"verbose", "v", Value::None, Meaning::Nothing},
    {"version", "V", Value::None, Meaning::Nothing},
    {"x", "", Value::Single, Meaning::Nothing},
};

/// Options of one letter that take their value without a gap.
constexpr llvm::StringLiteral joinedNames = "DUILlOtm";

const NvccOption* optionNamed(llvm::StringRef name) {
  for (const NvccOption& option : table)
    if (option.longName == name || (!option.shortName.empty() && option.shortName == name))
      return &option;
  return nullptr;
}

} // namespace

std::optional<NvccMatch> matchNvccOption(llvm::StringRef argument) {
  llvm::StringRef text = argument;
  if (!text.consume_front("-"))
    return std::nullopt;
  text.consume_front("-");
  const auto [name, value] = text.split('=');
  // Whole names come first: `-lineinfo` is not `-l`.
  if (const NvccOption* option = optionNamed(name)) {
    if (name.size() == text.size())
      return NvccMatch{option, std::nullopt};
    return NvccMatch{option, value};
  }
  if (argument.starts_with("--") || text.size() < 2 || !joinedNames.contains(text.front()))
    return std::nullopt;
  return NvccMatch{optionNamed(text.take_front()), text.drop_front()};
}

} // namespace cuda_lint
