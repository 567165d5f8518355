#pragma once

#include "ocelli/data/samples/table_columns.hpp"
#include "ocelli/recognition/classifier.hpp"
#include "ocelli/recognition/classifier_model.hpp"

namespace ocelli {

/// The classifier with other preprocessing; everything else stays unchanged. Angles are in degrees here,
/// 0 for none. They throw as Classifier does.
Classifier with_ink_side(const Classifier& classifier, double pixels);
Classifier with_tilt(const Classifier& classifier, double degrees);

/// The angle of with_tilt().
double tilt_degrees(const Classifier& classifier);

/// The columns for reading tables for a model: those of its training, or one per value and a label.
TableColumns table_of(const ClassifierModel& model, const TableLikeOptions& told);

}  // namespace ocelli
