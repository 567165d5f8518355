#pragma once

namespace ocelli::internal::baselines {

/// Adds all baselines to the algorithms of `train classifier`: MultiBoost, AdaBoost.MH, .ECC and .MO,
/// JointBoost, mixed norm and one-vs-rest.
/// Requires  as add_classifier_algorithms(): a single call at the start of main().
void add_baselines();

}  // namespace ocelli::internal::baselines
