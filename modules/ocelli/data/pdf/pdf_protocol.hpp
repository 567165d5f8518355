#pragma once

#include <cstdint>

namespace ocelli::internal::pdf {

/// The protocol between a program and its PDF renderer, a separate process, over the renderer's standard
/// input, a socket. The renderer finds the file open as kFile, maps it, receives an Opening, and sends one
/// reply after opening the file, then one reply per request. Both come from the same build, so these structs
/// are sent as they are in memory.
///
///   ocelli-pdf-renderer VERSION MAX_PIXELS MAX_SECONDS MAX_BYTES
inline constexpr int kVersion = 4;
inline constexpr int kSocket = 0, kFile = 3;

/// Followed by the password.
struct Opening {
  std::uint32_t password_bytes = 0;
};

/// What a reply contains in addition to the size of a page. A page rendered in color is sent as gray if it
/// has no colors.
enum class Drawing : std::uint32_t { none, gray, colors, words };

struct Request {
  std::uint32_t page;  ///< from 0
  Drawing picture;
};

/// Followed by `message_bytes` of text on an error, else by what was requested: width x height pixels of one
/// (gray) or three (BGR) bytes, or `word_bytes` of packed words.
struct Reply {
  std::uint32_t message_bytes = 0;
  std::uint32_t pages = 0;
  std::uint32_t is_damaged = 0;  ///< 1 if an image on the page is
  std::uint64_t word_bytes = 0;
  std::int32_t width = 0, height = 0, channels = 1;
  double dots_per_inch = 0;
};

}  // namespace ocelli::internal::pdf
