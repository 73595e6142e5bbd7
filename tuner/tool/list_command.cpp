#include "tuner/tool/list_command.h"

#include "tuner/tool/row_report.h"
#include "tuner/tool/stored_rows.h"

#include <iostream>
#include <memory>

namespace cuda_tune {

namespace {

struct ListOptions {
  std::optional<std::filesystem::path> store;
  RowSelection selection;
  OutputFormat format = OutputFormat::Table;
};

void list(const ListOptions& options) {
  const TuningStore store = openStore(options.store);
  const std::vector<Measurement> rows = selected(store.list(filterOf(options.selection)), options.selection);
  if (rows.empty())
    std::cerr << "cuda-tune: no measurement in '" << TuningStore::defaultFile(options.store).string()
              << "' is of that kind\n";
  if (options.format == OutputFormat::Json)
    std::cout << jsonText(rowsJson(rows));
  else if (!rows.empty())
    std::cout << listTable(rows);
}

} // namespace

void addListCommand(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("list", "Shows the measurements of a store");
  const auto options = std::make_shared<ListOptions>();
  addSelectionOptions(command, options->selection);
  addResultOption(command, options->selection);
  addFormatOption(command, options->format);
  addStoreOption(command, options->store);
  command.callback([options] { list(*options); });
}

} // namespace cuda_tune
