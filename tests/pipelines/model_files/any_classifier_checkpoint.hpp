#pragma once

#include <gtest/gtest.h>

#include <string>

#include "ocelli/boosting/classifier_checkpoint.hpp"
#include "ocelli/detection/training/training_checkpoint.hpp"
#include "pipelines/model_files/damage.hpp"

/// What the checkpoint of every algorithm for classifiers promises. Whoever includes this instantiates
/// AnyClassifierCheckpoint with its own states.
namespace ocelli::internal::test {

/// To be specialized for a State:
///   static ClassifierCheckpoint<State> make();
///   static void expect_equal(const State&, const State&);
template <class State>
struct CheckpointSample;

template <class State>
class AnyClassifierCheckpoint : public testing::Test {
 protected:
  const ClassifierCheckpoint<State> checkpoint = CheckpointSample<State>::make();
  const Bytes bytes = serialize(checkpoint);
};
TYPED_TEST_SUITE_P(AnyClassifierCheckpoint);

TYPED_TEST_P(AnyClassifierCheckpoint, GivesBackWhatWasPutIn) {
  const auto loaded = load_classifier_checkpoint<TypeParam>(this->bytes, "sample");
  EXPECT_EQ(loaded.fingerprint, this->checkpoint.fingerprint);
  CheckpointSample<TypeParam>::expect_equal(loaded.state, this->checkpoint.state);
}

TYPED_TEST_P(AnyClassifierCheckpoint, IsRefusedWhenCutOrWithAnyBitFlipped) {
  expect_every_damage_refused(
      this->bytes, [](const Bytes& damaged) { load_classifier_checkpoint<TypeParam>(damaged, "sample"); });
}

TYPED_TEST_P(AnyClassifierCheckpoint, WithABrokenWordIsRefusedOrReadable) {
  survive_patched_words(
      this->bytes, [](const Bytes& patched) { load_classifier_checkpoint<TypeParam>(patched, "patched"); });
}

TYPED_TEST_P(AnyClassifierCheckpoint, IsNotTakenForADetectorsCheckpoint) {
  expect_model_error([&] { load_checkpoint(this->bytes, "sample"); }, "sample", "classifier");
}

REGISTER_TYPED_TEST_SUITE_P(AnyClassifierCheckpoint, GivesBackWhatWasPutIn,
                            IsRefusedWhenCutOrWithAnyBitFlipped, WithABrokenWordIsRefusedOrReadable,
                            IsNotTakenForADetectorsCheckpoint);

/// Expects that the sample, changed, is refused: writing ends with the checks of reading.
template <class State>
void expect_refused(void (*change)(State&), const std::string& part) {
  ClassifierCheckpoint<State> checkpoint = CheckpointSample<State>::make();
  change(checkpoint.state);
  expect_model_error([&] { serialize(checkpoint); }, "", part);
}

}  // namespace ocelli::internal::test
