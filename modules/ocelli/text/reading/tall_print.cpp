#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ocelli/text/reading/line_reader.hpp"

namespace ocelli::internal {
namespace {

constexpr int kStretch = 2;

/// The components of a line at double width, in the order of its parts.
Components stretched_parts(const TextLine& line, const Components& components) {
  Components wide;
  for (const std::uint32_t part : line.parts) {
    const auto& [box, area] = components.list[part];
    wide.list.push_back({{box.x * kStretch, box.y, box.width * kStretch, box.height}, area * kStretch});
    for (const RowRun& run : components.runs_of(part))
      wide.runs.push_back({run.y, run.begin * kStretch, run.end * kStretch});
    wide.starts.push_back(wide.runs.size());
  }
  return wide;
}

TextLine stretched_line(const TextLine& line) {
  TextLine wide = line;
  wide.box.x *= kStretch;
  wide.box.width *= kStretch;
  wide.slope /= kStretch;
  for (std::size_t i = 0; i < wide.parts.size(); ++i) wide.parts[i] = static_cast<std::uint32_t>(i);
  return wide;
}

}  // namespace

bool is_tall_print(const TextLine& line, const Components& components) {
  constexpr std::size_t kFewParts = 3;
  constexpr double kTallPart = 0.9;    ///< in x-heights
  constexpr double kLeastHeight = 14;  ///< in pixels; smaller print is narrow because of the few pixels
  constexpr double kNarrowPart =
      0.45;  ///< maximum width of the widest quarter's narrowest, as a share of its height
  if (line.x_height < kLeastHeight) return false;
  std::vector<double> shapes;
  for (const std::uint32_t part : line.parts) {
    const cv::Rect& box = components.list[part].box;
    if (box.height >= kTallPart * line.x_height)
      shapes.push_back(static_cast<double>(box.width) / box.height);
  }
  if (shapes.size() < kFewParts) return false;
  const auto upper = shapes.begin() + static_cast<std::ptrdiff_t>(shapes.size() * 3 / 4);
  std::ranges::nth_element(shapes, upper);
  return *upper < kNarrowPart;
}

ReadLine read_stretched(const TextLine& line, const Components& components, const SpaceWidth& spaces,
                        const Reader& reader, const ClassFilter& filter) {
  const FoundLine wide =
      find_glyphs(stretched_line(line), stretched_parts(line, components), spaces, reader, filter);
  ReadLine read = to_text(wide, line.box, reader);
  read.slope *= kStretch;
  for (ReadWord& word : read.words) {
    for (ReadGlyph& glyph : word.glyphs) {
      glyph.box.width = std::max(glyph.box.width / kStretch, 1);
      glyph.box.x /= kStretch;
    }
  }
  return read;
}

}  // namespace ocelli::internal
