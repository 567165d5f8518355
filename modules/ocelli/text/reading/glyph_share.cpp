#include "ocelli/text/reading/glyph_share.hpp"

#include <algorithm>
#include <opencv2/core.hpp>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/text/reading/glyph_lattice.hpp"

namespace ocelli::internal {
namespace {

constexpr float kProbably = 0.5F;         ///< confidence
constexpr std::size_t kOfPage = 64;       ///< components to classify
constexpr std::size_t kOfLine = 8;        ///< the same for each line
constexpr double kMinGlyphShare = 0.4;    ///< share in a line of text
constexpr std::size_t kShortestLine = 3;  ///< components; fewer are glyphs by chance

/// A component alone, 255 on 0, cropped to its box.
cv::Mat ink_of(const Components& components, std::uint32_t part) {
  const cv::Rect& box = components.list[part].box;
  cv::Mat ink = cv::Mat::zeros(box.size(), CV_8U);
  for (const RowRun& run : components.runs_of(part)) {
    std::uint8_t* const row = ink.ptr<std::uint8_t>(run.y - box.y);
    std::fill(row + (run.begin - box.x), row + (run.end - box.x), std::uint8_t{255});
  }
  return ink;
}

bool is_glyph(const TextLine& line, std::uint32_t part, const Components& components, const Reader& reader,
              const ClassFilter& filter) {
  const LineFrame frame{line.baseline, line.slope, line.x_height};
  return confidence_alone(ink_of(components, part), components.list[part].box, frame, reader, filter) >
         kProbably;
}

/// Of every `step`-th component.
struct Sample {
  std::size_t glyphs = 0, all = 0;

  double share() const { return all == 0 ? 0 : static_cast<double>(glyphs) / static_cast<double>(all); }
};

std::size_t step_for(std::size_t parts, std::size_t wanted) {
  return std::max<std::size_t>(1, parts / wanted);
}

}  // namespace

double glyph_share(const PageLines& page, const Reader& reader) {
  std::size_t parts = 0;
  for (const PageLine& line : page.lines) parts += line.line.parts.size();
  const std::size_t step = step_for(parts, kOfPage);
  const ClassFilter filter(reader);
  Sample sample;
  std::size_t at = 0;
  for (const PageLine& line : page.lines) {
    check_canceled();
    for (const std::uint32_t part : line.line.parts) {
      if (at++ % step != 0) continue;
      ++sample.all;
      sample.glyphs += is_glyph(line.line, part, page.components, reader, filter);
    }
  }
  return sample.share();
}

void keep_lines_of_glyphs(PageLines& page, const Reader& reader) {
  const ClassFilter filter(reader);
  std::erase_if(page.lines, [&](const PageLine& line) {
    const std::vector<std::uint32_t>& parts = line.line.parts;
    if (parts.size() < kShortestLine) return true;
    check_canceled();
    Sample sample;
    for (std::size_t i = 0; i < parts.size(); i += step_for(parts.size(), kOfLine)) {
      ++sample.all;
      sample.glyphs += is_glyph(line.line, parts[i], page.components, reader, filter);
    }
    return sample.share() < kMinGlyphShare;
  });
}

}  // namespace ocelli::internal
