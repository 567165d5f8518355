#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/observer.hpp"
#include "ocelli/version.hpp"

namespace ocelli {

/// Converts a model to the format given by the output's extension: .ocelli, .xml (OpenCV), .h (C99), .onnx or
/// .json (XGBoost).
/// Throws  Error(Kind::usage) with the reason when the format cannot represent the model; Error(Kind::model);
/// Error(Kind::output).
OCELLI_API void convert_model(const std::filesystem::path& model, const std::filesystem::path& output);

/// Converts annotations to another format: "voc", "coco", "yolo" or "csv". Inputs may be in any format that
/// train_detector() reads. Anything that cannot be read or written is skipped and reported as a problem.
/// Throws  Error(Kind::input) naming the file and line, Error(Kind::output).
OCELLI_API void convert_annotations(const std::vector<std::filesystem::path>& annotations,
                                    const std::string& format, const std::filesystem::path& output,
                                    const Observer& observer = {});

}  // namespace ocelli
