#include "ocelli/pipelines/output/searchable_pdf.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "ocelli/core/require.hpp"
#include "ocelli/pipelines/output/figures.hpp"
#include "ocelli/pipelines/output/picture_coding.hpp"
#include "ocelli/pipelines/output/unicode.hpp"
#include "ocelli/pipelines/sources/page_resolution.hpp"

namespace ocelli::internal {
namespace {

constexpr int kDigits = 3;

std::string reference(std::size_t number) { return std::to_string(number) + " 0 R"; }

std::string deflated(std::string_view text) {
  uLongf size = ::compressBound(static_cast<uLong>(text.size()));
  std::string packed(size, '\0');
  const int result = ::compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                                reinterpret_cast<const Bytef*>(text.data()), static_cast<uLong>(text.size()));
  require(result == Z_OK, Kind::output, "out of memory while compressing a page");
  packed.resize(size);
  return packed;
}

/// The size of a pixel in points: from the resolution, but smaller if the page would exceed the limit of PDF
/// viewers.
cv::Point2d points_of_pixel(cv::Size size, const Resolution& resolution) {
  constexpr double kPointsPerInch = 72, kLongest = 14'400;
  const cv::Point2d points(kPointsPerInch / resolution.x, kPointsPerInch / resolution.y);
  return points * std::min(1.0, kLongest / std::max(points.x * size.width, points.y * size.height));
}

/// The matrix from pixels of the upright page, from its lower left corner, to points of the picture's page.
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

/// The operators that place a page's words, in pixels of the upright page, from its lower left corner.
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
  /// Writes a text along the baseline, stretched to the width of its box.
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

  /// Shows the characters from `begin` on that use one font, and returns their end.
  std::size_t show_run(const std::u32string& characters, std::size_t begin, double size) {
    constexpr const char* kDigit = "0123456789ABCDEF";
    const std::size_t font = font_.code_of(characters[begin]).font;
    operators_ += "/F" + std::to_string(font) + " " + fixed(size, kDigits) + " Tf <";
    std::size_t end = begin;
    for (; end < characters.size(); ++end) {
      const InvisibleFont::Code code = font_.code_of(characters[end]);
      if (code.font != font) break;
      for (int shift = 12; shift >= 0; shift -= 4) operators_ += kDigit[code.code >> shift & 0xF];
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

/// The matrix from a picture's unit square to a page of this size, rotated and mirrored as in EXIF.
std::string to_page(const CodedPicture& picture, cv::Point2d pixel) {
  const cv::Size size = picture.displayed_size();
  const double w = pixel.x * size.width, h = pixel.y * size.height;
  const std::array<std::array<double, 6>, 8> matrices = {{{w, 0, 0, h, 0, 0},
                                                          {-w, 0, 0, h, w, 0},
                                                          {-w, 0, 0, -h, w, h},
                                                          {w, 0, 0, -h, 0, h},
                                                          {0, -h, -w, 0, w, h},
                                                          {0, -h, w, 0, 0, h},
                                                          {0, h, w, 0, 0, 0},
                                                          {0, h, -w, 0, w, 0}}};
  std::string numbers;
  for (const double number : matrices[static_cast<std::size_t>(std::clamp(picture.orientation, 1, 8) - 1)])
    numbers += fixed(number, kDigits) + " ";
  return numbers + "cm";
}

/// The operators of the text only.
std::string text_operators(const PageText& text, cv::Size size, cv::Point2d pixel, InvisibleFont& font) {
  TextLayer layer(text, font);
  for (const ReadBlock& block : text.blocks) {
    for (const ReadLine& line : block.lines) layer.add(line);
  }
  return "q " + from_upright(size, pixel, text.quarters) + " BT 3 Tr\n" + layer.operators() + "ET Q\n";
}

/// The XMP metadata that declare the file as PDF/A-2b.
std::string metadata() {
  return "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
         "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
         " <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
         "  <rdf:Description rdf:about=\"\" xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\">\n"
         "   <pdfaid:part>2</pdfaid:part>\n   <pdfaid:conformance>B</pdfaid:conformance>\n"
         "  </rdf:Description>\n"
         "  <rdf:Description rdf:about=\"\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">\n"
         "   <xmp:CreatorTool>ocelli</xmp:CreatorTool>\n"
         "  </rdf:Description>\n"
         " </rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"w\"?>";
}

std::string hex16(std::uint64_t value) {
  constexpr const char* kDigit = "0123456789ABCDEF";
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigit[value >> shift & 0xF];
  return text;
}

}  // namespace

SearchablePdf::SearchablePdf(const std::filesystem::path& path)
    : path_(path), file_(path), catalog_(reserve()), page_tree_(reserve()), fonts_(reserve()) {
  // The bytes of the second line mark the file as binary (PDF 7.5.2).
  write("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n");
}

void SearchablePdf::add(const cv::Mat& picture, const PageText& text,
                        const std::optional<Resolution>& resolution) {
  add(coded_picture(picture), text, resolution);
}

void SearchablePdf::add(const CodedPicture& picture, const PageText& text,
                        const std::optional<Resolution>& resolution) {
  const cv::Size size = picture.displayed_size();
  const cv::Point2d pixel = points_of_pixel(size, page_resolution(text, resolution));
  const Number content = reserve(), image = reserve();
  write_picture(image, picture);
  write_stream(content, "/Filter /FlateDecode",
               deflated("q " + to_page(picture, pixel) + " /Picture Do Q\n" +
                        text_operators(text, size, pixel, font_)));
  add_page(content, "/XObject << /Picture " + reference(image) + " >> ",
           {pixel.x * size.width, pixel.y * size.height}, text.quarters);
  plan_.emplace_back();
}

bool SearchablePdf::can_keep(const std::filesystem::path& pdf, const PdfAccess& access) const {
  return !file_.is_stream() && inspect_pdf(pdf, access.password).has_value();
}

void SearchablePdf::keep(const std::filesystem::path& pdf, std::size_t page,
                         const std::optional<PageText>& text, const std::optional<Resolution>& resolution,
                         const PdfAccess& access) {
  const PageText layer = text.value_or(PageText{1, 1, {}});
  const cv::Size size(layer.width, layer.height);
  const cv::Point2d pixel = points_of_pixel(size, resolution.value_or(Resolution{300, 300}));
  const Number content = reserve();
  write_stream(content, "/Filter /FlateDecode", deflated(text_operators(layer, size, pixel, font_)));
  add_page(content, "", {pixel.x * size.width, pixel.y * size.height}, 0);
  plan_.push_back({pdf, access, page, text.has_value(), layer.quarters});
}

void SearchablePdf::add_page(Number content, const std::string& resources, cv::Size2d points, int quarters) {
  const Number page = reserve();
  write_object(page, "<< /Type /Page /Parent " + reference(page_tree_) + " /MediaBox [0 0 " +
                         fixed(points.width, kDigits) + " " + fixed(points.height, kDigits) + "] /Rotate " +
                         std::to_string(90 * quarters) + " /Resources << " + resources + "/Font " +
                         reference(fonts_) + " >> /Contents " + reference(content) + " >>");
  pages_.push_back(page);
}

void SearchablePdf::finish() {
  write_fonts(fonts_);
  std::string kids;
  for (const Number page : pages_) kids += reference(page) + "\n";
  write_object(page_tree_,
               "<< /Type /Pages /Count " + std::to_string(pages_.size()) + " /Kids [\n" + kids + "] >>");
  const Number metadata = write_metadata(), colors = write_colors();
  write_object(catalog_,
               "<< /Type /Catalog /Pages " + reference(page_tree_) + " /Metadata " + reference(metadata) +
                   " /OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB)"
                   " /Info (sRGB IEC61966-2.1) /DestOutputProfile " +
                   reference(colors) + " >>] >>");
  write_trailer();
  const bool has_kept =
      std::ranges::any_of(plan_, [](const AssembledPage& page) { return !page.file.empty(); });
  if (!has_kept) return file_.commit();
  NewFile whole(path_);
  assemble_pdf(file_.descriptor(), plan_, whole.descriptor());
  whole.commit();
}

void SearchablePdf::write_trailer() {
  const std::uint64_t table = written_;
  const std::string count = std::to_string(offsets_.size() + 1);
  std::string entries = "xref\n0 " + count + "\n0000000000 65535 f \n";
  for (const std::uint64_t offset : offsets_) {
    const std::string digits = std::to_string(offset);
    require(digits.size() <= 10, Kind::output, "exceeds the maximum size of a PDF file");
    entries += std::string(10 - digits.size(), '0') + digits + " 00000 n \n";
  }
  const std::string id = "<" + hex16(content_.value()) + hex16(written_) + ">";
  write(entries + "trailer\n<< /Size " + count + " /Root " + reference(catalog_) + " /ID [" + id + " " + id +
        "] >>\nstartxref\n" + std::to_string(table) + "\n%%EOF\n");
}

SearchablePdf::Number SearchablePdf::reserve() {
  offsets_.push_back(0);
  return offsets_.size();
}

void SearchablePdf::write(std::string_view text) {
  file_.write(std::as_bytes(std::span(text)));
  content_.add(text);
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

void SearchablePdf::write_picture(Number number, const CodedPicture& picture) {
  write_stream(number,
               "/Type /XObject /Subtype /Image /Width " + std::to_string(picture.size.width) + " /Height " +
                   std::to_string(picture.size.height) + " " + picture.entries,
               picture.data);
}

SearchablePdf::Number SearchablePdf::write_metadata() {
  const Number number = reserve();
  write_stream(number, "/Type /Metadata /Subtype /XML", metadata());
  return number;
}

SearchablePdf::Number SearchablePdf::write_colors() {
  const Number number = reserve();
  write_stream(number, "/N 3 /Filter /FlateDecode", deflated(srgb_profile()));
  return number;
}

/// Composite TrueType fonts: Ghostscript keeps their Unicode mapping, unlike that of Type 3 fonts.
void SearchablePdf::write_fonts(Number number) {
  std::string fonts;
  for (std::size_t font = 0; font < font_.fonts(); ++font)
    fonts.append("/F")
        .append(std::to_string(font))
        .append(" ")
        .append(reference(write_font(font)))
        .append(" ");
  write_object(number, "<< " + fonts + ">>");
}

SearchablePdf::Number SearchablePdf::write_font(std::size_t font) {
  const Number whole = reserve(), descendant = reserve(), descriptor = reserve(), program = reserve(),
               unicode = reserve();
  const std::string name = "/OcelliInvisible" + std::to_string(font), file = font_.program(font),
                    advance = std::to_string(std::lround(1000 * InvisibleFont::kAdvance));
  write_stream(program, "/Filter /FlateDecode /Length1 " + std::to_string(file.size()), deflated(file));
  write_stream(unicode, "/Filter /FlateDecode", deflated(font_.to_unicode(font)));
  write_object(descriptor,
               "<< /Type /FontDescriptor /FontName " + name + " /Flags 5 /FontBBox [0 -250 " + advance +
                   " 750] /ItalicAngle 0 /Ascent 750 /Descent -250 /CapHeight 750 /StemV 80 /FontFile2 " +
                   reference(program) + " >>");
  write_object(descendant,
               "<< /Type /Font /Subtype /CIDFontType2 /BaseFont " + name +
                   " /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap"
                   " /Identity /DW " +
                   advance + " /FontDescriptor " + reference(descriptor) + " >>");
  write_object(whole, "<< /Type /Font /Subtype /Type0 /BaseFont " + name +
                          " /Encoding /Identity-H /DescendantFonts [" + reference(descendant) +
                          "] /ToUnicode " + reference(unicode) + " >>");
  return whole;
}

}  // namespace ocelli::internal
