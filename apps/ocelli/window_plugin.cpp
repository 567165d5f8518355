#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <opencv2/highgui.hpp>

#include "ocelli/core/plugin.hpp"
#include "window_library.hpp"

namespace ocelli::internal::app {
namespace {

/// Without a display, the window library would end the whole program, so a child process tries first.
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
  constexpr double kMaxWidth = 1280, kMaxHeight = 960;
  const double scale = std::min({1.0, kMaxWidth / picture.cols, kMaxHeight / picture.rows});
  return {std::max(1, cvRound(picture.cols * scale)), std::max(1, cvRound(picture.rows * scale))};
}

class OpenCvScreen final : public Screen {
 public:
  explicit OpenCvScreen(std::string title) : title_(std::move(title)) {}
  ~OpenCvScreen() override {
    if (open_) cv::destroyAllWindows();
  }
  OpenCvScreen(const OpenCvScreen&) = delete;
  OpenCvScreen& operator=(const OpenCvScreen&) = delete;

  int show(const cv::Mat& picture) override {
    if (!open_) {
      cv::namedWindow(title_, cv::WINDOW_NORMAL | cv::WINDOW_KEEPRATIO | cv::WINDOW_GUI_NORMAL);
      cv::resizeWindow(title_, fitting_a_screen(picture));
      open_ = true;
    }
    cv::imshow(title_, picture);
    const int key = cv::waitKey(1);
    if (cv::getWindowProperty(title_, cv::WND_PROP_VISIBLE) < 1) return kClosed;
    return key < 0 ? kNoKey : key & 0xFF;
  }

 private:
  std::string title_;
  bool open_ = false;
};

class OpenCvWindows final : public WindowLibrary {
 public:
  std::unique_ptr<Screen> open(const std::string& title) const override {
    if (!display_opens()) return nullptr;
    return std::make_unique<OpenCvScreen>(title);
  }
};

}  // namespace
}  // namespace ocelli::internal::app

OCELLI_PLUGIN(ocelli::internal::app::WindowLibrary, ocelli::internal::app::OpenCvWindows)
