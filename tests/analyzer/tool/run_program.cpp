#include "tests/analyzer/tool/run_program.h"

#include <csignal>
#include <fstream>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace cuda_lint {
namespace {

[[noreturn]] void become(const std::vector<std::string>& command, const ProgramOptions& options, int output,
                         int errors) {
  if (!options.directory.empty() && chdir(options.directory.c_str()) != 0)
    _exit(126);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  for (int fd = 3; fd < 64; ++fd)
    close(fd);
  for (int number : {SIGINT, SIGTERM, SIGPIPE})
    signal(number, SIG_DFL);
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  execv(arguments[0], arguments.data());
  _exit(127);
}

/// Both at once, so that neither fills up while the other is waited for.
void readBoth(int output, int errors, ProgramResult& result) {
  pollfd fds[] = {{output, POLLIN, 0}, {errors, POLLIN, 0}};
  std::string* texts[] = {&result.output, &result.errors};
  while (fds[0].fd >= 0 || fds[1].fd >= 0) {
    if (poll(fds, 2, -1) < 0)
      continue;
    for (int i = 0; i < 2; ++i) {
      if (fds[i].fd < 0 || fds[i].revents == 0)
        continue;
      char buffer[4096];
      ssize_t count = read(fds[i].fd, buffer, sizeof(buffer));
      if (count > 0)
        texts[i]->append(buffer, static_cast<size_t>(count));
      else
        fds[i].fd = -1;
    }
  }
}

} // namespace

ProgramResult runProgram(const std::vector<std::string>& command, const ProgramOptions& options) {
  int output[2], errors[2];
  if (pipe(output) != 0 || pipe(errors) != 0)
    throw std::runtime_error("no pipe");
  pid_t pid = fork();
  if (pid == 0) {
    close(output[0]);
    close(errors[0]);
    become(command, options, output[1], errors[1]);
  }
  close(output[1]);
  close(errors[1]);
  if (options.outputClosed)
    close(output[0]);
  options.whileRunning(pid);

  ProgramResult result;
  readBoth(options.outputClosed ? -1 : output[0], errors[0], result);
  if (!options.outputClosed)
    close(output[0]);
  close(errors[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  return result;
}

size_t childrenOf(pid_t pid) {
  std::string task = std::to_string(pid);
  std::ifstream children("/proc/" + task + "/task/" + task + "/children");
  size_t count = 0;
  for (pid_t child; children >> child;)
    ++count;
  return count;
}

} // namespace cuda_lint
