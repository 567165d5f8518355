#pragma once

#include "ocelli/data/formats/class_folders.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/recognition/feature_classifier.hpp"
#include "ocelli/samples/table_columns.hpp"

namespace ocelli::internal {

/// The same classifier with different image preprocessing. Angles are in degrees here; 0 for none.
/// Throws  as Classifier.
Classifier with_normalized_side(const Classifier& classifier, double pixels);
Classifier with_tilt(const Classifier& classifier, double degrees);

/// The angle of with_tilt().
double tilt_degrees(const Classifier& classifier);

/// How to read images for a classifier.
ImageReading images_for(const Classifier& classifier);

/// The columns for reading tables for a model: those of its training, or one per value plus a label.
TableColumns table_of(const ClassifierModel& model, const TableLikeOptions& told);

}  // namespace ocelli::internal
