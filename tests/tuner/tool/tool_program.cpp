#include "tests/tuner/tool/tool_program.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/wait.h>
#include <unistd.h>

namespace cuda_tune {

namespace fs = std::filesystem;

namespace {

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word)
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string take(const fs::path& file) {
  std::string text;
  {
    std::ifstream stream(file, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(stream), {});
  }
  fs::remove(file);
  return text;
}

} // namespace

ToolRun runTool(const std::vector<std::string>& arguments, const std::string& environment,
                const std::string& redirection) {
  const fs::path files = fs::temp_directory_path() / ("cuda-tune-run-" + std::to_string(getpid()));
  const fs::path output = files.string() + ".out", errors = files.string() + ".err";
  const char* elsewhere = std::getenv("CUDA_TUNE_EXECUTABLE");
  std::string command = "env -u CUDA_TUNE_DB -u XDG_DATA_HOME CUDA_VISIBLE_DEVICES= " + environment + " " +
                        quoted(elsewhere ? elsewhere : CUDA_TUNE_PROGRAM);
  for (const std::string& argument : arguments)
    command += " " + quoted(argument);
  command += " >" + quoted(output) + " 2>" + quoted(errors) + " " + redirection;

  const int status = std::system(command.c_str());
  ToolRun run;
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  run.output = take(output);
  run.errors = take(errors);
  return run;
}

} // namespace cuda_tune
