#include "ocelli/detection/training/training_checkpoint.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "pipelines/model_files/damage.hpp"
#include "pipelines/model_files/model_samples.hpp"

namespace ocelli::internal::checkpoint_file_test {
namespace {

using test::Bytes;

const Bytes& sample_bytes() {
  static const Bytes bytes = serialize(test::sample_state());
  return bytes;
}

/// A state as after the first mining, before any stump.
TrainingState fresh_state() {
  TrainingState state = test::sample_state();
  state.cascade.features.clear();
  state.cascade.tables.clear();
  state.cascade.stages.clear();
  state.rounds = 0;
  state.weak.clear();
  state.min_error.clear();
  return state;
}

/// Expects that the sample, changed, is refused: writing ends with the checks of reading.
template <class Change>
void expect_refused(Change&& change, const std::string& part) {
  TrainingState state = test::sample_state();
  change(state);
  test::expect_model_error([&] { serialize(state); }, "", part);
}

TEST(CheckpointFile, GivesBackWhatWasPutIn) {
  EXPECT_EQ(load_checkpoint(sample_bytes(), "sample"), test::sample_state());
}

TEST(CheckpointFile, GivesBackAStateBeforeTheFirstStump) {
  EXPECT_EQ(load_checkpoint(serialize(fresh_state()), "sample"), fresh_state());
}

TEST(CheckpointFile, GivesBackAVerifierBehindItsCascade) {
  const TrainingState state = test::sample_verifying_state();
  EXPECT_EQ(load_checkpoint(serialize(state), "sample"), state);
  TrainingState without_network = state;
  without_network.verifier->network.reset();
  EXPECT_EQ(load_checkpoint(serialize(without_network), "sample"), without_network);
}

TEST(CheckpointFile, OfAVerifierIsRefusedWhenDamaged) {
  const Bytes bytes = serialize(test::sample_verifying_state());
  test::expect_every_damage_refused(bytes, [](const Bytes& damaged) { load_checkpoint(damaged, "sample"); });
  test::survive_patched_words(bytes, [](const Bytes& patched) { load_checkpoint(patched, "patched"); });
}

TEST(CheckpointFile, OfAVerifierIsRefusedForNumbersOutOfRange) {
  const auto refused = [](auto&& change, const std::string& part) {
    TrainingState state = test::sample_verifying_state();
    change(*state.verifier);
    test::expect_model_error([&] { serialize(state); }, "", part);
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  refused([&](VerifierState& v) { v.found[0][1].box.w = nan; }, "not finite");
  refused([&](VerifierState& v) { v.network->mean[1] = nan; }, "not finite");
  refused([&](VerifierState& v) { v.trees[0].leaves[1] = nan; }, "not a number");
  refused([&](VerifierState& v) { v.trees[0].leaves.pop_back(); }, "one leaf more");
}

TEST(CheckpointFile, HasTheSameBytesForTheSameState) {
  EXPECT_EQ(serialize(test::sample_state()), sample_bytes());
  EXPECT_EQ(serialize(load_checkpoint(sample_bytes(), "sample")), sample_bytes());
}

TEST(CheckpointFile, IsRefusedWhenCutOrWithAnyBitFlipped) {
  test::expect_every_damage_refused(sample_bytes(),
                                    [](const Bytes& bytes) { load_checkpoint(bytes, "sample"); });
}

TEST(CheckpointFile, WithABrokenWordIsRefusedOrReadable) {
  test::survive_patched_words(sample_bytes(), [](const Bytes& bytes) { load_checkpoint(bytes, "patched"); });
}

TEST(CheckpointFile, IsNotAModel) {
  test::expect_model_error([&] { load_checkpoint(serialize(test::sample_detector()), "eye.ocelli"); },
                           "eye.ocelli", "contains a detector model, expected a training checkpoint");
}

TEST(CheckpointFile, IsRefusedWhenItsPartsDisagree) {
  expect_refused([](TrainingState& s) { s.weak[1].table.pop_back(); }, "bins");
  expect_refused([](TrainingState& s) { s.cascade.tables.push_back(0); }, "tables do not match");
  expect_refused([](TrainingState& s) { s.mining.passed = s.mining.evaluated + 1; }, "evaluated");
}

TEST(CheckpointFile, IsRefusedForNumbersOutOfRange) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_refused([](TrainingState& s) { s.cascade.bins = 0; }, "bins");
  expect_refused([](TrainingState& s) { s.cascade.width = 65536 + 10; }, "window");
  expect_refused([](TrainingState& s) { s.cascade.features[0].feature.rects[0].x = 200; },
                 "outside the window");
  expect_refused([&](TrainingState& s) { s.weak[0].table[1] = static_cast<float>(nan); }, "not finite");
  expect_refused([&](TrainingState& s) { s.min_error[0] = nan; }, "not a number");
}

TEST(CheckpointFile, IsSavedAndLoadedOnDisk) {
  const auto path = std::filesystem::temp_directory_path() / "ocelli-checkpoint-test.checkpoint";
  save_checkpoint(path, test::sample_state());
  EXPECT_EQ(load_checkpoint(path), test::sample_state());
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace ocelli::internal::checkpoint_file_test
