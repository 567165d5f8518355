#include "ocelli/features/channel_templates/channel_templates.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/balls/kmeans.hpp"
#include "ocelli/features/response_ranges.hpp"
#include "ocelli/features/value_codec.hpp"
#include "ocelli/model_io/vector_codec.hpp"

namespace ocelli::internal {
namespace {

/// Limit on the cost of one image: cells times patches and masks.
constexpr std::size_t kMaxCellPatches = std::size_t{1} << 24;
/// A mask's deviation as a share of the shorter side, about that of 28-pixel templates.
constexpr double kMaskShare = 5.0 / 24;

std::vector<ChannelKind> default_channels() { return {ChannelKind::orientations}; }

std::string wrong_weights(std::size_t taps) {
  return "a channel template must have " + std::to_string(taps) +
         " weights, those of its channels in 3 x 3 cells";
}

/// Files without kinds have only gradients.
std::vector<ChannelKind> kinds_of(const schema::ChannelTemplates& packed) {
  if (packed.channels() == nullptr) return default_channels();
  std::vector<ChannelKind> kinds;
  for (const std::uint8_t kind : *packed.channels()) kinds.push_back(static_cast<ChannelKind>(kind));
  return kinds;
}

/// All weights, patch by patch, in the layout of the product.
PanelProduct product_of(const std::vector<ChannelPatch>& patches, std::size_t taps) {
  std::vector<float> numbers;
  std::vector<std::size_t> begins = {0};
  for (const ChannelPatch& patch : patches) {
    require(patch.weights.size() == taps, Kind::model, [&] { return wrong_weights(taps); });
    numbers.insert(numbers.end(), patch.weights.begin(), patch.weights.end());
    begins.push_back(numbers.size());
  }
  return {numbers, begins};
}

}  // namespace

ChannelTemplates::ChannelTemplates(CellChannels channels, PlaceMasks masks, std::vector<ChannelPatch> patches,
                                   std::vector<PatchTemplate> templates, std::vector<Binning> binnings)
    : channels_(std::move(channels)),
      masks_(masks),
      patches_(std::move(patches)),
      templates_(std::move(templates)),
      binnings_(std::move(binnings)),
      product_(product_of(patches_, taps())) {
  masks_.require_valid();
  require(patches_.size() <= kMaxPatches, Kind::model, "there are more than 10,000 channel templates");
  require(binnings_.size() == templates_.size(), Kind::model, "each channel template needs a binning");
  for (const PatchTemplate& one : templates_) {
    require(one.patch < patches_.size() && one.mask < masks_.count(), Kind::model,
            "a channel template refers to an unknown patch or mask");
  }
  const ImageShape places = this->places();
  require(places.pixels() * (patches_.size() + masks_.count()) <= kMaxCellPatches, Kind::model,
          "has more channel templates and masks than its number of cells allows");
  cell_masks_.resize(places.pixels());
  for (std::uint32_t m = 0; m < masks_.count(); ++m) {
    const std::vector<float> parts = masks_.mask(m, places);
    for (std::size_t cell = 0; cell < parts.size(); ++cell) {
      if (parts[cell] > 0) cell_masks_[cell].push_back({m, parts[cell]});
    }
  }
}

ImageShape ChannelTemplates::places() const {
  const CellGrid& cells = channels_.cells();
  return {static_cast<int>(cells.columns()), static_cast<int>(cells.rows())};
}

std::vector<float> ChannelTemplates::pixel_mask(std::size_t feature) const {
  const std::vector<float> of_cells = cell_mask(templates_[feature].mask);
  std::vector<float> of_pixels(shape().pixels());
  const CellGrid& cells = channels_.cells();
  for (std::size_t r = 0; r < cells.rows(); ++r) {
    for (std::size_t c = 0; c < cells.columns(); ++c) {
      for (int y = cells.y[r]; y < cells.y[r + 1]; ++y) {
        for (int x = cells.x[c]; x < cells.x[c + 1]; ++x)
          of_pixels[static_cast<std::size_t>(y * shape().width + x)] = of_cells[r * cells.columns() + c];
      }
    }
  }
  return of_pixels;
}

template <class Keep>
void ChannelTemplates::visit_positions(const ChannelMap& map, Keep&& keep) const {
  thread_local std::vector<float> window, products;
  window.resize(taps());
  products.resize(product_.stride());
  const std::size_t columns = channels_.cells().columns();
  for (std::uint32_t cell = 0; cell < cell_masks_.size(); ++cell) {
    if (cell_masks_[cell].empty()) continue;
    map.read_window(cell % columns, cell / columns, window);
    product_.multiply(window, products);
    for (std::size_t p = 0; p < patches_.size(); ++p) products[p] -= static_cast<float>(patches_[p].offset);
    for (const auto& [mask, part] : cell_masks_[cell])
      keep(mask, std::span<const float>(products), part, cell);
  }
}

void ChannelTemplates::respond(std::span<const float> image, std::span<float> responses) const {
  thread_local ChannelMap map;
  thread_local std::vector<float> best;
  map_channels(image, map);
  best.assign(masks_.count() * product_.stride(), 0);
  visit_positions(map, [&](std::uint32_t mask, std::span<const float> products, float part, std::uint32_t) {
    float* const of_mask = best.data() + mask * product_.stride();
    for (std::size_t p = 0; p < patches_.size(); ++p) of_mask[p] = std::max(of_mask[p], part * products[p]);
  });
  for (std::size_t f = 0; f < responses.size(); ++f) {
    const auto& [patch, mask] = templates_[f];
    responses[f] = best[mask * product_.stride() + patch] / (255 * kScale);
  }
}

void ChannelTemplates::locate(const ChannelMap& map, std::span<float> responses,
                              std::span<std::uint32_t> cells) const {
  thread_local std::vector<float> best;
  thread_local std::vector<std::uint32_t> best_cells;
  best.assign(masks_.count() * product_.stride(), 0);
  best_cells.assign(best.size(), 0);
  visit_positions(map,
                  [&](std::uint32_t mask, std::span<const float> products, float part, std::uint32_t cell) {
                    float* const of_mask = best.data() + mask * product_.stride();
                    std::uint32_t* const where = best_cells.data() + mask * product_.stride();
                    for (std::size_t p = 0; p < patches_.size(); ++p) {
                      const float response = part * products[p];
                      where[p] = response > of_mask[p] ? cell : where[p];
                      of_mask[p] = std::max(of_mask[p], response);
                    }
                  });
  for (std::size_t f = 0; f < responses.size(); ++f) {
    const auto& [patch, mask] = templates_[f];
    responses[f] = best[mask * product_.stride() + patch] / (255 * kScale);
    cells[f] = best_cells[mask * product_.stride() + patch];
  }
}

void ChannelTemplates::encode(std::span<const float> image, std::span<std::uint8_t> codes) const {
  thread_local std::vector<float> responses;
  responses.resize(groups());
  respond(image, responses);
  for (std::size_t f = 0; f < codes.size(); ++f) codes[f] = binnings_[f].bin(responses[f], 256);
}

ChannelTemplates ChannelTemplates::select(std::span<const std::uint32_t> features) const {
  UsedPatches used = used_patches(templates_, features);
  std::vector<ChannelPatch> patches;
  for (const std::uint32_t p : used.patches) patches.push_back(patches_[p]);
  std::vector<Binning> binnings;
  for (const std::uint32_t f : features) binnings.push_back(binnings_[f]);
  return {channels_, masks_, std::move(patches), std::move(used.templates), std::move(binnings)};
}

ChannelTemplates ChannelTemplates::with_patches(std::vector<ChannelPatch> patches) const {
  return {channels_, masks_, std::move(patches), templates_, binnings_};
}

ChannelTemplates ChannelTemplates::with_fitted_binnings(const Samples& samples) const {
  return {channels_, masks_, patches_, templates_, binnings_of_responses(*this, samples)};
}

std::size_t ChannelTemplates::multiply_adds() const {
  std::size_t masked = 0;
  for (const std::vector<CellMask>& masks : cell_masks_) masked += masks.size();
  return channels_.multiply_adds() + patches_.size() * (cell_masks_.size() * taps() + masked);
}

ChannelTemplates ChannelTemplates::unpack(const Packed& packed) {
  CellChannels channels({packed.width(), packed.height()}, packed.grid(), kinds_of(packed));
  const std::size_t taps = ChannelMap::taps(channels);
  require(packed.weights()->size() == taps * packed.offsets()->size(), Kind::model,
          [&] { return wrong_weights(taps); });
  require(packed.offsets()->size() <= kMaxPatches, Kind::model,
          "there are more than 10,000 channel templates");
  const std::vector<std::int16_t> weights = format::unpack(*packed.weights());
  std::vector<ChannelPatch> patches;
  for (const std::int32_t offset : format::unpack(*packed.offsets())) {
    const auto begin = weights.begin() + static_cast<std::ptrdiff_t>(patches.size() * taps);
    patches.push_back({{begin, begin + static_cast<std::ptrdiff_t>(taps)}, offset});
  }
  return {std::move(channels), PlaceMasks{packed.mask_grid(), packed.mask_sigma(), packed.mask_reach()},
          std::move(patches),
          format::unpack_each(*packed.templates(),
                              [](const schema::PatchTemplate& one) {
                                return PatchTemplate{one.patch(), one.mask()};
                              }),
          format::unpack_binnings(*packed.binnings())};
}

flatbuffers::Offset<schema::ChannelTemplates> ChannelTemplates::pack(
    flatbuffers::FlatBufferBuilder& builder) const {
  std::vector<std::int16_t> all_weights;
  std::vector<std::int32_t> all_offsets;
  for (const auto& [weights, offset] : patches_) {
    all_weights.insert(all_weights.end(), weights.begin(), weights.end());
    all_offsets.push_back(offset);
  }
  const auto weights = builder.CreateVector(all_weights);
  const auto offsets = builder.CreateVector(all_offsets);
  const auto templates = builder.CreateVectorOfStructs(format::pack_each(
      templates_, [](const PatchTemplate& one) { return schema::PatchTemplate(one.patch, one.mask); }));
  const auto binnings = format::pack_binnings(builder, binnings_);
  const auto [mask_grid, sigma, reach] = masks_;
  flatbuffers::Offset<flatbuffers::Vector<std::uint8_t>> kinds;
  if (channels_.kinds() != default_channels()) {
    kinds = builder.CreateVector(format::pack_each(
        channels_.kinds(), [](ChannelKind kind) { return static_cast<std::uint8_t>(kind); }));
  }
  return schema::CreateChannelTemplates(builder, shape().width, shape().height, channels_.grid(), mask_grid,
                                        sigma, reach, weights, offsets, templates, binnings, kinds);
}

// ---- Candidates

namespace {

constexpr std::size_t kMaxWindows = 60'000, kMinOfImage = 30, kMaxOfImage = 300, kIterations = 10;
/// Minimum length of a window minus the mean, as bytes: a fifth of one strong direction per cell.
constexpr float kMinLength = 50;

/// Windows at random cells of random images.
SampleValues drawn_windows(const Samples& samples, const CellChannels& channels, std::uint64_t seed) {
  const CellGrid& cells = channels.cells();
  const std::size_t taps = ChannelMap::taps(channels);
  const auto order = permutation(static_cast<std::uint32_t>(samples.count()), seed);
  const std::size_t images = std::min(order.size(), kMaxWindows / kMinOfImage);
  const std::size_t of_image = std::min(kMaxWindows / images, kMaxOfImage);
  SampleValues windows(images * of_image, taps);
  parallel_for(std::size_t{0}, images, [&](std::size_t i) {
    ChannelMap map;
    map.compute(channels, samples.row(order[i]));
    Random random(hash(seed, {order[i]}));
    for (std::size_t w = i * of_image; w < (i + 1) * of_image; ++w) {
      const std::size_t x = random.below(cells.columns()), y = random.below(cells.rows());
      map.read_window(x, y, {windows.row(static_cast<Eigen::Index>(w)).data(), taps});
    }
  });
  return windows;
}

/// The rows that are long enough, scaled to unit length.
SampleValues unit_rows(const SampleValues& rows) {
  SampleValues kept(rows.rows(), rows.cols());
  Eigen::Index count = 0;
  for (Eigen::Index r = 0; r < rows.rows(); ++r) {
    const float length = rows.row(r).norm();
    if (length >= kMinLength) kept.row(count++) = rows.row(r) / length;
  }
  kept.conservativeResize(count, Eigen::NoChange);
  return kept;
}

ChannelPatch rounded(const Eigen::RowVectorXf& center, const Eigen::RowVectorXf& mean) {
  ChannelPatch patch;
  double offset = 0;
  for (Eigen::Index i = 0; i < center.size(); ++i) {
    const long weight = std::lround(center(i) * ChannelTemplates::kScale);
    patch.weights.push_back(static_cast<std::int16_t>(weight));
    offset += static_cast<double>(weight) * static_cast<double>(mean(i));
  }
  patch.offset = static_cast<std::int32_t>(std::lround(offset));
  return patch;
}

std::vector<ChannelPatch> learned_patches(const Samples& samples, const CellChannels& channels,
                                          std::size_t count, std::uint64_t seed) {
  SampleValues windows = drawn_windows(samples, channels, seed);
  const Eigen::RowVectorXf mean = windows.colwise().mean();
  windows.rowwise() -= mean;
  const SampleValues directions = unit_rows(windows);
  require(static_cast<std::size_t>(directions.rows()) >= count, Kind::training, [&] {
    return "too few windows of the images have enough contrast to learn " + std::to_string(count) +
           " channel templates";
  });
  const Clusters clusters = spherical_kmeans(directions, {count, kIterations, seed});
  std::vector<ChannelPatch> patches;
  for (Eigen::Index c = 0; c < clusters.centers.rows(); ++c)
    patches.push_back(rounded(clusters.centers.row(c), mean));
  return patches;
}

}  // namespace

bool ChannelTemplateOptions::use_colors() const {
  const std::vector<ChannelKind> kinds = parse_channel_kinds(channels);
  return std::ranges::find(kinds, ChannelKind::colors) != kinds.end();
}

ChannelTemplates channel_template_candidates(const Samples& samples, const ChannelTemplateOptions& options,
                                             std::uint64_t seed) {
  require(samples.shape.has_value(), Kind::training,
          "channel templates require images; use other features for tables", "--features");
  const int shorter = std::min(samples.shape->width, samples.shape->height);
  const int min = std::min(OrientationFeatures::kMinGrid, shorter);
  const auto grid = static_cast<std::uint8_t>(std::clamp(shorter / 2, min, std::max(min, options.grid)));
  CellChannels channels(*samples.shape, grid, parse_channel_kinds(options.channels));
  require(samples.gives(channels.inputs()), Kind::training,
          "color channels require color images; use other channels for gray images", "--channels");
  std::vector<ChannelPatch> patches = learned_patches(samples, channels, options.patches, seed);
  const PlaceMasks masks{.grid = ChannelTemplateOptions::kMaskGrid, .sigma = kMaskShare * grid};
  std::vector<PatchTemplate> templates;
  for (std::uint32_t p = 0; p < patches.size(); ++p) {
    for (std::uint32_t m = 0; m < masks.count(); ++m) templates.push_back({p, m});
  }
  std::vector<Binning> unknown(templates.size());
  const ChannelTemplates raw(std::move(channels), masks, std::move(patches), std::move(templates),
                             std::move(unknown));
  return raw.with_fitted_binnings(samples);
}

InputShares ChannelTemplates::input_shares(std::size_t group) const {
  return shares_of_mask(pixel_mask(group));
}

}  // namespace ocelli::internal
