// Writes the SARIF files that are validated against the schema: write_sarif_samples DIRECTORY
#include "analyzer/report/output_file.h"
#include "analyzer/report/report_writer.h"
#include "tests/analyzer/report/sample_report.h"

#include "llvm/Support/FileSystem.h"

using namespace cuda_lint;

int main(int argc, char** argv) {
  if (argc != 2 || llvm::sys::fs::create_directories(argv[1])) {
    llvm::errs() << "usage: write_sarif_samples DIRECTORY\n";
    return 2;
  }
  std::string directory = argv[1];
  SourceFiles sources = test::sourcesOf({{"src/a.cu", test::sampleSource()}});
  auto writeFile = [&](const std::string& name, llvm::function_ref<void(llvm::raw_ostream&)> write) {
    if (llvm::Error error = writeOutputFile(directory + "/" + name, write)) {
      llvm::errs() << llvm::toString(std::move(error)) << '\n';
      std::exit(2);
    }
  };
  auto writeSample = [&](const std::string& name, const Report& report) {
    writeFile(name, [&](llvm::raw_ostream& os) {
      writeReport(Format::Sarif, report, sources, test::sampleOptions(), os);
    });
  };
  writeSample("empty.sarif", {});
  writeSample("full.sarif", test::fullReport());
  writeFile("broken.sarif", [](llvm::raw_ostream& os) {
    os << R"({"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}},
              "results": [{"message": {"text": "x"}, "level": "worst"}]}]})";
  });
}
