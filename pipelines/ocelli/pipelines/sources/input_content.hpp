#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace ocelli::internal {

/// The kind of a stream of bytes without a file name.
enum class InputContent { image, pages, video, samples, list, unknown };

/// Detects it from the first few thousand bytes: an image; pages (PDF, TIFF); a video (MP4, AVI, Matroska,
/// MPEG); samples (IDX, plain or gzip); a list, which is text.
InputContent content_of(std::span<const std::byte> front);

/// Whether a line cannot be the name of an input because it is the beginning of a picture, a PDF file or the
/// like, or contains a zero byte.
bool is_binary(std::string_view line);

}  // namespace ocelli::internal
