#include "ocelli/pipelines/stages/model_stages.hpp"

#include <tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/core/time_limit.hpp"
#include "ocelli/imaging/colored_marks.hpp"
#include "ocelli/pipelines/stages/existing_text.hpp"

namespace ocelli::internal {
namespace {

PageText read_in_time(const cv::Mat& gray, const std::string& name, const Reader& reader,
                      const ReadingOptions& options, const InputLimits& limits) {
  const TimeLimit limit(std::chrono::duration<double>(limits.max_seconds));
  try {
    return read_page(gray, reader, options, &limit);
  } catch (const Error& error) {
    if (error.kind() != Kind::canceled || !limit.is_over()) throw;
    throw Error(Kind::input, "took more than " + limits.seconds() + " s to read; raise --max-seconds", name);
  }
}

/// The print of a page in gray.
cv::Mat print_on(const DecodedImage& page) {
  return page.colors.channels() == 3 ? without_colored_marks(page.pixels, page.colors) : page.pixels;
}

/// If the file of a page states that its pixels are not square. A fax of 204 x 196 dots an inch needs no
/// stretching.
std::optional<double> stated_pixel_height(const std::optional<Resolution>& stated) {
  constexpr double kSquare = 1.15, kFarthest = 4;
  if (!stated) return std::nullopt;
  const double height = stated->x / stated->y, factor = std::max(height, 1 / height);
  return factor > kSquare && factor <= kFarthest ? std::optional(height) : std::nullopt;
}

void add_warning(Record& record, const std::string& warning) {
  if (!record.warning.empty()) record.warning += "; ";
  record.warning += warning;
}

void warn_of_haste(Record& record, const InputLimits& limits) {
  if (!record.page->cut_short) return;
  add_warning(record, "was not fully read within " + limits.seconds() +
                          " s and may have more errors; raise --max-seconds");
}

/// The text of an item that is a page of a PDF file.
PdfWords own_words(const Item& item) {
  const auto* const page = std::get_if<Picture>(&item.content);
  return page != nullptr && page->words ? page->words() : PdfWords{};
}

Record skipped(const Item& item, const PdfWords& own) {
  return {.input = item.input,
          .width = own.size.width,
          .height = own.size.height,
          .resolution = resolution_of(item),
          .page = page_text_of(own)};
}

bool is_within(const PdfWord& word, const std::vector<cv::Rect>& zones) {
  const cv::Rect& box = word.glyphs[word.glyphs.size() / 2].box;
  const cv::Point middle(box.x + box.width / 2, box.y + box.height / 2);
  return std::ranges::any_of(zones, [&](const cv::Rect& zone) { return zone.contains(middle); });
}

/// The words in any of the zones; all of them without zones.
PdfWords within(PdfWords page, const std::vector<cv::Rect>& zones) {
  if (zones.empty()) return page;
  std::erase_if(page.words, [&](const PdfWord& word) { return !is_within(word, zones); });
  return page;
}

/// The words in none of the zones.
PdfWords outside(PdfWords page, const std::vector<cv::Rect>& zones) {
  std::erase_if(page.words, [&](const PdfWord& word) { return is_within(word, zones); });
  return page;
}

/// Zones for other pages must not pass for a page without text.
void check_zones(const std::vector<cv::Rect>& zones, Record& record) {
  const cv::Size page(record.width, record.height);
  const auto off = static_cast<std::size_t>(std::ranges::count_if(
      zones, [&](const cv::Rect& zone) { return (zone & cv::Rect({}, page)).empty(); }));
  if (off == 0) return;
  const std::string size = std::to_string(page.width) + " x " + std::to_string(page.height) + " pixels";
  require(
      off < zones.size(), Kind::input,
      [&] { return "none of the zones is on the page of " + size + "; check --zones"; }, record.input);
  add_warning(record, std::to_string(off) + " of " + std::to_string(zones.size()) +
                          " zones are not on the page of " + size);
}

/// Reads pages, one item at a time.
class PageReading {
 public:
  PageReading(const Reader& reader, ReadingOptions options, InputLimits limits, PageRequest request)
      : reader_(&reader),
        options_(std::move(options)),
        limits_(std::move(limits)),
        request_(std::move(request)) {}

  Record operator()(const Item& item) const {
    if (const auto* error = std::get_if<Error>(&item.content)) throw *error;
    const std::vector<cv::Rect> zones = request_.zones.of(item);
    if (request_.existing == ExistingText::force) return replace(item, zones);
    const PdfWords own = within(own_words(item), zones);
    if (request_.existing == ExistingText::skip && !own.words.empty()) return keep(item, own);
    return read(item, own, zones);
  }

 private:
  /// Reads the picture of a page in place of its own text. Only the zones are replaced, if there are any.
  Record replace(const Item& item, const std::vector<cv::Rect>& zones) const {
    Record record = read(item, {}, zones);
    record.replaces_page = true;
    if (zones.empty()) return record;
    const PdfWords own = outside(own_words(item), zones);
    if (!own.words.empty()) record.outside_zones = page_text_of(own);
    return record;
  }

  /// Takes the page's own text. Its tables are those of the drawn page.
  Record keep(const Item& item, const PdfWords& own) const {
    Record record = skipped(item, own);
    if (options_.tables)
      record.page->tables = find_tables(decoded_gray(item, request_.colors).pixels, *record.page);
    record.page->tables_sought = options_.tables;
    return record;
  }

  /// Reads what none of these words cover.
  Record read(const Item& item, const PdfWords& own, const std::vector<cv::Rect>& zones) const {
    DecodedImage image = decoded_gray(item, Colors::both);
    ReadingOptions options = options_;
    options.zones = zones;
    Record record{.input = item.input,
                  .width = image.pixels.cols,
                  .height = image.pixels.rows,
                  .resolution = resolution_of(item),
                  .picture = request_.colors == Colors::both ? image.colors : cv::Mat(),
                  .warning = image.warning};
    check_zones(zones, record);
    options.pixel_height = stated_pixel_height(record.resolution);
    const cv::Mat print = print_on(image);
    image = {};  // frees the colors before reading
    // A thread that waits for its page's last lines must not start another page, because the number of open
    // pages would then be unlimited.
    tbb::this_task_arena::isolate([&] { record.page = text_of(print, item.input, own, std::move(options)); });
    warn_of_haste(record, limits_);
    return record;
  }

  PageText text_of(const cv::Mat& gray, const std::string& name, const PdfWords& own,
                   ReadingOptions options) const {
    if (own.words.empty()) return read_in_time(gray, name, *reader_, options, limits_);
    PageText from_file = page_text_of(own);
    // The text that is known says which way is up.
    options.auto_rotate = options.auto_rotate && from_file.quarters != 0;
    const bool wants_tables = std::exchange(options.tables, false);  // of the whole text, not of what is read
    PageText text = with_read_blocks(
        std::move(from_file), read_in_time(without_words(gray, own), name, *reader_, options, limits_));
    if (wants_tables) text.tables = find_tables(gray, text);
    text.tables_sought = wants_tables;
    return text;
  }

  const Reader* reader_;
  ReadingOptions options_;
  InputLimits limits_;
  PageRequest request_;
};

}  // namespace

Work read_work(const Reader& reader, const ReadingOptions& options, const InputLimits& limits,
               const PageRequest& request) {
  [[maybe_unused]] const ClassFilter checked(reader, options.charset);
  return PageReading(reader, options, limits, request);
}

}  // namespace ocelli::internal
