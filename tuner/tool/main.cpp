#include "db/tuning_store.h"
#include "tuner/jit/driver.h"
#include "tuner/tool/bench_command.h"
#include "tuner/tool/best_command.h"
#include "tuner/tool/check_command.h"
#include "tuner/tool/devices_command.h"
#include "tuner/tool/export_command.h"
#include "tuner/tool/import_command.h"
#include "tuner/tool/ladder_command.h"
#include "tuner/tool/list_command.h"
#include "tuner/tool/parse_error.h"
#include "tuner/tool/run_command.h"
#include "tuner/tool/show_command.h"
#include "tuner/tool/tool_error.h"

#include <csignal>
#include <iostream>
#include <new>

using namespace cuda_tune;

namespace {

enum ExitStatus { kFine = 0, kWrongUsage = 2, kNoGpu = 4, kNothingCorrect = 5 };

int fail(const std::string& sentence, ExitStatus status) {
  // What was printed belongs before what went wrong.
  std::cout.flush();
  std::cerr << "cuda-tune: " << sentence << "\n";
  return status;
}

} // namespace

int main(int argc, char** argv) {
  CLI::App app("Finds the fastest configurations of CUDA kernels on the GPU at hand, and keeps them.",
               "cuda-tune");
  app.set_version_flag("--version", "cuda-tune " CUDA_TUNE_VERSION);
  app.require_subcommand(1);
  addRunCommand(app);
  addListCommand(app);
  addBestCommand(app);
  addShowCommand(app);
  addExportCommand(app);
  addImportCommand(app);
  addDevicesCommand(app);
  addCheckCommand(app);
  addBenchCommand(app);
  addLadderCommand(app);

  // A limit on file sizes is an error of a write, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    app.parse(argc, argv);
    if (!std::cout.flush())
      return fail("the output could not be written to its end; check the free space", kWrongUsage);
    return kFine;
  } catch (const CLI::Success& asked) {
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return fail(describe(error, app), kWrongUsage);
  } catch (const NothingCorrect& error) {
    return fail(error.what(), kNothingCorrect);
  } catch (const NoDriver& error) {
    return fail(error.what(), kNoGpu);
  } catch (const CudaError& error) {
    return fail(std::string("the GPU cannot be used: ") + error.what(), kNoGpu);
  } catch (const std::bad_alloc&) {
    return fail("there is not enough memory for this; leave some of the work out", kWrongUsage);
  } catch (const std::exception& error) {
    return fail(error.what(), kWrongUsage);
  }
}
