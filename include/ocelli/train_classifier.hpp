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

/// What a classifier is trained from.
struct ClassifierTraining {
  std::filesystem::path samples;  ///< a table (CSV), an IDX file, or a folder with a subfolder for each class
  std::optional<std::filesystem::path> labels;  ///< an IDX file, for samples of an IDX file
  std::filesystem::path output;                 ///< the model
  std::string algorithm =
      "auto";           ///< or "shareboost", "trees", "multi-layer" ...; no other option changes it
  bool resume = false;  ///< continue from the checkpoint beside the output
  Options options;      ///< of train_classifier_options(algorithm)
};

/// Trains, and writes the model with its card. The checkpoint stays beside the output until the model is
/// written.
/// Throws  Error(Kind::training) when the data do not allow it, Error(Kind::input) naming file and
/// line, Error(Kind::usage) naming
///         the option, Error(Kind::canceled) on `stop`.
/// Source  shareboost alg. 1, multiboost-cw alg. 1 and 2, multi-layer-boosting section 3.2.
OCELLI_API void train_classifier(const ClassifierTraining& training, const Observer& observer = {},
                                 std::stop_token stop = {});

/// The errors of one fold: of a training on the other folds.
struct FoldErrors {
  std::size_t samples = 0, errors = 0;
};

struct CrossValidation {
  std::vector<FoldErrors> folds;
  double mean_error = 0;  ///< of the folds, 0 to 1
  double deviation = 0;   ///< standard deviation of the folds' errors
};

/// Classifies each of `folds` parts of the samples by a training on all others. Writes no files.
/// Throws  as train_classifier().
/// Cost    as many trainings as folds.
OCELLI_API CrossValidation cross_validate(const ClassifierTraining& training, std::size_t folds = 5,
                                          const Observer& observer = {}, std::stop_token stop = {});

/// The names of all algorithms; the first is the default.
OCELLI_API std::vector<std::string> classifier_algorithms();
OCELLI_API std::vector<OptionInfo> train_classifier_options(const std::string& algorithm = "auto");

}  // namespace ocelli
