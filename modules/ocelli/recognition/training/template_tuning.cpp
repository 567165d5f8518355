#include "ocelli/recognition/training/template_tuning.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "ocelli/boosting/shareboost/softmax_loss.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/data/samples/sample_weights.hpp"
#include "ocelli/features/templates/image_windows.hpp"

namespace ocelli {
namespace {

constexpr std::size_t kChunks = 20;  ///< of a batch: their sums are added in order

/// Adam's running moments of one list of parameters (Kingma and Ba 2015).
class Adam {
 public:
  explicit Adam(std::size_t parameters) : mean_(parameters), square_(parameters) {}

  void step(std::span<float> parameters, std::span<const float> gradient, double rate, std::size_t time) {
    const double mean_bias = 1 - std::pow(kMeanDecay, time), square_bias = 1 - std::pow(kSquareDecay, time);
    const auto scaled_rate = static_cast<float>(rate / mean_bias);
    const auto scale = static_cast<float>(1 / square_bias);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      mean_[i] += static_cast<float>(1 - kMeanDecay) * (gradient[i] - mean_[i]);
      square_[i] += static_cast<float>(1 - kSquareDecay) * (gradient[i] * gradient[i] - square_[i]);
      parameters[i] -= scaled_rate * mean_[i] / (std::sqrt(square_[i] * scale) + 1e-8f);
    }
  }

 private:
  static constexpr double kMeanDecay = 0.9, kSquareDecay = 0.999;
  std::vector<float> mean_, square_;
};

/// The parameters, or a gradient of them: patches one after the other, and weights classes x (features + 1).
struct Parameters {
  std::vector<float> patches, weights;

  void add(const Parameters& other) {
    std::ranges::transform(patches, other.patches, patches.begin(), std::plus<>());
    std::ranges::transform(weights, other.weights, weights.begin(), std::plus<>());
  }
  void clear() {
    std::ranges::fill(patches, 0.0f);
    std::ranges::fill(weights, 0.0f);
  }
};

/// What stays the same while the parameters change: which template looks where, and how large its patch is.
class Layout {
 public:
  explicit Layout(const TemplateFeatures& features)
      : masks_(features.masks()), padding_{.shape = features.shape(), .covered = features.shape()} {
    for (std::size_t m = 0; m < masks_.count(); ++m) mask_values_.push_back(masks_.mask(m, shape()));
    std::size_t begin = 0;
    for (std::size_t f = 0; f < features.groups(); ++f) {
      const auto side = static_cast<std::size_t>(features.patch(f).side);
      sides_.push_back(side);
      begins_.push_back(begin);
      begin += side * side;
      templates_.push_back({static_cast<std::uint32_t>(f), features.templates()[f].mask});
      binnings_.push_back(features.binning(f));
      padding_.margin = std::max(padding_.margin, side / 2);
    }
    taps_ = begin;
  }

  std::size_t features() const { return sides_.size(); }
  std::size_t taps() const { return taps_; }
  const Padding& padding() const { return padding_; }
  template <class Value>
  std::span<Value> patch(std::span<Value> patches, std::size_t f) const {
    return patches.subspan(begins_[f], sides_[f] * sides_[f]);
  }
  float mask(std::size_t f, std::uint32_t pixel) const { return mask_values_[templates_[f].mask][pixel]; }

  TemplateFeatures features_of(std::span<const float> patches) const {
    std::vector<ImagePatch> rounded;
    for (std::size_t f = 0; f < features(); ++f) {
      rounded.push_back(normalised_patch(static_cast<int>(sides_[f]), patch(patches, f)));
    }
    return {shape(), masks_, std::move(rounded), templates_, binnings_};
  }

  /// gradient += scale * window of the padded image around the pixel.
  void add_window(std::size_t f, std::uint32_t pixel, float scale, std::span<const float> padded,
                  std::span<float> gradient) const {
    const std::size_t side = sides_[f], width = static_cast<std::size_t>(shape().width);
    const float* row = padded.data() + padding_.window(pixel % width, pixel / width, side);
    float* out = gradient.data();
    for (std::size_t y = 0; y < side; ++y, out += side, row += padding_.stride()) {
      for (std::size_t x = 0; x < side; ++x) out[x] += scale * row[x];
    }
  }

 private:
  ImageShape shape() const { return padding_.shape; }

  PlaceMasks masks_;
  Padding padding_;
  std::vector<std::vector<float>> mask_values_;
  std::vector<std::size_t> sides_, begins_;  ///< of each template's patch, and where its weights begin
  std::size_t taps_ = 0;
  std::vector<PatchTemplate> templates_;
  std::vector<Binning> binnings_;
};

/// Zero mean and unit length again; what a patch's length was goes into its classes' weights.
void normalise(const Layout& layout, std::size_t classes, Parameters& parameters) {
  const std::size_t columns = layout.features() + 1;
  for (std::size_t f = 0; f < layout.features(); ++f) {
    const std::span<float> patch = layout.patch(std::span(parameters.patches), f);
    const float mean = std::accumulate(patch.begin(), patch.end(), 0.0f) / static_cast<float>(patch.size());
    float squares = 0;
    for (float& w : patch) {
      w -= mean;
      squares += w * w;
    }
    if (squares < 1e-12f) continue;
    const float length = std::sqrt(squares);
    for (float& w : patch) w /= length;
    for (std::size_t c = 0; c < classes; ++c) parameters.weights[c * columns + f] *= length;
  }
}

/// The sums over one chunk of a batch, and buffers.
struct Chunk {
  Chunk(const Layout& layout, std::size_t classes)
      : gradient{std::vector<float>(layout.taps()), std::vector<float>(classes * (layout.features() + 1))},
        image(layout.padding().shape.pixels()),
        responses(layout.features()),
        pixels(layout.features()),
        scores(classes, 1) {}

  void clear() {
    gradient.clear();
    loss = 0;
  }

  Parameters gradient;
  double loss = 0;
  std::vector<float> image, padded, responses;
  std::vector<std::uint32_t> pixels;
  ClassTable scores;  ///< and then the residuals
};

/// Adds the loss of the chunk's image, and its gradient by the weights.
void learn_weights(std::uint16_t label, std::span<const float> sample_weight, std::span<const float> weights,
                   Chunk& chunk) {
  const std::size_t count = chunk.responses.size(), columns = count + 1, classes = chunk.scores.classes();
  for (std::size_t c = 0; c < classes; ++c) {
    const float* const own = weights.data() + c * columns;
    chunk.scores.of(c)[0] =
        std::inner_product(chunk.responses.begin(), chunk.responses.end(), own, own[count]);
  }
  chunk.loss += softmax_residuals(chunk.scores, 0, std::span(&label, 1), sample_weight);
  for (std::size_t c = 0; c < classes; ++c) {
    const float r = chunk.scores.of(c)[0];
    float* const own = chunk.gradient.weights.data() + c * columns;
    for (std::size_t f = 0; f < count; ++f) own[f] += r * chunk.responses[f];
    own[count] += r;
  }
}

/// Adds the gradient by the patches: through the maximum, of the window at the best place alone.
void learn_patches(const Layout& layout, std::span<const float> weights, Chunk& chunk) {
  const std::size_t count = layout.features(), columns = count + 1;
  layout.padding().pad(chunk.image, chunk.padded);
  for (std::size_t f = 0; f < count; ++f) {
    if (chunk.responses[f] == 0) continue;
    float pull = 0;
    for (std::size_t c = 0; c < chunk.scores.classes(); ++c) {
      pull += chunk.scores.of(c)[0] * weights[c * columns + f];
    }
    const float scale = pull * layout.mask(f, chunk.pixels[f]) / kGreyLevels;
    layout.add_window(f, chunk.pixels[f], scale, chunk.padded,
                      layout.patch(std::span(chunk.gradient.patches), f));
  }
}

Parameters parameters_of(const TunedTemplates& templates) {
  Parameters parameters;
  for (std::size_t f = 0; f < templates.features.groups(); ++f) {
    for (const std::int16_t w : templates.features.patch(f).weights) {
      parameters.patches.push_back(static_cast<float>(w) / kPatchScale);
    }
  }
  for (const double w : templates.weights.reshaped<Eigen::RowMajor>()) {
    parameters.weights.push_back(static_cast<float>(w));
  }
  return parameters;
}

/// A tuning under way: the parameters as they stand, and what changes them.
class Tuning {
 public:
  Tuning(const TunedTemplates& start, const Samples& samples, const EpochImage& image,
         const TuningOptions& options)
      : samples_(samples),
        image_(image),
        options_(options),
        layout_(start.features),
        classes_(static_cast<std::size_t>(start.weights.rows())),
        parameters_(parameters_of(start)),
        patch_steps_(parameters_.patches.size()),
        weight_steps_(parameters_.weights.size()),
        chunks_(kChunks, Chunk(layout_, classes_)) {}

  /// One pass over the samples. Returns the mean loss on the way.
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

  TunedTemplates result() const {
    ClassWeights weights(classes_, layout_.features() + 1);
    std::ranges::copy(parameters_.weights, weights.reshaped<Eigen::RowMajor>().begin());
    return {layout_.features_of(parameters_.patches), std::move(weights)};
  }

 private:
  /// Leaves the batch's gradient in the first chunk and returns the sum of its losses.
  double sum_gradients(std::span<const std::uint32_t> batch, std::size_t epoch) {
    const TemplateFeatures features = layout_.features_of(parameters_.patches);
    parallel_for(std::size_t{0}, kChunks, [&](std::size_t k) {
      Chunk& chunk = chunks_[k];
      chunk.clear();
      for (std::size_t i = k * batch.size() / kChunks; i < (k + 1) * batch.size() / kChunks; ++i) {
        image_(batch[i], epoch, chunk.image);
        features.locate(chunk.image, chunk.responses, chunk.pixels);
        learn_weights(samples_.labels[batch[i]], weights_of_part(samples_.weights, batch[i], 1),
                      parameters_.weights, chunk);
        learn_patches(layout_, parameters_.weights, chunk);
      }
    });
    double loss = chunks_[0].loss;
    for (std::size_t k = 1; k < kChunks; ++k) {
      chunks_[0].gradient.add(chunks_[k].gradient);
      loss += chunks_[k].loss;
    }
    return loss;
  }

  /// Changes the parameters by the sum of gradients times `share`, and the decay of all weights but the constants.
  void step(float share) {
    Parameters& gradient = chunks_[0].gradient;
    for (float& g : gradient.patches) g *= share;
    const std::size_t columns = layout_.features() + 1;
    for (std::size_t i = 0; i < gradient.weights.size(); ++i) {
      const bool constant = i % columns == columns - 1;
      const float decay = constant ? 0.0f : 2 * static_cast<float>(options_.decay) * parameters_.weights[i];
      gradient.weights[i] = gradient.weights[i] * share + decay;
    }
    const double fall = rate_share();
    ++steps_;
    patch_steps_.step(parameters_.patches, gradient.patches, options_.template_rate * fall, steps_);
    weight_steps_.step(parameters_.weights, gradient.weights, options_.weight_rate * fall, steps_);
    normalise(layout_, classes_, parameters_);
  }

  /// Half a cosine, from 1 down to 0 over all steps.
  double rate_share() const {
    const std::size_t batches = (samples_.count() + options_.batch - 1) / options_.batch;
    const double done = static_cast<double>(steps_) / static_cast<double>(options_.epochs * batches);
    return 0.5 * (1 + std::cos(std::numbers::pi * done));
  }

  const Samples& samples_;
  const EpochImage& image_;
  const TuningOptions& options_;
  Layout layout_;
  std::size_t classes_;
  Parameters parameters_;
  Adam patch_steps_, weight_steps_;
  std::vector<Chunk> chunks_;
  std::size_t steps_ = 0;
};

}  // namespace

void TuningOptions::validate() const { check_options(*this); }

TunedTemplates tune_templates(TunedTemplates start, const Samples& samples, const EpochImage& image,
                              const TuningOptions& options, const ProgressSink& progress,
                              std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  options.validate();
  if (options.epochs == 0) return start;
  Tuning tuning(start, samples, image, options);
  for (std::size_t epoch = 0; epoch < options.epochs; ++epoch) {
    const double loss = tuning.learn_epoch(epoch);
    if (progress) {
      progress({"tuning templates", epoch + 1, options.epochs, "loss " + std::to_string(loss)});
    }
  }
  return tuning.result();
}

}  // namespace ocelli
