// Writes the sample checkpoints of the baselines, the fuzzers' initial inputs.

#include <filesystem>
#include <iostream>

#include "model_files/baseline_samples.hpp"
#include "ocelli/boosting/classifier_checkpoint.hpp"
#include "ocelli/core/require.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_samples FOLDER\n";
    return 2;
  }
  try {
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    ocelli::internal::save_classifier_checkpoint(folder / "mixednorm.checkpoint",
                                                 ocelli::internal::test::sample_mixed_norm_checkpoint());
    ocelli::internal::save_classifier_checkpoint(
        folder / "oneagainstrest.checkpoint", ocelli::internal::test::sample_one_against_rest_checkpoint());
    return 0;
  } catch (const ocelli::Error& error) {
    std::cerr << error.what() << '\n';
    return 3;
  }
}
