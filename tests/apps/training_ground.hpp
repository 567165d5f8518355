#pragma once

#include <algorithm>
#include <array>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <utility>
#include <vector>

#include "data/temporary_folder.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::test {

/// A small world to train in: noisy images with a bright cross on a dark square at known places, and images
/// without.
class TrainingGround {
 public:
  explicit TrainingGround(int positives = 60, int negatives = 12) {
    std::string info;
    for (int i = 0; i < positives; ++i) {
      const std::string name = "cross" + std::to_string(i) + ".png";
      cv::Mat image = noise(100 + i);
      draw_cross(image, {20, 16, 24, 24});
      cv::imwrite(at(name), image);
      info += name + " 1 20 16 24 24\n";
    }
    folder_.file("info.dat", info);
    std::string list;
    for (int i = 0; i < negatives; ++i) {
      const std::string name = "plain" + std::to_string(i) + ".png";
      cv::imwrite(at(name), noise(1000 + i));
      list += name + "\n";
    }
    folder_.file("bg.txt", list);
  }

  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string file(const std::string& name, const std::string& text) const {
    return folder_.file(name, text);
  }

  /// A training that takes a second or two. `more` holds options and their values, which go before those set
  /// here.
  std::vector<std::string> train(const std::string& model, const std::vector<std::string>& more = {}) const {
    const std::vector<std::pair<std::string, std::string>> usual = {{"--positives", at("info.dat")},
                                                                    {"--negatives", at("bg.txt")},
                                                                    {"-o", at(model)},
                                                                    {"--width", "12"},
                                                                    {"--features", "600"},
                                                                    {"--mined", "400"},
                                                                    {"--stages", "4"},
                                                                    {"--max-weak-count", "12"},
                                                                    {"--max-false-alarm-rate", "0.2"},
                                                                    {"--label", "cross"}};
    constexpr std::array kOfStages = {"--features", "--stages", "--max-weak-count", "--max-false-alarm-rate"};
    const bool takes_stages = std::find(more.begin(), more.end(), "--cascade") != more.end();
    std::vector<std::string> words = {"train", "detector"};
    for (const auto& [option, value] : usual) {
      const bool is_of_stages = std::find(kOfStages.begin(), kOfStages.end(), option) != kOfStages.end();
      if (std::find(more.begin(), more.end(), option) == more.end() && !(takes_stages && is_of_stages))
        words.insert(words.end(), {option, value});
    }
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

 private:
  static cv::Mat noise(int seed) {
    cv::Mat image(64, 72, CV_8UC1);
    Random random(static_cast<std::uint64_t>(seed));
    for (int y = 0; y < image.rows; ++y) {
      for (int x = 0; x < image.cols; ++x)
        image.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>(random.below(256));
    }
    cv::GaussianBlur(image, image, {}, 2);
    cv::normalize(image, image, 20, 235, cv::NORM_MINMAX);
    return image;
  }

  static void draw_cross(cv::Mat& image, const cv::Rect& box) {
    image(box) *= 0.8;
    const int arm = box.width / 4;
    image(cv::Rect(box.x + (box.width - arm) / 2, box.y, arm, box.height)) += 50;
    image(cv::Rect(box.x, box.y + (box.height - arm) / 2, box.width, arm)) += 50;
  }

  TemporaryFolder folder_;
};

}  // namespace ocelli::internal::test
