#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ocelli/observer.hpp"
#include "ocelli/version.hpp"

namespace ocelli {

/// Writes a model in another format, by the ending of the output: .ocelli, .xml (OpenCV), .h (C99) or .onnx.
/// Throws  Error(Kind::usage) when the format cannot hold the model, with the reason;
/// Error(Kind::model), Error(Kind::output).
OCELLI_API void convert_model(const std::filesystem::path& model, const std::filesystem::path& output);

/// Writes annotations in another format: "voc", "coco", "yolo" or "csv". Inputs may be of any format that
/// train_detector() reads.
/// What cannot be read or written is left out and reported as a problem.
/// Throws  Error(Kind::input) naming file and line, Error(Kind::output).
OCELLI_API void convert_annotations(const std::vector<std::filesystem::path>& annotations,
                                    const std::string& format, const std::filesystem::path& output,
                                    const Observer& observer = {});

}  // namespace ocelli
