#include "ocelli/portable/onnx_features.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace ocelli::internal::onnx {
namespace {

/// Pixels from .. to - 1 of a row or a column.
struct Reach {
  std::int64_t from = 0, to = 1;

  std::int64_t size() const { return to - from; }
};

/// A range of positions, grown by a margin: the pixels that exist, and the number missing at either end.
struct Grown {
  Reach pixels;
  std::int64_t before = 0, after = 0;
};

Grown grow(const Reach& places, std::int64_t margin, std::int64_t side) {
  const Reach wanted{places.from - margin, places.to + margin};
  const Reach pixels{std::max<std::int64_t>(wanted.from, 0), std::min(wanted.to, side)};
  return {pixels, pixels.from - wanted.from, wanted.to - pixels.to};
}

/// A mask cropped to its nonzero positions; one position if there is none.
struct CutMask {
  Reach rows, columns;
  std::vector<float> values;
};

CutMask cut(const std::vector<float>& mask, ImageShape shape) {
  CutMask part{{shape.height, 0}, {shape.width, 0}, {}};
  const auto at = [&](std::int64_t y, std::int64_t x) {
    return mask[static_cast<std::size_t>(y * shape.width + x)];
  };
  const auto include = [](Reach& reach, std::int64_t place) {
    reach = {std::min(reach.from, place), std::max(reach.to, place + 1)};
  };
  for (std::int64_t y = 0; y < shape.height; ++y) {
    for (std::int64_t x = 0; x < shape.width; ++x) {
      if (at(y, x) == 0) continue;
      include(part.rows, y);
      include(part.columns, x);
    }
  }
  if (part.rows.size() <= 0) part.rows = part.columns = {};
  for (std::int64_t y = part.rows.from; y < part.rows.to; ++y) {
    for (std::int64_t x = part.columns.from; x < part.columns.to; ++x) part.values.push_back(at(y, x));
  }
  return part;
}

/// The convolutions of some templates with one side, at the positions of a mask.
std::string convolved(Graph& graph, const TemplateFeatures& features, const std::vector<std::size_t>& chosen,
                      const CutMask& mask, const std::string& image) {
  const std::int64_t side = features.patch(chosen[0]).side;
  const Grown rows = grow(mask.rows, side / 2, features.shape().height);
  const Grown columns = grow(mask.columns, side / 2, features.shape().width);
  const std::string part =
      graph.add("Slice", {image, graph.integers({rows.pixels.from, columns.pixels.from}),
                          graph.integers({rows.pixels.to, columns.pixels.to}), graph.integers({2, 3})});
  std::vector<float> weights;
  for (const std::size_t f : chosen) {
    const std::vector<std::int16_t>& patch = features.patch(f).weights;
    weights.insert(weights.end(), patch.begin(), patch.end());
  }
  const auto count = static_cast<std::int64_t>(chosen.size());
  return graph.add("Conv", {part, graph.reals(weights, {count, 1, side, side})},
                   {{"kernel_shape", Sizes{side, side}},
                    {"pads", Sizes{rows.before, columns.before, rows.after, columns.after}}});
}

/// The largest masked convolutions, samples x templates x 1 x 1. OpenCV 4.6 broadcasts a mask over rows only,
/// so each convolution becomes one row. Relu comes first: masks change no sign, and it keeps OpenCV from
/// merging the mask with the convolution.
std::string best(Graph& graph, const std::string& convolutions, std::int64_t count, const CutMask& mask) {
  const auto places = static_cast<std::int64_t>(mask.values.size());
  const std::string matches = graph.add("Relu", {convolutions});
  const std::string rows = graph.add("Reshape", {matches, graph.integers({-1, places})});
  const std::string masked = graph.add("Mul", {rows, graph.row(mask.values)});
  const Sizes sizes{-1, count, mask.rows.size(), mask.columns.size()};
  return graph.add("GlobalMaxPool", {graph.add("Reshape", {masked, graph.integers(sizes)})});
}

/// The bytes of responses, in the integer units of the kernel.
std::string binned_responses(Graph& graph, const std::string& best, const TemplateFeatures& features,
                             const std::vector<std::size_t>& order) {
  std::vector<Binning> binnings(order.size());
  std::ranges::transform(order, binnings.begin(), [&](std::size_t f) { return features.binning(f); });
  return binned(graph, graph.add("Mul", {best, graph.scalar(1 / (kPatchScale * kGrayLevels))}), binnings);
}

}  // namespace

Columns add_templates(Graph& graph, const TemplateFeatures& features, const std::string& image) {
  std::map<std::pair<std::uint32_t, int>, std::vector<std::size_t>> of_mask_and_side;
  for (std::size_t f = 0; f < features.groups(); ++f) {
    of_mask_and_side[{features.templates()[f].mask, features.patch(f).side}].push_back(f);
  }
  // For integer gray levels the convolutions are integers below 2^24, so they are exact in any order.
  const std::string levels = graph.add("Floor", {graph.add("Add", {image, graph.scalar(0.5f)})});
  Columns columns;
  std::vector<std::string> responses;
  for (const auto& [key, chosen] : of_mask_and_side) {
    const CutMask mask = cut(features.masks().mask(key.first, features.shape()), features.shape());
    const std::string convolutions = convolved(graph, features, chosen, mask, levels);
    responses.push_back(best(graph, convolutions, static_cast<std::int64_t>(chosen.size()), mask));
    columns.order.insert(columns.order.end(), chosen.begin(), chosen.end());
  }
  const std::string together = graph.add("Concat", responses, {{"axis", 1}});
  columns.value =
      binned_responses(graph, graph.add("Flatten", {together}, {{"axis", 1}}), features, columns.order);
  return columns;
}

}  // namespace ocelli::internal::onnx
