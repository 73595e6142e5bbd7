#include "analyzer/frontend/clang_arguments.h"

#include "analyzer/frontend/architecture.h"
#include "analyzer/frontend/response_file.h"

#include "clang/Options/Options.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/Path.h"

namespace cuda_lint {
namespace {

namespace options = clang::options;
using llvm::opt::Arg;
using llvm::opt::InputArgList;
using llvm::opt::OptSpecifier;

InputArgList parse(llvm::ArrayRef<std::string> arguments) {
  std::vector<const char*> pointers;
  for (const std::string& argument : arguments)
    pointers.push_back(argument.c_str());
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  return clang::getDriverOptTable().ParseArgs(pointers, missingIndex, missingCount,
                                              llvm::opt::Visibility(options::ClangOption));
}

bool matchesAny(const Arg& argument, std::initializer_list<unsigned> ids) {
  return llvm::any_of(ids, [&](unsigned id) { return argument.getOption().matches(OptSpecifier(id)); });
}

bool decidesHowSourceIsRead(const Arg& argument) {
  if (matchesAny(argument, {options::OPT_include_pch, options::OPT_offload_inc, options::OPT_no_offload_inc}))
    return false;
  return matchesAny(argument, {options::OPT_clang_i_Group,
                               options::OPT_I_Group,
                               options::OPT_IncludePath_Group,
                               options::OPT_D,
                               options::OPT_U,
                               options::OPT_undef,
                               options::OPT_std_EQ,
                               options::OPT__std,
                               options::OPT_ansi,
                               options::OPT_stdlib_EQ,
                               options::OPT__sysroot,
                               options::OPT__sysroot_EQ,
                               options::OPT_gcc_toolchain,
                               options::OPT_gcc_install_dir_EQ,
                               options::OPT_trigraphs,
                               options::OPT_pthread,
                               options::OPT_fexceptions,
                               options::OPT_fno_exceptions,
                               options::OPT_frtti,
                               options::OPT_fno_rtti,
                               options::OPT_fsigned_char,
                               options::OPT_fno_signed_char,
                               options::OPT_funsigned_char,
                               options::OPT_fno_unsigned_char,
                               options::OPT_fshort_enums,
                               options::OPT_fshort_wchar,
                               options::OPT_fchar8__t,
                               options::OPT_fno_char8__t,
                               options::OPT_fms_extensions,
                               options::OPT_fms_compatibility,
                               options::OPT_fms_compatibility_version,
                               options::OPT_fdeclspec,
                               options::OPT_fdelayed_template_parsing,
                               options::OPT_ftemplate_depth_EQ,
                               options::OPT_fconstexpr_depth_EQ,
                               options::OPT_fconstexpr_steps_EQ,
                               options::OPT_fgpu_rdc,
                               options::OPT_fgpu_default_stream_EQ});
}

/// What the analysis itself decides, and what only makes files.
bool isDecidedByAnalysis(const Arg& argument) {
  return matchesAny(argument,
                    {options::OPT_INPUT, options::OPT_c, options::OPT_S, options::OPT_E, options::OPT_o,
                     options::OPT_x, options::OPT_M_Group, options::OPT_fsyntax_only, options::OPT_emit_llvm,
                     options::OPT_save_temps, options::OPT_save_temps_EQ, options::OPT_offload_device_only,
                     options::OPT_offload_arch_EQ, options::OPT_no_offload_arch_EQ, options::OPT_cuda_path_EQ,
                     options::OPT_offload_host_only, options::OPT_offload_host_device});
}

/// Adds `argument` as it was written.
void addTo(std::vector<std::string>& result, const Arg& argument, const InputArgList& list) {
  // Where it has a value of its own, that may be the next string.
  unsigned end = list.getNumInputArgStrings();
  for (const Arg* other : list)
    if (other->getIndex() > argument.getIndex())
      end = std::min(end, other->getIndex());
  for (unsigned i = argument.getIndex(); i < end; ++i)
    result.emplace_back(list.getArgString(i));
}

/// `/DNAME` and `/Idir`, unless a file is meant.
std::optional<std::string> fromMsvc(llvm::StringRef option) {
  if (option.size() > 2 && (option.starts_with("/D") || option.starts_with("/I")) &&
      !option.drop_front(2).contains('/'))
    return ("-" + option.drop_front()).str();
  return std::nullopt;
}

std::optional<std::string> architectureOf(const InputArgList& list) {
  std::optional<std::string> result;
  for (const Arg* argument : list.filtered(options::OPT_offload_arch_EQ))
    for (const char* value : argument->getValues())
      if (auto architecture = parseArchitecture(value))
        result = result ? newerArchitecture(*result, *architecture) : *architecture;
  return result;
}

} // namespace

std::vector<std::string> sourceOptions(llvm::ArrayRef<std::string> options) {
  std::vector<std::string> spelled;
  for (const std::string& option : options)
    spelled.push_back(fromMsvc(option).value_or(option));
  std::vector<std::string> result;
  const InputArgList list = parse(spelled);
  for (const Arg* argument : list) {
    if (decidesHowSourceIsRead(*argument)) {
      addTo(result, *argument, list);
    } else if (matchesAny(*argument, {options::OPT_Wp_COMMA, options::OPT_Xpreprocessor})) {
      const std::vector<std::string> passed(argument->getValues().begin(), argument->getValues().end());
      for (std::string& kept : sourceOptions(passed))
        result.push_back(std::move(kept));
    }
  }
  return result;
}

void makeIncludePathsAbsolute(std::vector<std::string>& arguments, llvm::StringRef directory) {
  std::vector<std::string> result;
  const InputArgList list = parse(arguments);
  for (const Arg* argument : list) {
    const bool namesDirectory = matchesAny(
        *argument, {options::OPT_I, options::OPT_isystem, options::OPT_iquote, options::OPT_idirafter});
    if (!namesDirectory || argument->getNumValues() != 1) {
      addTo(result, *argument, list);
      continue;
    }
    llvm::SmallString<256> path(argument->getValue());
    llvm::sys::path::make_absolute(directory, path);
    result.push_back(argument->getSpelling().str());
    result.push_back(std::string(path));
  }
  arguments = std::move(result);
}

llvm::Expected<TranslatedArguments> translateClangArguments(llvm::ArrayRef<std::string> arguments,
                                                            llvm::StringRef directory) {
  auto expanded = expandResponseFiles(arguments, directory);
  if (!expanded)
    return expanded.takeError();
  return TranslatedArguments{sourceOptions(*expanded), architectureOf(parse(*expanded))};
}

llvm::Expected<TranslatedArguments> userClangArguments(llvm::ArrayRef<std::string> arguments,
                                                       llvm::StringRef directory) {
  auto expanded = expandResponseFiles(arguments, directory);
  if (!expanded)
    return expanded.takeError();
  TranslatedArguments result;
  const InputArgList list = parse(*expanded);
  result.architecture = architectureOf(list);
  for (const Arg* argument : list)
    if (!isDecidedByAnalysis(*argument))
      addTo(result.arguments, *argument, list);
  return result;
}

} // namespace cuda_lint
