#include "ocelli/pipelines/output/crop_folder.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include "ocelli/core/file.hpp"
#include "ocelli/core/output_path.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/pipelines/output/object_crop.hpp"
#include "ocelli/pipelines/output/record_text.hpp"
#include "ocelli/pipelines/sources/named_items.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

fs::path created_folder(fs::path folder) {
  create_folder(folder, " for crops");
  return folder;
}

/// The file of the item, or its stream; the whole input if the item does not know.
std::string source_of(const Item& item) {
  return item.file.empty() ? item.input.substr(0, item.input.rfind('#')) : item.file;
}

/// The number of a frame or page: 17 for "clip.mp4#17".
std::optional<std::size_t> number_in(const std::string& input, const std::string& source) {
  if (!input.starts_with(source + "#")) return std::nullopt;
  std::size_t number = 0;
  const char* const end = input.data() + input.size();
  const auto [rest, failure] = std::from_chars(input.data() + source.size() + 1, end, number);
  if (failure != std::errc{} || rest != end) return std::nullopt;
  return number;
}

/// With zeros in front, so that names sort by number.
std::string zero_padded(std::size_t number, std::size_t digits) {
  const std::string text = std::to_string(number);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

/// "beach-photo" for beach/photo.jpg in a searched folder.
std::string plain_name_of(const Item& item, const std::string& source) {
  std::string name;
  for (const fs::path& part : subfolder_of(item)) name += part.string() + "-";
  name += fs::path(source).stem().string();
  return fit_name(std::move(name));
}

}  // namespace

CropFolder::CropFolder(fs::path folder, const CropOptions& options, std::optional<int> best)
    : folder_(created_folder(std::move(folder))),
      options_(options),
      best_(best),
      table_(folder_ / kCropTable) {
  table_.write("file," + std::string(kDetectionCsvCells) + ",track\n");
}

void CropFolder::save(const Item& item, const cv::Mat& picture, const Record& record) {
  if (record.error || record.detections.empty()) return;
  const std::string name = name_for(item) + kCropMark;
  std::vector<Detection> objects = record.detections;
  std::erase_if(objects, [](const Detection& detection) { return !detection.seen; });
  std::ranges::stable_sort(objects, std::ranges::greater{}, &Detection::score);
  if (best_) objects.resize(std::min(objects.size(), static_cast<std::size_t>(*best_)));
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const Detection& detection = objects[i];
    const std::string file = name + zero_padded(i + 1, 3) + ".png";
    const std::vector<unsigned char> png = encode_png(crop(picture, detection, options_));
    write_file_atomically(folder_ / file, std::as_bytes(std::span(png)));
    table_.write(csv_cell(file) + "," + csv_cell(record.input) + "," + detection_cells(detection) + "," +
                 (detection.track ? std::to_string(*detection.track) : "") + "\n");
  }
}

void CropFolder::finish() { table_.commit(); }

std::string CropFolder::name_for(const Item& item) {
  const std::string source = source_of(item);
  const std::optional<std::size_t> number = number_in(item.input, source);
  const bool continues = source == source_ && number && number_ && *number > *number_;
  if (!continues) {
    const std::string wanted = plain_name_of(item, source);
    name_ = wanted;
    for (int copy = 2; !taken_.insert(name_).second; ++copy) name_ = wanted + "-" + std::to_string(copy);
    source_ = source;
  }
  number_ = number;
  return number ? name_ + "-" + zero_padded(*number, 6) : name_;
}

}  // namespace ocelli::internal
