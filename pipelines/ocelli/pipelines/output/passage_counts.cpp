#include "ocelli/pipelines/output/passage_counts.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <span>
#include <system_error>

#include "ocelli/core/option_table.hpp"
#include "ocelli/data/formats/csv_table.hpp"

namespace ocelli::internal {
namespace {

/// Above 0: to the right of the line from a to b, on axes with y down.
double side_of(const Point& a, const Point& b, const Point& place) {
  return static_cast<double>(b.x - a.x) * static_cast<double>(place.y - a.y) -
         static_cast<double>(b.y - a.y) * static_cast<double>(place.x - a.x);
}

bool is_within(const std::vector<Point>& zone, const Point& place) {
  std::vector<cv::Point2f> polygon;
  polygon.reserve(zone.size());
  for (const Point& corner : zone) polygon.emplace_back(corner.x, corner.y);
  return cv::pointPolygonTest(polygon, {place.x, place.y}, false) >= 0;
}

std::string joined(const std::vector<int>& tracks) {
  std::string text;
  for (const int track : tracks) text += (text.empty() ? "" : " ") + std::to_string(track);
  return text;
}

}  // namespace

std::optional<CountingPlace> CountingPlace::parse(std::string_view text) {
  std::vector<float> numbers;
  const char* place = text.data();
  const char* const end = text.data() + text.size();
  while (place < end) {
    float number = 0;
    const auto [rest, failure] = std::from_chars(place, end, number);
    if (failure != std::errc{} || !std::isfinite(number)) return std::nullopt;
    numbers.push_back(number);
    if (rest == end) break;
    if (*rest != ',') return std::nullopt;
    place = rest + 1;
    if (place == end) return std::nullopt;
  }
  if (numbers.size() < 4 || numbers.size() % 2 != 0 || numbers.size() > 200) return std::nullopt;
  CountingPlace parsed;
  for (std::size_t i = 0; i < numbers.size(); i += 2) parsed.points.push_back({numbers[i], numbers[i + 1]});
  if (parsed.points.size() == 2 && parsed.points[0] == parsed.points[1]) return std::nullopt;
  return parsed;
}

std::string CountingPlace::text() const {
  std::string text;
  for (const Point& point : points)
    text += (text.empty() ? "" : ",") + to_text(static_cast<double>(point.x)) + "," +
            to_text(static_cast<double>(point.y));
  return text;
}

CountingPlace::Passage CountingPlace::passage(const Point& from, const Point& to) const {
  using enum Passage;
  if (points.size() > 2) {
    const bool was_within = is_within(points, from), is_now = is_within(points, to);
    return was_within == is_now ? none : is_now ? in : out;
  }
  const double before = side_of(points[0], points[1], from), after = side_of(points[0], points[1], to);
  if ((before > 0) == (after > 0)) return none;
  // The ends of the line lie on different sides of the move, so that the two cross.
  if ((side_of(from, to, points[0]) > 0) == (side_of(from, to, points[1]) > 0)) return none;
  return after > 0 ? in : out;
}

PassageCounts::PassageCounts(std::filesystem::path file, std::vector<CountingPlace> places)
    : file_(std::move(file)), places_(std::move(places)), passed_(places_.size()) {
  file_.write("input,minute,place,in,out,tracks_in,tracks_out\n");
}

void PassageCounts::take(const Item& item, const Record& record) {
  if (!record.frame) return;
  const std::string input = item.video_rate ? item.file : item.folder;
  constexpr double kDefaultRate = 25, kSecondsInMinute = 60;
  const double rate = item.video_rate.value_or(0) > 0 ? *item.video_rate : kDefaultRate;
  const auto minute = static_cast<std::size_t>(static_cast<double>(*record.frame) / rate / kSecondsInMinute);
  if (input != input_ || minute < minute_) {
    end_minute();
    centers_.clear();
    input_ = input;
    minute_ = 0;
  }
  for (; minute_ < minute; ++minute_) end_minute();
  for (const Detection& detection : record.detections) {
    if (!detection.track) continue;
    const Point center{detection.box.center_x(), detection.box.center_y()};
    const auto [known, is_new] = centers_.try_emplace(*detection.track, center);
    if (is_new) continue;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const CountingPlace::Passage passage = places_[i].passage(known->second, center);
      if (passage == CountingPlace::Passage::none) continue;
      const bool leaves = passage == CountingPlace::Passage::out;
      passed_[i][leaves ? 1 : 0].push_back(*detection.track);
      ++(leaves ? out_ : in_);
    }
    known->second = center;
  }
}

void PassageCounts::end_minute() {
  if (input_.empty()) return;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto& [in, out] = passed_[i];
    file_.write(csv_cell(input_) + "," + std::to_string(minute_) + "," + csv_cell(places_[i].text()) + "," +
                std::to_string(in.size()) + "," + std::to_string(out.size()) + "," + joined(in) + "," +
                joined(out) + "\n");
    passed_[i] = {};
  }
}

void PassageCounts::finish() {
  end_minute();
  file_.commit();
}

std::string PassageCounts::summary() const {
  return std::to_string(in_) + " in, " + std::to_string(out_) + " out";
}

}  // namespace ocelli::internal
