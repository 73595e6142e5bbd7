#include "analyzer/tool/lint_run.h"
#include "analyzer/tool/options.h"

#include "llvm/Support/raw_ostream.h"

using namespace cuda_lint;

int main(int argc, char** argv) {
  std::variant<Options, Answer> parsed = parseOptions(argc, argv);
  if (const auto* answer = std::get_if<Answer>(&parsed)) {
    (answer->status == exitClean ? llvm::outs() : llvm::errs()) << answer->text;
    return answer->status;
  }
  return lintRun(std::get<Options>(parsed));
}
