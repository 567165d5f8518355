#include "ocelli/text/pixel_shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <span>
#include <vector>

#include "ocelli/core/median.hpp"
#include "ocelli/text/layout/page_ink.hpp"

namespace ocelli::internal {
namespace {

/// The median width of the letters in their heights; 1 without letters.
double letter_shape(const PageLines& page) {
  constexpr double kLeastHeight = 0.7;  ///< x-heights of a letter
  std::vector<double> shapes;
  for (const PageLine& line : page.lines) {
    for (const std::uint32_t part : line.line.parts) {
      const cv::Rect& box = page.components.list[part].box;
      if (box.height >= kLeastHeight * line.line.x_height)
        shapes.push_back(static_cast<double>(box.width) / box.height);
    }
  }
  return shapes.empty() ? 1 : median(std::move(shapes));
}

}  // namespace

bool has_wide_letters(const PageLines& page) {
  constexpr double kWide = 1.1;
  return letter_shape(page) > kWide;
}

bool has_narrow_letters(const PageLines& page) {
  constexpr double kNarrow = 0.45;
  return letter_shape(page) < kNarrow;
}

namespace {

constexpr double kUprightShare = 0.45;    ///< share of glyphs of upright print in square pixels
constexpr std::size_t kManyLetters = 64;  ///< fewer are unclear or narrow by chance
constexpr std::size_t kFewLines = 3;      ///< of a fax; pictures of single lines are no faxes on their side

/// Whether the longest lines after quarter turns read far better in pixels of this height. Of broken letters,
/// hardly any are glyphs by themselves, in pixels of any shape.
bool reads_far_better(double height, int quarters, PageTrial& trial) {
  constexpr double kLeastShare = 0.15, kFarMore = 1.3, kClearText = 0.55;
  constexpr std::size_t kManyGlyphs = 12;
  if (trial.glyph_share_of(height, quarters) < kLeastShare) return false;
  const Legibility found = trial.legibility_of(height, quarters);
  if (found.glyphs < kManyGlyphs || (found.listed < kManyListed && found.mean < kClearText)) return false;
  const Legibility square = trial.legibility_of(1, quarters);
  return found.understood > kFarMore * square.understood && found.mean > kFarMore * square.mean;
}

/// Components in lines.
std::size_t letters_on(const PageLines& page) {
  std::size_t letters = 0;
  for (const PageLine& line : page.lines) letters += line.line.parts.size();
  return letters;
}

/// A page in pixels of some height, after quarter turns.
struct TriedPixel {
  double height;
  int quarters;
};

/// A fax as it lies, fed sideways, and turned after the scan.
constexpr std::array kFaxes = {TriedPixel{kFaxPixel, 0}, TriedPixel{kFaxPixel, 1}, TriedPixel{kFaxPixel, 3},
                               TriedPixel{1 / kFaxPixel, 1}, TriedPixel{1 / kFaxPixel, 3}};

/// The height of the pixels of a fax that states none.
double height_of_fax(PageTrial& trial, double share_of_page, bool may_turn) {
  constexpr double kSome = 0.3, kSomeOnSide = 0.36;  ///< share of glyphs of clear faxes in square pixels
  constexpr double kClearly = 1.15, kOnSide = 1.3;
  const double turned = std::max(trial.glyph_share(1), trial.glyph_share(3));
  const double as_it_lies = std::max(trial.glyph_share(), share_of_page);
  double most = std::max({kSome, kClearly * as_it_lies, kClearly * turned}), height = 1;
  const bool may_lie_on_side = may_turn && turned < kUprightShare;
  const std::span faxes = std::span(kFaxes).first(may_lie_on_side ? kFaxes.size() : 1);
  for (const auto& [of_pixel, quarters] : faxes) {
    const double share = trial.glyph_share_of(of_pixel, quarters);
    if (share > most) most = share, height = of_pixel;
    if (quarters == 0 && height != 1) return height;
    most = std::max(most, kSomeOnSide);
  }
  if (height != 1) return height;
  const bool is_on_side = turned > kOnSide * as_it_lies;
  for (const auto& [of_pixel, quarters] : faxes)
    if ((quarters != 0 || !is_on_side) && reads_far_better(of_pixel, quarters, trial)) return of_pixel;
  return 1;
}

/// Whether far more letters are glyphs in pixels of this height.
bool has_far_more_glyphs(double height, double share, PageTrial& trial) {
  constexpr double kSome = 0.35, kFarMore = 1.3;
  const double found = trial.glyph_share_of(height, 0);
  if (found <= std::max(kSome, kFarMore * std::max(share, trial.glyph_share()))) return false;
  return found > kFarMore * std::max(trial.glyph_share(1), trial.glyph_share(3));
}

/// Whether the page is far clearer as it is than the file's statement would make it.
bool is_wrong(double stated, double share, PageTrial& trial) {
  constexpr double kClearly = 1.15;
  return share >= kUprightShare && trial.glyph_share() >= kUprightShare &&
         trial.glyph_share() > kClearly * trial.glyph_share_of(stated, 0);
}

}  // namespace

double pixel_height(const PageTurn& page, double share, PageTrial& trial, const ReadingOptions& options) {
  if (options.pixel_height == 1) return 1;
  if (options.pixel_height) return is_wrong(*options.pixel_height, share, trial) ? 1 : *options.pixel_height;
  const bool is_wide = has_wide_letters(page.found), is_unclear = share < kUprightShare;
  const bool has_lines = page.found.lines.size() >= kFewLines;
  const bool has_many_letters = letters_on(page.found) >= kManyLetters && has_lines;
  if (!page.page.gray && (is_wide || (has_many_letters && is_unclear)))
    return height_of_fax(trial, share, options.auto_rotate && has_lines);
  if (is_wide) return has_far_more_glyphs(kFaxPixel, share, trial) ? kFaxPixel : 1;
  if (has_many_letters && has_narrow_letters(page.found))
    return has_far_more_glyphs(kTallPixel, share, trial) ? kTallPixel : 1;
  return 1;
}

cv::Mat with_square_pixels(const cv::Mat& gray, double height) {
  const auto more = [](int pixels, double times) {
    return std::max(pixels, static_cast<int>(std::lround(pixels * times)));
  };
  const cv::Size size(more(gray.cols, 1 / height), more(gray.rows, height));
  cv::Mat square;
  cv::resize(gray, square, size, 0, 0, cv::INTER_CUBIC);
  if (!is_gray(gray)) cv::threshold(square, square, 127, 255, cv::THRESH_BINARY);
  return square;
}

ReadingOptions for_square_pixels(ReadingOptions options, double height) {
  options.pixel_height = 1;
  const double across = std::max(1.0, 1 / height), down = std::max(1.0, height);
  const auto at = [](int place, double scale) { return static_cast<int>(std::lround(place * scale)); };
  for (cv::Rect& zone : options.zones) {
    const cv::Point corner(at(zone.x, across), at(zone.y, down));
    zone = {corner, cv::Point(at(zone.br().x, across), at(zone.br().y, down))};
  }
  return options;
}

}  // namespace ocelli::internal
