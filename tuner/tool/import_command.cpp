#include "tuner/tool/import_command.h"

#include "db/store_json.h"
#include "tuner/tool/options.h"

#include <iostream>
#include <memory>

namespace cuda_tune {

namespace {

struct ImportOptions {
  std::optional<std::filesystem::path> store;
  std::string file;
};

void importFrom(const ImportOptions& options) {
  // Read first: what cannot be imported leaves no new store behind.
  const StoreContents contents = readExport(options.file == "-" ? "/dev/stdin" : options.file);
  const MergeCounts counts = TuningStore(TuningStore::defaultFile(options.store)).merge(contents);
  const auto print = [](const char* kind, const MergeCount& count) {
    std::cout << kind << ": " << count.added << " added, " << count.alreadyThere << " already there\n";
  };
  print("measurements", counts.measurements);
  print("images", counts.images);
  print("searches", counts.searches);
}

} // namespace

void addImportCommand(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("import", "Adds all of an export to a store");
  const auto options = std::make_shared<ImportOptions>();
  command.add_option("FILE", options->file, "what 'cuda-tune export' wrote; - is standard input")
      ->required()
      ->type_name("");
  addStoreOption(command, options->store);
  command.callback([options] { importFrom(*options); });
}

} // namespace cuda_tune
