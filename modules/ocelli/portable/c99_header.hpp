#pragma once

#include <string>
#include <string_view>

#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/opencv/opencv_model.hpp"
#include "ocelli/recognition/classifier_model.hpp"

namespace ocelli::internal {

/// A classifier as one self-contained C99 header, which is C++ too: the tables of its features, its weights,
/// and the code that computes scores. It includes only <stdint.h> and allocates nothing.
///
/// `name`_classify() takes a picture of the model's size, gray or with colors, or a row of a table, and
/// computes a score for each class. Normalization of ink, medians of gaps and categories are inside. Each
/// operation is rounded by itself in the order of the program, so labels and scores are the same on every
/// machine. Only when ink must be resized may the rounding of a gray level differ from that of the program.
/// `name`_probabilities() converts scores to probabilities, if the classifier has a temperature.
///
/// Throws  Error(Kind::usage) with the reason for balls, interest points and Gaussians of principal
/// components, for tilted looks, and for weights too small or too large for integers.
std::string c99_header(const ClassifierModel& model, std::string_view name);

/// A detector as one self-contained C99 header, which is C++ too: the tables of the cascade and of its
/// verifier, if any, and the code that runs them. It includes only <stdint.h>, allocates nothing, and uses no
/// floating point in the loop over windows. On every machine it finds what ObjectDetector finds with the same
/// options.
///
/// Its names begin with `name`, made a C name: `face_detector`, FACE_WORK_BYTES(width, height). Code that all
/// models share begins with `ocelli_`, and is compiled once if a source includes several such headers.
/// docs/deploy.md describes its use.
///
/// Throws  Error(Kind::usage) with the reason when integers cannot reproduce the model's arithmetic.
std::string c99_header(const DetectorModel& model, std::string_view name);

/// An OpenCV cascade as one self-contained C99 header, like c99_header() of Ocelli's own detectors: Haar
/// features, upright or tilted, or local binary patterns; stumps or trees. On every machine it finds what
/// ObjectDetector finds with the same options and --like ocelli.
///
/// Throws  Error(Kind::usage) with the reason when integers cannot reproduce the cascade's arithmetic: a
/// window above 255 pixels, weights of rectangles that are not whole numbers or sums beyond 24 bits, votes
/// with sums that do not fit double precision.
std::string c99_header(const OpenCvModel& model, std::string_view name);

}  // namespace ocelli::internal
