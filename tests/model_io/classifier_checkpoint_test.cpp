#include "ocelli/model_io/classifier_checkpoint.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "model_io/damage.hpp"
#include "model_io/samples.hpp"
#include "ocelli/model_io/checkpoint_file.hpp"

namespace ocelli {
namespace {

using test::Bytes;

const Bytes& sample_bytes() {
  static const Bytes bytes = serialise(test::sample_classifier_checkpoint());
  return bytes;
}

/// Expects that the sample, changed, is refused: writing ends with the checks of reading.
template <class Change>
void expect_refused(Change&& change, const std::string& part) {
  ClassifierCheckpoint checkpoint = test::sample_classifier_checkpoint();
  change(checkpoint.state);
  test::expect_model_error([&] { serialise(checkpoint); }, "", part);
}

TEST(ClassifierCheckpoint, GivesBackWhatWasPutIn) {
  const ClassifierCheckpoint expected = load_classifier_checkpoint(sample_bytes(), "sample");
  const ClassifierCheckpoint actual = load_classifier_checkpoint(serialise(expected), "again");
  EXPECT_EQ(actual.fingerprint, expected.fingerprint);
  EXPECT_EQ(actual.state.rounds, expected.state.rounds);
  EXPECT_EQ(actual.state.weights, expected.state.weights);
  EXPECT_EQ(actual.state.best_weights, expected.state.best_weights);
  EXPECT_EQ(actual.state.best_round, expected.state.best_round);
}

TEST(ClassifierCheckpoint, IsRefusedWhenCutOrWithAnyBitFlipped) {
  test::expect_every_damage_refused(sample_bytes(),
                                    [](const Bytes& bytes) { load_classifier_checkpoint(bytes, "sample"); });
}

TEST(ClassifierCheckpoint, WithABrokenWordIsRefusedOrReadable) {
  test::survive_patched_words(sample_bytes(),
                              [](const Bytes& bytes) { load_classifier_checkpoint(bytes, "patched"); });
}

TEST(ClassifierCheckpoint, WithoutARoundIsRefused) {
  expect_refused([](ShareBoostState& state) { state.rounds.clear(); }, "round");
}

TEST(ClassifierCheckpoint, WithABestRoundOutsideItsRoundsIsRefused) {
  expect_refused([](ShareBoostState& state) { state.best_round = 3; }, "best round");
}

TEST(ClassifierCheckpoint, WithAWeightThatIsNotFiniteIsRefused) {
  expect_refused(
      [](ShareBoostState& state) { state.weights(1, 2) = std::numeric_limits<double>::infinity(); },
      "not finite");
}

TEST(ClassifierCheckpoint, WithWeightsThatDoNotFitItsRoundsIsRefused) {
  expect_refused([](ShareBoostState& state) { state.weights = ClassWeights::Zero(2, 6); }, "weights");
}

TEST(ClassifierCheckpoint, IsNotTakenForADetectorsCheckpoint) {
  test::expect_model_error([] { load_checkpoint(sample_bytes(), "sample"); }, "sample", "classifier");
}

}  // namespace
}  // namespace ocelli
