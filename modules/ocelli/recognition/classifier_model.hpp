#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/model_io/model_card.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/samples/table_columns.hpp"

namespace ocelli::internal {

/// The content of a classifier's `*.ocelli` file.
struct ClassifierModel {
  Classifier classifier;
  ModelCard card;
  std::optional<TableColumns> table = {};  ///< how the training table was read
};

/// Loads a classifier from a file, or from bytes. Errors refer to the bytes as `name`. Checked like
/// load_detector(): Classifier and its features check every index, count and number.
/// Throws  Error(Kind::model) naming the file and the fault, also for other kinds of models.
ClassifierModel load_classifier(const std::filesystem::path& path);
ClassifierModel load_classifier(std::span<const std::byte> bytes, const std::string& name);

/// The bytes of the model's file. They depend on the model alone and are the same on every machine and
/// compiler.
/// Throws  Error(Kind::model) when the bytes could not be loaded again, e.g. for more than kMaxModelBytes.
std::vector<std::byte> serialize(const ClassifierModel& model);

/// Writes the model's file atomically (write_file_atomically).
/// Throws  as serialize, naming the path; Error(Kind::output) when the file cannot be written.
void save_model(const std::filesystem::path& path, const ClassifierModel& model);

}  // namespace ocelli::internal
