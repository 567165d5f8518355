#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "ocelli/data/table_columns.hpp"
#include "ocelli/detection/cascade.hpp"
#include "ocelli/model_io/model_card.hpp"
#include "ocelli/recognition/classifier.hpp"
#include "ocelli/text/reader.hpp"

namespace ocelli {

/// Larger model files are refused before they are read. (A face model has less than 1 MiB.)
constexpr std::uint64_t kMaxModelBytes = std::uint64_t{64} << 20;

/// What a detector's `*.ocelli` file holds.
struct DetectorModel {
  Cascade cascade;
  ModelCard card;
};

/// What a classifier's `*.ocelli` file holds.
struct ClassifierModel {
  Classifier classifier;
  ModelCard card;
  std::optional<TableColumns> table = {};  ///< how the table was read that it was trained on
};

/// What a reader's `*.ocelli` file holds.
struct ReaderModel {
  Reader reader;
  ModelCard card;
};

/// Any kind of model.
using Model = std::variant<DetectorModel, ClassifierModel, ReaderModel>;

/// Loads a model of any kind from a file, or from bytes that `name` names in errors.
///
/// Nothing is believed before it is checked: the size, the checksum, every offset (FlatBuffers verifier), and
/// every index, count and number (Cascade, Classifier). A file of any past version loads.
/// Throws  Error(Kind::model) naming the file and what is wrong with it, whatever is wrong.
/// Cost    two passes over the bytes and a copy of the arrays.
Model load_model(const std::filesystem::path& path);
Model load_model(std::span<const std::byte> bytes, const std::string& name);

/// The same where only a detector will do, or only a classifier, or only a reader.
DetectorModel load_detector(const std::filesystem::path& path);
DetectorModel load_detector(std::span<const std::byte> bytes, const std::string& name);
ClassifierModel load_classifier(const std::filesystem::path& path);
ClassifierModel load_classifier(std::span<const std::byte> bytes, const std::string& name);
ReaderModel load_reader(const std::filesystem::path& path);
ReaderModel load_reader(std::span<const std::byte> bytes, const std::string& name);

/// The bytes of the model's file: a function of the model alone, the same on every machine and compiler.
/// Throws  Error(Kind::model) when they could not be loaded again, e.g. for more than kMaxModelBytes.
std::vector<std::byte> serialise(const DetectorModel& model);
std::vector<std::byte> serialise(const ClassifierModel& model);
std::vector<std::byte> serialise(const ReaderModel& model);

/// Writes the model's file, all or nothing (write_file_atomically).
/// Throws  as serialise, naming the path; Error(Kind::output) when it cannot be written.
void save_model(const std::filesystem::path& path, const DetectorModel& model);
void save_model(const std::filesystem::path& path, const ClassifierModel& model);
void save_model(const std::filesystem::path& path, const ReaderModel& model);

}  // namespace ocelli
