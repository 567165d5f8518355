#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/portable/c99_features.hpp"
#include "ocelli/portable/c99_text.hpp"

namespace ocelli::internal::c99 {
namespace {

/// The box of the pixels where a mask is above 0.
struct MaskBox {
  int left, top, right, bottom;
};

MaskBox box_of(std::span<const float> mask, ImageShape shape) {
  MaskBox box{shape.width, shape.height, 0, 0};
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      if (mask[static_cast<std::size_t>(y * shape.width + x)] <= 0) continue;
      box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x + 1),
             std::max(box.bottom, y + 1)};
    }
  }
  return box.right == 0 ? MaskBox{0, 0, 0, 0} : box;
}

/// The number of fractional bits that makes all mask weights integers.
int mask_bits(const TemplateFeatures& features) {
  int bits = 0;
  for (std::size_t m = 0; m < features.masks().count(); ++m) {
    for (const float weight : features.masks().mask(m, features.shape())) {
      if (weight > 0) bits = std::max(bits, -lowest_bit(weight));
    }
  }
  constexpr int kMaxBits = 30;
  require(bits <= kMaxBits, Kind::usage,
          "the masks of the model's templates are so wide that their weights are too small for the integers "
          "of C99");
  return bits;
}

std::string mask_tables(const TemplateFeatures& features, int bits, const std::string& name) {
  std::string text;
  Cells masks;
  const ImageShape shape = features.shape();
  for (std::size_t m = 0; m < features.masks().count(); ++m) {
    const std::vector<float> mask = features.masks().mask(m, shape);
    const auto [left, top, right, bottom] = box_of(mask, shape);
    Cells values;
    for (int y = top; y < bottom; ++y) {
      for (int x = left; x < right; ++x) {
        const double weight = mask[static_cast<std::size_t>(y * shape.width + x)];
        values.push_back(digits(static_cast<std::int64_t>(std::ldexp(weight, bits))));
      }
    }
    if (values.empty()) values.push_back("0");
    const std::string own = name + "_mask_" + digits(m);
    text += table("int32_t", own, values);
    masks.push_back(braces({digits(left), digits(top), digits(right - left), digits(bottom - top), own}));
  }
  return text + table("ocelli_mask", name + "_masks", masks);
}

/// The columns of templates in the order of their patch sizes.
std::vector<std::size_t> by_side(const TemplateFeatures& features) {
  std::vector<std::size_t> order(features.groups());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t column) { return features.patch(column).side; });
  return order;
}

/// Bounds on the responses of all patches with one side.
struct SideLimits {
  int side = 0;
  std::size_t count = 0;
  double length = 0;
  int sum = 0;

  void raise(const ImagePatch& patch) {
    double squares = 0;
    for (const double weight : patch.weights) squares += weight * weight;
    ++count;
    length = std::max(length, std::sqrt(squares));
    sum = std::max(sum, std::abs(std::accumulate(patch.weights.begin(), patch.weights.end(), 0)));
  }
};

std::string template_tables(const TemplateFeatures& features, const std::string& name) {
  Cells templates, groups, weights;
  std::vector<SideLimits> sides;
  std::map<std::uint32_t, std::size_t> first_weight;
  for (const std::size_t column : by_side(features)) {
    const ImagePatch& patch = features.patch(column);
    const auto [place, fresh] = first_weight.try_emplace(features.templates()[column].patch, weights.size());
    if (fresh) std::ranges::transform(patch.weights, std::back_inserter(weights), digits<int>);
    if (sides.empty() || sides.back().side != patch.side) sides.push_back({.side = patch.side});
    sides.back().raise(patch);
    const Binning& binning = features.binning(column);
    templates.push_back(braces({digits(place->second), digits(features.templates()[column].mask),
                                digits(column), braces({literal(binning.low), literal(binning.scale)})}));
  }
  for (const auto& [side, count, length, sum] : sides)
    groups.push_back(
        braces({digits(side), digits(count), digits(static_cast<int>(std::ceil(length))), digits(sum)}));
  const int bits = mask_bits(features), margin = sides.back().side / 2;
  return table("int16_t", name + "_patches", weights) + mask_tables(features, bits, name) +
         table("ocelli_template", name + "_list", templates) +
         table("ocelli_template_group", name + "_groups", groups) + "static const ocelli_templates " + name +
         "_templates = {" + digits(features.shape().width) + ", " + digits(features.shape().height) + ", " +
         digits(margin) + ",  /* pixels of a picture, margin */\n  " + digits(bits) + ", " +
         digits(sides.size()) + ",  /* bits of a mask's weight below 1, groups */\n  " + name + "_groups, " +
         name + "_list, " + name + "_patches, " + name + "_masks};\n";
}

}  // namespace

FeatureText text_of(const TemplateFeatures& features, const std::string& name) {
  require(features.groups() > 0, Kind::usage, "the model has no templates");
  int margin = 0;
  for (const ImagePatch& patch : features.patches()) margin = std::max(margin, patch.side / 2);
  const auto [width, height] = features.shape();
  const auto padded = static_cast<std::size_t>((width + 2 * margin) * (height + 2 * margin));
  const std::size_t bounds = features.shape().pixels() * sizeof(std::int32_t);
  return {{k_real, k_templates},
          template_tables(features, name) +
              columns_function(
                  name, "  const ocelli_template_room templates_room = {(int16_t *)(void *)(room + " +
                            digits(bounds) + "), (int32_t *)(void *)room};\n  ocelli_template_columns(&" +
                            name + "_templates, sample, &templates_room, codes);\n"),
          bounds + padded * sizeof(std::int16_t)};
}

}  // namespace ocelli::internal::c99
