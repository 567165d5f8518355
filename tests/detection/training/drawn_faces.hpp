#pragma once

#include <cstdint>
#include <opencv2/imgproc.hpp>

#include "ocelli/core/random.hpp"
#include "ocelli/detection/training/landmark_trainer.hpp"

namespace ocelli::internal::test {

/// A drawn face on gray: dark eyes, a bright nose and a dark mouth, each a little off its usual place.
inline LandmarkFace drawn_face(std::uint32_t number) {
  constexpr int kSide = 96;
  constexpr float kMiddle = kSide / 2.0F;
  Random random(hash(7, {number}));
  LandmarkFace face{.gray = cv::Mat(kSide, kSide, CV_8UC1, cv::Scalar(120)),
                    .square = {kMiddle - 27, kMiddle - 27, 54, 54},
                    .landmarks = {Point{-10, -7}, {10, -7}, {0, 4}, {-8, 14}, {8, 14}}};
  const auto level = [](int gray) { return cv::Scalar(gray); };
  const auto at = [](const Point& point) { return cv::Point(cvRound(point.x), cvRound(point.y)); };
  cv::ellipse(face.gray, {kSide / 2, kSide / 2 + 4}, {22, 28}, 0, 0, 360, level(190), cv::FILLED);
  for (Point& point : face.landmarks) {
    point.x += kMiddle + static_cast<float>(random.below(7)) - 3;
    point.y += kMiddle + static_cast<float>(random.below(7)) - 3;
  }
  const auto& [left, right, nose, left_mouth, right_mouth] = face.landmarks;
  for (const Point& eye : {left, right}) cv::circle(face.gray, at(eye), 3, level(30), cv::FILLED);
  cv::circle(face.gray, at(nose), 3, level(250), cv::FILLED);
  cv::line(face.gray, at(left_mouth), at(right_mouth), level(70), 3);
  return face;
}

inline LandmarkFaces drawn_faces(std::uint32_t count, std::uint32_t first = 0) {
  return {.count = count, .load = [first](std::uint32_t i) { return drawn_face(first + i); }};
}

}  // namespace ocelli::internal::test
