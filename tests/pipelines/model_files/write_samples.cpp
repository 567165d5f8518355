// Writes the sample models and checkpoints of the tests: golden files and the fuzzers' first inputs.

#include <filesystem>
#include <iostream>
#include <string>

#include "ocelli/core/require.hpp"
#include "ocelli/detection/training/opencv/opencv_checkpoint.hpp"
#include "ocelli/detection/training/training_checkpoint.hpp"
#include "pipelines/model_files/model_samples.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_samples FOLDER\n";
    return 2;
  }
  try {
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    ocelli::internal::save_model(folder / "detector.ocelli", ocelli::internal::test::sample_detector());
    ocelli::internal::save_model(folder / "verified-detector.ocelli",
                                 ocelli::internal::test::sample_network_detector());
    ocelli::internal::save_model(folder / "landmark-detector.ocelli",
                                 ocelli::internal::test::sample_landmark_detector());
    ocelli::internal::save_model(folder / "shapes-detector.ocelli",
                                 ocelli::internal::test::sample_detector_of_shapes());
    ocelli::internal::save_model(folder / "opencv-haar.ocelli", ocelli::internal::test::sample_opencv_haar());
    ocelli::internal::save_model(folder / "opencv-lbp.ocelli", ocelli::internal::test::sample_opencv_lbp());
    ocelli::internal::save_model(folder / "classifier.ocelli", ocelli::internal::test::sample_classifier());
    ocelli::internal::save_model(folder / "disjunctions.ocelli",
                                 ocelli::internal::test::sample_tilted_classifier());
    ocelli::internal::save_model(folder / "categories.ocelli",
                                 ocelli::internal::test::sample_category_classifier());
    ocelli::internal::save_model(folder / "marked.ocelli",
                                 ocelli::internal::test::sample_marked_classifier());
    ocelli::internal::save_model(
        folder / "gaussians.ocelli",
        ocelli::internal::test::sample_classifier(ocelli::internal::test::sample_gaussians()));
    ocelli::internal::save_model(folder / "combined.ocelli", ocelli::internal::test::sample_classifier(
                                                                 ocelli::internal::test::sample_combined(),
                                                                 ocelli::internal::ImageShape{12, 10}));
    ocelli::internal::save_model(folder / "reader.ocelli", ocelli::internal::test::sample_reader());
    std::size_t kind = 0;
    for (const auto& model : ocelli::internal::test::sample_classifiers()) {
      ocelli::internal::save_model(folder / ("classifier-" + std::to_string(kind++) + ".ocelli"), model);
    }
    ocelli::internal::save_checkpoint(folder / "training.checkpoint", ocelli::internal::test::sample_state());
    ocelli::internal::save_checkpoint(folder / "verifier.checkpoint",
                                      ocelli::internal::test::sample_verifying_state());
    ocelli::internal::save_opencv_checkpoint(folder / "opencv.checkpoint",
                                             ocelli::internal::test::sample_opencv_state());
    ocelli::internal::save_classifier_checkpoint(folder / "shareboost.checkpoint",
                                                 ocelli::internal::test::sample_share_boost_checkpoint());
    ocelli::internal::save_classifier_checkpoint(folder / "multilayer.checkpoint",
                                                 ocelli::internal::test::sample_multi_layer_checkpoint());
    ocelli::internal::save_classifier_checkpoint(folder / "stumpboost.checkpoint",
                                                 ocelli::internal::test::sample_stump_boost_checkpoint());
    return 0;
  } catch (const ocelli::Error& error) {
    std::cerr << error.what() << '\n';
    return 3;
  }
}
