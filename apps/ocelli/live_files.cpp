#include "live_files.hpp"

#include <array>
#include <cstdio>
#include <ctime>
#include <exception>
#include <functional>
#include <span>

#include "ocelli/core/file.hpp"
#include "ocelli/core/output_path.hpp"
#include "ocelli/core/plugin.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal::app {
namespace {

/// A person is watching: a file that cannot be written is said in the window, and the view goes on.
std::string told(const std::function<std::string()>& write) {
  try {
    return write();
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

LiveFiles::~LiveFiles() {
  stop_recording();
  told([&] { return crops_ ? (crops_->finish(), "") : ""; });
}

std::string LiveFiles::save(const Item& item, const cv::Mat& picture) {
  return told([&] {
    const std::filesystem::path file = name_for(item, ".png");
    const std::vector<unsigned char> png = encode_png(picture);
    write_file_atomically(file, std::as_bytes(std::span(png)));
    return "saved " + file.string();
  });
}

std::string LiveFiles::crop(const Item& item, const Record& record) {
  return told([&] {
    if (!crops_) crops_.emplace(folder_, CropOptions{});
    crops_->save(item, color_image(item), record);
    return "saved " + count_of(record.detections.size(), "crop") + " in " + folder_.string();
  });
}

std::string LiveFiles::start_recording(const Item& item, cv::Size size, double rate) {
  return told([&] {
    constexpr double kDefaultRate = 25;
    video_file_ = name_for(item, ".avi");
    video_size_ = size;
    video_ =
        plugin<VideoLibrary>(Kind::output).create(video_file_.string(), rate > 0 ? rate : kDefaultRate, size);
    require(video_ != nullptr, Kind::output, "this video cannot be written", video_file_.native());
    return "recording " + video_file_.string();
  });
}

std::string LiveFiles::stop_recording() {
  if (video_ == nullptr) return {};
  return told([&] {
    const std::unique_ptr<FrameSink> video = std::move(video_);
    require(video->close(), Kind::output, "is missing frames; is the disk full?", video_file_.native());
    return "saved " + video_file_.string();
  });
}

void LiveFiles::record(const cv::Mat& picture) {
  if (video_ != nullptr && picture.size() == video_size_) video_->write(picture);
}

std::filesystem::path LiveFiles::name_for(const Item& item, const char* ending) {
  create_folder(folder_, " for the pictures of the live view");
  const std::string name = std::filesystem::path(item.input).filename().string();
  const std::size_t hash = name.rfind('#');
  std::string stem = std::filesystem::path(name.substr(0, hash)).stem().string();
  for (char& character : stem) character = character == ':' ? '-' : character;
  const std::string frame = hash == std::string::npos ? "" : name.substr(hash + 1);
  constexpr std::size_t kDigits = 6;
  return folder_ / (fit_name(stem) + "-" + std::string(kDigits - std::min(kDigits, frame.size()), '0') +
                    frame + ending);
}

std::string live_folder(std::time_t now) {
  std::tm local{};
  ::localtime_r(&now, &local);
  std::array<char, 64> text{};
  std::strftime(text.data(), text.size(), "ocelli-live-%Y%m%d-%H%M%S", &local);
  return text.data();
}

}  // namespace ocelli::internal::app
