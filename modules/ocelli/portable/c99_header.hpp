#pragma once

#include <string>
#include <string_view>

#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/opencv/opencv_model.hpp"
#include "ocelli/recognition/classifier_model.hpp"

namespace ocelli::internal {

/// A classifier as one self-contained C99 header, which is C++ too: the tables of its features, its weights,
/// and the code that computes scores. It includes <stdint.h> alone and allocates nothing. Holds templates,
/// stumps, linear features and products of them.
///
/// `name`_classify() takes a gray picture of the model's size, or a row of values, and gives each class a
/// score. Responses are integers, and each operation on scores is rounded to single precision by itself:
/// labels and scores are the same on every machine. Only where ink has to be brought to size may a gray level
/// be rounded otherwise than in the program.
///
/// Throws  Error(Kind::usage) with the reason for other features, for tilted looks, and for masks with
/// weights too small for integers.
std::string c99_header(const ClassifierModel& model, std::string_view name);

/// A detector as one self-contained C99 header, which is C++ too: the cascade's tables, its verifier's where
/// it has one, and the code that runs them. It includes <stdint.h> alone, allocates nothing, and has no
/// floating point in the loop over windows; on every machine it finds what ObjectDetector finds with the same
/// options.
///
/// Its names begin with `name`, made a C name: `face_detector`, FACE_WORK_BYTES(width, height). What is the
/// same for all models begins with `ocelli_`, and is there once where a source includes several such headers.
/// docs/deploy.md describes its use.
///
/// Throws  Error(Kind::usage) with the reason when integers cannot follow the model's arithmetic.
std::string c99_header(const DetectorModel& model, std::string_view name);

/// An OpenCV cascade as one self-contained C99 header, as c99_header() of a detector of Ocelli's own: Haar
/// features, upright or tilted, or local binary patterns; stumps or trees. On every machine it finds what
/// ObjectDetector finds with the same options and --like ocelli.
///
/// Throws  Error(Kind::usage) with the reason when integers cannot follow the cascade's arithmetic: a window
/// above 255 pixels, weights of rectangles that
///         are no whole numbers or sums beyond 24 bits, votes whose sums do not fit double precision.
std::string c99_header(const OpenCvModel& model, std::string_view name);

}  // namespace ocelli::internal
