#pragma once

#include <string>
#include <string_view>

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

}  // namespace ocelli::internal
