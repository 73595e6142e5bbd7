#include "tuner/tool/best_command.h"

#include "tuner/tool/row_report.h"
#include "tuner/tool/stored_rows.h"

#include <iostream>
#include <memory>

namespace cuda_tune {

namespace {

struct BestOptions {
  std::optional<std::filesystem::path> store;
  RowSelection selection;
  OutputFormat format = OutputFormat::Table;
};

void showBest(const BestOptions& options) {
  const TuningStore store = openStore(options.store);
  const std::vector<Measurement> rows = selected(store.best(filterOf(options.selection)), options.selection);
  if (rows.empty())
    std::cerr << "cuda-tune: '" << TuningStore::defaultFile(options.store).string()
              << "' has no best configuration of that kind; tune for it with 'cuda-tune run'\n";
  if (options.format == OutputFormat::Json)
    std::cout << jsonText(rowsJson(rows));
  else if (!rows.empty())
    std::cout << bestTable(rows);
}

} // namespace

void addBestCommand(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("best", "Shows the best configuration of each tuned workload");
  const auto options = std::make_shared<BestOptions>();
  addSelectionOptions(command, options->selection);
  addFormatOption(command, options->format);
  addStoreOption(command, options->store);
  command.callback([options] { showBest(*options); });
}

} // namespace cuda_tune
