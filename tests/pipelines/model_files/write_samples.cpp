// Writes the sample models and checkpoints of the tests: golden files and the fuzzers' first inputs.

#include <filesystem>
#include <iostream>
#include <string>

#include "ocelli/core/error.hpp"
#include "ocelli/detection/training/opencv/opencv_checkpoint.hpp"
#include "ocelli/detection/training/training_checkpoint.hpp"
#include "pipelines/model_files/samples.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_samples FOLDER\n";
    return 2;
  }
  try {
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    ocelli::save_model(folder / "detector.ocelli", ocelli::test::sample_detector());
    ocelli::save_model(folder / "verified-detector.ocelli", ocelli::test::sample_filtering_detector());
    ocelli::save_model(folder / "network-detector.ocelli", ocelli::test::sample_network_detector());
    ocelli::save_model(folder / "opencv-haar.ocelli", ocelli::test::sample_opencv_haar());
    ocelli::save_model(folder / "opencv-lbp.ocelli", ocelli::test::sample_opencv_lbp());
    ocelli::save_model(folder / "classifier.ocelli", ocelli::test::sample_classifier());
    ocelli::save_model(folder / "disjunctions.ocelli", ocelli::test::sample_tilted_classifier());
    ocelli::save_model(folder / "categories.ocelli", ocelli::test::sample_category_classifier());
    ocelli::save_model(folder / "marked.ocelli", ocelli::test::sample_marked_classifier());
    ocelli::save_model(folder / "gaussians.ocelli",
                       ocelli::test::sample_classifier(ocelli::test::sample_gaussians()));
    ocelli::save_model(
        folder / "combined.ocelli",
        ocelli::test::sample_classifier(ocelli::test::sample_combined(), ocelli::ImageShape{12, 10}));
    ocelli::save_model(folder / "reader.ocelli", ocelli::test::sample_reader());
    std::size_t kind = 0;
    for (const auto& model : ocelli::test::sample_classifiers()) {
      ocelli::save_model(folder / ("classifier-" + std::to_string(kind++) + ".ocelli"), model);
    }
    ocelli::save_checkpoint(folder / "training.checkpoint", ocelli::test::sample_state());
    ocelli::save_checkpoint(folder / "verifier.checkpoint", ocelli::test::sample_verifying_state());
    ocelli::save_opencv_checkpoint(folder / "opencv.checkpoint", ocelli::test::sample_opencv_state());
    ocelli::save_classifier_checkpoint(folder / "shareboost.checkpoint",
                                       ocelli::test::sample_share_boost_checkpoint());
    ocelli::save_classifier_checkpoint(folder / "multilayer.checkpoint",
                                       ocelli::test::sample_multi_layer_checkpoint());
    ocelli::save_classifier_checkpoint(folder / "stumpboost.checkpoint",
                                       ocelli::test::sample_stump_boost_checkpoint());
    ocelli::save_classifier_checkpoint(folder / "mixednorm.checkpoint",
                                       ocelli::test::sample_mixed_norm_checkpoint());
    ocelli::save_classifier_checkpoint(folder / "oneagainstrest.checkpoint",
                                       ocelli::test::sample_one_against_rest_checkpoint());
    return 0;
  } catch (const ocelli::Error& error) {
    std::cerr << error.what() << '\n';
    return 3;
  }
}
