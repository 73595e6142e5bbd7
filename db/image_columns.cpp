#include "db/image_columns.h"

#include <SQLiteCpp/Column.h>

#include <array>
#include <string>

namespace cuda_tune {

namespace {

constexpr std::array<std::string ImageKey::*, kImageKeyColumnCount> kKeyFields = {
    &ImageKey::templateName,  &ImageKey::templateHash, &ImageKey::operation, &ImageKey::elementType,
    &ImageKey::configuration, &ImageKey::architecture, &ImageKey::nvrtc};

} // namespace

void bindImageKey(SQLite::Statement& statement, int first, const ImageKey& key) {
  for (std::string ImageKey::* field : kKeyFields)
    statement.bind(first++, key.*field);
}

void bindImage(SQLite::Statement& statement, int first, const StoredImage& image) {
  statement.bind(first, image.loweredName);
  statement.bind(first + 1, image.architecture);
  statement.bindNoCopy(first + 2, image.cubin.data(), static_cast<int>(image.cubin.size()));
}

ImageKey readImageKey(SQLite::Statement& statement, int first) {
  ImageKey key;
  for (std::string ImageKey::* field : kKeyFields)
    key.*field = statement.getColumn(first++).getString();
  return key;
}

StoredImage readImage(SQLite::Statement& statement, int first) {
  StoredImage image;
  image.loweredName = statement.getColumn(first).getString();
  image.architecture = statement.getColumn(first + 1).getString();
  SQLite::Column cubin = statement.getColumn(first + 2);
  const char* bytes = static_cast<const char*>(cubin.getBlob());
  image.cubin.assign(bytes, bytes + cubin.getBytes());
  return image;
}

} // namespace cuda_tune
