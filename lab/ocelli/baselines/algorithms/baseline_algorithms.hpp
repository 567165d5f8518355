#pragma once

namespace ocelli::internal::baselines {

/// Adds all baselines to the algorithms of `train classifier`: MultiBoost, AdaBoost.MH, .ECC and .MO,
/// JointBoost, mixed norm and one against the rest. Requires  as add_classifier_algorithms(): first thing in
/// main(), once.
void add_baselines();

}  // namespace ocelli::internal::baselines
