#include "ocelli/features/feature_set.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/feature_kinds.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kSampleTile = 64;  // samples; a column receives whole cache lines at a time

/// Transposes samples x columns to columns x samples, tile by tile, so that the input stays in the cache.
void write_columns(std::span<const std::uint8_t> codes, std::size_t first, std::size_t count,
                   BinnedResponses& responses) {
  const std::size_t columns = responses.features();
  for (std::size_t tile = 0; tile < columns; tile += kSampleTile) {
    for (std::size_t c = tile; c < std::min(tile + kSampleTile, columns); ++c) {
      std::uint8_t* const column = responses.of(c).data() + first;
      for (std::size_t i = 0; i < count; ++i) column[i] = codes[i * columns + c];
    }
  }
}

template <class Features>
concept Countable = requires(const Samples& samples) {
  Features::all(samples);
};

}  // namespace

std::string_view kind(const FeatureSet& set) {
  return std::visit([]<class Features>(const Features&) { return Features::kKind; }, set);
}

std::optional<ImageShape> image_shape(const FeatureSet& set) {
  return std::visit(
      []<class Features>(const Features& features) -> std::optional<ImageShape> {
        if constexpr (requires { features.shape(); }) return features.shape();
        return std::nullopt;
      },
      set);
}

std::size_t inputs(const FeatureSet& set) {
  return std::visit([](const auto& s) { return s.inputs(); }, set);
}

std::size_t groups(const FeatureSet& set) {
  return std::visit([](const auto& s) { return s.groups(); }, set);
}

std::size_t width(const FeatureSet& set) {
  return std::visit([](const auto& s) { return s.width(); }, set);
}

std::size_t columns(const FeatureSet& set) { return groups(set) * width(set); }

const Binning& binning(const FeatureSet& set, std::size_t column) {
  return std::visit([&](const auto& s) -> const Binning& { return s.binning(column); }, set);
}

void encode(const FeatureSet& set, std::span<const float> sample, std::span<std::uint8_t> codes) {
  std::visit([&](const auto& s) { s.encode(sample.first(s.inputs()), codes); }, set);
}

InputShares input_shares(const FeatureSet& set, std::size_t group) {
  return std::visit([=](const auto& features) { return features.input_shares(group); }, set);
}

std::size_t multiply_adds(const FeatureSet& set) {
  return std::visit([](const auto& s) { return s.multiply_adds(); }, set);
}

FeatureSet with_fitted_binnings(const FeatureSet& set, const Samples& samples) {
  return std::visit(
      [&](const auto& s) -> FeatureSet {
        if constexpr (requires { s.with_fitted_binnings(samples); }) return s.with_fitted_binnings(samples);
        return s;
      },
      set);
}

FeatureSet select(const FeatureSet& set, std::span<const std::uint32_t> groups) {
  return std::visit([&](const auto& s) -> FeatureSet { return s.select(groups); }, set);
}

std::vector<std::string_view> countable_kinds() {
  std::vector<std::string_view> kinds;
  for_each_kind([&]<class Features>(std::type_identity<Features>) {
    if constexpr (Countable<Features>) kinds.push_back(Features::kKind);
  });
  return kinds;
}

FeatureSet all_features(std::string_view kind, const Samples& samples) {
  std::optional<FeatureSet> features;
  for_each_kind([&]<class Features>(std::type_identity<Features>) {
    if constexpr (Countable<Features>) {
      if (kind == Features::kKind) features = Features::all(samples);
    }
  });
  return features.value();
}

BinnedResponses respond(const FeatureSet& set, const Samples& samples) {
  require(samples.gives(inputs(set)), Kind::input, [&] {
    return "samples have " + std::to_string(samples.width()) + " values, but the features expect " +
           std::to_string(inputs(set));
  });
  BinnedResponses responses(columns(set), samples.count(), 256);
  for (std::size_t c = 0; c < responses.features(); ++c) responses.binning(c) = binning(set, c);

  tbb::enumerable_thread_specific<std::vector<std::uint8_t>> scratch(kSampleTile * responses.features());
  const std::size_t blocks = (samples.count() + kSampleTile - 1) / kSampleTile;
  parallel_for(std::size_t{0}, blocks, [&](std::size_t block) {
    const std::span codes = scratch.local();
    const std::size_t first = block * kSampleTile, count = std::min(kSampleTile, samples.count() - first);
    for (std::size_t i = 0; i < count; ++i) {
      encode(set, samples.row(first + i), codes.subspan(i * responses.features(), responses.features()));
    }
    write_columns(codes, first, count, responses);
  });
  return responses;
}

}  // namespace ocelli::internal
