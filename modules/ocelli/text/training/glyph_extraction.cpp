#include "ocelli/text/training/glyph_extraction.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "ocelli/core/random.hpp"
#include "ocelli/text/glyph_reader.hpp"
#include "ocelli/text/layout/line_ink.hpp"
#include "ocelli/text/reading/glyph_image.hpp"
#include "ocelli/text/reading/glyph_lattice.hpp"

namespace ocelli::internal {
namespace {

/// Shares of ink.
constexpr double kWhole = 0.9;    ///< minimum, of a character: all of it
constexpr double kForeign = 0.1;  ///< maximum, of an arc: no significant other character
constexpr double kPart = 0.75;    ///< maximum, of a character: a fragment
constexpr double kMixed = 0.2;    ///< minimum, of an arc: several characters

constexpr std::uint32_t kMaxSegmentsInAnArc = 6;

/// The amount of ink of each character in an arc or line. The first entry is unowned ink.
using Shares = std::vector<std::uint32_t>;

Shares shares_of(const cv::Mat& ink, const cv::Mat& owners, std::size_t characters) {
  Shares shares(characters + 1, 0);
  for (int y = 0; y < ink.rows; ++y) {
    const std::uint8_t* const row = ink.ptr<std::uint8_t>(y);
    const std::uint16_t* const owner = owners.ptr<std::uint16_t>(y);
    for (int x = 0; x < ink.cols; ++x) {
      if (row[x] != 0) ++shares[std::min<std::size_t>(owner[x], characters)];
    }
  }
  return shares;
}

class GlyphExtractor {
 public:
  GlyphExtractor(const LabeledLine& line, const GlyphSamples& samples)
      : line_(line), whole_(shares_of(line.ink, line.owners, line.characters.size())) {
    for (const std::string& character : line.characters) {
      const auto found = std::ranges::find(samples.classes, character);
      labels_.push_back(found == samples.classes.end()
                            ? std::nullopt
                            : std::optional(static_cast<std::uint16_t>(found - samples.classes.begin())));
    }
    no_glyph_ =
        static_cast<std::uint16_t>(std::ranges::find(samples.classes, kNoGlyph) - samples.classes.begin());
  }

  std::uint16_t no_glyph() const { return no_glyph_; }

  /// The class of an arc's ink; nothing if it is ambiguous.
  std::optional<std::uint16_t> label(const cv::Mat& ink, const cv::Rect& box) const {
    const Shares shares = shares_of(ink, line_.owners(box), line_.characters.size());
    const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
    const auto max = std::max_element(shares.begin() + 1, shares.end()) - shares.begin();
    if (all == 0 || shares[max] == 0) return std::nullopt;
    const double of_character = shares[max] / static_cast<double>(whole_[max]);
    const double foreign = 1 - shares[max] / all;
    if (of_character >= kWhole && foreign <= kForeign) return labels_[max - 1U];
    if (of_character <= kPart || foreign >= kMixed) return no_glyph_;
    return std::nullopt;
  }

 private:
  const LabeledLine& line_;
  Shares whole_;
  std::vector<std::optional<std::uint16_t>> labels_;  ///< for each character
  std::uint16_t no_glyph_ = 0;
};

TextLine all_of(const Components& components, const LineFrame& frame) {
  TextLine line{{}, frame.baseline, frame.slope, frame.x_height, {}};
  for (std::uint32_t part = 0; part < components.list.size(); ++part) {
    line.box |= components.list[part].box;
    line.parts.push_back(part);
  }
  std::ranges::stable_sort(line.parts, {}, [&](std::uint32_t part) { return components.list[part].box.x; });
  return line;
}

}  // namespace

void GlyphSamples::add(const GlyphSamples& others) {
  images.insert(images.end(), others.images.begin(), others.images.end());
  labels.insert(labels.end(), others.labels.begin(), others.labels.end());
  places.insert(places.end(), others.places.begin(), others.places.end());
}

void GlyphSamples::add(const cv::Mat& ink, std::uint16_t label, const GlyphPlace& place) {
  GlyphPixels image;
  glyph_image(ink, image);
  for (const float level : image) images.push_back(static_cast<std::uint8_t>(std::lround(level)));
  labels.push_back(label);
  places.push_back(place);
}

Samples GlyphSamples::samples() const {
  Samples samples{{}, kGlyphShape, labels, classes};
  samples.values.resize(static_cast<Eigen::Index>(count()), static_cast<Eigen::Index>(kGlyphShape.pixels()));
  std::ranges::copy(images, samples.values.data());
  return samples;
}

GlyphSamples thinned(const GlyphSamples& samples, std::size_t max, std::uint64_t seed) {
  std::vector<std::vector<std::pair<std::uint64_t, std::size_t>>> of_class(samples.classes.size());
  for (std::size_t i = 0; i < samples.count(); ++i)
    of_class[samples.labels[i]].emplace_back(hash(seed, {i}), i);
  std::vector<std::size_t> kept;
  for (auto& drawn : of_class) {
    std::ranges::sort(drawn);
    if (drawn.size() > max) drawn.resize(max);
    for (const auto& [key, i] : drawn) kept.push_back(i);
  }
  std::ranges::sort(kept);
  GlyphSamples thinned(samples.classes);
  for (const std::size_t i : kept) {
    const auto image = samples.images.begin() + static_cast<std::ptrdiff_t>(i * GlyphPixels().size());
    thinned.images.insert(thinned.images.end(), image,
                          image + static_cast<std::ptrdiff_t>(GlyphPixels().size()));
    thinned.labels.push_back(samples.labels[i]);
    thinned.places.push_back(samples.places[i]);
  }
  return thinned;
}

void extract_glyphs(const LabeledLine& line, std::size_t reject_share, std::uint64_t seed,
                    GlyphSamples& samples) {
  const Components components = connected_components(line.ink);
  if (components.list.empty()) return;
  const LineInk ink(all_of(components, line.frame), components);
  const GlyphExtractor extractor(line, samples);
  const auto segments = static_cast<std::uint32_t>(ink.segments().size());
  for (std::uint32_t first = 0; first < segments; ++first) {
    cv::Rect box;
    bool apart = false;
    for (std::uint32_t last = first; last < std::min(first + kMaxSegmentsInAnArc, segments); ++last) {
      const InkSegment& segment = ink.segments()[last];
      apart = apart || (last > first && segment.blob != ink.segments()[last - 1].blob &&
                        segment.box.x - box.x - box.width > kTouching * line.frame.x_height);
      box |= segment.box;
      if (last > first && box.width > widest_arc(apart) * line.frame.x_height) break;
      const cv::Mat glyph = ink.ink(first, last);
      const std::optional<std::uint16_t> label = extractor.label(glyph, box);
      if (!label) continue;
      if (*label == extractor.no_glyph() && hash(seed, {first, last}) % reject_share != 0) continue;
      samples.add(glyph, *label, line.frame.place(box));
    }
  }
}

}  // namespace ocelli::internal
