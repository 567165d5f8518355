#include "ocelli/text/layout/line_ink.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "ocelli/core/cancellation.hpp"

namespace ocelli::internal {
namespace {

/// In x-heights.
constexpr double kNarrowestCut = 0.65;  ///< narrower blobs are one glyph: "ri" is wider
constexpr double kNarrowestPiece = 0.25;
constexpr double kValleyReach = 0.4;  ///< distance from a valley within which to search its walls
constexpr double kShortestUnderline = 1.2, kThickestUnderline = 0.3;
/// Of "±", whose lower bar is no underline: how much wider than the plus and how far below the baseline the
/// bar may be, and how far above the baseline the plus ends.
constexpr double kWiderFoot = 0.15, kLowestFoot = 0.3, kLowestPlus = 0.1;
/// A minus sign that touches the left of a currency sign: its least length, its thickness, the height of its
/// middle above the baseline, and the height of the sign.
constexpr double kShortestMinus = 0.3, kThickestMinus = 0.3, kLowestMinus = 0.2, kHighestMinus = 0.8,
                 kLowestSign = 1.2;
constexpr double kDeepestInk = 0.75;  ///< columns with more ink are not cut,
constexpr double kFilledWord = 2.4;   ///< except in blobs wider than any glyph

constexpr double kBorderReach = 0.18;  ///< maximum distance of a cut from a cell's border, in cells

constexpr std::size_t kMaxSegments = std::numeric_limits<std::uint16_t>::max() - 1;

struct Blob {
  cv::Rect box;
  std::vector<std::uint32_t> parts;
};

bool stands_above(const cv::Rect& one, const cv::Rect& other) {
  const int common = std::min(one.x + one.width, other.x + other.width) - std::max(one.x, other.x);
  return 2 * common >= std::min(one.width, other.width);
}

int widest_part(const TextLine& line, const Components& components) {
  int widest = 0;
  for (const std::uint32_t part : line.parts) widest = std::max(widest, components.list[part].box.width);
  return widest;
}

/// Whether a stroke is the lower bar of a sign such as "±": as wide as the part above it, which does not
/// stand on the baseline.
bool is_foot_of(const cv::Rect& sign, const cv::Rect& stroke, double baseline, double x_height) {
  const double wider = kWiderFoot * x_height;
  return stroke.y + stroke.height <= baseline + kLowestFoot * x_height &&
         sign.y + sign.height <= std::min<double>(stroke.y, baseline - kLowestPlus * x_height) &&
         std::abs(sign.x - stroke.x) <= wider &&
         std::abs(sign.x + sign.width - stroke.x - stroke.width) <= wider;
}

/// Whether a part is a stroke under others, which belongs to no glyph, unlike an isolated "_". `widest`:
/// maximum width of the line's parts.
bool is_underline(const cv::Rect& part, const TextLine& line, const Components& components, int widest) {
  const double baseline = line.baseline + line.slope * (part.x + part.width / 2.0);
  if (part.width < kShortestUnderline * line.x_height || part.height > kThickestUnderline * line.x_height ||
      part.y < baseline - kThickestUnderline * line.x_height) {
    return false;
  }
  const auto left_of = [&](std::uint32_t other) { return components.list[other].box.x; };
  const auto first = std::ranges::upper_bound(line.parts, part.x - widest, {}, left_of);
  const auto last = std::ranges::lower_bound(line.parts, part.x + part.width, {}, left_of);
  return std::any_of(first, last, [&](std::uint32_t other) {
    const cv::Rect& box = components.list[other].box;
    return box.y + box.height / 2 < part.y && part.x < box.x + box.width &&
           !is_foot_of(box, part, baseline, line.x_height);
  });
}

/// The line's parts from left to right. Vertically overlapping parts are merged.
std::vector<Blob> blobs_of(const TextLine& line, const Components& components) {
  std::vector<Blob> blobs;
  const int widest = widest_part(line, components);
  for (const std::uint32_t part : line.parts) {
    const cv::Rect& box = components.list[part].box;
    if (is_underline(box, line, components, widest)) continue;
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

/// The ink of a blob in each of its columns.
std::vector<int> profile_of(const Blob& blob, const Components& components) {
  std::vector<int> profile(static_cast<std::size_t>(blob.box.width), 0);
  for (const std::uint32_t part : blob.parts) {
    for (const RowRun& run : components.runs_of(part)) {
      for (int x = run.begin; x < run.end; ++x) ++profile[x - blob.box.x];
    }
  }
  return profile;
}

/// The column where a dash that touches the left of a tall glyph ends; 0 if there is none.
int end_of_dash(const Blob& blob, const TextLine& line, const Components& components,
                std::span<const int> profile) {
  const double thick = kThickestMinus * line.x_height;
  if (blob.box.height < kLowestSign * line.x_height) return 0;
  const auto is_thin = [=](int ink) { return ink <= thick; };
  const auto thin = std::ranges::find_if_not(profile, is_thin) - profile.begin();
  if (static_cast<double>(thin) < kShortestMinus * line.x_height) return 0;
  std::vector<cv::Vec2i> reach(static_cast<std::size_t>(thin), {std::numeric_limits<int>::max(), -1});
  for (const std::uint32_t part : blob.parts) {
    for (const RowRun& run : components.runs_of(part)) {
      const int end = std::min(run.end - blob.box.x, static_cast<int>(thin));
      for (int x = run.begin - blob.box.x; x < end; ++x) {
        cv::Vec2i& column = reach[static_cast<std::size_t>(x)];
        column = {std::min(column[0], run.y), std::max(column[1], run.y)};
      }
    }
  }
  int top = reach[0][0], bottom = reach[0][1], end = 0;
  for (const cv::Vec2i& column : reach) {
    top = std::min(top, column[0]);
    bottom = std::max(bottom, column[1]);
    if (bottom - top + 1 > thick) break;
    ++end;
  }
  const double baseline = line.baseline + line.slope * blob.box.x;
  const double above = (baseline - (reach[0][0] + reach[0][1]) / 2.0) / line.x_height;
  const bool is_dash =
      end >= kShortestMinus * line.x_height && above >= kLowestMinus && above <= kHighestMinus;
  return is_dash && end < blob.box.width ? end : 0;
}

/// The depth of a column relative to the lower of the walls beside it.
int valley_depth(std::span<const int> profile, int column, int reach) {
  const int first = std::max(column - reach, 0);
  const int last = std::min(column + reach, static_cast<int>(profile.size()) - 1);
  const int left = *std::max_element(profile.begin() + first, profile.begin() + column + 1);
  const int right = *std::max_element(profile.begin() + column, profile.begin() + last + 1);
  return std::min(left, right) - profile[column];
}

/// The columns with least ink near the borders of a typewriter's cells. `left` is the x of the first column.
std::vector<int> cell_borders(std::span<const int> profile, const Pitch& pitch, int left, int piece) {
  std::vector<int> columns;
  const int width = static_cast<int>(profile.size());
  const int reach = std::max(static_cast<int>(std::lround(kBorderReach * pitch.width)), 1);
  for (double cell = std::ceil(pitch.cells_at(left));; ++cell) {
    const int border = static_cast<int>(std::lround(pitch.start + cell * pitch.width)) - left;
    const int first = std::max(border - reach, piece), last = std::min(border + reach, width - piece);
    if (border >= width) return columns;
    if (first > last) continue;
    const auto min = std::min_element(profile.begin() + first, profile.begin() + last + 1);
    columns.push_back(static_cast<int>(min - profile.begin()));
  }
}

/// Sorted columns of a blob where a new segment may begin, without the first column. `left` is the x of the
/// first column; `dash_end`: see end_of_dash().
std::vector<int> cuts_of(std::span<const int> profile, double x_height, const std::optional<Pitch>& pitch,
                         int left, int dash_end) {
  const int width = static_cast<int>(profile.size());
  if (width < kNarrowestCut * x_height) return {};
  const int piece = std::max(static_cast<int>(std::lround(kNarrowestPiece * x_height)), 2);
  const int reach = std::max(static_cast<int>(std::lround(kValleyReach * x_height)), 2);
  struct Cut {
    int column, depth;
  };
  std::vector<Cut> candidates;
  for (int column = piece; column <= width - piece; ++column) {
    if (profile[column] > kDeepestInk * x_height && width < kFilledWord * x_height) continue;
    const int depth = valley_depth(profile, column, reach);
    if (depth > 0) candidates.push_back({column, depth});
  }
  std::ranges::stable_sort(candidates, std::greater{}, &Cut::depth);
  std::vector<int> chosen;
  if (pitch) chosen = cell_borders(profile, *pitch, left, piece);
  if (!pitch && dash_end > 0) chosen = {dash_end};
  std::vector<bool> taken(profile.size() + 1);  // columns closer to a cut than the width of a piece
  const auto take = [&](int column) {
    const int last = std::min(column + piece - 1, width);
    for (int near = std::max(column - piece + 1, 0); near <= last; ++near)
      taken[static_cast<std::size_t>(near)] = true;
  };
  std::ranges::for_each(chosen, take);
  for (const Cut& cut : candidates) {
    if (taken[static_cast<std::size_t>(cut.column)]) continue;
    chosen.push_back(cut.column);
    take(cut.column);
  }
  std::ranges::sort(chosen);
  // Every piece has ink: a cut before a gap moves to the end of the gap.
  for (int& cut : chosen) {
    while (profile[cut] == 0) ++cut;
  }
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

/// The segment of each column of a blob. Its first segment is `first`.
std::vector<std::uint16_t> owners_of(std::span<const int> cuts, int width, std::size_t first) {
  std::vector<std::uint16_t> owners(static_cast<std::size_t>(width));
  for (int column = 0; column < width; ++column) {
    const auto before = std::upper_bound(cuts.begin(), cuts.end(), column) - cuts.begin();
    owners[column] = static_cast<std::uint16_t>(first + static_cast<std::size_t>(before));
  }
  return owners;
}

/// The bounding coordinates of pixels.
struct Extent {
  int left = std::numeric_limits<int>::max(), top = left, right = -1, bottom = -1;

  void add(int x, int y) {
    left = std::min(left, x);
    right = std::max(right, x);
    top = std::min(top, y);
    bottom = std::max(bottom, y);
  }
  cv::Rect box() const { return {left, top, right - left + 1, bottom - top + 1}; }
};

}  // namespace

LineInk::LineInk(const TextLine& line, const Components& components) {
  cv::Rect around;
  for (const std::uint32_t part : line.parts) around |= components.list[part].box;
  origin_ = around.tl();
  owners_ = cv::Mat::zeros(around.size(), CV_16U);
  std::vector<Extent> extents;
  const std::vector<Blob> found = blobs_of(line, components);
  std::vector<cv::Rect> boxes(found.size());
  std::ranges::transform(found, boxes.begin(), &Blob::box);
  pitch_ = find_pitch(line, components, boxes);
  for (const Blob& blob : found) {
    check_canceled();
    const std::vector<int> profile = profile_of(blob, components);
    const std::vector<int> cuts =
        cuts_of(profile, line.x_height, pitch_, blob.box.x, end_of_dash(blob, line, components, profile));
    if (extents.size() + cuts.size() + 1 > kMaxSegments) break;
    const std::vector<std::uint16_t> owner = owners_of(cuts, blob.box.width, extents.size() + 1);
    extents.resize(extents.size() + cuts.size() + 1);
    for (const std::uint32_t part : blob.parts) {
      for (const RowRun& run : components.runs_of(part)) {
        std::uint16_t* const row = owners_.ptr<std::uint16_t>(run.y - origin_.y);
        for (int x = run.begin; x < run.end; ++x) {
          const std::uint16_t segment = owner[x - blob.box.x];
          row[x - origin_.x] = segment;
          extents[segment - 1U].add(x, run.y);
        }
      }
    }
    const auto blob_index = static_cast<std::uint32_t>(blobs());
    for (std::size_t i = segments_.size(); i < extents.size(); ++i)
      segments_.push_back({extents[i].box(), blob_index});
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

}  // namespace ocelli::internal
