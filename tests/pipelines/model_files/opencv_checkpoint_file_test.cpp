#include "ocelli/detection/training/opencv/opencv_checkpoint.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "pipelines/model_files/damage.hpp"
#include "pipelines/model_files/model_samples.hpp"

namespace ocelli::internal::opencv_checkpoint_file_test {
namespace {

using test::Bytes;
using test::sample_opencv_state;

const Bytes& sample_bytes() {
  static const Bytes bytes = serialize(sample_opencv_state());
  return bytes;
}

TEST(OpenCvCheckpointFile, GivesBackWhatWasPutIn) {
  EXPECT_EQ(load_opencv_checkpoint(sample_bytes(), "sample"), sample_opencv_state());
  OpenCvTrainingState fresh = sample_opencv_state();
  fresh.cascade.label = std::string("mug\0cup", 7);
  fresh.cascade.features = std::vector<OpenCvLbp>();
  fresh.cascade.stages.clear();
  fresh.trees.clear();
  EXPECT_EQ(load_opencv_checkpoint(serialize(fresh), "fresh"), fresh);
}

TEST(OpenCvCheckpointFile, IsRefusedWhenCutOrWithAnyBitFlipped) {
  test::expect_every_damage_refused(sample_bytes(),
                                    [](const Bytes& bytes) { load_opencv_checkpoint(bytes, "sample"); });
}

TEST(OpenCvCheckpointFile, WithABrokenWordIsRefusedOrReadable) {
  test::survive_patched_words(sample_bytes(),
                              [](const Bytes& bytes) { load_opencv_checkpoint(bytes, "patched"); });
}

TEST(OpenCvCheckpointFile, IsRefusedWithImpossibleTrees) {
  const auto refused = [](auto&& change, const std::string& part) {
    OpenCvTrainingState state = sample_opencv_state();
    change(state);
    test::expect_model_error([&] { serialize(state); }, "", part);
  };
  refused([](OpenCvTrainingState& state) { state.trees[0].leaves.push_back(0); }, "one leaf more than nodes");
  refused(
      [](OpenCvTrainingState& state) { state.trees[0].leaves[0] = std::numeric_limits<float>::quiet_NaN(); },
      "not a number");
  refused([](OpenCvTrainingState& state) { state.mining.passed = 2'000'000; }, "more windows passed");
}

}  // namespace
}  // namespace ocelli::internal::opencv_checkpoint_file_test
