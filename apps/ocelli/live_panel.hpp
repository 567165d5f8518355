#pragma once

#include <deque>
#include <opencv2/core/mat.hpp>
#include <span>
#include <string>

#include "live_view.hpp"

/// What is painted over the pictures of a live view.
namespace ocelli::internal::app {

/// The times of the last 120 frames.
class LiveFigures {
 public:
  void add(double milliseconds, double rate);

  const std::deque<double>& times() const { return times_; }  ///< milliseconds
  /// "12.3 ms  25 fps": the median of the last 30 frames, and the frames of a second.
  std::string text() const;

 private:
  std::deque<double> times_;
  double rate_ = 0;
};

/// The figures and a graph of the times, in the upper left corner.
void paint_figures(cv::Mat& picture, const LiveFigures& figures);

/// A red dot in the upper right corner.
void paint_recording(cv::Mat& picture);

/// A line of text at the lower edge.
void paint_notice(cv::Mat& picture, const std::string& text);

/// The keys and what they do, in the middle.
void paint_keys(cv::Mat& picture, std::span<const LiveKey> keys);

/// A dark picture with words in its middle, for when there is no frame.
cv::Mat message_picture(cv::Size size, const std::string& text);

}  // namespace ocelli::internal::app
