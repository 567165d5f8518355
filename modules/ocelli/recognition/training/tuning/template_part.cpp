#include <algorithm>
#include <numeric>

#include "ocelli/features/templates/image_windows.hpp"
#include "ocelli/recognition/training/tuning/tunable_part.hpp"

namespace ocelli::internal {
namespace {

class TemplatePart final : public TunablePart {
 public:
  explicit TemplatePart(const TemplateFeatures& start)
      : features_(start), padding_{.shape = start.shape(), .covered = start.shape()} {
    const PlaceMasks& masks = start.masks();
    for (std::size_t m = 0; m < masks.count(); ++m) mask_values_.push_back(masks.mask(m, start.shape()));
    std::size_t begin = 0;
    for (const ImagePatch& patch : start.patches()) {
      begins_.push_back(begin);
      begin += patch.weights.size();
      padding_.margin = std::max(padding_.margin, static_cast<std::size_t>(patch.side) / 2);
    }
  }

  std::unique_ptr<PartEvaluator> evaluator() const override { return std::make_unique<Evaluator>(*this); }
  double default_rate() const override { return 0.003; }
  FeatureSet features() const override { return features_; }

  std::vector<float> parameters() const override {
    std::vector<float> parameters;
    for (const ImagePatch& patch : features_.patches()) {
      for (const std::int16_t w : patch.weights) parameters.push_back(static_cast<float>(w) / kPatchScale);
    }
    return parameters;
  }

  /// Normalizes to zero mean and unit length.
  void normalize(std::span<float> parameters, std::span<float> lengths) const override {
    std::vector<float> of_patches(begins_.size());
    for (std::size_t p = 0; p < begins_.size(); ++p) {
      const std::span<float> patch = patch_of(parameters, p);
      const float mean = std::accumulate(patch.begin(), patch.end(), 0.0f) / static_cast<float>(patch.size());
      for (float& w : patch) w -= mean;
      of_patches[p] = scale_to_unit_length(patch);
    }
    for (std::size_t f = 0; f < lengths.size(); ++f) lengths[f] = of_patches[features_.templates()[f].patch];
  }

  void update(std::span<const float> parameters) override {
    std::vector<ImagePatch> patches;
    for (std::size_t p = 0; p < begins_.size(); ++p)
      patches.push_back(normalized_patch(features_.patches()[p].side, patch_of(parameters, p)));
    features_ = features_.with_patches(std::move(patches));
  }

 private:
  class Evaluator final : public PartEvaluator {
   public:
    explicit Evaluator(const TemplatePart& part) : part_(part), pixels_(part.features_.groups()) {}

    void respond(std::span<const float> image, std::span<float> responses) override {
      const std::span<const float> gray = image.first(part_.features_.inputs());
      part_.padding_.pad(gray, padded_);
      part_.features_.locate(gray, responses, pixels_);
    }

    /// Through the maximum: only the window at the best place contributes.
    void add_gradient(std::span<const float> pulls, std::span<float> gradient) const override {
      for (std::size_t f = 0; f < pulls.size(); ++f) {
        if (pulls[f] == 0) continue;
        const auto [patch, mask] = part_.features_.templates()[f];
        const float pull = pulls[f] * part_.mask_values_[mask][pixels_[f]];
        add_window(pixels_[f], pull / kGrayLevels, part_.features_.patches()[patch].side,
                   part_.patch_of(gradient, patch));
      }
    }

   private:
    void add_window(std::size_t pixel, float scale, int patch_side, std::span<float> sums) const {
      const auto side = static_cast<std::size_t>(patch_side);
      const auto width = static_cast<std::size_t>(part_.padding_.shape.width);
      const float* row = padded_.data() + part_.padding_.window(pixel % width, pixel / width, side);
      float* out = sums.data();
      for (std::size_t y = 0; y < side; ++y, out += side, row += part_.padding_.stride()) {
        for (std::size_t x = 0; x < side; ++x) out[x] += scale * row[x];
      }
    }

    const TemplatePart& part_;
    std::vector<float> padded_;
    std::vector<std::uint32_t> pixels_;
  };

  template <class Value>
  std::span<Value> patch_of(std::span<Value> parameters, std::size_t patch) const {
    return parameters.subspan(begins_[patch], features_.patches()[patch].weights.size());
  }

  TemplateFeatures features_;
  Padding padding_;
  std::vector<std::size_t> begins_;  ///< of each patch's parameters
  std::vector<std::vector<float>> mask_values_;
};

}  // namespace

std::unique_ptr<TunablePart> tunable(const TemplateFeatures& features) {
  return std::make_unique<TemplatePart>(features);
}

}  // namespace ocelli::internal
