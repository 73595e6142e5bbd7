#include "tuner/tool/export_command.h"

#include "db/store_json.h"
#include "tuner/tool/stored_rows.h"

#include <fstream>
#include <iostream>
#include <memory>
#include <unistd.h>

namespace cuda_tune {

namespace fs = std::filesystem;

namespace {

struct ExportOptions {
  std::optional<fs::path> store;
  std::string file;
};

/// A folder that only this user may enter, and that goes with this object.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "cuda-tune-XXXXXX").string();
    if (!::mkdtemp(name.data()))
      throw StoreError("cannot create the folder '" + name + "'; set TMPDIR to a folder that may be written");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const fs::path& path() const { return path_; }

private:
  fs::path path_;
};

void exportTo(const ExportOptions& options) {
  const TuningStore store = openStore(options.store);
  if (options.file != "-") {
    exportStore(store, options.file);
    return;
  }
  // Not to /dev/stdout: where that is a file, exportStore() would put another in its place.
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "export.json";
  exportStore(store, file);
  std::cout << std::ifstream(file, std::ios::binary).rdbuf();
}

} // namespace

void addExportCommand(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("export", "Writes all of a store to a JSON file");
  const auto options = std::make_shared<ExportOptions>();
  command.add_option("FILE", options->file, "the file to write or replace; - is standard output")
      ->required()
      ->type_name("");
  addStoreOption(command, options->store);
  command.callback([options] { exportTo(*options); });
}

} // namespace cuda_tune
