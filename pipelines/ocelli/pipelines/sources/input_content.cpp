#include "ocelli/pipelines/sources/input_words.hpp"

#include <algorithm>
#include <array>

#include "ocelli/data/images/image_formats.hpp"
#include "ocelli/data/images/image_header.hpp"

namespace ocelli::internal {
namespace {

using namespace std::string_view_literals;

constexpr std::array kVideo = {"\x1A\x45\xDF\xA3"sv, "\0\0\x01\xBA"sv, "FLV"sv, "OggS"sv};
constexpr std::array kSamples = {"\0\0\x08"sv, "\0\0\x0B"sv, "\0\0\x0C"sv, "\x1F\x8B"sv};
constexpr std::string_view kPdf = "%PDF-";

bool begins(std::string_view text, std::span<const std::string_view> marks) {
  return std::ranges::any_of(marks, [&](std::string_view mark) { return text.starts_with(mark); });
}

/// Detects it from the few bytes that a line of text can show.
bool begins_as_picture(std::string_view text) {
  const auto begins_with_mark = [&](const ImageFormat& format) {
    return !format.mark.empty() && text.starts_with(format.mark);
  };
  return std::ranges::any_of(image_formats(), begins_with_mark);
}

bool is_video(std::string_view text) {
  const bool is_mp4 = text.size() > 8 && text.substr(4, 4) == "ftyp";
  const bool is_avi = text.size() > 12 && text.starts_with("RIFF") && text.substr(8, 4) == "AVI ";
  return is_mp4 || is_avi || begins(text, kVideo);
}

/// Also detects UTF-16, and names terminated by zero bytes.
bool is_text(std::string_view text) {
  return std::ranges::none_of(text, [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\0';
  });
}

}  // namespace

InputContent content_of(std::span<const std::byte> front) {
  const std::string_view text(reinterpret_cast<const char*>(front.data()), front.size());
  const ImageFormat* const format = format_of(front);
  if (text.starts_with(kPdf) || (format != nullptr && format->has_pages)) return InputContent::pages;
  if (begins_as_picture(text) || read_image_header(front)) return InputContent::image;
  if (is_video(text)) return InputContent::video;
  if (begins(text, kSamples)) return InputContent::samples;
  return is_text(text) ? InputContent::list : InputContent::unknown;
}

bool is_binary(std::string_view line) {
  return line.find('\0') != std::string_view::npos || line.starts_with(kPdf) || begins_as_picture(line) ||
         line.starts_with("\x1F\x8B");
}

}  // namespace ocelli::internal
