#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>
#include <string_view>

namespace ocelli::internal::app {

/// A window for pictures. It opens with the first picture.
class Screen {
 public:
  static constexpr int kNoKey = -1, kClosed = -2;

  virtual ~Screen() = default;

  /// Shows the picture. Returns the code of a key pressed since the last call, kNoKey, or kClosed once the
  /// viewer has closed the window.
  virtual int show(const cv::Mat& picture) = 0;
};

/// The interface of the plugin "window": OpenCV's highgui, which links Qt or GTK.
class WindowLibrary {
 public:
  static constexpr std::string_view kName = "window";

  virtual ~WindowLibrary() = default;

  /// Null if there is no display.
  virtual std::unique_ptr<Screen> open(const std::string& title) const = 0;
};

}  // namespace ocelli::internal::app
