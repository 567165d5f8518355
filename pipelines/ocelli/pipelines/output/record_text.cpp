#include "ocelli/pipelines/output/record_text.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "ocelli/core/option_table.hpp"
#include "ocelli/data/formats/csv_table.hpp"
#include "ocelli/pipelines/output/figures.hpp"
#include "ocelli/pipelines/output/unicode.hpp"

namespace ocelli::internal {
namespace {

using Json = nlohmann::ordered_json;

double short_score(float score) { return rounded(static_cast<double>(score), 1e4); }

double short_place(float place) { return rounded(static_cast<double>(place), 10); }

/// A detection with its numbers rounded for output.
struct Rounded {
  long x, y, w, h;
  double score;

  explicit Rounded(const Detection& detection)
      : x(std::lround(detection.box.x)),
        y(std::lround(detection.box.y)),
        w(std::lround(detection.box.w)),
        h(std::lround(detection.box.h)),
        score(short_score(detection.score)) {}
};

/// In whole degrees above -180.
long rounded_roll(float roll) {
  const long degrees = std::lround(roll);
  return degrees == -180 ? 180 : degrees;
}

Json to_json(const Pose& pose) {
  Json json;
  if (pose.yaw) json["yaw"] = std::lround(*pose.yaw);
  json["roll"] = rounded_roll(pose.roll);
  return json;
}

Json to_json(const Detection& detection) {
  const Rounded d(detection);
  Json json = {{"x", d.x}, {"y", d.y}, {"w", d.w}, {"h", d.h}, {"score", d.score}};
  if (detection.probability) json["probability"] = short_score(*detection.probability);
  json["label"] = detection.label;
  if (detection.landmarks) {
    Json places = Json::array();
    for (const Point& point : *detection.landmarks)
      places.push_back(Json::array({short_place(point.x), short_place(point.y)}));
    json["landmarks"] = std::move(places);
  }
  if (detection.pose) json["pose"] = to_json(*detection.pose);
  if (detection.track) json["track"] = *detection.track;
  if (!detection.seen) json["seen"] = false;
  return json;
}

/// With its warning, if there is one.
Json warned(Json json, const Record& record) {
  if (!record.warning.empty()) json["warning"] = with_marked_bytes(record.warning);
  return json;
}

Json error_json(const Record& record) {
  return {{"input", with_marked_bytes(record.input)}, {"error", with_marked_bytes(*record.error)}};
}

Json to_json(const Record& record) {
  Json detections = Json::array();
  for (const Detection& detection : record.detections) detections.push_back(to_json(detection));
  return {{"input", with_marked_bytes(record.input)},
          {"width", record.width},
          {"height", record.height},
          {"detections", std::move(detections)}};
}

Json to_json(const Record& record, std::span<const std::string> classes, std::size_t top) {
  const Classification& found = record.classification.value();
  Json ranking = Json::array();
  for (const auto& [label, score] : std::span(found.ranking).first(std::min(top, found.ranking.size()))) {
    ranking.push_back(Json::array({with_marked_bytes(classes[label]), short_score(score)}));
  }
  Json json = {{"input", with_marked_bytes(record.input)},
               {"label", with_marked_bytes(classes[found.label()])},
               {"score", short_score(found.score())}};
  if (!record.probabilities.empty()) {
    json["probability"] = rounded(record.probabilities.front(), 1e4);
    Json each = Json::array();
    for (std::size_t i = 0; i < ranking.size(); ++i) each.push_back(rounded(record.probabilities[i], 1e4));
    json["probabilities"] = std::move(each);
  }
  json["top"] = std::move(ranking);
  return json;
}

std::string line_of(const Json& json) {
  return with_escaped_bytes(json.dump(-1, ' ', false, Json::error_handler_t::replace)) + "\n";
}

std::string landmark_cells(const Detection& detection) {
  std::string cells;
  for (std::size_t i = 0; i < Landmarks().size(); ++i) {
    if (!detection.landmarks) {
      cells += ",,";
      continue;
    }
    const Point& point = (*detection.landmarks)[i];
    cells += "," + to_text(short_place(point.x)) + "," + to_text(short_place(point.y));
  }
  if (!detection.pose) return cells + ",,";
  const auto& [yaw, roll] = *detection.pose;
  return cells + "," + (yaw ? std::to_string(std::lround(*yaw)) : std::string()) + "," +
         std::to_string(rounded_roll(roll));
}

std::string track_cells(const Detection& detection) {
  return "," + (detection.track ? std::to_string(*detection.track) : std::string()) +
         (detection.seen ? ",true" : ",false");
}

}  // namespace

std::string detection_cells(const Detection& detection) {
  const Rounded d(detection);
  return std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.w) + "," +
         std::to_string(d.h) + "," + to_text(d.score) + "," + csv_cell(detection.label) + "," +
         (detection.probability ? to_text(short_score(*detection.probability)) : std::string());
}

std::string to_json_line(const Record& record) {
  return line_of(record.error ? error_json(record) : warned(to_json(record), record));
}

std::string label_json_line(const Record& record, std::span<const std::string> classes, std::size_t top) {
  return line_of(record.error ? error_json(record) : warned(to_json(record, classes, top), record));
}

std::string csv_header(const DetectionColumns& columns) {
  std::string header = "input,width,height,x,y,w,h,score,label,probability";
  if (columns.landmarks) header += ",lex,ley,rex,rey,nosex,nosey,lmx,lmy,rmx,rmy,yaw,roll";
  if (columns.tracks) header += ",track,seen";
  return header + "\n";
}

std::string to_csv_rows(const Record& record, const DetectionColumns& columns) {
  if (record.error) return {};
  const std::string image =
      csv_cell(record.input) + "," + std::to_string(record.width) + "," + std::to_string(record.height) + ",";
  if (record.detections.empty())
    return image + ",,,,,," + (columns.landmarks ? landmark_cells({}) : "") + (columns.tracks ? ",," : "") +
           "\n";
  std::string rows;
  for (const Detection& detection : record.detections) {
    rows += image + detection_cells(detection);
    if (columns.landmarks) rows += landmark_cells(detection);
    if (columns.tracks) rows += track_cells(detection);
    rows += "\n";
  }
  return rows;
}

std::string to_mot_rows(const Record& record) {
  if (record.error) return {};
  std::string rows;
  for (const Detection& detection : record.detections) {
    if (!detection.track) continue;
    const Box& box = detection.box;
    rows += std::to_string(record.frame.value_or(0) + 1) + "," + std::to_string(*detection.track);
    for (const float place : {box.x, box.y, box.w, box.h}) rows += "," + to_text(short_place(place));
    rows += "," + to_text(short_score(detection.score)) + ",-1,-1,-1\n";
  }
  return rows;
}

std::string label_csv_row(const Record& record, std::span<const std::string> classes) {
  if (record.error) return {};
  std::string row = csv_cell(record.input);
  for (const auto& [label, score] : std::span(record.classification.value().ranking).first(2)) {
    row += "," + csv_cell(classes[label]) + "," + to_text(short_score(score));
  }
  row += ",";
  if (!record.probabilities.empty()) row += to_text(rounded(record.probabilities.front(), 1e4));
  return row + "\n";
}

}  // namespace ocelli::internal
