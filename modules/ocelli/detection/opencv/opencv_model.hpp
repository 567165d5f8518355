#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/model_io/model_card.hpp"

namespace ocelli::internal {

/// An OpenCV cascade as a model: the content of its `*.ocelli` file. A file of OpenCV's contains the cascade
/// only.
struct OpenCvModel {
  OpenCvCascade cascade;
  ModelCard card;

  friend bool operator==(const OpenCvModel&, const OpenCvModel&) = default;
};

/// Whether bytes start like an XML text, like cv::FileStorage's YAML or JSON, or like a gzip file, as which
/// OpenCV keeps all three too.
bool is_cascade_text(std::string_view beginning);

/// The same of a file. False for a file that cannot be read.
bool is_cascade_file(const std::filesystem::path& path);

/// The cascade in a file of OpenCV's, with a card that says where it comes from. Throws as
/// load_cascade_xml().
OpenCvModel import_cascade(const std::filesystem::path& path);

/// The bytes of the model's file: a function of the model alone. Throws as serialize(const DetectorModel&).
std::vector<std::byte> serialize(const OpenCvModel& model);

/// Writes the model's file atomically. Throws as save_model(path, const DetectorModel&).
void save_model(const std::filesystem::path& path, const OpenCvModel& model);

}  // namespace ocelli::internal
