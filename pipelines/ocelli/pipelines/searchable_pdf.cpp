#include "ocelli/pipelines/searchable_pdf.hpp"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <span>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/pipelines/figures.hpp"
#include "ocelli/pipelines/unicode.hpp"

namespace ocelli {
namespace {

constexpr int kDigits = 3;

std::string reference(std::size_t number) { return std::to_string(number) + " 0 R"; }

std::string_view as_text(std::span<const unsigned char> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string deflated(std::string_view text) {
  uLongf size = ::compressBound(static_cast<uLong>(text.size()));
  std::string packed(size, '\0');
  const int result = ::compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                                reinterpret_cast<const Bytef*>(text.data()), static_cast<uLong>(text.size()));
  require(result == Z_OK, Kind::output, "no memory to pack a page");
  packed.resize(size);
  return packed;
}

/// A picture as the stream of a PDF: what follows its size in the dictionary, and the data.
struct CodedPicture {
  std::string entries, data;
};

bool is_black_and_white(const cv::Mat& picture) {
  if (picture.channels() != 1) return false;
  return cv::countNonZero(picture) == cv::countNonZero(picture == 255);
}

std::vector<unsigned char> encoded(const char* kind, const cv::Mat& picture, const std::vector<int>& how) {
  std::vector<unsigned char> bytes;
  require(cv::imencode(kind, picture, bytes, how), Kind::output, "the picture of a page cannot be encoded");
  return bytes;
}

/// The packed pixels of a PNG file, its IDAT chunks one after the other: PDF knows how they are coded.
std::string packed_pixels(std::span<const unsigned char> png) {
  constexpr std::size_t kSignature = 8, kLength = 4, kName = 4, kChecksum = 4;
  std::string pixels;
  for (std::size_t at = kSignature; at + kLength + kName <= png.size();) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < kLength; ++i) length = length << 8 | png[at + i];
    at += kLength;
    if (as_text(png.subspan(at, kName)) == "IDAT") pixels += as_text(png.subspan(at + kName, length));
    at += kName + length + kChecksum;
  }
  return pixels;
}

CodedPicture coded_as_png(const cv::Mat& picture) {
  const bool bilevel = is_black_and_white(picture);
  const std::string colours = std::to_string(picture.channels()), bits = bilevel ? "1" : "8";
  const std::vector<unsigned char> png = encoded(".png", picture, {cv::IMWRITE_PNG_BILEVEL, bilevel ? 1 : 0});
  return {"/BitsPerComponent " + bits + " /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors " +
              colours + " /BitsPerComponent " + bits + " /Columns " + std::to_string(picture.cols) + " >>",
          packed_pixels(png)};
}

CodedPicture coded(const cv::Mat& picture) {
  constexpr int kMostSideOfJpeg = 65'500, kQuality = 85;
  if (is_black_and_white(picture) || std::max(picture.cols, picture.rows) > kMostSideOfJpeg) {
    return coded_as_png(picture);
  }
  const std::vector<unsigned char> jpeg = encoded(".jpg", picture, {cv::IMWRITE_JPEG_QUALITY, kQuality});
  return {"/BitsPerComponent 8 /Filter /DCTDecode", std::string(as_text(jpeg))};
}

/// Points a pixel: 300 pixels an inch, fewer points where the page would be larger than readers take.
double points_of_pixel(cv::Size size) {
  constexpr double kUsual = 72.0 / 300, kLongest = 14'400;
  return std::min(kUsual, kLongest / std::max(size.width, size.height));
}

/// The operators that put a page's words into place.
class TextLayer {
 public:
  TextLayer(cv::Size size, InvisibleFont& font)
      : scale_(points_of_pixel(size)), height_(size.height), font_(font) {}

  void add(const ReadLine& line) {
    for (std::size_t i = 0; i < line.words.size(); ++i) {
      const cv::Rect box = line.words[i].box();
      show(line, box.x, box.width, line.words[i].text());
      if (i + 1 == line.words.size()) continue;
      const int gap = line.words[i + 1].box().x - (box.x + box.width);
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
                  fixed(scale_ * left, kDigits) + " " +
                  fixed(scale_ * (height_ - foot(line, left)), kDigits) + " Tm " +
                  fixed(100 * std::max(1.0, width) * scale_ / natural, kDigits) + " Tz\n";
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
    const double pixels = line.x_height > 0 ? 2 * line.x_height : line.box.height;
    return scale_ * std::clamp(pixels, 1.0, std::max(1.0, height_));
  }

  /// The baseline, or the foot of the line's box where that is not on the line: of a page that lies on its side.
  static double foot(const ReadLine& line, double x) {
    const double y = line.baseline + line.slope * x, foot = line.box.y + line.box.height;
    return y >= line.box.y && y <= foot ? y : foot;
  }

  double scale_, height_;
  InvisibleFont& font_;
  std::string operators_;
};

std::string page_operators(const PageText& text, cv::Size size, InvisibleFont& font) {
  TextLayer layer(size, font);
  for (const ReadBlock& block : text.blocks) {
    for (const ReadLine& line : block.lines) layer.add(line);
  }
  const double scale = points_of_pixel(size);
  return "q " + fixed(scale * size.width, kDigits) + " 0 0 " + fixed(scale * size.height, kDigits) +
         " 0 0 cm /Picture Do Q\nBT 3 Tr\n" + layer.operators() + "ET\n";
}

}  // namespace

SearchablePdf::SearchablePdf(const std::filesystem::path& path)
    : file_(path), catalog_(reserve()), page_tree_(reserve()), fonts_(reserve()) {
  // The second line's bytes tell that this is no text file (PDF 7.5.2).
  write("%PDF-1.5\n%\xE2\xE3\xCF\xD3\n");
}

void SearchablePdf::add(const cv::Mat& picture, const PageText& text) {
  const double scale = points_of_pixel(picture.size());
  const Number page = reserve(), content = reserve(), image = reserve();
  write_picture(image, picture);
  write_stream(content, "/Filter /FlateDecode", deflated(page_operators(text, picture.size(), font_)));
  write_object(page, "<< /Type /Page /Parent " + reference(page_tree_) + " /MediaBox [0 0 " +
                         fixed(scale * picture.cols, kDigits) + " " + fixed(scale * picture.rows, kDigits) +
                         "] /Resources << /XObject << /Picture " + reference(image) + " >> /Font " +
                         reference(fonts_) + " >> /Contents " + reference(content) + " >>");
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
  const CodedPicture picture_data = coded(picture);
  write_stream(number,
               "/Type /XObject /Subtype /Image /Width " + std::to_string(picture.cols) + " /Height " +
                   std::to_string(picture.rows) + " /ColorSpace " +
                   (picture.channels() == 1 ? "/DeviceGray " : "/DeviceRGB ") + picture_data.entries,
               picture_data.data);
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
