#include "ocelli/text/line_ink.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace ocelli {
namespace {

/// In x-heights.
constexpr double kNarrowestCut = 0.65;  ///< narrower blobs are one glyph: "ri" is wider
constexpr double kNarrowestPiece = 0.2;
constexpr double kValleyReach = 0.4;  ///< how far from a valley its walls are looked for
constexpr double kDeepestInk = 0.75;  ///< columns with more ink than that are not cut

constexpr std::size_t kMostSegments = std::numeric_limits<std::uint16_t>::max() - 1;

struct Blob {
  cv::Rect box;
  std::vector<std::uint32_t> parts;
};

bool stands_above(const cv::Rect& one, const cv::Rect& other) {
  const int common = std::min(one.x + one.width, other.x + other.width) - std::max(one.x, other.x);
  return 2 * common >= std::min(one.width, other.width);
}

/// The line's parts, those above each other together, from left to right.
std::vector<Blob> blobs_of(const TextLine& line, const Components& components) {
  std::vector<Blob> blobs;
  for (const std::uint32_t part : line.parts) {
    const cv::Rect& box = components.list[part].box;
    const auto near =
        std::find_if(blobs.rbegin(), blobs.rend() - std::max<std::ptrdiff_t>(std::ssize(blobs) - 3, 0),
                     [&box](const Blob& blob) { return stands_above(blob.box, box); });
    if (near == blobs.rend() || !stands_above(near->box, box)) {
      blobs.push_back({box, {part}});
    } else {
      near->box |= box;
      near->parts.push_back(part);
    }
  }
  std::ranges::stable_sort(blobs, {}, [](const Blob& blob) { return 2 * blob.box.x + blob.box.width; });
  return blobs;
}

/// Calls visit(x, y) for each pixel of a component.
template <class Visit>
void for_each_pixel(const Components& components, std::uint32_t part, const Visit& visit) {
  const cv::Rect& box = components.list[part].box;
  const auto label = static_cast<std::int32_t>(part) + 1;
  for (int y = box.y; y < box.y + box.height; ++y) {
    const std::int32_t* const row = components.labels.ptr<std::int32_t>(y);
    for (int x = box.x; x < box.x + box.width; ++x) {
      if (row[x] == label) visit(x, y);
    }
  }
}

/// Ink of a blob in each of its columns.
std::vector<int> profile_of(const Blob& blob, const Components& components) {
  std::vector<int> profile(static_cast<std::size_t>(blob.box.width), 0);
  for (const std::uint32_t part : blob.parts) {
    for_each_pixel(components, part, [&](int x, int) { ++profile[x - blob.box.x]; });
  }
  return profile;
}

/// How much deeper a column is than the lower of the walls beside it.
int valley_depth(std::span<const int> profile, int column, int reach) {
  const int first = std::max(column - reach, 0);
  const int last = std::min(column + reach, static_cast<int>(profile.size()) - 1);
  const int left = *std::max_element(profile.begin() + first, profile.begin() + column + 1);
  const int right = *std::max_element(profile.begin() + column, profile.begin() + last + 1);
  return std::min(left, right) - profile[column];
}

/// Columns of a blob where a new segment may begin, in order, without the first.
std::vector<int> cuts_of(std::span<const int> profile, double x_height) {
  const int width = static_cast<int>(profile.size());
  if (width < kNarrowestCut * x_height) return {};
  const int piece = std::max(static_cast<int>(std::lround(kNarrowestPiece * x_height)), 2);
  const int reach = std::max(static_cast<int>(std::lround(kValleyReach * x_height)), 2);
  struct Cut {
    int column, depth;
  };
  std::vector<Cut> candidates;
  for (int column = piece; column <= width - piece; ++column) {
    if (profile[column] > kDeepestInk * x_height) continue;
    const int depth = valley_depth(profile, column, reach);
    if (depth > 0) candidates.push_back({column, depth});
  }
  std::ranges::stable_sort(candidates, std::greater{}, &Cut::depth);
  std::vector<int> chosen;
  for (const Cut& cut : candidates) {
    const bool free =
        std::ranges::all_of(chosen, [&](int other) { return std::abs(other - cut.column) >= piece; });
    if (free) chosen.push_back(cut.column);
  }
  std::ranges::sort(chosen);
  // Every piece has ink: a cut before a gap waits until the gap's end.
  for (int& cut : chosen) {
    while (profile[cut] == 0) ++cut;
  }
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

}  // namespace

LineInk::LineInk(const TextLine& line, const Components& components)
    : origin_(line.box.tl()), owners_(cv::Mat::zeros(line.box.size(), CV_16U)) {
  std::uint32_t blob_index = 0;
  for (const Blob& blob : blobs_of(line, components)) {
    const std::vector<int> cuts = cuts_of(profile_of(blob, components), line.x_height);
    if (segments_.size() + cuts.size() + 1 > kMostSegments) break;
    const std::size_t first = segments_.size();
    // The segment of each column of the blob, and the box of each segment's ink.
    std::vector<std::uint16_t> owner(static_cast<std::size_t>(blob.box.width));
    for (int column = 0; column < blob.box.width; ++column) {
      const auto before = std::upper_bound(cuts.begin(), cuts.end(), column) - cuts.begin();
      owner[column] = static_cast<std::uint16_t>(first + static_cast<std::size_t>(before) + 1);
    }
    segments_.resize(first + cuts.size() + 1, {{}, blob_index});
    for (const std::uint32_t part : blob.parts) {
      for_each_pixel(components, part, [&](int x, int y) {
        const std::uint16_t segment = owner[x - blob.box.x];
        owners_.at<std::uint16_t>(y - origin_.y, x - origin_.x) = segment;
        segments_[segment - 1U].box |= cv::Rect(x, y, 1, 1);
      });
    }
    ++blob_index;
  }
}

cv::Rect LineInk::box(std::size_t first, std::size_t last) const {
  cv::Rect around;
  for (std::size_t segment = first; segment <= last; ++segment) around |= segments_[segment].box;
  return around;
}

cv::Mat LineInk::ink(std::size_t first, std::size_t last) const {
  const cv::Rect around = box(first, last);
  cv::Mat ink(around.size(), CV_8U);
  const auto lowest = static_cast<std::uint16_t>(first + 1);
  const auto span = static_cast<std::uint16_t>(last - first);
  for (int y = 0; y < around.height; ++y) {
    const std::uint16_t* const owners =
        owners_.ptr<std::uint16_t>(y + around.y - origin_.y) + around.x - origin_.x;
    std::uint8_t* const row = ink.ptr<std::uint8_t>(y);
    for (int x = 0; x < around.width; ++x) {
      row[x] = static_cast<std::uint16_t>(owners[x] - lowest) <= span ? 255 : 0;
    }
  }
  return ink;
}

}  // namespace ocelli
