#include "ocelli/evaluation/misread_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "ocelli/core/file.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/pipelines/output/contact_sheet.hpp"

namespace ocelli::internal {
namespace {

cv::Mat image_of(const Samples& samples, std::size_t sample) {
  const ImageShape shape = *samples.shape;
  const auto plane = [&](std::size_t number) {
    const float* const values = samples.row(sample).data() + number * shape.pixels();
    cv::Mat levels;
    cv::Mat(shape.height, shape.width, CV_32FC1, const_cast<float*>(values)).convertTo(levels, CV_8U);
    return levels;
  };
  if (!samples.has_colors()) return plane(0);
  cv::Mat planes, image;
  cv::merge(std::vector{plane(0), plane(2), plane(1)}, planes);
  cv::cvtColor(planes, image, cv::COLOR_YCrCb2BGR);
  return image;
}

std::string first_letters(const std::string& text) {
  constexpr std::size_t kMax = 40;
  return text.size() <= kMax ? text : text.substr(0, kMax).append("...");
}

std::string caption_of(const Misread& misread) {
  return first_letters(misread.truth) + " > " + first_letters(misread.given) + "\n" +
         short_name(misread.item);
}

}  // namespace

cv::Mat misread_sheet(const Samples& samples, std::span<const Misread> misread) {
  std::vector<SheetCell> cells;
  for (const Misread& one : misread.first(std::min(misread.size(), kMaxOnSheet)))
    cells.push_back({image_of(samples, one.sample), caption_of(one)});
  const double across = std::ceil(std::sqrt(1.5 * static_cast<double>(cells.size())));
  return contact_sheet(cells, {.columns = std::clamp(static_cast<int>(across), 1, 20), .side = 64});
}

std::filesystem::path misread_list_beside(const std::filesystem::path& file) {
  return ends_in(file, {".csv"}) ? file : std::filesystem::path(file.string() + ".csv");
}

void write_misread_list(const std::filesystem::path& file, std::span<const Misread> misread) {
  std::string text = "item,truth,answer,score,margin\n";
  for (const Misread& one : misread) {
    text += csv_cell(one.item) + "," + csv_cell(one.truth) + "," + csv_cell(one.given) + "," +
            to_text(one.score) + "," + to_text(one.margin) + "\n";
  }
  write_file_atomically(file, std::as_bytes(std::span(text)));
}

}  // namespace ocelli::internal
