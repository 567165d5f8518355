#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/observer.hpp"
#include "ocelli/options.hpp"

namespace ocelli {

/// The inputs and options of a classifier training.
struct ClassifierTraining {
  std::filesystem::path samples;  ///< a table (CSV), an IDX file, or a folder with a subfolder for each class
  std::optional<std::filesystem::path> labels;  ///< an IDX file; only for samples in an IDX file
  std::filesystem::path output;                 ///< the model file
  /// Or "shareboost", "trees", "multi-layer" ... No other option changes it.
  std::string algorithm = "auto";
  bool resume = false;  ///< continue from the checkpoint next to the output
  Options options;      ///< see train_classifier_options(algorithm)
};

/// Trains a classifier and writes the model with its card. The checkpoint stays next to the output until the
/// model is written.
/// Throws  Error(Kind::training) when the data is not sufficient, Error(Kind::input) naming the file and
/// line, Error(Kind::usage) naming the option, Error(Kind::canceled) on `stop`.
/// Source  shareboost alg. 1, multiboost-cw alg. 1 and 2, multi-layer-boosting section 3.2.
OCELLI_API void train_classifier(const ClassifierTraining& training, const Observer& observer = {},
                                 std::stop_token stop = {});

/// The errors on one fold after training on the others.
struct FoldErrors {
  std::size_t samples = 0, errors = 0;
};

struct CrossValidation {
  std::vector<FoldErrors> folds;
  double mean_error = 0;  ///< over the folds, 0 to 1
  double deviation = 0;   ///< standard deviation of the folds' error rates
};

/// Splits the samples into `folds` parts and classifies each part after training on the others. Writes no
/// files.
/// Throws  as train_classifier().
/// Cost    one training per fold.
OCELLI_API CrossValidation cross_validate(const ClassifierTraining& training, std::size_t folds = 5,
                                          const Observer& observer = {}, std::stop_token stop = {});

/// The names of all algorithms; the first is the default.
OCELLI_API std::vector<std::string> classifier_algorithms();
OCELLI_API std::vector<OptionInfo> train_classifier_options(const std::string& algorithm = "auto");

}  // namespace ocelli
