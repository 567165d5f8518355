#include "live_panel.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "ocelli/pipelines/output/figures.hpp"

namespace ocelli::internal::app {
namespace {

constexpr std::size_t kFramesShown = 120, kFramesOfMedian = 30;
const cv::Scalar kInk(255, 255, 255), kDim(190, 190, 190), kGraph(120, 230, 120), kRed(60, 60, 240);

/// Sizes that grow with the picture, so that text is as large on any screen.
struct PanelScale {
  double font;
  int margin, line;

  explicit PanelScale(const cv::Size& picture)
      : font(std::clamp(std::max(picture.width, picture.height) / 1400.0, 0.4, 2.0)),
        margin(cvRound(16 * font)),
        line(cvRound(40 * font)) {}

  cv::Size size_of(const std::string& text) const {
    int baseline = 0;
    return cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, font, pen(), &baseline);
  }
  int pen() const { return std::max(1, cvRound(1.4 * font)); }
};

void write(cv::Mat& picture, const std::string& text, const cv::Point& place, const PanelScale& scale,
           const cv::Scalar& color = kInk) {
  cv::putText(picture, text, place, cv::FONT_HERSHEY_SIMPLEX, scale.font, color, scale.pen(), cv::LINE_AA);
}

/// Darkens a part, so that white text can be read on it.
void dim(cv::Mat& picture, const cv::Rect& part) {
  cv::Mat inside = picture(part & cv::Rect({}, picture.size()));
  inside.convertTo(inside, -1, 0.3);
}

double median_of(const std::deque<double>& times) {
  if (times.empty()) return 0;
  const auto last = static_cast<std::ptrdiff_t>(std::min(times.size(), kFramesOfMedian));
  std::vector<double> sorted(times.end() - last, times.end());
  std::ranges::nth_element(sorted, sorted.begin() + last / 2);
  return sorted[static_cast<std::size_t>(last / 2)];
}

/// A line through the times; twice the median is at the top, and longer times stop there.
std::vector<cv::Point> graph_of(const std::deque<double>& times, const cv::Rect& area) {
  const double top = std::max(1e-3, 2 * median_of(times));
  std::vector<cv::Point> points;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double right = static_cast<double>(times.size() - 1 - i) / (kFramesShown - 1);
    points.emplace_back(area.br().x - cvRound(right * area.width),
                        area.br().y - cvRound(std::min(1.0, times[i] / top) * area.height));
  }
  return points;
}

}  // namespace

void LiveFigures::add(double milliseconds, double rate) {
  times_.push_back(milliseconds);
  if (times_.size() > kFramesShown) times_.pop_front();
  rate_ = rate;
}

std::string LiveFigures::text() const {
  return fixed(median_of(times_), 1) + " ms  " + fixed(rate_, 0) + " fps";
}

void paint_figures(cv::Mat& picture, const LiveFigures& figures) {
  const PanelScale scale(picture.size());
  const cv::Size text = scale.size_of("000.0 ms  000 fps");
  const cv::Rect panel(scale.margin, scale.margin, text.width + 2 * scale.margin, cvRound(2.6 * scale.line));
  dim(picture, panel);
  write(picture, figures.text(), {panel.x + scale.margin, panel.y + scale.line}, scale);
  const cv::Rect area(panel.x + scale.margin, panel.y + scale.line + scale.margin, text.width, scale.line);
  const std::vector<cv::Point> points = graph_of(figures.times(), area);
  if (points.size() > 1) cv::polylines(picture, points, false, kGraph, scale.pen(), cv::LINE_AA);
}

void paint_recording(cv::Mat& picture) {
  const PanelScale scale(picture.size());
  const int radius = scale.line / 3;
  cv::circle(picture, {picture.cols - scale.margin - radius, scale.margin + radius}, radius + 2, {0, 0, 0},
             cv::FILLED, cv::LINE_AA);
  cv::circle(picture, {picture.cols - scale.margin - radius, scale.margin + radius}, radius, kRed, cv::FILLED,
             cv::LINE_AA);
}

void paint_notice(cv::Mat& picture, const std::string& text) {
  if (text.empty()) return;
  const PanelScale scale(picture.size());
  const cv::Rect bar(0, picture.rows - 2 * scale.line, picture.cols, 2 * scale.line);
  dim(picture, bar);
  write(picture, text, {scale.margin, picture.rows - cvRound(0.75 * scale.line)}, scale);
}

void paint_keys(cv::Mat& picture, std::span<const LiveKey> keys) {
  const PanelScale scale(picture.size());
  int names = 0, meanings = 0;
  for (const LiveKey& key : keys) {
    names = std::max(names, scale.size_of(key.name).width);
    meanings = std::max(meanings, scale.size_of(key.meaning).width);
  }
  const cv::Size size(names + meanings + 5 * scale.margin, static_cast<int>(keys.size() + 1) * scale.line);
  const cv::Rect panel((picture.cols - size.width) / 2, (picture.rows - size.height) / 2, size.width,
                       size.height);
  dim(picture, panel);
  int y = panel.y + scale.line;
  for (const LiveKey& key : keys) {
    write(picture, key.name, {panel.x + 2 * scale.margin, y}, scale);
    write(picture, key.meaning, {panel.x + 3 * scale.margin + names, y}, scale, kDim);
    y += scale.line;
  }
}

cv::Mat message_picture(cv::Size size, const std::string& text) {
  cv::Mat picture(size, CV_8UC3, cv::Scalar(32, 30, 28));
  const PanelScale scale(size);
  const cv::Size words = scale.size_of(text);
  write(picture, text, {std::max(scale.margin, (size.width - words.width) / 2), size.height / 2}, scale);
  return picture;
}

}  // namespace ocelli::internal::app
