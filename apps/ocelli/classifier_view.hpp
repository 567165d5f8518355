#pragma once

#include "ocelli/recognition/classifier.hpp"

namespace ocelli::app {

/// The classifier with another way to look at images; all else stays as it is. Angles are in degrees here, as people
/// give them, 0 for none. Throw as Classifier.
Classifier with_ink_side(const Classifier& classifier, double pixels);
Classifier with_tilt(const Classifier& classifier, double degrees);

/// The angle of with_tilt().
double tilt_degrees(const Classifier& classifier);

}  // namespace ocelli::app
