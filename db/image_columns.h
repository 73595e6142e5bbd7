#pragma once

#include "db/measurement.h"
#include "db/tuning_store.h"

#include <SQLiteCpp/Statement.h>

namespace cuda_tune {

/// The columns of an ImageKey and of a StoredImage, in the order of the functions below.
inline constexpr const char* kImageKeyColumns =
    "template_name, template_hash, operation, element_type, configuration, architecture, nvrtc";
inline constexpr int kImageKeyColumnCount = 7;
inline constexpr const char* kImageColumns = "lowered_name, image_architecture, cubin";
inline constexpr int kImageColumnCount = 3;

/// Bind to the parameters from `first` on (they count from 1). The image must outlive the statement's
/// execution.
void bindImageKey(SQLite::Statement& statement, int first, const ImageKey& key);
void bindImage(SQLite::Statement& statement, int first, const StoredImage& image);

/// Read the current row's columns from `first` on (they count from 0).
ImageKey readImageKey(SQLite::Statement& statement, int first);
StoredImage readImage(SQLite::Statement& statement, int first);

} // namespace cuda_tune
