#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/classifier.hpp"

namespace ocelli {

struct ExplanationRequest {
  std::string of_class = {};  ///< the class whose score is explained; empty: the label of each row
  /// A table of rows to compare with, such as the training table; by default the table itself.
  std::optional<std::filesystem::path> background = {};
  std::size_t background_rows = 100;  ///< drawn evenly from the background
};

/// Why a row has its score: base and contributions sum to it.
struct Explanation {
  std::string label;      ///< the class that the classifier chooses
  std::string explained;  ///< the class of the score
  double score = 0;
  double base = 0;                    ///< the mean score of the background rows
  std::vector<double> contributions;  ///< of each column
};

struct Explanations {
  std::vector<std::string> columns;
  std::vector<Explanation> rows;
  std::vector<double> mean_sizes;  ///< mean absolute contribution of each column, over rows and classes
};

/// Explains the rows of a table by exact Shapley values, for classifiers whose scores are sums over trees,
/// stumps, linear features and products.
/// Throws  Error(Kind::usage) naming the features of another classifier, or an unknown class;
/// Error(Kind::input) naming the file and line.
/// Source  Lundberg et al. 2020, From local explanations to global understanding with explainable AI for
/// trees.
OCELLI_API Explanations explain(const Classifier& classifier, const std::filesystem::path& table,
                                const ExplanationRequest& request = {});

}  // namespace ocelli
