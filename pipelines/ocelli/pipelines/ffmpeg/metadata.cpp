#include "ocelli/pipelines/ffmpeg/metadata.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

namespace ocelli::internal::ffmpeg {
namespace {

/// Parts of the keys of QuickTime, MP4, Matroska and AVI.
constexpr std::array<std::string_view, 4> kPlaceKeys{"location", "gps", "xyz", "geo"};
constexpr std::array<std::string_view, 8> kDeviceKeys{"make",   "model",    "serial",   "camera",
                                                      "device", "software", "firmware", "handler_name"};

bool contains_any(const std::string& key, const auto& words) {
  return std::ranges::any_of(words,
                             [&](std::string_view word) { return key.find(word) != std::string::npos; });
}

}  // namespace

void copy_metadata(const AVDictionary* from, AVDictionary** to, const VideoRewrite& job) {
  const AVDictionaryEntry* entry = nullptr;
  while ((entry = av_dict_get(from, "", entry, AV_DICT_IGNORE_SUFFIX)) != nullptr) {
    std::string key = entry->key;
    std::ranges::transform(key, key.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool is_left_out = (job.without_place && contains_any(key, kPlaceKeys)) ||
                             (job.without_device && contains_any(key, kDeviceKeys));
    if (!is_left_out) av_dict_set(to, entry->key, entry->value, 0);
  }
}

bool may_hold_places(const AVStream& stream) { return stream.codecpar->codec_type == AVMEDIA_TYPE_DATA; }

}  // namespace ocelli::internal::ffmpeg
