#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/portable/c99_features.hpp"
#include "ocelli/portable/c99_text.hpp"

namespace ocelli::internal::c99 {
namespace {

/// The table of a grid, NAME_grid.
std::string grid_table(const CellGrid& grid, const std::string& name) {
  const auto cells = [](const std::vector<int>& edges) {
    Cells texts;
    for (const int edge : edges) texts.push_back(digits(edge));
    return texts;
  };
  return table("int16_t", name + "_y", cells(grid.y)) + table("int16_t", name + "_x", cells(grid.x)) +
         "static const ocelli_grid " + name + "_grid = {" + digits(grid.rows()) + ", " +
         digits(grid.columns()) + ", " + name + "_y, " + name + "_x};\n";
}

/// The working memory of cells: gray levels, then histograms of orientations.
struct CellRoom {
  std::size_t levels, histograms, end;

  CellRoom(ImageShape shape, std::size_t cells)
      : levels(0),
        histograms(aligned(shape.pixels() * sizeof(std::int16_t))),
        end(histograms + aligned(cells * OrientationFeatures::kDirections * sizeof(std::uint32_t))) {}
};

std::string shape_text(ImageShape shape) { return digits(shape.width) + ", " + digits(shape.height); }
std::string levels_text(const std::string& room) { return "(int16_t *)(void *)" + room; }

/// C code that rounds the gray levels of the sample.
std::string round_levels(ImageShape shape, const std::string& room) {
  return "  ocelli_levels(sample, " + digits(shape.pixels()) + ", " + levels_text(room) + ");\n";
}

/// C code that writes the bytes of a grid: of a kind of features, with gray levels at `room`.
std::string bytes_call(std::string_view kind, const std::string& grid, ImageShape shape,
                       const std::string& room, const std::string& bytes) {
  const std::string front = "(&" + grid + "_grid, " + shape_text(shape) + ", ";
  if (kind == ColorFeatures::kKind) return "  ocelli_color_bytes" + front + "sample, " + bytes + ");\n";
  if (kind == BinaryPatternFeatures::kKind)
    return "  ocelli_pattern_bytes" + front + levels_text(room) + ", " + bytes + ");\n";
  const std::string histograms =
      "(uint32_t *)(void *)(" + room + " + " + digits(CellRoom(shape, 0).histograms) + ")";
  return "  ocelli_orientation_bytes" + front + levels_text(room) + ", " + histograms + ", " + bytes + ");\n";
}

/// Features that are bytes of cells: all bytes of all grids are written, then some are chosen.
template <class Features>
FeatureText cell_text(const Features& features, std::size_t bins, const std::string& name) {
  const ImageShape shape = features.shape();
  std::string code, calls;
  std::size_t bytes = 0, most = 0;
  if (Features::kKind != ColorFeatures::kKind) calls = round_levels(shape, "room");
  for (const CellGrid& grid : features.cell_grids()) most = std::max(most, grid.cells());
  const std::size_t begin = CellRoom(shape, most).end;
  for (std::size_t g = 0; g < features.cell_grids().size(); ++g) {
    const CellGrid& grid = features.cell_grids()[g];
    const std::string of_grid = name + "_" + digits(g);
    code += grid_table(grid, of_grid);
    calls += bytes_call(Features::kKind, of_grid, shape, "room", "room + " + digits(begin + bytes));
    bytes += grid.cells() * bins;
  }
  Cells chosen;
  for (const std::uint32_t number : features.chosen()) chosen.push_back(digits(number));
  if (chosen.empty()) chosen.push_back("0");
  code +=
      table("uint32_t", name + "_chosen", chosen) +
      columns_function(name, "  int32_t i;\n" + calls + "  for (i = 0; i < " + digits(features.groups()) +
                                 "; ++i) codes[i] = room[" + digits(begin) + " + " + name + "_chosen[i]];\n");
  return {{k_real, k_cells}, code, begin + bytes};
}

// ---- Channel templates

/// The bins of a kind of channels, and how many of them are not channels.
struct ChannelBins {
  std::string_view kind;
  std::size_t bins, skipped;
};

ChannelBins bins_of(ChannelKind kind) {
  if (kind == ChannelKind::colors)
    return {ColorFeatures::kKind, ColorFeatures::kMeans + ColorFeatures::kHues, ColorFeatures::kMeans};
  if (kind == ChannelKind::binary_patterns)
    return {BinaryPatternFeatures::kKind, BinaryPatternFeatures::kPatterns, 0};
  return {OrientationFeatures::kKind, OrientationFeatures::kDirections, 0};
}

/// C99 computes the products in integers; the program in floats, exactly while they are below 2^24.
void require_exact(const ChannelTemplates& features) {
  constexpr std::int64_t kExact = 1 << 24;
  for (const ChannelPatch& patch : features.patches()) {
    std::int64_t most = std::abs(std::int64_t{patch.offset});
    for (const std::int16_t weight : patch.weights) most += 255 * std::abs(std::int64_t{weight});
    require(most < kExact, Kind::usage,
            "the weights of a channel template are too large for the integers of C99");
  }
}

std::string template_tables(const ChannelTemplates& features, const std::string& name) {
  Cells weights, offsets, parts, list_cells;
  for (const ChannelPatch& patch : features.patches()) {
    for (const std::int16_t weight : patch.weights) weights.push_back(digits(weight));
    offsets.push_back(digits(patch.offset));
  }
  for (std::size_t m = 0; m < features.masks().count(); ++m) {
    for (const float part : features.cell_mask(m)) parts.push_back(literal(part));
  }
  for (std::size_t f = 0; f < features.groups(); ++f) {
    const auto& [patch, mask] = features.templates()[f];
    const auto& [low, scale] = features.binning(f);
    list_cells.push_back(braces({digits(patch), digits(mask), braces({literal(low), literal(scale)})}));
  }
  const ImageShape places = features.places();
  return table("int16_t", name + "_weights", weights) + table("int32_t", name + "_offsets", offsets) +
         table("float", name + "_parts", parts) +
         table("ocelli_channel_template", name + "_list", list_cells) +
         "static const ocelli_channel_templates " + name + "_templates = {" + digits(places.height) + ", " +
         digits(places.width) + ", " + digits(features.channels().count()) + ", " + digits(offsets.size()) +
         ", " + digits(features.masks().count()) + ", " + digits(list_cells.size()) + ",\n  " + name +
         "_weights, " + name + "_offsets, " + name + "_parts, " + name + "_list};\n";
}

}  // namespace

FeatureText text_of(const OrientationFeatures& features, const std::string& name) {
  return cell_text(features, OrientationFeatures::kDirections, name);
}

FeatureText text_of(const BinaryPatternFeatures& features, const std::string& name) {
  return cell_text(features, BinaryPatternFeatures::kPatterns, name);
}

FeatureText text_of(const ColorFeatures& features, const std::string& name) {
  return cell_text(features, ColorFeatures::kMeans + ColorFeatures::kHues, name);
}

FeatureText text_of(const ChannelTemplates& features, const std::string& name) {
  require(features.groups() > 0, Kind::usage, "the model has no channel templates");
  require_exact(features);
  const ImageShape shape = features.shape();
  const std::size_t cells = features.channels().cells().cells(), channels = features.channels().count();
  const std::size_t of_kind = CellRoom(shape, cells).end;
  const std::size_t map = of_kind + aligned(cells * BinaryPatternFeatures::kPatterns);
  const std::size_t best = map + aligned(cells * channels);
  std::string body = "  int32_t i, c;\n" + round_levels(shape, "room");
  std::size_t begin = 0;
  for (const ChannelKind kind : features.channels().kinds()) {
    const auto [word, bins, skipped] = bins_of(kind);
    body += bytes_call(word, name, shape, "room", "room + " + digits(of_kind));
    body += "  for (i = 0; i < " + digits(cells) + "; ++i) {\n    for (c = 0; c < " + digits(bins - skipped) +
            "; ++c) room[" + digits(map + begin) + " + i * " + digits(channels) + " + c] = room[" +
            digits(of_kind + skipped) + " + i * " + digits(bins) + " + c];\n  }\n";
    begin += bins - skipped;
  }
  body += "  ocelli_channel_columns(&" + name + "_templates, room + " + digits(map) +
          ", (float *)(void *)(room + " + digits(best) + "), codes);\n";
  return {{k_real, k_cells, k_channel_templates},
          grid_table(features.channels().cells(), name) + template_tables(features, name) +
              columns_function(name, body),
          best + features.masks().count() * features.patches().size() * sizeof(float)};
}

}  // namespace ocelli::internal::c99
