#include "ocelli/recognition/feature_classifier.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <set>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/imaging/gray_image.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/samples/class_names.hpp"
#include "ocelli/samples/image_fit.hpp"
#include "ocelli/samples/size_normalization.hpp"

namespace ocelli::internal {
namespace {

/// The zero point of bytes: it stands for 0 in signed features, so columns cost nothing where they are 0.
constexpr int kMiddle = 128;
/// Far from the limit of float, so that sums stay in range in any order.
constexpr double kLargestScore = 1e30;
/// A quarter turn.
constexpr double kMaxTilt = std::numbers::pi / 2;
constexpr double kMinTemperature = 1e-30;

void require_names(const std::vector<std::string>& classes) {
  require(classes.size() >= 2 && classes.size() <= kMaxClasses, Kind::model,
          [&] { return "a classifier needs 2 to " + std::to_string(kMaxClasses) + " classes"; });
  require(std::ranges::find(classes, "") == classes.end(), Kind::model, "a class has no name");
  require(std::set(classes.begin(), classes.end()).size() == classes.size(), Kind::model,
          "two classes have the same name");
}

void require_shape(const std::optional<ImageShape>& shape, const FeatureSet& features) {
  if (const std::optional<ImageShape> of_features = image_shape(features))
    require(shape == of_features, Kind::model, "the images' shape is not that of the features");
  if (!shape) return;
  const std::size_t input_count = inputs(features);
  require(shape->width > 0 && shape->height > 0 &&
              (shape->pixels() == input_count || kColorPlanes * shape->pixels() == input_count),
          Kind::model, "the images' shape does not have as many pixels as the features have inputs");
}

void require_normalized_side(double side, const std::optional<ImageShape>& shape) {
  if (side == 0) return;
  require(shape && side >= kMinNormalizedSide && side <= std::min(shape->width, shape->height), Kind::model,
          "its images are too small for its normalized side");
}

void require_tilt(double tilt, const std::optional<ImageShape>& shape) {
  if (tilt == 0) return;
  require(shape && tilt > 0 && tilt <= kMaxTilt, Kind::model,
          "only images can be rotated, by at most 90 degrees");
}

void require_temperature(double temperature) {
  require(temperature == 0 || (temperature >= kMinTemperature && temperature <= kLargestScore), Kind::model,
          "the temperature of its probabilities is not finite or not positive");
}

void require_binnings(const FeatureSet& features) {
  for (std::size_t c = 0; c < columns(features); ++c) {
    const auto [low, scale] = binning(features, c);
    require(std::isfinite(low) && std::isfinite(scale) && scale > 0, Kind::model,
            [&] { return "the bytes of column " + std::to_string(c) + " have no finite values"; });
  }
}

/// The weights in terms of bytes: the change of the scores per step of each column, and the scores when all
/// bytes are kMiddle.
struct Folded {
  Eigen::MatrixXd steps;
  Eigen::VectorXd middle_scores;
};

Folded fold(const FeatureSet& features, const ScoreWeights& weights) {
  const auto constant = weights.cols() - 1;
  Folded folded{Eigen::MatrixXd(weights.rows(), constant), weights.col(constant).cast<double>()};
  for (Eigen::Index c = 0; c < constant; ++c) {
    const Binning& column = binning(features, static_cast<std::size_t>(c));
    const Eigen::VectorXd weight = weights.col(c).cast<double>();
    folded.steps.col(c) = weight / static_cast<double>(column.scale);
    folded.middle_scores += weight * static_cast<double>(column.value(kMiddle));
  }
  return folded;
}

/// NaN sums fail this check as well.
void require_bounded(const Folded& folded) {
  const Eigen::VectorXd max =
      folded.middle_scores.cwiseAbs() + kMiddle * folded.steps.cwiseAbs().rowwise().sum();
  require((max.array() <= kLargestScore).all(), Kind::model, "its scores are not finite or too large");
}

}  // namespace

Classification ranked(std::span<const float> scores) {
  Classification classification;
  classification.ranking.reserve(scores.size());
  for (std::size_t k = 0; k < scores.size(); ++k) {
    classification.ranking.push_back({static_cast<std::uint16_t>(k), scores[k]});
  }
  // Not stable_sort(), which allocates: the labels break ties.
  std::ranges::sort(classification.ranking, [](const ScoredLabel& a, const ScoredLabel& b) {
    return a.score > b.score || (a.score == b.score && a.label < b.label);
  });
  return classification;
}

Classifier::Classifier(ClassifierParts parts) : parts_(std::move(parts)) {
  require_names(classes());
  require_shape(shape(), features());
  require_normalized_side(normalized_side(), shape());
  require_tilt(tilt(), shape());
  require(!uses_colors() || (normalized_side() == 0 && tilt() == 0), Kind::model,
          "color images cannot be rotated or normalized by their ink");
  require_temperature(temperature());
  require_binnings(features());
  require(static_cast<std::size_t>(weights().rows()) == classes().size() &&
              static_cast<std::size_t>(weights().cols()) == columns(features()) + 1,
          Kind::model, "its weights do not match its classes and columns");
  const Folded folded = fold(features(), weights());
  require_bounded(folded);
  steps_ = folded.steps.cast<float>();
  middle_scores_ = folded.middle_scores.cast<float>();
}

Classifier Classifier::load(const std::filesystem::path& model) { return load_classifier(model).classifier; }

void Classifier::require_fit(std::span<const float> sample) const {
  if (sample.size() != inputs(features())) {
    throw Error(Kind::input, "has " + std::to_string(sample.size()) + " values, but the model expects " +
                                 std::to_string(inputs(features())));
  }
  const auto is_level = [](float value) { return value >= 0 && value <= 255; };
  const auto is_moderate = [](float value) { return std::abs(value) <= kLargestValue; };
  if (shape()) {
    require(std::ranges::all_of(sample, is_level), Kind::input,
            "has a value that is not a gray level, 0 to 255");
  } else {
    require(std::ranges::all_of(sample, is_moderate), Kind::input,
            "has a value that is not finite or exceeds 1e15");
  }
}

void Classifier::score_as_it_is(std::span<const float> sample, std::span<float> out) const {
  Eigen::Map<Eigen::VectorXf> scores(out.data(), middle_scores_.size());
  scores = middle_scores_;
  if (const auto* const trees = std::get_if<TreeFeatures>(&features())) {
    // The same sums, skipping the columns that are 0: all but one per tree.
    trees->visit_ones(sample, [&](std::size_t column) {
      scores += static_cast<float>(255 - kMiddle) * steps_.col(static_cast<Eigen::Index>(column));
    });
    return;
  }
  thread_local std::vector<std::uint8_t> codes;
  codes.resize(columns(features()));
  encode(features(), sample, codes);
  for (std::size_t c = 0; c < codes.size(); ++c) {
    const int steps = codes[c] - kMiddle;
    if (steps != 0) scores += static_cast<float>(steps) * steps_.col(static_cast<Eigen::Index>(c));
  }
}

void Classifier::scores(std::span<const float> sample, std::span<float> out) const {
  thread_local std::vector<float> framed, turned, turned_scores;
  if (shape() && sample.size() == kColorPlanes * shape()->pixels()) sample = sample.first(inputs(features()));
  require_fit(sample);
  if (normalized_side() > 0) {
    framed.resize(sample.size());
    frame_ink(sample, *shape(), normalized_side(), framed);
    sample = framed;
  }
  score_as_it_is(sample, out);
  if (tilt() == 0) return;
  turned.resize(sample.size());
  turned_scores.resize(out.size());
  for (const double angle : {-tilt(), tilt()}) {
    rotate(sample, *shape(), angle, turned);
    score_as_it_is(turned, turned_scores);
    std::ranges::transform(out, turned_scores, out.begin(), std::plus());
  }
  for (float& score : out) score /= 3;
}

Classification Classifier::classify(std::span<const float> sample) const {
  thread_local std::vector<float> all;
  all.resize(classes().size());
  scores(sample, all);
  return ranked(all);
}

Classification Classifier::classify(const cv::Mat& image) const {
  require(!image.empty(), Kind::image, "the image has no pixels");
  return classify(sample_of(to_eight_bits(image)));
}

std::vector<double> Classifier::probabilities(const Classification& classification) const {
  std::vector<double> shares;
  if (temperature() == 0) return shares;
  double sum = 0;
  for (const ScoredLabel& label : classification.ranking) {
    const double below_best = static_cast<double>(label.score) - static_cast<double>(classification.score());
    sum += shares.emplace_back(std::exp(below_best / temperature()));
  }
  for (double& share : shares) share /= sum;
  return shares;
}

SampleValues Classifier::scores(const Samples& samples) const {
  SampleValues all(samples.count(), classes().size());
  parallel_for(std::size_t{0}, samples.count(), [&](std::size_t i) {
    scores(samples.row(i), {all.row(static_cast<Eigen::Index>(i)).data(), classes().size()});
  });
  return all;
}

std::vector<Classification> Classifier::classify(const Samples& samples) const {
  std::vector<Classification> all(samples.count());
  parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) { all[i] = classify(samples.row(i)); });
  return all;
}

std::vector<float> Classifier::sample_of(const cv::Mat& image) const {
  if (!shape()) {
    throw Error(Kind::image, "is an image, but the model expects rows of " +
                                 std::to_string(inputs(features())) + " values");
  }
  std::vector<float> sample(inputs(features()));
  write_sample(image, *shape(), sample);
  return sample;
}

std::size_t Classifier::multiply_adds() const {
  const bool one_a_group = std::holds_alternative<TreeFeatures>(features());
  const std::size_t scoring = classes().size() * (one_a_group ? groups(features()) : columns(features()));
  const std::size_t passes = tilt() > 0 ? 3 : 1;
  return passes * (scoring + ocelli::internal::multiply_adds(features()));
}

}  // namespace ocelli::internal
