#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocelli/features/feature_set.hpp"
#include "ocelli/samples/samples.hpp"

namespace ocelli::internal {

/// Weights of all classes: one row per class, one column per feature column, and a last one for the constant.
using ScoreWeights = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct ScoredLabel {
  std::uint16_t label = 0;
  float score = 0;

  friend bool operator==(const ScoredLabel&, const ScoredLabel&) = default;
};

/// All labels with their scores, highest score first, ties by label. Never empty.
struct Classification {
  std::vector<ScoredLabel> ranking;

  std::uint16_t label() const { return ranking[0].label; }
  float score() const { return ranking[0].score; }
  /// The best score minus the second best.
  float margin() const { return ranking[0].score - ranking[1].score; }
  friend bool operator==(const Classification&, const Classification&) = default;
};

/// Requires  at least two scores, none NaN.
Classification ranked(std::span<const float> scores);

/// The parameters of a classifier.
struct ClassifierParts {
  FeatureSet features;
  ScoreWeights weights;  ///< classes x (columns of the features + 1)
  std::vector<std::string> classes;
  /// Samples are images of this size with levels 0 .. 255: color if the features read kColorPlanes planes,
  /// otherwise gray.
  std::optional<ImageShape> shape = std::nullopt;
  /// If not 0, frame_ink() first normalizes images to this side.
  double normalized_side = 0;
  /// If not 0, test-time augmentation: a sample's scores are the means over rotations by -tilt, 0 and tilt,
  /// in radians (multi-layer boosting section 4.3).
  double tilt = 0;
  /// If not 0, softmax(scores / temperature) are the probabilities of the classes. Fitted on held-out
  /// samples.
  double temperature = 0;
};

/// A linear classifier. It chooses the class with the highest score W (x, 1), where x are the values of the
/// sample's feature columns.
///
///     const auto classifier = Classifier::load("digits.ocelli");
///     const std::string& digit = classifier.classes()[classifier.classify(image).label()];
///
/// Immutable; any number of threads may share one classifier. A sample's scores do not depend on threads or
/// on other samples.
/// Source  shareboost eq. 2.
class Classifier {
 public:
  /// Squares and sums of values up to this one stay finite.
  static constexpr float kLargestValue = 1e15f;

  /// Throws  Error(Kind::model) unless there are 2 to kMaxClasses classes with distinct, non-empty names, the
  /// weights are classes x (columns + 1), no score can overflow a float, and the shape has as many pixels as
  /// the features have inputs, or a third of that (for template features, the shape must equal theirs).
  explicit Classifier(ClassifierParts parts);

  /// Loads the classifier of a model file. load_classifier() also returns how the model's table was read.
  /// Throws  as load_classifier().
  static Classifier load(const std::filesystem::path& model);

  const ClassifierParts& parts() const { return parts_; }
  const FeatureSet& features() const { return parts_.features; }
  const ScoreWeights& weights() const { return parts_.weights; }
  const std::vector<std::string>& classes() const { return parts_.classes; }
  const std::optional<ImageShape>& shape() const { return parts_.shape; }
  bool uses_colors() const { return shape() && inputs(features()) == kColorPlanes * shape()->pixels(); }
  double normalized_side() const { return parts_.normalized_side; }
  double tilt() const { return parts_.tilt; }
  double temperature() const { return parts_.temperature; }
  /// Scores are middle_scores() + steps() * (bytes of the columns - 128), in single precision, column by
  /// column.
  const Eigen::MatrixXf& steps() const { return steps_; }
  const Eigen::VectorXf& middle_scores() const { return middle_scores_; }

  /// The score of each class. A classifier of gray images uses the gray levels of a color image.
  /// Requires  classes().size() elements in `out`.
  /// Throws    Error(Kind::input) for a sample of another width, or with a value that is not finite or
  ///           exceeds kLargestValue (for images: that is not a gray level).
  /// Cost      multiply_adds().
  void scores(std::span<const float> sample, std::span<float> out) const;
  Classification classify(std::span<const float> sample) const;

  /// Classifies an image after fitting it to the classifier's shape. Accepts 8- or 16-bit images with one to
  /// four channels.
  /// Throws  Error(Kind::image) for other types, an empty image, and when the classifier does not take
  /// images.
  Classification classify(const cv::Mat& image) const;

  /// The probabilities of a classification's labels, in its order. They sum to 1. Empty without a
  /// temperature.
  std::vector<double> probabilities(const Classification& classification) const;

  /// The same for many samples in parallel: scores (one row per sample) or classifications.
  SampleValues scores(const Samples& samples) const;
  std::vector<Classification> classify(const Samples& samples) const;

  /// Converts an image to a sample, fitted to the classifier's shape by fit_image().
  /// Requires  8-bit, one channel or three (BGR), at least one pixel.
  /// Throws    Error(Kind::image) when the classifier does not take images.
  std::vector<float> sample_of(const cv::Mat& image) const;

  /// Upper bound on the multiply-adds for one sample.
  std::size_t multiply_adds() const;

 private:
  void require_fit(std::span<const float> sample) const;
  /// The scores of an unrotated sample.
  void score_as_it_is(std::span<const float> sample, std::span<float> out) const;

  ClassifierParts parts_;
  /// classes x columns: the change of each score per step of a column's byte.
  Eigen::MatrixXf steps_;
  Eigen::VectorXf middle_scores_;  ///< the scores when every byte is kMiddle
};

}  // namespace ocelli::internal
