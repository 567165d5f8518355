#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

namespace ocelli::internal::test {

/// A tiny video to make. Its frames are gray pictures.
struct Clip {
  std::string encoder = "libx264", pixel_format = "yuv420p";
  cv::Size size{64, 48};
  int frames = 8;
  std::function<cv::Mat(int frame)> picture = {};  ///< 8-bit gray; empty: a gradient
  std::vector<int> times = {};                     ///< of the frames, in 1/1000 s; empty: 25 frames a second
  int quarters = 0;                                ///< clockwise, in the display matrix
  int sounds = 0, subtitles = 0;                   ///< streams
  std::map<std::string, std::string> metadata = {};
};

void make_clip(const std::filesystem::path& path, const Clip& clip);

/// What a video contains.
struct ClipContent {
  std::string codec, pixel_format;
  cv::Size size;
  int quarters = 0;
  std::vector<double> seconds;  ///< of the frames
  std::vector<cv::Mat> luma;    ///< 8-bit
  int sounds = 0, subtitles = 0;
  std::vector<std::vector<std::uint8_t>> other_packets;  ///< of sound and subtitles
  std::map<std::string, std::string> metadata;
};

ClipContent read_clip(const std::filesystem::path& path);

/// Overwrites bytes in the middle of the packets of these frames, in the order of the file.
void damage_clip(const std::filesystem::path& path, const std::vector<int>& packets);

}  // namespace ocelli::internal::test
