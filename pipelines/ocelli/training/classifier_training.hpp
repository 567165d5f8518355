#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/samples/table_columns.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/training_observer.hpp"

namespace ocelli::internal {

/// Sample weights by class; balanced: inversely proportional to the class size.
enum class ClassWeighting : std::uint8_t { none, balanced };
constexpr auto names_of(ClassWeighting) {
  return std::array{std::pair{ClassWeighting::none, "none"}, std::pair{ClassWeighting::balanced, "balanced"}};
}

/// The inputs and options of `ocelli train classifier`.
struct ClassifierTraining {
  std::filesystem::path samples;  ///< a table, an IDX file, or a folder with a subfolder for each class
  std::optional<std::filesystem::path> labels;
  std::filesystem::path output;
  bool resume = false;

  std::unique_ptr<ClassifierAlgorithm> algorithm = classifier_algorithm();
  std::optional<int> width, height;  ///< of the images; empty: the medians
  std::optional<double> tilt = {};   ///< maximum tilt in degrees that the classifier corrects; empty: none
  ClassWeighting class_weights = ClassWeighting::none;
  std::string weight_column;  ///< of a table; empty: none
  TableOptions table;         ///< how a table is read
  InputLimits limits;         ///< on each image and on a table; not part of the result, so not in the card

  /// The options that do not depend on the algorithm.
  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("width", self.width, "width that images are scaled to (auto: the median, at most 256)",
          option::from(1).to(1024).in("pixels").basic().or_auto(0));
    visit("height", self.height, "height that images are scaled to (auto: the median, at most 256)",
          option::from(1).to(1024).in("pixels").basic().or_auto(0));
    visit("tilt", self.tilt,
          "average the scores of an image and of its rotations by this angle both ways at run time",
          option::above(0).to(90).in("degrees").may_change().basic().or_none(0));
    // A checkpoint is tied to the weights that result from these two.
    visit("class-weights", self.class_weights,
          "sample weights: none, or balanced (inversely proportional to the size of the class)",
          option::any().may_change().basic());
    visit("weight-column", self.weight_column,
          "column of a table (a name, or a number from 1) with the weight of each row in training, at least "
          "0; not used as an input",
          option::any().value("column").may_change());
    TableOptions::describe(self.table, visit);
  }

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;
};

/// Checks the data, trains, writes the model with its card, and returns it. A checkpoint (TrainingSession)
/// and a log with one JSON line per round are written from the first round on. Both stay next to the model,
/// the checkpoint only until the model is written. Choices that depend on the data, and how a table is read,
/// are reported and recorded in the card, which lists the options that had an effect.
/// Throws  as the algorithm, naming the samples; Error(Kind::output) when the model cannot be written there.
ClassifierModel train_classifier(const ClassifierTraining& job, const TrainingObserver& observer,
                                 std::stop_token stop);

/// Trains on samples in memory. Writes no files, so there is nothing to resume; the observer receives the log
/// lines. The algorithm keeps the options resolved from the data.
/// Throws  as the algorithm; Error(Kind::training) for samples without labels, of a single class, or all
/// identical.
ClassifierModel train_classifier(ClassifierAlgorithm& algorithm, const Samples& samples,
                                 const TrainingObserver& observer, std::stop_token stop);

}  // namespace ocelli::internal
