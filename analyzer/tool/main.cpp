#include "analyzer/tool/lint_run.h"
#include "analyzer/tool/options.h"
#include "analyzer/tool/predict_run.h"

#include "llvm/Support/raw_ostream.h"

using namespace cuda_lint;

namespace {

int tell(const Answer& answer) {
  (answer.status == exitClean ? llvm::outs() : llvm::errs()) << answer.text;
  return answer.status;
}

} // namespace

int main(int argc, char** argv) {
  if (argc > 1 && llvm::StringRef(argv[1]) == "predict") {
    std::variant<PredictOptions, Answer> parsed = parsePredictOptions(argc - 1, argv + 1);
    const auto* answer = std::get_if<Answer>(&parsed);
    return answer ? tell(*answer) : predictRun(std::get<PredictOptions>(parsed));
  }
  std::variant<Options, Answer> parsed = parseOptions(argc, argv);
  const auto* answer = std::get_if<Answer>(&parsed);
  return answer ? tell(*answer) : lintRun(std::get<Options>(parsed));
}
