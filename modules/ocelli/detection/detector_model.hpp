#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/detection/cascade.hpp"
#include "ocelli/detection/landmarks.hpp"
#include "ocelli/detection/verifier.hpp"
#include "ocelli/model_io/model_card.hpp"

namespace ocelli::internal {

/// The content of a detector's `*.ocelli` file.
struct DetectorModel {
  Cascade cascade;
  ModelCard card;
  std::optional<Verifier> verifier = {};  ///< rescores the cascade's detections
  std::optional<LandmarkRegressor> landmarks = {};
};

/// Loads a detector from a file, or from bytes. `name` identifies the bytes in errors.
///
/// Everything is checked before use: the size, the checksum, every offset (FlatBuffers verifier), and every
/// index, count and number (Cascade). Files of all past versions load.
/// Throws  Error(Kind::model) naming the file and the fault, also when the file contains another kind of
/// model.
/// Cost    two passes over the bytes and a copy of the arrays.
DetectorModel load_detector(const std::filesystem::path& path);
DetectorModel load_detector(std::span<const std::byte> bytes, const std::string& name);

/// Returns the bytes of the model's file. They depend on the model alone and are the same on every machine
/// and compiler.
/// Throws  Error(Kind::model) when the bytes could not be loaded again, e.g. for more than kMaxModelBytes.
std::vector<std::byte> serialize(const DetectorModel& model);

/// Writes the model's file atomically (write_file_atomically).
/// Throws  as serialize(), naming the path. Throws Error(Kind::output) when the file cannot be written.
void save_model(const std::filesystem::path& path, const DetectorModel& model);

}  // namespace ocelli::internal
