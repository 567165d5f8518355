#include "ocelli/recognition/training/template_tuning.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <numbers>
#include <span>
#include <utility>
#include <vector>

#include "ocelli/boosting/shareboost/softmax_loss.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/recognition/training/tuning/tunable_part.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kChunks = 20;  ///< per batch; their sums are added in order

/// Adam's running moments of one list of parameters (Kingma and Ba 2015).
class Adam {
 public:
  /// `rate` is the initial step size.
  Adam(std::size_t parameters, double rate) : rate_(rate), mean_(parameters), square_(parameters) {}

  /// `share` is the step size relative to the initial one.
  void step(std::span<float> parameters, std::span<const float> gradient, double share, std::size_t time) {
    const double mean_bias = 1 - std::pow(kMeanDecay, time), square_bias = 1 - std::pow(kSquareDecay, time);
    const auto scaled_rate = static_cast<float>(rate_ * share / mean_bias);
    const auto scale = static_cast<float>(1 / square_bias);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      mean_[i] += static_cast<float>(1 - kMeanDecay) * (gradient[i] - mean_[i]);
      square_[i] += static_cast<float>(1 - kSquareDecay) * (gradient[i] * gradient[i] - square_[i]);
      parameters[i] -= scaled_rate * mean_[i] / (std::sqrt(square_[i] * scale) + 1e-8f);
    }
  }

 private:
  static constexpr double kMeanDecay = 0.9, kSquareDecay = 0.999;
  double rate_;
  std::vector<float> mean_, square_;
};

/// The parameters, or a gradient with respect to them: those of the parts, one part after the other, and
/// weights of classes x (features + 1).
struct Parameters {
  std::vector<float> patches;
  Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> weights;

  void add(const Parameters& other) {
    std::ranges::transform(patches, other.patches, patches.begin(), std::plus<>());
    weights += other.weights;
  }
  void clear() {
    std::ranges::fill(patches, 0.0f);
    weights.setZero();
  }
};

/// A part of the features: its columns, and where its parameters begin.
struct PlacedPart {
  std::unique_ptr<TunablePart> part;
  std::vector<std::uint32_t> columns;
  std::size_t begin = 0, size = 0;

  template <class Value>
  std::span<Value> of(std::span<Value> parameters) const {
    return parameters.subspan(begin, size);
  }
};

std::unique_ptr<TunablePart> part_of(const FeatureSet& features) {
  if (const auto* templates = std::get_if<TemplateFeatures>(&features)) return tunable(*templates);
  if (const auto* templates = std::get_if<ChannelTemplates>(&features)) return tunable(*templates);
  return untunable(features);
}

/// The assignment of columns to the parts' features, which stays the same while the parameters change.
class Layout {
 public:
  explicit Layout(const FeatureSet& features)
      : combined_(std::holds_alternative<CombinedFeatures>(features)),
        columns_(ocelli::internal::columns(features)) {
    if (!combined_) {
      add(part_of(features));
      for (std::uint32_t f = 0; f < columns_; ++f) parts_.front().columns.push_back(f);
      return;
    }
    const auto& combined = std::get<CombinedFeatures>(features);
    for (const auto& [part] : combined.parts()) add(part_of(part));
    for (std::uint32_t f = 0; f < columns_; ++f) {
      origins_.push_back(static_cast<std::uint8_t>(combined.part_of(f)));
      parts_[origins_.back()].columns.push_back(f);
    }
  }

  std::size_t columns() const { return columns_; }
  std::size_t parameters() const { return parameters_; }
  const std::vector<PlacedPart>& parts() const { return parts_; }

  void update(std::span<const float> parameters) {
    for (PlacedPart& placed : parts_) placed.part->update(placed.of(parameters));
  }

  FeatureSet features() const {
    if (!combined_) return parts_.front().part->features();
    std::vector<FeaturePart> features;
    for (const PlacedPart& placed : parts_) features.push_back({placed.part->features()});
    return CombinedFeatures(std::move(features), origins_);
  }

  /// Normalizes the parameters of the parts and multiplies the classes' weights by the responses' divisors.
  void normalize(Parameters& parameters) const {
    std::vector<float> lengths;
    for (const PlacedPart& placed : parts_) {
      lengths.resize(placed.columns.size());
      placed.part->normalize(placed.of(std::span(parameters.patches)), lengths);
      for (std::size_t f = 0; f < lengths.size(); ++f)
        parameters.weights.col(placed.columns[f]) *= lengths[f];
    }
  }

 private:
  void add(std::unique_ptr<TunablePart> part) {
    const std::size_t size = part->parameters().size();
    parts_.push_back({.part = std::move(part), .columns = {}, .begin = parameters_, .size = size});
    parameters_ += size;
  }

  bool combined_;
  std::size_t columns_, parameters_ = 0;
  std::vector<PlacedPart> parts_;
  std::vector<std::uint8_t> origins_;  ///< of each column of combined features: its part
};

/// Images that are evaluated together, so that weights of thousands of columns are read only once.
constexpr std::size_t kTile = 8;

/// An image of a tile, as evaluated by each part.
struct SeenImage {
  explicit SeenImage(const Layout& layout) {
    for (const PlacedPart& placed : layout.parts()) {
      evaluators.push_back(placed.part->evaluator());
      of_parts.emplace_back(placed.columns.size());
    }
  }

  std::vector<std::unique_ptr<PartEvaluator>> evaluators;  ///< per part
  std::vector<std::vector<float>> of_parts;                ///< their responses, later the pulls on them
};

/// The sums over one chunk of a batch, and buffers.
struct Chunk {
  Chunk(const Layout& layout, std::size_t classes, std::size_t pixels)
      : gradient{std::vector<float>(layout.parameters()), {}},
        image(pixels),
        responses(layout.columns() + 1, kTile),
        pulls(layout.columns() + 1, kTile),
        scores(classes, kTile) {
    gradient.weights.setZero(static_cast<Eigen::Index>(classes), responses.rows());
    responses.bottomRows<1>().setOnes();
    for (std::size_t i = 0; i < kTile; ++i) seen.emplace_back(layout);
  }

  void clear() {
    gradient.clear();
    loss = 0;
  }

  Parameters gradient;
  double loss = 0;
  std::vector<float> image;
  std::vector<SeenImage> seen;
  Eigen::MatrixXf responses;  ///< of all columns, and 1 for the constant; one column per image
  Eigen::MatrixXf pulls;      ///< derivative of the loss with respect to each response
  ClassTable scores;          ///< later replaced by the residuals
};

/// Computes the parts' responses to the image at one position of the tile.
void respond(const Layout& layout, std::size_t place, Chunk& chunk) {
  auto& [evaluators, of_parts] = chunk.seen[place];
  float* const responses = chunk.responses.col(static_cast<Eigen::Index>(place)).data();
  for (std::size_t p = 0; p < evaluators.size(); ++p) {
    evaluators[p]->respond(chunk.image, of_parts[p]);
    const std::vector<std::uint32_t>& columns = layout.parts()[p].columns;
    for (std::size_t f = 0; f < columns.size(); ++f) responses[columns[f]] = of_parts[p][f];
  }
}

/// Adds the loss of the tile's first images (one per label) and its gradient with respect to the weights.
void learn_weights(std::span<const std::uint16_t> labels, std::span<const float> sample_weights,
                   const Parameters& parameters, Chunk& chunk) {
  using ByClass = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto count = static_cast<Eigen::Index>(labels.size());
  Eigen::Map<ByClass> table(chunk.scores.of(0).data(), static_cast<Eigen::Index>(chunk.scores.classes()),
                            kTile);
  const auto responses = chunk.responses.leftCols(count);
  const auto scores = table.leftCols(count);
  table.leftCols(count).noalias() = parameters.weights * responses;
  chunk.loss += softmax_residuals(chunk.scores, 0, labels, sample_weights);
  chunk.pulls.leftCols(count).noalias() = parameters.weights.transpose() * scores;
  chunk.gradient.weights.noalias() += scores * responses.transpose();
}

/// Adds the gradient with respect to the patches for the image at one position of the tile.
void learn_patches(const Layout& layout, std::size_t place, Chunk& chunk) {
  auto& [evaluators, of_parts] = chunk.seen[place];
  const float* const pulls_of_columns = chunk.pulls.col(static_cast<Eigen::Index>(place)).data();
  for (std::size_t p = 0; p < evaluators.size(); ++p) {
    const PlacedPart& placed = layout.parts()[p];
    if (placed.size == 0) continue;
    std::vector<float>& pulls = of_parts[p];
    for (std::size_t f = 0; f < pulls.size(); ++f)
      pulls[f] = pulls[f] == 0 ? 0.0f : pulls_of_columns[placed.columns[f]];
    evaluators[p]->add_gradient(pulls, placed.of(std::span(chunk.gradient.patches)));
  }
}

Parameters parameters_of(const Layout& layout, const ClassWeights& weights) {
  Parameters parameters{{}, weights.cast<float>()};
  for (const PlacedPart& placed : layout.parts())
    std::ranges::copy(placed.part->parameters(), std::back_inserter(parameters.patches));
  return parameters;
}

/// A tuning in progress: the current parameters and the optimizers that change them.
class Tuning {
 public:
  Tuning(const TunedFeatures& start, const Samples& samples, const EpochImage& image,
         const TuningOptions& options)
      : samples_(samples),
        image_(image),
        options_(options),
        layout_(start.features),
        parameters_(parameters_of(layout_, start.weights)),
        weight_steps_(static_cast<std::size_t>(parameters_.weights.size()), weight_rate()) {
    for (const PlacedPart& placed : layout_.parts())
      patch_steps_.emplace_back(placed.size, patch_rate(placed));
    const auto classes = static_cast<std::size_t>(start.weights.rows());
    for (std::size_t k = 0; k < kChunks; ++k) chunks_.emplace_back(layout_, classes, samples.width());
  }

  /// One pass over the samples. Returns the mean loss during the pass.
  double learn_epoch(std::size_t epoch) {
    const auto order =
        permutation(static_cast<std::uint32_t>(samples_.count()), hash(options_.seed, {epoch}));
    double loss = 0;
    for (std::size_t first = 0; first < order.size(); first += options_.batch) {
      const auto batch = std::span(order).subspan(first, std::min(options_.batch, order.size() - first));
      loss += sum_gradients(batch, epoch);
      step(1 / static_cast<float>(batch.size()));
    }
    return loss / static_cast<double>(samples_.count());
  }

  TunedFeatures result() {
    layout_.update(parameters_.patches);
    return {layout_.features(), parameters_.weights.cast<double>()};
  }

 private:
  /// Leaves the batch's gradient in the first chunk and returns the sum of its losses.
  double sum_gradients(std::span<const std::uint32_t> batch, std::size_t epoch) {
    layout_.update(parameters_.patches);
    parallel_for(std::size_t{0}, kChunks, [&](std::size_t k) {
      Chunk& chunk = chunks_[k];
      chunk.clear();
      const std::size_t begin = k * batch.size() / kChunks, end = (k + 1) * batch.size() / kChunks;
      for (std::size_t i = begin; i < end; i += kTile)
        learn(batch.subspan(i, std::min(kTile, end - i)), epoch, chunk);
    });
    double loss = chunks_[0].loss;
    for (std::size_t k = 1; k < kChunks; ++k) {
      chunks_[0].gradient.add(chunks_[k].gradient);
      loss += chunks_[k].loss;
    }
    return loss;
  }

  /// Adds the loss of a tile's samples and its gradient.
  void learn(std::span<const std::uint32_t> tile, std::size_t epoch, Chunk& chunk) const {
    std::array<std::uint16_t, kTile> labels{};
    std::array<float, kTile> sample_weights{};
    for (std::size_t i = 0; i < tile.size(); ++i) {
      labels[i] = samples_.labels[tile[i]];
      if (!samples_.weights.empty()) sample_weights[i] = samples_.weights[tile[i]];
      image_(tile[i], epoch, chunk.image);
      respond(layout_, i, chunk);
    }
    const std::size_t weighted = samples_.weights.empty() ? 0 : tile.size();
    learn_weights(std::span(labels).first(tile.size()), std::span(sample_weights).first(weighted),
                  parameters_, chunk);
    for (std::size_t i = 0; i < tile.size(); ++i) learn_patches(layout_, i, chunk);
  }

  /// Updates the parameters by the summed gradients times `share` and the decay of all weights except the
  /// constants.
  void step(float share) {
    Parameters& gradient = chunks_[0].gradient;
    for (float& g : gradient.patches) g *= share;
    gradient.weights *= share;
    const auto columns = static_cast<Eigen::Index>(layout_.columns());
    gradient.weights.leftCols(columns) +=
        2 * static_cast<float>(options_.decay) * parameters_.weights.leftCols(columns);
    const double fall = rate_share();
    ++steps_;
    for (std::size_t p = 0; p < patch_steps_.size(); ++p) {
      const PlacedPart& placed = layout_.parts()[p];
      patch_steps_[p].step(placed.of(std::span(parameters_.patches)),
                           placed.of(std::span<const float>(gradient.patches)), fall, steps_);
    }
    weight_steps_.step(values(parameters_.weights), values(gradient.weights), fall, steps_);
    layout_.normalize(parameters_);
  }

  double patch_rate(const PlacedPart& placed) const {
    return options_.template_rate.value_or(placed.part->default_rate());
  }
  /// The more columns, the further a step moves the scores.
  double weight_rate() const {
    if (options_.weight_rate) return *options_.weight_rate;
    return std::min(0.02, 6 / static_cast<double>(layout_.columns()));
  }

  template <class Table>
  static std::span<float> values(Table& table) {
    return {table.data(), static_cast<std::size_t>(table.size())};
  }

  /// Half a cosine, falling from 1 to 0 over all steps.
  double rate_share() const {
    const std::size_t batches = (samples_.count() + options_.batch - 1) / options_.batch;
    const double done = static_cast<double>(steps_) / static_cast<double>(options_.epochs.value() * batches);
    return 0.5 * (1 + std::cos(std::numbers::pi * done));
  }

  const Samples& samples_;
  const EpochImage& image_;
  const TuningOptions& options_;
  Layout layout_;
  Parameters parameters_;
  std::vector<Adam> patch_steps_;  ///< per part
  Adam weight_steps_;
  std::vector<Chunk> chunks_;
  std::size_t steps_ = 0;
};

}  // namespace

bool can_be_tuned(const FeatureSet& features) {
  const auto has_patches = [](const FeatureSet& one) {
    return std::holds_alternative<TemplateFeatures>(one) || std::holds_alternative<ChannelTemplates>(one);
  };
  const auto* combined = std::get_if<CombinedFeatures>(&features);
  if (combined == nullptr) return has_patches(features);
  return std::ranges::any_of(combined->parts(), has_patches, &FeaturePart::features);
}

void TuningOptions::validate() const { check_options(*this); }

TunedFeatures tune_templates(TunedFeatures start, const Samples& samples, const EpochImage& image,
                             const TuningOptions& options, const ProgressSink& progress,
                             std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  options.validate();
  if (!options.epochs) return start;
  Tuning tuning(start, samples, image, options);
  for (std::size_t epoch = 0; epoch < *options.epochs; ++epoch) {
    const double loss = tuning.learn_epoch(epoch);
    if (progress) {
      progress({"tuning templates", epoch + 1, *options.epochs, "loss " + std::to_string(loss)});
    }
  }
  return tuning.result();
}

}  // namespace ocelli::internal
