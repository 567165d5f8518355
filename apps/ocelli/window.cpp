#include "window.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <opencv2/highgui.hpp>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "ocelli/core/error.hpp"
#include "ocelli/pipelines/drawing.hpp"

namespace ocelli::app {
namespace {

/// Without a display the window library ends the whole program, so a child process tries first.
bool display_opens() {
  const pid_t child = ::fork();
  if (child < 0) return false;
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, STDERR_FILENO);
    try {
      cv::namedWindow("ocelli", cv::WINDOW_AUTOSIZE);
    } catch (const std::exception&) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

cv::Size fitting_a_screen(const cv::Mat& picture) {
  constexpr double kMostWidth = 1280, kMostHeight = 960;
  const double scale = std::min({1.0, kMostWidth / picture.cols, kMostHeight / picture.rows});
  return {std::max(1, cvRound(picture.cols * scale)), std::max(1, cvRound(picture.rows * scale))};
}

void paint_overlay(cv::Mat& picture, const std::string& text) {
  const double size = std::clamp(picture.cols / 1000.0, 0.4, 2.0);
  const cv::Point place(cvRound(10 * size), cvRound(30 * size));
  for (const auto& [colour, width] : {std::pair{cv::Scalar(0, 0, 0), 4}, {cv::Scalar(255, 255, 255), 1}}) {
    cv::putText(picture, text, place, cv::FONT_HERSHEY_SIMPLEX, size, colour, width, cv::LINE_AA);
  }
}

}  // namespace

Window::Window(std::string title) : title_(std::move(title)) {
  require(display_opens(), Kind::output,
          "no window can be opened: is there a display (DISPLAY)? without one, use --draw or -o", "--show");
}

Window::~Window() {
  if (open_) cv::destroyAllWindows();
}

bool Window::show(const LiveFrame& frame) {
  constexpr int kEscape = 27;
  if (frame.record.error) return true;
  cv::Mat picture = draw(colour_image(frame.item), frame.record.detections);
  paint_overlay(picture, overlay_text(frame));
  if (!open_) {
    cv::namedWindow(title_, cv::WINDOW_NORMAL | cv::WINDOW_KEEPRATIO | cv::WINDOW_GUI_NORMAL);
    cv::resizeWindow(title_, fitting_a_screen(picture));
    open_ = true;
  }
  cv::imshow(title_, picture);
  const int key = cv::waitKey(1) & 0xFF;
  return key != 'q' && key != kEscape && cv::getWindowProperty(title_, cv::WND_PROP_VISIBLE) >= 1;
}

std::string overlay_text(const LiveFrame& frame) {
  std::array<char, 128> text{};
  std::snprintf(text.data(), text.size(), "%.1f ms, %.1f frames a second, %zu dropped",
                frame.latency.count() * 1e3, frame.rate, frame.dropped);
  return text.data();
}

}  // namespace ocelli::app
