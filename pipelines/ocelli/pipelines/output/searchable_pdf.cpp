#include "ocelli/pipelines/output/searchable_pdf.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <sstream>

#include "ocelli/core/error.hpp"
#include "ocelli/pipelines/output/figures.hpp"
#include "ocelli/pipelines/output/picture_coding.hpp"
#include "ocelli/pipelines/output/unicode.hpp"
#include "ocelli/pipelines/sources/page_resolution.hpp"

namespace ocelli {
namespace {

constexpr int kDigits = 3;

std::string reference(std::size_t number) { return std::to_string(number) + " 0 R"; }

std::string deflated(std::string_view text) {
  uLongf size = ::compressBound(static_cast<uLong>(text.size()));
  std::string packed(size, '\0');
  const int result = ::compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                                reinterpret_cast<const Bytef*>(text.data()), static_cast<uLong>(text.size()));
  require(result == Z_OK, Kind::output, "no memory to pack a page");
  packed.resize(size);
  return packed;
}

/// What a pixel is in points: by the resolution, but less where the page would be larger than readers take.
cv::Point2d points_of_pixel(cv::Size size, const Resolution& resolution) {
  constexpr double kPointsPerInch = 72, kLongest = 14'400;
  const cv::Point2d points(kPointsPerInch / resolution.x, kPointsPerInch / resolution.y);
  return points * std::min(1.0, kLongest / std::max(points.x * size.width, points.y * size.height));
}

/// The matrix that takes pixels of the page turned upright, from its lower left corner, to points of the picture's page.
std::string from_upright(cv::Size size, cv::Point2d pixel, int quarters) {
  const double width = pixel.x * size.width, height = pixel.y * size.height;
  const std::array<std::array<double, 6>, 4> matrices = {{{pixel.x, 0, 0, pixel.y, 0, 0},
                                                          {0, pixel.y, -pixel.x, 0, width, 0},
                                                          {-pixel.x, 0, 0, -pixel.y, width, height},
                                                          {0, -pixel.y, pixel.x, 0, 0, height}}};
  std::string numbers;
  for (const double number : matrices[static_cast<std::size_t>(quarters)]) numbers += fixed(number, 6) + " ";
  return numbers + "cm";
}

/// The operators that put a page's words into place, in pixels of the page turned upright, from its lower left corner.
class TextLayer {
 public:
  TextLayer(const PageText& page, InvisibleFont& font)
      : page_(page), height_(page.upright_size().height), font_(font) {}

  void add(const ReadLine& line) {
    for (std::size_t i = 0; i < line.words.size(); ++i) {
      const cv::Rect box = page_.upright(line.words[i].box());
      show(line, box.x, box.width, line.words[i].text());
      if (i + 1 == line.words.size()) continue;
      const int gap = page_.upright(line.words[i + 1].box()).x - (box.x + box.width);
      show(line, box.x + box.width, std::max(1, gap), " ");
    }
  }

  const std::string& operators() const { return operators_; }

 private:
  /// Writes a text along the baseline so that it is as wide as its place.
  void show(const ReadLine& line, double left, double width, const std::string& text) {
    const std::u32string characters = code_points(text);
    if (characters.empty()) return;
    const double size = font_size(line);
    const double natural = InvisibleFont::kAdvance * size * static_cast<double>(characters.size());
    const double turn = std::atan(line.slope);
    const std::string cosine = fixed(std::cos(turn), 6), sine = fixed(std::sin(turn), 6);
    operators_ += cosine + " " + fixed(-std::sin(turn), 6) + " " + sine + " " + cosine + " " +
                  fixed(left, kDigits) + " " + fixed(height_ - line.baseline - line.slope * left, kDigits) +
                  " Tm " + fixed(100 * std::max(1.0, width) / natural, kDigits) + " Tz\n";
    for (std::size_t begin = 0; begin < characters.size();) begin = show_run(characters, begin, size);
  }

  /// Shows the characters from `begin` on that are of one font, and returns where they end.
  std::size_t show_run(const std::u32string& characters, std::size_t begin, double size) {
    constexpr const char* kDigit = "0123456789ABCDEF";
    const std::size_t font = font_.code_of(characters[begin]).font;
    operators_ += "/F" + std::to_string(font) + " " + fixed(size, kDigits) + " Tf <";
    std::size_t end = begin;
    for (; end < characters.size(); ++end) {
      const InvisibleFont::Code code = font_.code_of(characters[end]);
      if (code.font != font) break;
      operators_ += kDigit[code.code / 16];
      operators_ += kDigit[code.code % 16];
    }
    operators_ += "> Tj\n";
    return end;
  }

  /// Letters are about twice as high as an x.
  double font_size(const ReadLine& line) const {
    const double pixels = line.x_height > 0 ? 2 * line.x_height : page_.upright(line.box).height;
    return std::clamp(pixels, 1.0, std::max(1.0, height_));
  }

  const PageText& page_;
  double height_;
  InvisibleFont& font_;
  std::string operators_;
};

std::string page_operators(const PageText& text, cv::Size size, cv::Point2d pixel, InvisibleFont& font) {
  TextLayer layer(text, font);
  for (const ReadBlock& block : text.blocks) {
    for (const ReadLine& line : block.lines) layer.add(line);
  }
  return "q " + fixed(pixel.x * size.width, kDigits) + " 0 0 " + fixed(pixel.y * size.height, kDigits) +
         " 0 0 cm /Picture Do Q\nq " + from_upright(size, pixel, text.quarters) + " BT 3 Tr\n" +
         layer.operators() + "ET Q\n";
}

}  // namespace

SearchablePdf::SearchablePdf(const std::filesystem::path& path)
    : file_(path), catalog_(reserve()), page_tree_(reserve()), fonts_(reserve()) {
  // The second line's bytes tell that this is no text file (PDF 7.5.2).
  write("%PDF-1.5\n%\xE2\xE3\xCF\xD3\n");
}

void SearchablePdf::add(const cv::Mat& picture, const PageText& text,
                        const std::optional<Resolution>& resolution) {
  const cv::Point2d pixel = points_of_pixel(picture.size(), page_resolution(text, resolution));
  const Number page = reserve(), content = reserve(), image = reserve();
  write_picture(image, picture);
  write_stream(content, "/Filter /FlateDecode", deflated(page_operators(text, picture.size(), pixel, font_)));
  write_object(page, "<< /Type /Page /Parent " + reference(page_tree_) + " /MediaBox [0 0 " +
                         fixed(pixel.x * picture.cols, kDigits) + " " +
                         fixed(pixel.y * picture.rows, kDigits) + "] /Rotate " +
                         std::to_string(90 * text.quarters) + " /Resources << /XObject << /Picture " +
                         reference(image) + " >> /Font " + reference(fonts_) + " >> /Contents " +
                         reference(content) + " >>");
  pages_.push_back(page);
}

void SearchablePdf::finish() {
  write_fonts(fonts_);
  std::string kids;
  for (const Number page : pages_) kids += reference(page) + "\n";
  write_object(page_tree_,
               "<< /Type /Pages /Count " + std::to_string(pages_.size()) + " /Kids [\n" + kids + "] >>");
  write_object(catalog_, "<< /Type /Catalog /Pages " + reference(page_tree_) + " >>");

  const std::uint64_t table = written_;
  const std::string count = std::to_string(offsets_.size() + 1);
  std::string entries = "xref\n0 " + count + "\n0000000000 65535 f \n";
  for (const std::uint64_t offset : offsets_) {
    const std::string digits = std::to_string(offset);
    require(digits.size() <= 10, Kind::output, "would have more bytes than a PDF file may");
    entries += std::string(10 - digits.size(), '0') + digits + " 00000 n \n";
  }
  write(entries + "trailer\n<< /Size " + count + " /Root " + reference(catalog_) + " >>\nstartxref\n" +
        std::to_string(table) + "\n%%EOF\n");
  file_.commit();
}

SearchablePdf::Number SearchablePdf::reserve() {
  offsets_.push_back(0);
  return offsets_.size();
}

void SearchablePdf::write(std::string_view text) {
  file_.write(std::as_bytes(std::span(text)));
  written_ += text.size();
}

void SearchablePdf::write_object(Number number, std::string_view content) {
  offsets_[number - 1] = written_;
  write(std::to_string(number) + " 0 obj\n");
  write(content);
  write("\nendobj\n");
}

void SearchablePdf::write_stream(Number number, std::string_view entries, std::string_view data) {
  std::string content =
      "<< " + std::string(entries) + " /Length " + std::to_string(data.size()) + " >>\nstream\n";
  write_object(number, content.append(data).append("\nendstream"));
}

void SearchablePdf::write_picture(Number number, const cv::Mat& picture) {
  const CodedPicture coded = coded_picture(picture);
  write_stream(number,
               "/Type /XObject /Subtype /Image /Width " + std::to_string(picture.cols) + " /Height " +
                   std::to_string(picture.rows) + " " + coded.entries,
               coded.data);
}

/// Type 3 fonts whose every character draws nothing: they need no font file, and any character can be in them.
void SearchablePdf::write_fonts(Number number) {
  const Number nothing = reserve();
  write_stream(nothing, "", std::to_string(std::lround(1000 * InvisibleFont::kAdvance)) + " 0 d0");
  std::string fonts;
  for (std::size_t font = 0; font < font_.fonts(); ++font) {
    std::string names, widths;
    for (std::size_t code = 0; code < font_.codes(font); ++code) {
      names += "/a ";
      widths += std::to_string(std::lround(1000 * InvisibleFont::kAdvance)) + " ";
    }
    const Number object = reserve(), characters = reserve();
    write_stream(characters, "/Filter /FlateDecode", deflated(font_.to_unicode(font)));
    std::ostringstream dictionary;
    dictionary
        << "<< /Type /Font /Subtype /Type3 /FontBBox [0 -250 500 750] /FontMatrix [0.001 0 0 0.001 0 0]"
        << " /CharProcs << /a " << reference(nothing) << " >> /Encoding << /Type /Encoding /Differences [0 "
        << names << "] >> /FirstChar 0 /LastChar " << font_.codes(font) - 1 << " /Widths [" << widths
        << "] /Resources << >> /ToUnicode " << reference(characters) << " >>";
    write_object(object, dictionary.str());
    fonts.append("/F").append(std::to_string(font)).append(" ").append(reference(object)).append(" ");
  }
  write_object(number, "<< " + fonts + ">>");
}

}  // namespace ocelli
