#include <utility>

#include "ocelli/recognition/training/tuning/tunable_part.hpp"

namespace ocelli::internal {
namespace {

class FixedPart final : public TunablePart {
 public:
  explicit FixedPart(FeatureSet features) : features_(std::move(features)) {}

  std::unique_ptr<PartEvaluator> evaluator() const override { return std::make_unique<Evaluator>(features_); }
  std::vector<float> parameters() const override { return {}; }
  double default_rate() const override { return 0; }
  void normalize(std::span<float> /*parameters*/, std::span<float> lengths) const override {
    std::ranges::fill(lengths, 1.0f);
  }
  void update(std::span<const float> /*parameters*/) override {}
  FeatureSet features() const override { return features_; }

 private:
  class Evaluator final : public PartEvaluator {
   public:
    explicit Evaluator(const FeatureSet& features) : features_(features), codes_(columns(features)) {}

    void respond(std::span<const float> image, std::span<float> responses) override {
      encode(features_, image, codes_);
      for (std::size_t f = 0; f < codes_.size(); ++f) responses[f] = binning(features_, f).value(codes_[f]);
    }
    void add_gradient(std::span<const float> /*pulls*/, std::span<float> /*gradient*/) const override {}

   private:
    const FeatureSet& features_;
    std::vector<std::uint8_t> codes_;
  };

  FeatureSet features_;
};

}  // namespace

std::unique_ptr<TunablePart> untunable(FeatureSet features) {
  return std::make_unique<FixedPart>(std::move(features));
}

}  // namespace ocelli::internal
