#include "ocelli/features/channel_templates/cell_channels.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/features/templates/template_dictionary.hpp"

namespace ocelli::internal {
namespace {

constexpr std::array<std::pair<ChannelKind, std::string_view>, 3> kNames = {{
    {ChannelKind::orientations, OrientationFeatures::kKind},
    {ChannelKind::colors, ColorFeatures::kKind},
    {ChannelKind::binary_patterns, BinaryPatternFeatures::kKind},
}};

/// For each cell, the bins from `first` to the end of its `bins`.
template <class Features>
Features of_each_cell(ImageShape shape, std::uint8_t grid, std::size_t cells, std::size_t first,
                      std::size_t bins) {
  std::vector<std::uint32_t> chosen;
  chosen.reserve(cells * (bins - first));
  for (std::size_t cell = 0; cell < cells; ++cell) {
    for (std::size_t bin = first; bin < bins; ++bin)
      chosen.push_back(static_cast<std::uint32_t>(cell * bins + bin));
  }
  return {shape, {grid}, std::move(chosen)};
}

bool has_twice(std::vector<ChannelKind> kinds) {
  std::ranges::sort(kinds);
  return std::ranges::adjacent_find(kinds) != kinds.end();
}

}  // namespace

std::vector<ChannelKind> parse_channel_kinds(const std::string& text) {
  std::vector<ChannelKind> kinds;
  for (const std::string& word : comma_separated(text)) {
    const auto* const known =
        std::ranges::find(kNames, word, &std::pair<ChannelKind, std::string_view>::second);
    require(
        known != kNames.end(), Kind::usage, [&] { return "unknown channel '" + word + "'"; }, "--channels");
    kinds.push_back(known->first);
  }
  require(!kinds.empty() && !has_twice(kinds), Kind::usage, "must name at least one channel, and none twice",
          "--channels");
  return kinds;
}

std::string_view channel_kind_names() {
  static const std::string words = [] {
    std::string all;
    for (const auto& [kind, name] : kNames) (all += all.empty() ? "" : "|") += name;
    return all;
  }();
  return words;
}

CellChannels::CellChannels(ImageShape shape, std::uint8_t grid, std::vector<ChannelKind> kinds)
    : kinds_(std::move(kinds)), bins_("channels", shape, {grid}, 1, {}) {
  require(!kinds_.empty() && !has_twice(kinds_), Kind::model, "has no channels, or channels twice");
  const std::size_t all = cells().cells();
  for (const ChannelKind kind : kinds_) {
    switch (kind) {
      case ChannelKind::orientations:
        sources_.emplace_back(
            of_each_cell<OrientationFeatures>(shape, grid, all, 0, OrientationFeatures::kDirections));
        break;
      case ChannelKind::colors:
        sources_.emplace_back(of_each_cell<ColorFeatures>(shape, grid, all, ColorFeatures::kMeans,
                                                          ColorFeatures::kMeans + ColorFeatures::kHues));
        break;
      case ChannelKind::binary_patterns:
        sources_.emplace_back(
            of_each_cell<BinaryPatternFeatures>(shape, grid, all, 0, BinaryPatternFeatures::kPatterns));
        break;
      default:
        throw Error(Kind::model, "has channels of an unknown kind");
    }
    count_ += std::visit([](const auto& source) { return source.groups(); }, sources_.back()) / all;
  }
}

std::size_t CellChannels::inputs() const {
  std::size_t max = 0;
  for (const Source& source : sources_)
    max = std::max(max, std::visit([](const auto& one) { return one.inputs(); }, source));
  return max;
}

std::size_t CellChannels::multiply_adds() const {
  std::size_t all = 0;
  for (const Source& source : sources_)
    all += std::visit([](const auto& one) { return one.multiply_adds(); }, source);
  return all;
}

void CellChannels::encode(std::span<const float> image, std::span<std::uint8_t> codes) const {
  thread_local std::vector<std::uint8_t> own;
  std::size_t begin = 0;
  const auto encode_kind = [&](const auto& source) {
    own.resize(source.groups());
    source.encode(image.first(source.inputs()), own);
    const std::size_t of_cell = own.size() / cells().cells();
    for (std::size_t cell = 0; cell < cells().cells(); ++cell)
      std::ranges::copy(std::span(own).subspan(cell * of_cell, of_cell),
                        codes.subspan(cell * count_ + begin).begin());
    begin += of_cell;
  };
  for (const Source& source : sources_) std::visit(encode_kind, source);
}

}  // namespace ocelli::internal
