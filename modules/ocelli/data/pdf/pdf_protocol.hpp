#pragma once

#include <cstdint>

namespace ocelli::pdf {

/// What a program and its PDF renderer, a process of its own, say to each other through the renderer's standard input, a
/// socket. The renderer finds the file open as kFile, maps it, and replies once for having opened it; then each request is
/// replied to. They come from one build, so these go over as they lie in memory.
///
///   ocelli-pdf-renderer VERSION MAX_PIXELS MAX_SECONDS MAX_BYTES
inline constexpr int kVersion = 2;
inline constexpr int kSocket = 0, kFile = 3;

/// What a reply is to hold of a page beside its size. A page drawn in colours is sent as grey when it has no other.
enum class Drawing : std::uint32_t { none, grey, colours };

struct Request {
  std::uint32_t page;  ///< from 0
  Drawing picture;
};

/// Followed by `message_bytes` of text where something is wrong, else by width x height pixels of so many bytes (grey or BGR), if
/// they were asked for.
struct Reply {
  std::uint32_t message_bytes = 0;
  std::uint32_t pages = 0;
  std::int32_t width = 0, height = 0, channels = 1;
  double dots_per_inch = 0;
};

}  // namespace ocelli::pdf
