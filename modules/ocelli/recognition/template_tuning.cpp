#include "ocelli/recognition/template_tuning.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "ocelli/boosting/softmax_loss.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/random.hpp"

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
  explicit Layout(const PatchFeatures& features) : shape_(features.shape()), masks_(features.masks()) {
    for (std::size_t m = 0; m < masks_.count(); ++m) mask_values_.push_back(masks_.mask(m, shape_));
    std::size_t begin = 0;
    for (std::size_t f = 0; f < features.groups(); ++f) {
      sides_.push_back(features.patch(f).side);
      begins_.push_back(begin);
      begin += features.patch(f).weights.size();
      templates_.push_back({static_cast<std::uint32_t>(f), features.templates()[f].mask});
      binnings_.push_back(features.binning(f));
      margin_ = std::max(margin_, features.patch(f).side / 2);
    }
    begins_.push_back(begin);
  }

  std::size_t features() const { return sides_.size(); }
  std::size_t taps() const { return begins_.back(); }
  std::span<float> patch(std::vector<float>& patches, std::size_t f) const {
    return std::span(patches).subspan(begins_[f], begins_[f + 1] - begins_[f]);
  }
  float mask(std::size_t f, std::uint32_t pixel) const { return mask_values_[templates_[f].mask][pixel]; }

  PatchFeatures features_of(const std::vector<float>& patches) const {
    std::vector<ImagePatch> rounded;
    for (std::size_t f = 0; f < features(); ++f) {
      rounded.push_back(
          normalised_patch(sides_[f], std::span(patches).subspan(begins_[f], begins_[f + 1] - begins_[f])));
    }
    return {shape_, masks_, std::move(rounded), templates_, binnings_};
  }

  /// The image with a black margin wide enough for every window.
  void pad(std::span<const float> image, std::vector<float>& padded) const {
    padded.assign(static_cast<std::size_t>(stride() * (shape_.height + 2 * margin_)), 0.0f);
    for (int y = 0; y < shape_.height; ++y) {
      std::ranges::copy(image.subspan(static_cast<std::size_t>(y * shape_.width), shape_.width),
                        padded.begin() + (y + margin_) * stride() + margin_);
    }
  }
  /// gradient += scale * window of the padded image around the pixel.
  void add_window(std::size_t f, std::uint32_t pixel, float scale, const std::vector<float>& padded,
                  std::span<float> gradient) const {
    const int side = sides_[f], inset = margin_ - side / 2;
    const int top = static_cast<int>(pixel) / shape_.width + inset,
              left = static_cast<int>(pixel) % shape_.width + inset;
    float* out = gradient.data();
    for (int y = 0; y < side; ++y, out += side) {
      const float* const row = padded.data() + (top + y) * stride() + left;
      for (int x = 0; x < side; ++x) out[x] += scale * row[x];
    }
  }

 private:
  int stride() const { return shape_.width + 2 * margin_; }

  ImageShape shape_;
  PlaceMasks masks_;
  std::vector<std::vector<float>> mask_values_;
  std::vector<int> sides_;
  std::vector<std::size_t> begins_;
  std::vector<PatchTemplate> templates_;
  std::vector<Binning> binnings_;
  int margin_ = 0;
};

/// Zero mean and unit length again; what a patch's length was goes into its classes' weights.
void normalise(const Layout& layout, std::size_t classes, Parameters& parameters) {
  const std::size_t columns = layout.features() + 1;
  for (std::size_t f = 0; f < layout.features(); ++f) {
    const std::span<float> patch = layout.patch(parameters.patches, f);
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

/// Buffers of one chunk of a batch.
struct Chunk {
  Parameters gradient;
  std::vector<float> image, padded, responses;
  std::vector<std::uint32_t> pixels;
  double loss = 0;
};

/// Adds one sample's gradient.
void learn_from(std::span<const float> image, std::uint16_t label, const Layout& layout,
                const PatchFeatures& features, const std::vector<float>& weights, ClassTable& scores,
                Chunk& chunk) {
  const std::size_t count = layout.features(), columns = count + 1, classes = scores.classes();
  chunk.responses.resize(count);
  chunk.pixels.resize(count);
  features.locate(image, chunk.responses, chunk.pixels);
  for (std::size_t c = 0; c < classes; ++c) {
    const float* const own = weights.data() + c * columns;
    scores.of(c)[0] = std::inner_product(chunk.responses.begin(), chunk.responses.end(), own, own[count]);
  }
  chunk.loss += softmax_residuals(scores, 0, std::span(&label, 1));

  layout.pad(image, chunk.padded);
  for (std::size_t c = 0; c < classes; ++c) {
    const float r = scores.of(c)[0];
    float* const own = chunk.gradient.weights.data() + c * columns;
    for (std::size_t f = 0; f < count; ++f) own[f] += r * chunk.responses[f];
    own[count] += r;
  }
  for (std::size_t f = 0; f < count; ++f) {
    if (chunk.responses[f] == 0) continue;
    float pull = 0;
    for (std::size_t c = 0; c < classes; ++c) pull += scores.of(c)[0] * weights[c * columns + f];
    const float scale = pull * layout.mask(f, chunk.pixels[f]) / kGreyLevels;
    layout.add_window(f, chunk.pixels[f], scale, chunk.padded, layout.patch(chunk.gradient.patches, f));
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

}  // namespace

void TuningOptions::validate() const {
  require(batch >= 1, Kind::usage, "must be at least 1", "--tune-batch");
  require(patch_rate > 0, Kind::usage, "must be above 0", "--tune-patch-rate");
  require(weight_rate > 0, Kind::usage, "must be above 0", "--tune-weight-rate");
}

TunedTemplates tune_templates(TunedTemplates start, const Samples& samples, const EpochImage& image,
                              const TuningOptions& options, const ProgressSink& progress,
                              std::stop_token stop) {
  options.validate();
  const Layout layout(start.features);
  const auto classes = static_cast<std::size_t>(start.weights.rows());
  Parameters parameters = parameters_of(start);
  Adam patch_steps(parameters.patches.size()), weight_steps(parameters.weights.size());
  std::vector<Chunk> chunks(kChunks);
  for (Chunk& chunk : chunks) {
    chunk.gradient = {std::vector<float>(parameters.patches.size()),
                      std::vector<float>(parameters.weights.size())};
    chunk.image.resize(samples.width());
  }

  const std::size_t batches = (samples.count() + options.batch - 1) / options.batch;
  std::size_t time = 0;
  for (std::size_t epoch = 0; epoch < options.epochs; ++epoch) {
    const auto order = permutation(static_cast<std::uint32_t>(samples.count()), hash(options.seed, {epoch}));
    double loss = 0;
    for (std::size_t b = 0; b < batches; ++b) {
      require(!stop.stop_requested(), Kind::cancelled, "training was stopped");
      const auto batch = std::span(order).subspan(b * options.batch,
                                                  std::min(options.batch, order.size() - b * options.batch));
      const PatchFeatures features = layout.features_of(parameters.patches);
      tbb::parallel_for(std::size_t{0}, kChunks, [&](std::size_t k) {
        Chunk& chunk = chunks[k];
        chunk.gradient.clear();
        chunk.loss = 0;
        ClassTable scores(classes, 1);
        for (std::size_t i = k * batch.size() / kChunks; i < (k + 1) * batch.size() / kChunks; ++i) {
          image(batch[i], epoch, chunk.image);
          learn_from(chunk.image, samples.labels[batch[i]], layout, features, parameters.weights, scores,
                     chunk);
        }
      });
      Parameters& gradient = chunks.front().gradient;
      loss += chunks.front().loss;
      for (std::size_t k = 1; k < kChunks; ++k) {
        gradient.add(chunks[k].gradient);
        loss += chunks[k].loss;
      }
      const float share = 1 / static_cast<float>(batch.size());
      for (float& g : gradient.patches) g *= share;
      for (std::size_t i = 0; i < gradient.weights.size(); ++i) {
        const bool constant = i % (layout.features() + 1) == layout.features();
        gradient.weights[i] =
            gradient.weights[i] * share +
            (constant ? 0.0f : 2 * static_cast<float>(options.decay) * parameters.weights[i]);
      }
      const double done = static_cast<double>(time) / static_cast<double>(options.epochs * batches);
      const double fall = 0.5 * (1 + std::cos(std::numbers::pi * done));
      ++time;
      patch_steps.step(parameters.patches, gradient.patches, options.patch_rate * fall, time);
      weight_steps.step(parameters.weights, gradient.weights, options.weight_rate * fall, time);
      normalise(layout, classes, parameters);
    }
    if (progress) {
      progress({"tuning templates", epoch + 1, options.epochs,
                "loss " + std::to_string(loss / static_cast<double>(samples.count()))});
    }
  }

  ClassWeights weights(start.weights.rows(), start.weights.cols());
  std::ranges::copy(parameters.weights, weights.reshaped<Eigen::RowMajor>().begin());
  return {layout.features_of(parameters.patches), std::move(weights)};
}

}  // namespace ocelli
