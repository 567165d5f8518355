#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

#include "ocelli/detection/opencv/opencv_cascade.hpp"
#include "ocelli/model_io/model_card.hpp"

namespace ocelli::internal {

/// An OpenCV cascade as a model: the content of its `*.ocelli` file. An OpenCV file contains only the
/// cascade.
struct OpenCvModel {
  OpenCvCascade cascade;
  ModelCard card;

  friend bool operator==(const OpenCvModel&, const OpenCvModel&) = default;
};

/// Whether bytes begin like XML text, like YAML or JSON of cv::FileStorage, or like a gzip file, which OpenCV
/// also uses for all three.
bool is_cascade_text(std::string_view beginning);

/// The same for a file. False if it cannot be read.
bool is_cascade_file(const std::filesystem::path& path);

/// Throws  Error(Kind::input) for a missing file with the name of one of OpenCV's cascades, saying where
/// those are.
void require_if_of_opencv(const std::filesystem::path& path);

/// Loads the cascade in an OpenCV file and adds a card that states its origin. Throws as load_cascade_xml().
OpenCvModel import_cascade(const std::filesystem::path& path);

/// Returns the bytes of the model's file, which depend only on the model. Throws as serialize(const
/// DetectorModel&).
std::vector<std::byte> serialize(const OpenCvModel& model);

/// Writes the model's file atomically. Throws as save_model(path, const DetectorModel&).
void save_model(const std::filesystem::path& path, const OpenCvModel& model);

}  // namespace ocelli::internal
