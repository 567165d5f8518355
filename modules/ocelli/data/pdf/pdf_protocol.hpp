#pragma once

#include <cstdint>

namespace ocelli::pdf {

/// What a program and its PDF renderer, a process of its own, say to each other through the renderer's standard input, a
/// socket. The renderer finds the file open as kFile, maps it, and replies once for having opened it; then each request is
/// replied to. They come from one build, so these go over as they lie in memory.
///
///   ocelli-pdf-renderer VERSION MAX_PIXELS MAX_SECONDS MAX_BYTES
inline constexpr int kVersion = 1;
inline constexpr int kSocket = 0, kFile = 3;

struct Request {
  std::uint32_t page;  ///< from 0
  std::uint32_t draw;  ///< 0: the reply is to tell of the page, without its pixels
};

/// Followed by `message_bytes` of text where something is wrong, else by width x height bytes of grey, if they were asked for.
struct Reply {
  std::uint32_t message_bytes = 0;
  std::uint32_t pages = 0;
  std::int32_t width = 0, height = 0;
  double dots_per_inch = 0;
};

}  // namespace ocelli::pdf
