#include "ocelli/text/page_reader.hpp"

#include <tbb/parallel_for.h>

#include <cmath>
#include <string>
#include <vector>

#include "ocelli/imaging/image.hpp"
#include "ocelli/text/doubted_words.hpp"
#include "ocelli/text/line_reader.hpp"
#include "ocelli/text/look_alikes.hpp"
#include "ocelli/text/noise.hpp"
#include "ocelli/text/page_ink.hpp"
#include "ocelli/text/page_lines.hpp"

namespace ocelli {
namespace {

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

/// The classes that may be read.
std::vector<std::string> readable(const Reader& reader, const ClassFilter& filter) {
  std::vector<std::string> names;
  for (std::size_t label = 0; label < reader.classes(); ++label) {
    if (filter.allows(label)) names.push_back(reader.glyphs().classes()[label]);
  }
  return names;
}

PageText read_prepared(const PageInk& page, const Reader& reader, const ClassFilter& filter) {
  const PageLines found = find_lines(page);
  const std::vector<std::string> names = readable(reader, filter);
  std::vector<ReadLine> lines(found.lines.size());
  tbb::parallel_for(std::size_t{0}, lines.size(), [&](std::size_t i) {
    const auto& [line, block, spaces] = found.lines[i];
    ReadLine read = to_text(find_glyphs(line, found.components, spaces, reader, filter), line.box, reader);
    trim_bars(read);
    settle_look_alikes(read, names);
    if (reader.weights().language > 0) mend_doubted_words(read, reader.language(), names);
    lines[i] = std::move(read);
  });
  const float usual = usual_confidence(lines);

  PageText text{page.source.width, page.source.height, {}};
  for (const cv::Rect& block : found.blocks) text.blocks.push_back({page.in_source(block), {}});
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!is_noise(lines[i], usual, reader.language()))
      text.blocks[found.lines[i].block].lines.push_back(in_source(std::move(lines[i]), page));
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
