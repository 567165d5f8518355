#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>

#include "ocelli/data/images/image_formats.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

/// A text may begin with "P5", too.
bool begins_as_pnm(Bytes front) {
  if (front.size() < 4 || !has_at(front, 0, "P") || big(front, 1, 1) < '1' || big(front, 1, 1) > '6')
    return false;
  const auto third = static_cast<int>(big(front, 2, 1)), fourth = static_cast<int>(big(front, 3, 1));
  return std::isspace(third) && (std::isspace(fourth) || std::isdigit(fourth) || fourth == '#');
}

/// The whitespace-separated numbers of a PNM header, with comments from '#' to the end of the line.
class PnmNumbers {
 public:
  explicit PnmNumbers(Bytes file) : file_(file) {}

  std::size_t at() const { return at_; }

  /// The next number; 0 if there is none, or if no image could have it.
  std::int64_t next() {
    while (at_ < file_.size() && (std::isspace(letter()) || letter() == '#')) {
      if (letter() == '#') skip_comment();
      ++at_;
    }
    constexpr std::int64_t kMax = 1 << 30;
    std::int64_t value = 0;
    for (; at_ < file_.size() && std::isdigit(letter()); ++at_) {
      value = std::min(value * 10 + (letter() - '0'), kMax);
    }
    return value;
  }

 private:
  int letter() const { return std::to_integer<int>(file_[at_]); }
  void skip_comment() {
    while (at_ + 1 < file_.size() && letter() != '\n') ++at_;
  }

  Bytes file_;
  std::size_t at_ = 2;
};

std::optional<ImageHeader> read_pnm_header(Bytes file) {
  PnmNumbers numbers(file);
  const std::int64_t width = numbers.next();
  std::optional<ImageHeader> header = header_of_size(width, numbers.next());
  // P4 is bilevel, P5 gray, P6 color. P1 to P3 are the same as text.
  const std::int64_t kind = big(file, 1, 1);
  if (!header || kind < '4') return header;
  const std::int64_t white = kind == '4' ? 1 : numbers.next();
  const std::int64_t pixel_bytes = (kind == '6' ? 3 : 1) * (white > 255 ? 2 : 1);
  header->row_bytes = kind == '4' ? (width + 7) / 8 : width * pixel_bytes;
  header->pixels_at = numbers.at() + 1;  // one whitespace character ends the header
  header->is_gray_pgm = kind == '5' && white == 255;
  return header;
}

bool pnm_ends_early(Bytes file, const ImageHeader& header) {
  if (header.row_bytes == 0) return false;
  return static_cast<std::int64_t>(header.pixels_at) + header.row_bytes * header.height >
         static_cast<std::int64_t>(file.size());
}

/// The value of white in a file of binary samples; 0 in any other.
std::int64_t white_of_samples(Bytes file) {
  const std::int64_t kind = big(file, 1, 1);
  if (kind != '5' && kind != '6') return 0;
  PnmNumbers numbers(file);
  numbers.next();
  numbers.next();
  return numbers.next();
}

/// OpenCV leaves binary samples as they are, so that those of 5 bits would be nearly black.
DecodedImage decode_pnm(Bytes file, Decoding decoding, const InputLimits& limits, const std::string& name) {
  const std::int64_t white = white_of_samples(file), full = white > 255 ? 65535 : 255;
  if (white <= 0 || white >= full) return decode_by_opencv(file, decoding, limits, name);
  DecodedImage image = decode_by_opencv(file, Colors::as_stored, limits, name);
  image.pixels.convertTo(image.pixels, -1, static_cast<double>(full) / static_cast<double>(white));
  return with_gray(std::move(image), decoding.colors);
}

}  // namespace

ImageFormat pnm_format() {
  return {.name = "pnm",
          .endings = {".pbm", ".pgm", ".ppm", ".pnm"},
          .begins = begins_as_pnm,
          .header = read_pnm_header,
          .ends_early = pnm_ends_early,
          .decode = decode_pnm};
}

}  // namespace ocelli::internal
