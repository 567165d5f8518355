#include "ocelli/pipelines/stages/classifier_view.hpp"

#include <cmath>
#include <numbers>
#include <utility>

namespace ocelli::internal {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

}  // namespace

Classifier with_normalized_side(const Classifier& classifier, double pixels) {
  ClassifierParts parts = classifier.parts();
  parts.normalized_side = pixels;
  return Classifier(std::move(parts));
}

Classifier with_tilt(const Classifier& classifier, double degrees) {
  ClassifierParts parts = classifier.parts();
  parts.tilt = degrees * kDegree;
  return Classifier(std::move(parts));
}

double tilt_degrees(const Classifier& classifier) {
  constexpr double kSteps = 1e9;  // rounds off digits that the conversion from radians adds
  return std::round(classifier.tilt() / kDegree * kSteps) / kSteps;
}

ImageReading images_for(const Classifier& classifier) {
  return classifier.uses_colors() ? ImageReading::colors : ImageReading::gray;
}

TableColumns table_of(const ClassifierModel& model, const TableLikeOptions& told) {
  return told.over(model.table ? *model.table : plain_columns(inputs(model.classifier.features())));
}

}  // namespace ocelli::internal
