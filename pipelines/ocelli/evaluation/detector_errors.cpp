#include "ocelli/evaluation/detector_errors.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>
#include <tuple>
#include <utility>

#include "ocelli/data/images/image_file.hpp"
#include "ocelli/pipelines/output/contact_sheet.hpp"
#include "ocelli/pipelines/output/figures.hpp"

namespace ocelli::internal {
namespace {

constexpr SheetLayout kLayout{.columns = 8, .side = 128};
const cv::Scalar kPaper = cv::Scalar::all(255), kCounted(0, 160, 0), kIgnored(200, 120, 0),
                 kFalseAlarm(0, 0, 230);

float surest_on(const Box& truth, std::span<const Detection> found) {
  constexpr MatchRule rule;
  for (const Detection& detection : found) {
    if (rule.admits(detection.box, truth)) return detection.score;
  }
  return DetectorError::kNotFound;
}

void keep_first(std::vector<DetectorError>& errors, std::size_t max) {
  if (errors.size() > max) errors.resize(max);
}

/// A place of an image with its surroundings, scaled to fit a picture.
class View {
 public:
  View(const cv::Mat& gray, const Box& place) {
    constexpr float kSurroundings = 2.2f;
    const float width = kSurroundings * std::max(place.w, place.h);
    const cv::Rect wanted(cvFloor(place.center_x() - width / 2), cvFloor(place.center_y() - width / 2),
                          std::max(1, cvRound(width)), std::max(1, cvRound(width)));
    const cv::Rect there = wanted & cv::Rect({}, gray.size());
    cv::Mat part(wanted.size(), CV_8UC1, kPaper);
    if (!there.empty()) gray(there).copyTo(part(there - wanted.tl()));
    cv::resize(part, picture_, {kLayout.side, kLayout.side}, 0, 0,
               wanted.width > kLayout.side ? cv::INTER_AREA : cv::INTER_CUBIC);
    cv::cvtColor(picture_, picture_, cv::COLOR_GRAY2BGR);
    origin_ = wanted.tl();
    scale_ = static_cast<float>(kLayout.side) / static_cast<float>(wanted.width);
  }

  void draw(const Box& box, const cv::Scalar& color) {
    const auto place = [&](float x, float y) {
      return cv::Point(cvRound((x - static_cast<float>(origin_.x)) * scale_),
                       cvRound((y - static_cast<float>(origin_.y)) * scale_));
    };
    for (const auto& [ink, width] : {std::pair{kPaper, 4}, std::pair{color, 2}})
      cv::rectangle(picture_, place(box.x, box.y), place(box.x + box.w, box.y + box.h), ink, width);
  }

  const cv::Mat& picture() const { return picture_; }

 private:
  cv::Mat picture_;
  cv::Point origin_;
  float scale_ = 1;
};

View view_of(const DetectorError& error, const InputLimits& limits) {
  View view(read_gray(*error.image, limits), error.box);
  for (const AnnotatedObject& object : error.image->objects)
    view.draw(object.box, object.ignored ? kIgnored : kCounted);
  return view;
}

/// "missed, best score 2.1", with the name below.
std::string caption_of(const DetectorError& error, const char* kind, const char* before_score) {
  std::string caption = kind;
  if (std::isfinite(error.score)) caption += before_score + fixed(double{error.score}, 1);
  return caption + "\n" + short_name(error.image->path.string());
}

}  // namespace

std::vector<DetectorError> worst_misses(std::span<const MeasuredImage> images,
                                        std::span<const MeasuredImage> with_faint, std::size_t max) {
  std::vector<DetectorError> misses;
  for (std::size_t i = 0; i < images.size(); ++i) {
    for (const AnnotatedObject& object : images[i].image->objects) {
      if (object.ignored || surest_on(object.box, images[i].found) != DetectorError::kNotFound) continue;
      misses.push_back({images[i].image, object.box, surest_on(object.box, with_faint[i].found)});
    }
  }
  std::ranges::stable_sort(misses, {}, [](const DetectorError& e) { return std::tuple(e.score, -e.box.w); });
  keep_first(misses, max);
  return misses;
}

std::vector<DetectorError> worst_false_alarms(std::span<const MeasuredImage> images, std::size_t max) {
  std::vector<DetectorError> alarms;
  for (const MeasuredImage& measured : images) {
    for (std::size_t i = 0; i < measured.found.size(); ++i) {
      if (measured.matched.outcomes[i].outcome != Outcome::false_positive) continue;
      alarms.push_back({measured.image, measured.found[i].box, measured.found[i].score});
    }
  }
  std::ranges::stable_sort(alarms, std::ranges::greater{}, &DetectorError::score);
  keep_first(alarms, max);
  return alarms;
}

cv::Mat error_sheet(std::span<const DetectorError> misses, std::span<const DetectorError> false_alarms,
                    const InputLimits& limits) {
  std::vector<SheetCell> cells;
  for (const DetectorError& miss : misses)
    cells.push_back({view_of(miss, limits).picture(), caption_of(miss, "missed", ", best score ")});
  for (const DetectorError& alarm : false_alarms) {
    View view = view_of(alarm, limits);
    view.draw(alarm.box, kFalseAlarm);
    cells.push_back({view.picture(), caption_of(alarm, "false alarm", ", score ")});
  }
  if (cells.empty())
    cells.push_back({cv::Mat(kLayout.side, kLayout.side, CV_8UC3, kPaper), "no misses and no false alarms"});
  return contact_sheet(cells, kLayout);
}

}  // namespace ocelli::internal
