#include <algorithm>
#include <cmath>

#include "ocelli/features/channel_templates/channel_map.hpp"
#include "ocelli/recognition/training/tuning/tunable_part.hpp"

namespace ocelli::internal {
namespace {

constexpr float kLevels = 255;

/// Rounds a patch's parameters: its weights, then its offset in levels.
ChannelPatch rounded(std::span<const float> parameters) {
  const auto whole = [](float value) { return std::lround(value * ChannelTemplates::kScale); };
  ChannelPatch patch;
  for (const float w : parameters.first(parameters.size() - 1))
    patch.weights.push_back(static_cast<std::int16_t>(whole(w)));
  patch.offset = static_cast<std::int32_t>(whole(parameters.back() * kLevels));
  return patch;
}

class ChannelPart final : public TunablePart {
 public:
  explicit ChannelPart(const ChannelTemplates& start) : features_(start), columns_(start.places().width) {
    for (std::size_t m = 0; m < start.masks().count(); ++m) mask_values_.push_back(start.cell_mask(m));
  }

  std::unique_ptr<PartEvaluator> evaluator() const override { return std::make_unique<Evaluator>(*this); }
  double default_rate() const override { return 0.01; }
  FeatureSet features() const override { return features_; }

  std::vector<float> parameters() const override {
    std::vector<float> parameters;
    for (const ChannelPatch& patch : features_.patches()) {
      for (const std::int16_t w : patch.weights)
        parameters.push_back(static_cast<float>(w) / ChannelTemplates::kScale);
      parameters.push_back(static_cast<float>(patch.offset) / (ChannelTemplates::kScale * kLevels));
    }
    return parameters;
  }

  /// Scales the weights to unit length.
  void normalize(std::span<float> parameters, std::span<float> lengths) const override {
    std::vector<float> of_patches(features_.patches().size());
    for (std::size_t p = 0; p < of_patches.size(); ++p) {
      const std::span<float> patch = parameters.subspan(p * of_patch(), of_patch());
      of_patches[p] = scale_to_unit_length(patch.first(features_.taps()));
      patch.back() /= of_patches[p];
    }
    for (std::size_t f = 0; f < lengths.size(); ++f) lengths[f] = of_patches[features_.templates()[f].patch];
  }

  void update(std::span<const float> parameters) override {
    std::vector<ChannelPatch> patches;
    for (std::size_t begin = 0; begin < parameters.size(); begin += of_patch())
      patches.push_back(rounded(parameters.subspan(begin, of_patch())));
    features_ = features_.with_patches(std::move(patches));
  }

 private:
  class Evaluator final : public PartEvaluator {
   public:
    explicit Evaluator(const ChannelPart& part) : part_(part), cells_(part.features_.groups()) {}

    void respond(std::span<const float> image, std::span<float> responses) override {
      part_.features_.map_channels(image.first(part_.features_.inputs()), map_);
      part_.features_.locate(map_, responses, cells_);
    }

    /// Through the maximum: only the window at the best cell contributes.
    void add_gradient(std::span<const float> pulls, std::span<float> gradient) const override {
      for (std::size_t f = 0; f < pulls.size(); ++f) {
        if (pulls[f] == 0) continue;
        const auto [patch, mask] = part_.features_.templates()[f];
        const float pull = pulls[f] * part_.mask_values_[mask][cells_[f]];
        const std::span<float> sums = gradient.subspan(patch * part_.of_patch(), part_.of_patch());
        map_.add_window(cells_[f] % part_.columns_, cells_[f] / part_.columns_, pull / kLevels, sums);
        sums.back() -= pull;
      }
    }

   private:
    const ChannelPart& part_;
    ChannelMap map_;
    std::vector<std::uint32_t> cells_;
  };

  std::size_t of_patch() const { return features_.taps() + 1; }

  ChannelTemplates features_;
  std::uint32_t columns_;  ///< cells per row
  std::vector<std::vector<float>> mask_values_;
};

}  // namespace

std::unique_ptr<TunablePart> tunable(const ChannelTemplates& features) {
  return std::make_unique<ChannelPart>(features);
}

}  // namespace ocelli::internal
