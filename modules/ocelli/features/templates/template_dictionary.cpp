#include "ocelli/features/templates/template_dictionary.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/features/balls/kmeans.hpp"

namespace ocelli::internal {
namespace {

constexpr int kMaxPatches = 100'000;

/// Writes the window around a pixel to `out`, with its mean subtracted and scaled to unit length. Returns
/// false when it is too flat.
bool read_window(std::span<const float> image, ImageShape shape, int x, int y, int side, double min_contrast,
                 std::span<float> out) {
  double sum = 0, squares = 0;
  for (int i = 0; i < side * side; ++i) {
    const int px = x - side / 2 + i % side, py = y - side / 2 + i / side;
    const bool inside = px >= 0 && py >= 0 && px < shape.width && py < shape.height;
    const float gray = inside ? image[static_cast<std::size_t>(py * shape.width + px)] : 0;
    out[i] = gray;
    sum += gray;
    squares += static_cast<double>(gray) * gray;
  }
  const double mean = sum / (side * side), variance = squares / (side * side) - mean * mean;
  if (variance < min_contrast * min_contrast) return false;
  const double length = std::sqrt(variance * side * side);
  for (float& value : out) value = static_cast<float>((value - mean) / length);
  return true;
}

/// Parses the text as a number; 0 if it is not one.
int whole_number(std::string_view text) {
  int value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failure == std::errc{} && end == text.data() + text.size() ? value : 0;
}

/// "7:1000".
PatchCount parse_patch_count(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const int side = whole_number(text.substr(0, colon));
  const int count = whole_number(text.substr(std::min(colon + 1, text.size())));
  require(
      is_patch_side(side) && count >= 1 && count <= kMaxPatches, Kind::usage,
      [&] {
        return "expected SIDE:COUNT, or several separated by commas, such as 7:1000 (odd sides from 3 to "
               "15), got "
               "'" +
               std::string(text) + "'";
      },
      "--templates");
  return {side, static_cast<std::size_t>(count)};
}

}  // namespace

std::vector<std::string> comma_separated(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::vector<PatchCount> parse_patch_counts(const std::string& text) {
  std::vector<PatchCount> counts;
  for (const std::string& part : comma_separated(text)) counts.push_back(parse_patch_count(part));
  return counts;
}

std::vector<ImagePatch> learn_patches(const Samples& samples, PatchCount wanted,
                                      const TemplateDictionaryOptions& options) {
  require(samples.shape.has_value() && samples.count() > 0, Kind::training,
          "patches can only be learned from images");
  const ImageShape shape = *samples.shape;
  const auto taps = static_cast<std::size_t>(wanted.side * wanted.side);
  SampleValues windows(options.windows, taps);
  Random random(hash(options.seed, {static_cast<std::uint64_t>(wanted.side)}));
  constexpr std::size_t kTries = 100;
  std::size_t found = 0;
  for (std::size_t i = 0; i < kTries * options.windows && found < options.windows; ++i) {
    const auto image = samples.row(random.below(samples.count()));
    const auto x = static_cast<int>(random.below(shape.width)),
               y = static_cast<int>(random.below(shape.height));
    found += read_window(image, shape, x, y, wanted.side, options.min_contrast,
                         {windows.data() + found * taps, taps});
  }
  require(found >= wanted.count, Kind::training, [&] {
    return "too few windows of the images have enough contrast to learn " + std::to_string(wanted.count) +
           " patches";
  });
  windows.conservativeResize(static_cast<Eigen::Index>(found), Eigen::NoChange);

  const Clusters clusters = spherical_kmeans(windows, {wanted.count, options.iterations, options.seed});
  std::vector<ImagePatch> patches;
  for (std::size_t c = 0; c < wanted.count; ++c) {
    patches.push_back(normalized_patch(wanted.side, {clusters.centers.data() + c * taps, taps}));
  }
  return patches;
}

}  // namespace ocelli::internal
