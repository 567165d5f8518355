#pragma once

#include <cstddef>
#include <filesystem>
#include <opencv2/core/types.hpp>
#include <span>
#include <string>
#include <variant>

#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/detection/opencv/opencv_model.hpp"
#include "ocelli/model_io/payload.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/text/language.hpp"
#include "ocelli/text/reader_model.hpp"

namespace ocelli::internal {

/// Any kind of model.
using Model = std::variant<DetectorModel, ClassifierModel, ReaderModel, OpenCvModel, LanguageFile>;

/// Loads and validates a model of any kind from a file, which may be an OpenCV XML cascade, or from the bytes
/// of a model file; `name` stands for the file in error messages.
/// Throws  Error(Kind::model) naming the file and the fault.
Model load_model(const std::filesystem::path& path);
Model load_model(std::span<const std::byte> bytes, const std::string& name);

/// A detector of either kind, ready to run, with its model card.
struct LoadedDetector {
  ObjectDetector detector;
  ModelCard card;
  cv::Size window;  ///< of the training
};

/// Throws  as ObjectDetector; Error(Kind::model) naming `name` for a model of another kind.
LoadedDetector detector_of(Model model, const DetectOptions& options, const std::string& name = {});

}  // namespace ocelli::internal

/// Internal to the model file; not part of the module's interface.
namespace ocelli::internal::format {

/// Parses and fully validates the model in a payload.
/// Throws  Error(Kind::model) without the file name.
Model parse_model(const Bytes& payload);

}  // namespace ocelli::internal::format
