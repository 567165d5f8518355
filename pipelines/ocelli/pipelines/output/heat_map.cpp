#include "ocelli/pipelines/output/heat_map.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <span>

#include "ocelli/core/file.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal {
namespace {

constexpr int kReduction = 4;  ///< heat is smooth, so a sixteenth of the pixels holds it

cv::Mat gray_in_three_channels(const cv::Mat& picture) {
  cv::Mat gray = picture, colors;
  if (picture.channels() == 3) cv::cvtColor(picture, gray, cv::COLOR_BGR2GRAY);
  cv::cvtColor(gray, colors, cv::COLOR_GRAY2BGR);
  return colors;
}

}  // namespace

void HeatMap::take(const cv::Mat& picture, const Record& record) {
  if (record.error || record.width < 1 || record.height < 1) return;
  if (ground_.empty() && !picture.empty()) {
    ground_ = gray_in_three_channels(picture);
    heat_ = cv::Mat::zeros((ground_.rows + kReduction - 1) / kReduction,
                           (ground_.cols + kReduction - 1) / kReduction, CV_32F);
  }
  if (heat_.empty()) return;
  const double unit_x = static_cast<double>(heat_.cols) / record.width,
               unit_y = static_cast<double>(heat_.rows) / record.height;
  for (const Detection& detection : record.detections) {
    const Box& box = detection.box;
    const cv::Point center(cvRound(unit_x * static_cast<double>(box.center_x())),
                           cvRound(unit_y * static_cast<double>(box.center_y())));
    const cv::Size radii(std::max(1, cvRound(unit_x * static_cast<double>(box.w) / 2)),
                         std::max(1, cvRound(unit_y * static_cast<double>(box.h) / 2)));
    const cv::Rect part =
        cv::Rect(center.x - radii.width, center.y - radii.height, 2 * radii.width + 1, 2 * radii.height + 1) &
        cv::Rect({}, heat_.size());
    if (part.empty()) continue;
    cv::Mat mask = cv::Mat::zeros(part.size(), CV_32F);
    cv::ellipse(mask, center - part.tl(), radii, 0, 0, 360, cv::Scalar(1), cv::FILLED);
    heat_(part) += mask;
  }
}

void HeatMap::finish() const {
  if (heat_.empty()) return;
  cv::Mat smooth, share, colors, weight;
  cv::GaussianBlur(heat_, smooth, {}, 2);
  double most = 0;
  cv::minMaxLoc(smooth, nullptr, &most);
  cv::resize(smooth, smooth, ground_.size(), 0, 0, cv::INTER_LINEAR);
  smooth.convertTo(share, CV_8U, most > 0 ? 255 / most : 0);
  cv::applyColorMap(share, colors, cv::COLORMAP_JET);
  // Where nothing was, the frame stays as it is.
  cv::min(smooth * (most > 0 ? 4 / most : 0), 0.6, weight);
  cv::cvtColor(weight, weight, cv::COLOR_GRAY2BGR);
  cv::Mat ground, heat;
  ground_.convertTo(ground, CV_32FC3);
  colors.convertTo(heat, CV_32FC3);
  cv::Mat mixed = ground + weight.mul(heat - ground), picture;
  mixed.convertTo(picture, CV_8UC3);
  const std::vector<unsigned char> png = encode_png(picture);
  write_file_atomically(file_, std::as_bytes(std::span(png)));
}

}  // namespace ocelli::internal
