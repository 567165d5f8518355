#pragma once

#include <string>
#include <vector>

#include "ocelli/image.hpp"
#include "ocelli/run.hpp"

namespace ocelli {

/// A record as the program prints it: one JSON object, without a line end.
OCELLI_API std::string to_json(const Record& record);

/// A copy of the image with boxes, names and percentages of detections.
OCELLI_API Image draw(const ImageView& image, const std::vector<Detection>& detections);

}  // namespace ocelli
