#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "ocelli/features/orientations/orientation_kernel.hpp"
#include "ocelli/portable/onnx_features.hpp"

namespace ocelli::internal::onnx {
namespace {

/// Adds operators on planes of doubles, samples x planes x height x width.
class Planes {
 public:
  Planes(Graph& graph, ImageShape shape) : graph_(graph), shape_(shape) {}

  std::string number(double value) const { return graph_.wide_scalar(value); }
  /// One value per plane.
  std::string of_planes(const std::vector<double>& values) const {
    return graph_.wides(values, {1, extent(values.size()), 1, 1});
  }
  std::string add(const std::string& a, const std::string& b) const { return graph_.add("Add", {a, b}); }
  std::string subtract(const std::string& a, const std::string& b) const { return graph_.add("Sub", {a, b}); }
  std::string multiply(const std::string& a, const std::string& b) const { return graph_.add("Mul", {a, b}); }
  std::string divide(const std::string& a, const std::string& b) const { return graph_.add("Div", {a, b}); }
  std::string floor(const std::string& a) const { return graph_.add("Floor", {a}); }
  std::string smaller(const std::string& a, const std::string& b) const { return graph_.add("Min", {a, b}); }
  std::string larger(const std::string& a, const std::string& b) const { return graph_.add("Max", {a, b}); }
  /// 1 where a < b, 0 elsewhere.
  std::string is_below(const std::string& a, const std::string& b) const {
    return graph_.cast(graph_.add("Less", {a, b}), Element::wide);
  }
  std::string opposite(const std::string& condition) const { return subtract(number(1), condition); }
  /// To the nearest integer. Requires  values of at least 0.
  std::string rounded(const std::string& a) const { return floor(add(a, number(0.5))); }
  /// Planes of one after the other.
  std::string joined(const std::vector<std::string>& planes) const {
    return graph_.add("Concat", planes, {{"axis", 1}});
  }

  /// The pixels at this distance, the nearest pixel beyond the edges.
  std::string shifted(const std::string& planes, int across, int down) const {
    std::string moved = planes;
    if (down != 0) moved = graph_.add("MatMul", {shift(shape_.height, down, false), moved});
    if (across != 0) moved = graph_.add("MatMul", {moved, shift(shape_.width, across, true)});
    return moved;
  }
  /// The sums over cells: samples x planes x rows x columns.
  std::string cell_sums(const std::string& planes, const CellGrid& grid) const {
    const std::string rows = cells_along(grid.y, shape_.height, false);
    const std::string columns = cells_along(grid.x, shape_.width, true);
    return graph_.add("MatMul", {graph_.add("MatMul", {rows, planes}), columns});
  }
  /// The pixels of each cell.
  std::string areas(const CellGrid& grid, double factor = 1) const {
    std::vector<double> areas;
    for (std::size_t r = 0; r < grid.rows(); ++r) {
      for (std::size_t c = 0; c < grid.columns(); ++c)
        areas.push_back(factor * (grid.y[r + 1] - grid.y[r]) * (grid.x[c + 1] - grid.x[c]));
    }
    return graph_.wides(areas, {extent(grid.rows()), extent(grid.columns())});
  }

  Graph& graph() const { return graph_; }

 private:
  /// Of `count` numbers: the number at i + by.
  std::string shift(int count, int by, bool is_right_factor) const {
    std::vector<double> matrix(static_cast<std::size_t>(count) * static_cast<std::size_t>(count));
    for (int to = 0; to < count; ++to) {
      const int from = std::clamp(to + by, 0, count - 1);
      matrix[static_cast<std::size_t>(is_right_factor ? from * count + to : to * count + from)] = 1;
    }
    return graph_.wides(matrix, {count, count});
  }
  std::string cells_along(const std::vector<int>& edges, int side, bool is_right_factor) const {
    const std::size_t cells = edges.size() - 1, pixels = static_cast<std::size_t>(side);
    std::vector<double> matrix(cells * pixels);
    for (std::size_t cell = 0; cell < cells; ++cell) {
      for (auto p = static_cast<std::size_t>(edges[cell]); p < static_cast<std::size_t>(edges[cell + 1]); ++p)
        matrix[is_right_factor ? p * cells + cell : cell * pixels + p] = 1;
    }
    return is_right_factor ? graph_.wides(matrix, {extent(pixels), extent(cells)})
                           : graph_.wides(matrix, {extent(cells), extent(pixels)});
  }

  Graph& graph_;
  ImageShape shape_;
};

/// Gray levels, rounded to integers.
std::string levels_of(const Planes& planes, const Sample& image) {
  return planes.rounded(planes.graph().cast(image.value, Element::wide));
}

// ---- Orientations

/// The factors of the histograms around each corner of the cells: samples x 1 x (rows + 1) x (columns + 1).
std::string corner_scales(const Planes& planes, const std::string& histograms, const CellGrid& grid) {
  Graph& graph = planes.graph();
  const std::string energies = graph.add("ReduceSum", {planes.multiply(histograms, histograms)},
                                         {{"axes", Sizes{1}}, {"keepdims", 1}});
  const auto around = [](std::size_t cells, bool is_right_factor) {
    std::vector<double> matrix(cells * (cells + 1));
    const auto count = [&](std::size_t corner, std::size_t cell) {
      matrix[is_right_factor ? cell * (cells + 1) + corner : corner * cells + cell] += 1;
    };
    for (std::size_t corner = 0; corner <= cells; ++corner) {
      count(corner, corner == 0 ? 0 : corner - 1);
      count(corner, std::min(corner, cells - 1));
    }
    return matrix;
  };
  const std::string rows =
      graph.wides(around(grid.rows(), false), {extent(grid.rows() + 1), extent(grid.rows())});
  const std::string columns =
      graph.wides(around(grid.columns(), true), {extent(grid.columns()), extent(grid.columns() + 1)});
  const std::string blocks = graph.add("MatMul", {graph.add("MatMul", {rows, energies}), columns});
  const std::string length =
      graph.add("Sqrt", {planes.add(blocks, planes.number(OrientationFeatures::kNoise))});
  return planes.divide(planes.number(OrientationFeatures::kByteScale), length);
}

/// The bytes of all directions: samples x 12 x rows x columns.
std::string orientation_bytes(const Planes& planes, const std::string& parts, const CellGrid& grid) {
  Graph& graph = planes.graph();
  std::vector<double> halves;
  for (std::size_t r = 0; r < grid.rows(); ++r) {
    for (std::size_t c = 0; c < grid.columns(); ++c) {
      const int half_area = (grid.y[r + 1] - grid.y[r]) * (grid.x[c + 1] - grid.x[c]) / 2;
      halves.push_back(half_area);
    }
  }
  const std::string half = graph.wides(halves, {extent(grid.rows()), extent(grid.columns())});
  const std::string sums = planes.add(planes.cell_sums(parts, grid), half);
  const std::string histograms = planes.floor(planes.divide(sums, planes.areas(grid)));
  const std::string scales = corner_scales(planes, histograms, grid);
  std::string sum;
  for (const std::int64_t down : {0, 1}) {
    for (const std::int64_t across : {0, 1}) {
      const std::string corner =
          graph.add("Slice", {scales, graph.integers({down, across}),
                              graph.integers({down + extent(grid.rows()), across + extent(grid.columns())}),
                              graph.integers({2, 3})});
      const std::string clipped =
          planes.floor(planes.smaller(planes.multiply(histograms, corner), planes.number(255)));
      sum = sum.empty() ? clipped : planes.add(sum, clipped);
    }
  }
  return planes.floor(planes.divide(planes.add(sum, planes.number(2)), planes.number(4)));
}

/// How much of each pixel's gradient points in each direction.
std::string gradient_parts(const Planes& planes, const Sample& image) {
  const std::string levels = levels_of(planes, image);
  const std::string dx = planes.subtract(planes.shifted(levels, 1, 0), planes.shifted(levels, -1, 0));
  const std::string dy = planes.subtract(planes.shifted(levels, 0, 1), planes.shifted(levels, 0, -1));
  std::vector<double> before_x, before_y, after_x, after_y;
  for (std::size_t k = 0; k < OrientationFeatures::kDirections; ++k) {
    const auto before = OrientationFeatures::direction(k + OrientationFeatures::kDirections - 1);
    const auto after = OrientationFeatures::direction(k + 1);
    before_x.push_back(before.x);
    before_y.push_back(before.y);
    after_x.push_back(after.x);
    after_y.push_back(after.y);
  }
  const auto cross = [&](const std::vector<double>& x, const std::vector<double>& y) {
    return planes.subtract(planes.multiply(planes.of_planes(x), dy),
                           planes.multiply(planes.of_planes(y), dx));
  };
  const std::string from_before = cross(before_x, before_y);
  const std::string to_after = planes.subtract(planes.number(0), cross(after_x, after_y));
  return planes.larger(planes.number(0), planes.smaller(from_before, to_after));
}

// ---- Binary patterns

/// Planes of all patterns: 1 where a pixel has the pattern.
std::string pattern_planes(const Planes& planes, const Sample& image) {
  Graph& graph = planes.graph();
  constexpr std::array<std::array<int, 2>, 8> kNeighbors = {
      {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}};
  const std::string levels = levels_of(planes, image);
  const std::string noise = planes.add(levels, planes.number(BinaryPatternFeatures::kNoise));
  std::string patterns = planes.number(0);
  for (std::size_t n = 0; n < kNeighbors.size(); ++n) {
    const std::string brighter =
        planes.is_below(noise, planes.shifted(levels, kNeighbors[n][0], kNeighbors[n][1]));
    patterns = planes.add(patterns, planes.multiply(brighter, planes.number(1 << n)));
  }
  Sizes bins;
  for (unsigned pattern = 0; pattern < 256; ++pattern)
    bins.push_back(BinaryPatternFeatures::bin_of(static_cast<std::uint8_t>(pattern)));
  const std::string found =
      graph.add("Gather", {graph.integers(bins), graph.cast(patterns, Element::integer)});
  Sizes numbers;
  for (std::size_t bin = 0; bin < BinaryPatternFeatures::kPatterns; ++bin) numbers.push_back(extent(bin));
  const std::string each = graph.integers(numbers, {1, extent(numbers.size()), 1, 1});
  return graph.cast(graph.add("Equal", {found, each}), Element::wide);
}

/// 255 times the square roots of shares.
std::string root_bytes(const Planes& planes, const std::string& sums, const std::string& wholes) {
  const std::string roots = planes.graph().add("Sqrt", {planes.divide(sums, wholes)});
  return planes.smaller(planes.rounded(planes.multiply(roots, planes.number(255))), planes.number(255));
}

std::string pattern_bytes(const Planes& planes, const std::string& patterns, const CellGrid& grid) {
  return root_bytes(planes, planes.cell_sums(patterns, grid), planes.areas(grid));
}

// ---- Colors

/// Planes of the differences u and v of all pixels from gray, and of their 8 hues.
struct ColorPlanes {
  std::string differences, hues;
};

ColorPlanes color_planes(const Planes& planes, const Sample& image) {
  Graph& graph = planes.graph();
  const std::string limited =
      planes.smaller(planes.larger(image.color_planes, planes.number(0)), planes.number(255));
  const std::string differences = planes.subtract(planes.rounded(limited), planes.number(128));
  const auto plane = [&](std::int64_t number) {
    return graph.add(
        "Slice", {differences, graph.integers({number}), graph.integers({number + 1}), graph.integers({1})});
  };
  const std::string u = plane(0), v = plane(1), zero = planes.number(0);
  const std::string across = graph.add("Abs", {u}), along = graph.add("Abs", {v});
  const std::string minor = planes.smaller(across, along);
  const std::string rest = planes.subtract(planes.larger(across, along), minor);
  const std::string is_along = planes.is_below(across, along), is_across = planes.opposite(is_along);
  const std::string left = planes.is_below(u, zero), right = planes.opposite(left);
  const std::string up = planes.is_below(v, zero), down = planes.opposite(up);
  const auto both = [&](const std::string& a, const std::string& b, const std::string& amount) {
    return planes.multiply(planes.multiply(a, b), amount);
  };
  return {differences,
          planes.joined({both(is_across, right, rest), both(right, down, minor), both(is_along, down, rest),
                         both(left, down, minor), both(is_across, left, rest), both(left, up, minor),
                         both(is_along, up, rest), both(right, up, minor)})};
}

std::string hue_bytes(const Planes& planes, const std::string& hues, const CellGrid& grid) {
  return root_bytes(planes, planes.cell_sums(hues, grid), planes.areas(grid, ColorFeatures::kMaxDifference));
}

/// Halves are rounded away from 0.
std::string mean_bytes(const Planes& planes, const std::string& differences, const CellGrid& grid) {
  Graph& graph = planes.graph();
  const std::string means = planes.divide(planes.cell_sums(differences, grid), planes.areas(grid));
  const std::string size = planes.rounded(graph.add("Abs", {means}));
  const std::string code = planes.add(planes.multiply(graph.add("Sign", {means}), size), planes.number(128));
  return planes.smaller(planes.larger(code, planes.number(0)), planes.number(255));
}

/// The chosen ones of the bytes of all grids, each samples x bins x rows x columns.
template <class Bytes>
Columns chosen_bytes(Graph& graph, std::span<const std::uint32_t> chosen, const std::vector<CellGrid>& grids,
                     std::size_t bins, const Bytes& bytes_of) {
  std::vector<std::string> all;
  for (const CellGrid& grid : grids) {
    const std::string by_cell = graph.add("Transpose", {bytes_of(grid)}, {{"perm", Sizes{0, 2, 3, 1}}});
    all.push_back(graph.add("Reshape", {by_cell, graph.integers({-1, extent(grid.cells() * bins)})}));
  }
  const std::string bytes = graph.cast(graph.add("Concat", all, {{"axis", 1}}), Element::real);
  const std::string codes = gathered(graph, bytes, Indices(chosen.begin(), chosen.end()));
  return {graph.add("Sub", {codes, graph.scalar(128)}), counted(chosen.size())};
}

}  // namespace

Columns add_orientations(Graph& graph, const OrientationFeatures& features, const Sample& image) {
  const Planes planes(graph, features.shape());
  const std::string parts = gradient_parts(planes, image);
  return chosen_bytes(graph, features.chosen(), features.cell_grids(), OrientationFeatures::kDirections,
                      [&](const CellGrid& grid) { return orientation_bytes(planes, parts, grid); });
}

Columns add_binary_patterns(Graph& graph, const BinaryPatternFeatures& features, const Sample& image) {
  const Planes planes(graph, features.shape());
  const std::string patterns = pattern_planes(planes, image);
  return chosen_bytes(graph, features.chosen(), features.cell_grids(), BinaryPatternFeatures::kPatterns,
                      [&](const CellGrid& grid) { return pattern_bytes(planes, patterns, grid); });
}

Columns add_colors(Graph& graph, const ColorFeatures& features, const Sample& image) {
  const Planes planes(graph, features.shape());
  const ColorPlanes colors = color_planes(planes, image);
  return chosen_bytes(graph, features.chosen(), features.cell_grids(),
                      ColorFeatures::kMeans + ColorFeatures::kHues, [&](const CellGrid& grid) {
                        return planes.joined({mean_bytes(planes, colors.differences, grid),
                                              hue_bytes(planes, colors.hues, grid)});
                      });
}

// ---- Channel templates

namespace {

/// The channels of all cells: samples x channels x rows x columns.
std::string channel_bytes(const Planes& planes, const CellChannels& channels, const Sample& image) {
  std::vector<std::string> kinds;
  for (const ChannelKind kind : channels.kinds()) {
    if (kind == ChannelKind::orientations)
      kinds.push_back(orientation_bytes(planes, gradient_parts(planes, image), channels.cells()));
    if (kind == ChannelKind::colors)
      kinds.push_back(hue_bytes(planes, color_planes(planes, image).hues, channels.cells()));
    if (kind == ChannelKind::binary_patterns)
      kinds.push_back(pattern_bytes(planes, pattern_planes(planes, image), channels.cells()));
  }
  return planes.graph().cast(planes.joined(kinds), Element::real);
}

/// The products of all patches with the windows around all cells. They are integers below 2^24, so they are
/// exact in any order.
std::string patch_products(Graph& graph, const ChannelTemplates& features, const std::string& channels) {
  constexpr std::size_t kSide = ChannelMap::kSide;
  const std::size_t count = features.channels().count();
  std::vector<float> weights, offsets;
  for (const ChannelPatch& patch : features.patches()) {
    for (std::size_t channel = 0; channel < count; ++channel) {
      for (std::size_t cell = 0; cell < kSide * kSide; ++cell)
        weights.push_back(patch.weights[cell * count + channel]);
    }
    offsets.push_back(static_cast<float>(patch.offset));
  }
  const std::int64_t side = extent(kSide), patches = extent(features.patches().size());
  const std::string products =
      graph.add("Conv", {channels, graph.reals(weights, {patches, extent(count), side, side})},
                {{"kernel_shape", Sizes{side, side}}, {"pads", Sizes{1, 1, 1, 1}}});
  return graph.add("Sub", {products, graph.reals(offsets, {1, patches, 1, 1})});
}

}  // namespace

Columns add_channel_templates(Graph& graph, const ChannelTemplates& features, const Sample& image) {
  const Planes planes(graph, features.shape());
  const std::string products =
      patch_products(graph, features, channel_bytes(planes, features.channels(), image));
  const std::size_t patches = features.patches().size();
  const ImageShape places = features.places();
  std::map<std::uint32_t, std::size_t> places_of_masks;
  std::vector<std::string> best;
  Indices chosen;
  std::vector<Binning> binnings;
  for (std::size_t f = 0; f < features.groups(); ++f) {
    const auto& [patch, mask] = features.templates()[f];
    const auto [place, is_new] = places_of_masks.try_emplace(mask, best.size());
    if (is_new) {
      const std::string parts = graph.reals(features.cell_mask(mask), {places.height, places.width});
      best.push_back(graph.add("ReduceMax", {graph.add("Mul", {products, parts})},
                               {{"axes", Sizes{2, 3}}, {"keepdims", 0}}));
    }
    chosen.push_back(place->second * patches + patch);
    binnings.push_back(features.binning(f));
  }
  const std::string all = graph.add("Relu", {graph.add("Concat", best, {{"axis", 1}})});
  const std::string responses =
      graph.add("Div", {gathered(graph, all, chosen), graph.scalar(255 * ChannelTemplates::kScale)});
  return {binned(graph, responses, binnings), counted(features.groups())};
}

// ---- Color images

Sample add_color_image(Graph& graph, ImageShape shape) {
  const Planes planes(graph, shape);
  const std::string image = graph.input("image", {kBatch, 3, shape.height, shape.width});
  const std::string levels = planes.rounded(graph.cast(image, Element::wide));
  const std::int64_t pixels = extent(shape.pixels());
  const std::string flat = graph.add("Reshape", {levels, graph.integers({-1, 3, pixels})});
  // Integers as in OpenCV's conversions of 8-bit images.
  const auto weighted = [&](const std::vector<double>& weights, double unit) {
    const std::string sums = graph.add("MatMul", {graph.wides(weights, {1, 3}), flat});
    return planes.floor(planes.divide(planes.add(sums, planes.number(unit / 2)), planes.number(unit)));
  };
  const std::string gray = weighted({9798, 19235, 3735}, 1 << 15),
                    luma = weighted({4899, 9617, 1868}, 1 << 14);
  const auto difference = [&](const std::vector<double>& chosen, double factor) {
    const std::string level = graph.add("MatMul", {graph.wides(chosen, {1, 3}), flat});
    const std::string scaled = planes.multiply(planes.subtract(level, luma), planes.number(factor));
    const std::string shifted = planes.add(scaled, planes.number((128 << 14) + (1 << 13)));
    return planes.floor(planes.divide(shifted, planes.number(1 << 14)));
  };
  const std::string blue = difference({0, 0, 1}, 9241), red = difference({1, 0, 0}, 11682);
  const auto shaped = [&](const std::string& flat_planes, std::int64_t count) {
    return graph.add("Reshape", {flat_planes, graph.integers({-1, count, shape.height, shape.width})});
  };
  return {.value = graph.cast(shaped(gray, 1), Element::real),
          .is_image = true,
          .color_planes = shaped(graph.add("Concat", {blue, red}, {{"axis", 1}}), 2)};
}

}  // namespace ocelli::internal::onnx
