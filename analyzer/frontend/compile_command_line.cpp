#include "analyzer/frontend/compile_command_line.h"

#include "analyzer/frontend/clang_arguments.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

namespace cuda_lint {
namespace {

namespace path = llvm::sys::path;

enum class Compiler { None, Nvcc, Clang };

/// By the name alone: "/usr/bin/x86_64-linux-gnu-g++-12", "nvcc.exe", "clang++-22".
Compiler compilerNamed(llvm::StringRef program) {
  const path::Style style = program.contains('\\') ? path::Style::windows : path::Style::posix;
  llvm::StringRef name = path::filename(program, style);
  name.consume_back(".exe");
  // A version: "-22", "-12.2".
  if (const size_t dash = name.rfind('-'); dash != llvm::StringRef::npos) {
    llvm::StringRef version = name.drop_front(dash + 1);
    if (!version.empty() && version.find_first_not_of("0123456789.") == llvm::StringRef::npos)
      name = name.take_front(dash);
  }
  if (name == "nvcc")
    return Compiler::Nvcc;
  // A target ahead: "aarch64-linux-gnu-".
  llvm::StringRef last = name;
  if (const size_t dash = name.rfind('-'); dash != llvm::StringRef::npos)
    last = name.drop_front(dash + 1);
  for (llvm::StringRef known : {"clang", "clang++", "gcc", "g++", "cc", "c++", "nvc++"})
    if (last == known)
      return Compiler::Clang;
  return name == "clang-cl" ? Compiler::Clang : Compiler::None;
}

std::vector<std::vector<std::string>> splitAtAnd(llvm::ArrayRef<std::string> command) {
  std::vector<std::vector<std::string>> commands(1);
  for (const std::string& word : command) {
    if (word == "&&")
      commands.emplace_back();
    else
      commands.back().push_back(word);
  }
  return commands;
}

bool links(llvm::ArrayRef<std::string> arguments) {
  return llvm::is_contained(arguments, "-dlink") || llvm::is_contained(arguments, "--device-link") ||
         llvm::is_contained(arguments, "-link") || llvm::is_contained(arguments, "--link");
}

std::string absoluteIn(llvm::StringRef directory, llvm::StringRef relative) {
  llvm::SmallString<256> result(relative);
  path::make_absolute(directory, result);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return std::string(result);
}

} // namespace

std::vector<std::string> splitCommandLine(llvm::StringRef command) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char*> tokens;
  // `C:\cuda\bin\nvcc.exe -Iinclude`, quoted or not: a shell of another kind would eat the backslashes.
  llvm::StringRef program = command.ltrim();
  program = program.consume_front("\"") ? program.split('"').first : program.split(' ').first;
  if (program.size() > 2 && program[1] == ':' && program.contains('\\'))
    llvm::cl::TokenizeWindowsCommandLine(command, saver, tokens);
  else
    llvm::cl::TokenizeGNUCommandLine(command, saver, tokens);
  return {tokens.begin(), tokens.end()};
}

llvm::Expected<TranslatedCommand> translateCommand(llvm::ArrayRef<std::string> command,
                                                   llvm::StringRef directory) {
  TranslatedCommand result;
  result.directory = directory.str();
  for (const std::vector<std::string>& one : splitAtAnd(command)) {
    if (one.size() == 2 && one.front() == "cd") {
      result.directory = absoluteIn(result.directory, one.back());
      continue;
    }
    const auto program =
        llvm::find_if(one, [](const std::string& word) { return compilerNamed(word) != Compiler::None; });
    if (program == one.end())
      continue;
    const llvm::ArrayRef<std::string> arguments(one.data() + (program - one.begin()) + 1,
                                                one.data() + one.size());
    if (links(arguments))
      continue;
    llvm::Expected<TranslatedArguments> translated =
        compilerNamed(*program) == Compiler::Nvcc ? translateNvccArguments(arguments, result.directory)
                                                  : translateClangArguments(arguments, result.directory);
    if (!translated)
      return translated.takeError();
    result.translated = std::move(*translated);
    return result;
  }
  return result;
}

} // namespace cuda_lint
