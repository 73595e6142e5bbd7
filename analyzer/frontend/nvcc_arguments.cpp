#include "analyzer/frontend/nvcc_arguments.h"

#include "analyzer/frontend/architecture.h"
#include "analyzer/frontend/clang_arguments.h"
#include "analyzer/frontend/nvcc_options.h"
#include "analyzer/frontend/response_file.h"

#include "clang/Options/Options.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"

namespace cuda_lint {
namespace {

using Meaning = NvccOption::Meaning;

/// Response files that include each other end here.
constexpr unsigned maxResponseDepth = 16;

/// Splits at commas, but not within double quotes, nor where a backslash stands ahead.
std::vector<std::string> splitList(llvm::StringRef text) {
  std::vector<std::string> values(1);
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
      values.back() += ',';
      ++i;
    } else if (text[i] == ',' && !quoted) {
      values.emplace_back();
    } else {
      quoted ^= text[i] == '"';
      values.back() += text[i];
    }
  }
  return values;
}

/// nvcc hands its host compiler's options to a shell.
std::vector<std::string> splitAsShell(llvm::StringRef text) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char*> tokens;
  llvm::cl::TokenizeGNUCommandLine(text, saver, tokens);
  return {tokens.begin(), tokens.end()};
}

/// Every architecture in `arch=compute_80,code=[sm_80,compute_80]` and simpler values; "native" and "all"
/// name none.
std::vector<std::string> architecturesIn(llvm::StringRef text) {
  std::vector<std::string> found;
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(text, words, ",=[]\"' ");
  for (llvm::StringRef word : words)
    if (word.contains('_'))
      if (auto architecture = parseArchitecture(word))
        found.push_back(*architecture);
  return found;
}

class Translator {
public:
  explicit Translator(llvm::StringRef directory) : directory(directory) {}

  llvm::Error translate(llvm::ArrayRef<std::string> arguments, unsigned depth = 0) {
    for (size_t i = 0; i < arguments.size(); ++i) {
      const std::string& argument = arguments[i];
      if (argument.size() > 1 && argument.front() == '@') {
        if (llvm::Error error = readFile(argument.substr(1), depth))
          return error;
        continue;
      }
      const std::optional<NvccMatch> match = matchNvccOption(argument);
      if (!match) {
        forHost(arguments, i);
        continue;
      }
      std::string value = match->value.value_or("").str();
      if (match->option->value != NvccOption::Value::None && !match->value && i + 1 < arguments.size())
        value = arguments[++i];
      if (llvm::Error error = apply(*match->option, value, depth))
        return error;
    }
    return llvm::Error::success();
  }

  TranslatedArguments finish() {
    for (std::string& option : sourceOptions(host))
      result.arguments.push_back(std::move(option));
    return std::move(result);
  }

private:
  llvm::Error readFile(llvm::StringRef file, unsigned depth) {
    if (depth == maxResponseDepth)
      return llvm::createStringError("response file " + file +
                                     " is nested too deeply; it seems to include itself");
    llvm::Expected<std::vector<std::string>> arguments = readResponseFile(file, directory);
    if (!arguments)
      return arguments.takeError();
    return translate(*arguments, depth + 1);
  }

  /// What nvcc does not know goes to the host compiler if it is told so; whether it was does not matter here.
  void forHost(llvm::ArrayRef<std::string> arguments, size_t& i) {
    llvm::StringRef argument = arguments[i];
    const bool takesNext = argument == "-iquote" || argument == "-idirafter" || argument == "-imacros";
    if (!argument.starts_with("-") && !argument.starts_with("/D") && !argument.starts_with("/I"))
      return; // An input.
    host.push_back(argument.str());
    if (takesNext && i + 1 < arguments.size())
      host.push_back(arguments[++i]);
  }

  llvm::Error apply(const NvccOption& option, const std::string& value, unsigned depth) {
    switch (option.meaning) {
    case Meaning::Nothing:
      break;
    case Meaning::Define:
      addEach("-D", value);
      break;
    case Meaning::Undefine:
      addEach("-U", value);
      break;
    case Meaning::IncludePath:
      addEach("-I", value);
      break;
    case Meaning::SystemIncludePath:
      addEachApart("-isystem", value);
      break;
    case Meaning::PreInclude:
      addEachApart("-include", value);
      break;
    case Meaning::Standard:
      add("-std=" + value);
      break;
    case Meaning::Architecture:
      for (const std::string& architecture : architecturesIn(value))
        result.architecture =
            result.architecture ? newerArchitecture(*result.architecture, architecture) : architecture;
      break;
    case Meaning::HostOptions:
      for (const std::string& each : splitList(value))
        for (std::string& word : splitAsShell(each))
          host.push_back(std::move(word));
      break;
    case Meaning::RelocatableCode:
      if (value == "true")
        addRelocatable();
      break;
    case Meaning::RelocatableObject:
      addRelocatable();
      break;
    case Meaning::DefaultStream:
      if (value == "per-thread")
        add("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
      break;
    case Meaning::ExtendedLambda:
      add("-D__CUDACC_EXTENDED_LAMBDA__");
      break;
    case Meaning::RelaxedConstexpr:
      add("-D__CUDACC_RELAXED_CONSTEXPR__");
      break;
    case Meaning::NoExceptions:
      add("-fno-exceptions");
      break;
    case Meaning::TemplateDepth:
      add("-ftemplate-depth=" + value);
      break;
    case Meaning::ResponseFile:
      for (const std::string& file : splitList(value))
        if (llvm::Error error = readFile(file, depth))
          return error;
      break;
    }
    return llvm::Error::success();
  }

  void add(const llvm::Twine& argument) { result.arguments.push_back(argument.str()); }

  void addEach(llvm::StringRef option, llvm::StringRef values) {
    for (const std::string& value : splitList(values))
      if (!value.empty())
        add(option + value);
  }

  void addEachApart(llvm::StringRef option, llvm::StringRef values) {
    for (const std::string& value : splitList(values)) {
      if (value.empty())
        continue;
      add(option);
      add(value);
    }
  }

  void addRelocatable() {
    add("-fgpu-rdc");
    add("-D__CUDACC_RDC__");
  }

  llvm::StringRef directory;
  TranslatedArguments result;
  std::vector<std::string> host;
};

} // namespace

bool looksLikeNvcc(llvm::ArrayRef<std::string> arguments) {
  for (const std::string& argument : arguments) {
    const std::optional<NvccMatch> match = matchNvccOption(argument);
    const size_t nameLength = llvm::StringRef(argument).split('=').first.ltrim('-').size();
    // Options of one letter mean the same to both.
    if (!match || nameLength < 2 || (match->value && !llvm::StringRef(argument).contains('=')))
      continue;
    const char* pointer = argument.c_str();
    unsigned missingIndex = 0;
    unsigned missingCount = 0;
    const llvm::opt::InputArgList list = clang::getDriverOptTable().ParseArgs(
        pointer, missingIndex, missingCount, llvm::opt::Visibility(clang::options::ClangOption));
    for (const llvm::opt::Arg* parsed : list) {
      // Clang takes `-lineinfo` for the library "ineinfo".
      const bool misread = parsed->getSpelling().size() == 2 && argument.size() > 2;
      if (parsed->getOption().matches(clang::options::OPT_UNKNOWN) || misread)
        return true;
    }
  }
  return false;
}

llvm::Expected<TranslatedArguments> translateNvccArguments(llvm::ArrayRef<std::string> arguments,
                                                           llvm::StringRef directory) {
  Translator translator(directory);
  if (llvm::Error error = translator.translate(arguments))
    return error;
  return translator.finish();
}

} // namespace cuda_lint
