#include "ocelli/pipelines/stages/classifier_view.hpp"

#include <cmath>
#include <numbers>

namespace ocelli {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

Classifier with_view(const Classifier& old, double ink_side, double tilt) {
  return {old.features(), old.weights(), old.classes(), old.shape(), ink_side, tilt};
}

}  // namespace

Classifier with_ink_side(const Classifier& classifier, double pixels) {
  return with_view(classifier, pixels, classifier.tilt());
}

Classifier with_tilt(const Classifier& classifier, double degrees) {
  return with_view(classifier, classifier.ink_side(), degrees * kDegree);
}

double tilt_degrees(const Classifier& classifier) {
  constexpr double kSteps = 1e9;  // without the last digits that radians have made up
  return std::round(classifier.tilt() / kDegree * kSteps) / kSteps;
}

TableColumns table_of(const ClassifierModel& model, const TableLikeOptions& told) {
  return told.over(model.table ? *model.table : plain_columns(inputs(model.classifier.features())));
}

}  // namespace ocelli
