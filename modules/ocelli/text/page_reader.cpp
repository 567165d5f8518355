#include "ocelli/text/page_reader.hpp"

#include <tbb/parallel_for.h>

#include <cmath>
#include <vector>

#include "ocelli/imaging/components.hpp"
#include "ocelli/imaging/image.hpp"
#include "ocelli/text/layout.hpp"
#include "ocelli/text/line_reader.hpp"
#include "ocelli/text/noise.hpp"
#include "ocelli/text/page_ink.hpp"

namespace ocelli {
namespace {

/// A line and the block that it belongs to.
struct LineTask {
  const TextLine* line;
  std::size_t block;
  SpaceWidth spaces;
};

/// Gaps of lines set alike are weighed together: a line has too few to part them by.
std::vector<LineTask> tasks_of(const PageLayout& layout, const Components& components) {
  std::vector<LineTask> tasks;
  for (std::size_t block = 0; block < layout.blocks.size(); ++block) {
    std::vector<double> all;
    for (const TextLine& line : layout.blocks[block].lines) {
      const std::vector<double> gaps = gaps_of(line, components);
      all.insert(all.end(), gaps.begin(), gaps.end());
    }
    const SpaceWidth spaces = space_width(std::move(all));
    for (const TextLine& line : layout.blocks[block].lines) tasks.push_back({&line, block, spaces});
  }
  return tasks;
}

/// The line in pixels of the image that came in.
ReadLine in_source(ReadLine line, const PageInk& page) {
  const cv::Rect box = line.box;
  line.box = page.in_source(box);
  const double middle = box.x + box.width / 2.0;
  const double foot = line.baseline + line.slope * middle - box.y;
  line.x_height /= page.scale;
  line.slope += std::tan(page.angle);
  line.baseline = line.box.y + foot / page.scale - line.slope * (line.box.x + line.box.width / 2.0);
  for (ReadWord& word : line.words) {
    for (ReadGlyph& glyph : word.glyphs) glyph.box = page.in_source(glyph.box);
  }
  return line;
}

PageText read_prepared(const PageInk& page, const Reader& reader, const ClassFilter& filter) {
  const Components components = connected_components(page.ink);
  const PageLayout layout = find_layout(components);
  const std::vector<LineTask> tasks = tasks_of(layout, components);
  std::vector<ReadLine> lines(tasks.size());
  tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t i) {
    ReadLine line = read_line(*tasks[i].line, components, tasks[i].spaces, reader, filter);
    trim_bars(line);
    if (!is_noise(line)) lines[i] = in_source(std::move(line), page);
  });

  PageText text{page.source.width, page.source.height, {}};
  for (const TextBlock& block : layout.blocks) text.blocks.push_back({page.in_source(block.box), {}});
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (!lines[i].words.empty()) text.blocks[tasks[i].block].lines.push_back(std::move(lines[i]));
  }
  std::erase_if(text.blocks, [](const ReadBlock& block) { return block.lines.empty(); });
  return text;
}

/// How much of a page could be read: the confidence of all its glyphs, summed.
double understood(const PageText& text) {
  double sum = 0;
  for (const ReadBlock& block : text.blocks) {
    for (const ReadLine& line : block.lines) {
      for (const ReadWord& word : line.words) {
        if (word.glyphs.size() > 1) sum += word.confidence() * static_cast<double>(word.glyphs.size());
      }
    }
  }
  return sum;
}

}  // namespace

PageText read_page(const cv::Mat& grey, const Reader& reader, const ReadingOptions& options) {
  require_grey(grey);
  if (grey.empty()) return {};
  const ClassFilter filter = options.only.empty() ? ClassFilter(reader) : ClassFilter(reader, options.only);
  PageText best = read_prepared(prepare_page(grey, 0, options.straighten), reader, filter);
  for (int quarters = 1; options.turn && quarters < 4; ++quarters) {
    PageText turned = read_prepared(prepare_page(grey, quarters, options.straighten), reader, filter);
    if (understood(turned) > understood(best)) best = std::move(turned);
  }
  return best;
}

}  // namespace ocelli
