#include "ocelli/features/templates/template_features.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "ocelli/core/require.hpp"
#include "ocelli/features/response_ranges.hpp"
#include "ocelli/features/templates/template_program.hpp"

namespace ocelli::internal {

ImagePatch normalized_patch(int side, std::span<const float> weights) {
  const double mean =
      std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
  double squares = 0;
  for (const double w : weights) squares += (w - mean) * (w - mean);
  const double scale = squares > 1e-12 ? kPatchScale / std::sqrt(squares) : 0;
  ImagePatch patch{side, {}};
  for (const double w : weights) {
    patch.weights.push_back(static_cast<std::int16_t>(std::lround((w - mean) * scale)));
  }
  return patch;
}

void PlaceMasks::require_valid() const {
  require(grid > 0 && grid <= 16 && sigma >= 0.01 && sigma <= 1e6 && reach >= 0.01 && reach <= 1e6,
          Kind::model, "place masks need a grid of 1 to 16, and a sigma and a reach of 0.01 to 1e6");
}

std::vector<float> PlaceMasks::mask(std::size_t index, ImageShape shape) const {
  const auto center = [&](std::size_t i, int side) {
    return (static_cast<double>(i) + 0.5) * side / grid - 0.5;
  };
  const double cy = center(index / static_cast<std::size_t>(grid), shape.height);
  const double cx = center(index % static_cast<std::size_t>(grid), shape.width);
  std::vector<float> values;
  values.reserve(shape.pixels());
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      const double squared = (y - cy) * (y - cy) + (x - cx) * (x - cx);
      const bool near = squared <= reach * reach * sigma * sigma;
      values.push_back(near ? static_cast<float>(std::exp(-squared / (2 * sigma * sigma))) : 0.0f);
    }
  }
  return values;
}

TemplateFeatures::TemplateFeatures(ImageShape shape, PlaceMasks masks, std::vector<ImagePatch> patches,
                                   std::vector<PatchTemplate> templates, std::vector<Binning> binnings)
    : shape_(shape),
      masks_(masks),
      patches_(std::move(patches)),
      templates_(std::move(templates)),
      binnings_(std::move(binnings)) {
  require(shape.width > 0 && shape.height > 0 && shape.width <= 1024 && shape.height <= 1024, Kind::model,
          "patch features need images of 1 to 1024 pixels a side");
  masks_.require_valid();
  require(binnings_.size() == templates_.size(), Kind::model, "each template needs a binning");
  for (const ImagePatch& patch : patches_) {
    require(is_patch_side(patch.side), Kind::model, "patches need an odd side of 3 to 15");
    require(patch.weights.size() == static_cast<std::size_t>(patch.side * patch.side), Kind::model,
            "a patch must have side x side weights");
  }
  for (const PatchTemplate& t : templates_) {
    require(t.patch < patches_.size() && t.mask < masks_.count(), Kind::model,
            "a template refers to an unknown patch or mask");
  }
  program_ = std::make_shared<const TemplateProgram>(shape_, masks_, patches_, templates_);
}

void TemplateFeatures::respond(std::span<const float> image, std::span<float> responses) const {
  program_->respond(image, responses);
}

void TemplateFeatures::locate(std::span<const float> image, std::span<float> responses,
                              std::span<std::uint32_t> pixels) const {
  program_->locate(image, responses, pixels);
}

void TemplateFeatures::encode(std::span<const float> image, std::span<std::uint8_t> codes) const {
  thread_local std::vector<float> responses;
  responses.resize(groups());
  respond(image, responses);
  for (std::size_t f = 0; f < codes.size(); ++f) codes[f] = binnings_[f].bin(responses[f], 256);
}

UsedPatches used_patches(std::span<const PatchTemplate> templates, std::span<const std::uint32_t> chosen) {
  std::map<std::uint32_t, std::uint32_t> numbers;
  UsedPatches used;
  for (const std::uint32_t f : chosen) {
    const auto [patch, mask] = templates[f];
    const auto [place, fresh] = numbers.try_emplace(patch, static_cast<std::uint32_t>(used.patches.size()));
    if (fresh) used.patches.push_back(patch);
    used.templates.push_back({place->second, mask});
  }
  return used;
}

TemplateFeatures TemplateFeatures::select(std::span<const std::uint32_t> features) const {
  UsedPatches used = used_patches(templates_, features);
  std::vector<ImagePatch> patches;
  for (const std::uint32_t p : used.patches) patches.push_back(patches_[p]);
  std::vector<Binning> binnings;
  for (const std::uint32_t f : features) binnings.push_back(binnings_[f]);
  return {shape_, masks_, std::move(patches), std::move(used.templates), std::move(binnings)};
}

std::size_t TemplateFeatures::multiply_adds() const {
  std::size_t taps = 0;
  for (const PatchTemplate& t : templates_) taps += patches_[t.patch].weights.size() + 1;
  return taps * shape_.pixels();
}

TemplateFeatures TemplateFeatures::with_patches(std::vector<ImagePatch> patches) const {
  return {shape_, masks_, std::move(patches), templates_, binnings_};
}

TemplateFeatures TemplateFeatures::with_fitted_binnings(const Samples& samples) const {
  return {shape_, masks_, patches_, templates_, binnings_of_responses(*this, samples)};
}

TemplateFeatures all_templates(const Samples& samples, const PlaceMasks& masks,
                               std::vector<ImagePatch> patches) {
  require(samples.shape.has_value(), Kind::training, "patch features need images");
  std::vector<PatchTemplate> templates;
  for (std::uint32_t p = 0; p < patches.size(); ++p) {
    for (std::uint32_t m = 0; m < masks.count(); ++m) templates.push_back({p, m});
  }
  std::vector<Binning> unknown(templates.size());
  const TemplateFeatures raw(*samples.shape, masks, std::move(patches), std::move(templates),
                             std::move(unknown));
  return raw.with_fitted_binnings(samples);
}

InputShares TemplateFeatures::input_shares(std::size_t group) const {
  return shares_of_mask(masks().mask(templates()[group].mask, shape()));
}

}  // namespace ocelli::internal
