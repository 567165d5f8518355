#include "window.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "ocelli/core/plugin.hpp"
#include "ocelli/pipelines/output/drawing.hpp"

namespace ocelli::internal::app {
namespace {

void paint_overlay(cv::Mat& picture, const std::string& text) {
  const double size = std::clamp(picture.cols / 1000.0, 0.4, 2.0);
  const cv::Point place(cvRound(10 * size), cvRound(30 * size));
  for (const auto& [color, width] : {std::pair{cv::Scalar(0, 0, 0), 4}, {cv::Scalar(255, 255, 255), 1}}) {
    cv::putText(picture, text, place, cv::FONT_HERSHEY_SIMPLEX, size, color, width, cv::LINE_AA);
  }
}

}  // namespace

Window::Window(const std::string& title) : screen_(plugin<WindowLibrary>(Kind::output).open(title)) {
  require(screen_ != nullptr, Kind::output,
          "cannot open a window: is there a display (DISPLAY)? Without one, use --draw or -o", "--show");
}

bool Window::show(const LiveFrame& frame) {
  if (frame.record.error) return true;
  cv::Mat picture = draw(color_image(frame.item), frame.record.detections);
  paint_overlay(picture, overlay_text(frame));
  return screen_->show(picture);
}

std::string overlay_text(const LiveFrame& frame) {
  std::array<char, 128> text{};
  std::snprintf(text.data(), text.size(), "%.1f ms, %.1f frames per second, %zu dropped",
                frame.latency.count() * 1e3, frame.rate, frame.dropped);
  return text.data();
}

}  // namespace ocelli::internal::app
