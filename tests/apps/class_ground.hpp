#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "apps/program.hpp"
#include "ocelli/core/random.hpp"

namespace ocelli::internal::test {

/// A small world to classify in: a table of three classes, and folders of images with bars of three kinds.
class ClassGround {
 public:
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string file(const std::string& name, const std::string& text) const {
    return folder_.file(name, text);
  }

  /// Rows whose class is where the largest of the first three of six numbers is, most of the time.
  std::string table(const std::string& name = "table.csv", int rows = 600) const {
    Random random(5);
    std::ostringstream text;
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < 6; ++j) text << random.normal() + (j == i % 3 ? 2.5 : 0) << ',';
      text << "abc"[i % 3] << '\n';
    }
    return file(name, text.str());
  }

  /// Noisy images of 12 x 12 pixels with a bar across, down, or none.
  std::string images(int of_each = 40) const {
    Random random(6);
    for (const std::string kind : {"across", "down", "none"}) {
      std::filesystem::create_directories(at("bars/" + kind));
      for (int i = 0; i < of_each; ++i) {
        cv::Mat image(12, 12, CV_8UC1);
        for (auto pixel = image.begin<std::uint8_t>(); pixel != image.end<std::uint8_t>(); ++pixel) {
          *pixel = static_cast<std::uint8_t>(random.below(60));
        }
        const int place = 3 + static_cast<int>(random.below(5));
        if (kind == "across") image.rowRange(place, place + 2) += 180;
        if (kind == "down") image.colRange(place, place + 2) += 180;
        cv::imwrite(at("bars/" + kind + "/" + std::to_string(i) + ".png"), image);
      }
    }
    return at("bars");
  }

  std::vector<std::string> train(const std::string& samples, const std::string& model,
                                 std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"train", "classifier", samples, "-o", at(model)});
    return more;
  }

  double error(const std::string& model, const std::string& samples) const {
    const Finished run = ocelli({"eval", "classifier", "--json", "-m", at(model), samples});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return nlohmann::json::parse(run.out)["error"];
  }

 private:
  TemporaryFolder folder_;
};

/// Runs a training until it keeps its first checkpoint, and stops it as Ctrl-C does.
inline void stop_early(const std::vector<std::string>& training, const std::filesystem::path& checkpoint) {
  Program program(ocelli_command(training));
  while (!std::filesystem::exists(checkpoint)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  program.send(SIGINT);
  EXPECT_EQ(program.finish().exit_code, 130);
}

/// Trains with the options to the end, and once more but killed on the way and resumed, and expects one model
/// of both.
inline void expect_killed_resumes_to_the_same(const ClassGround& ground, const std::string& samples,
                                              std::vector<std::string> options) {
  using namespace std::chrono_literals;
  ASSERT_EQ(ocelli(ground.train(samples, "whole", options)).exit_code, 0);

  options.push_back("--resume");
  Program program(ocelli_command(ground.train(samples, "killed", options)));
  while (!std::filesystem::exists(ground.at("killed.checkpoint"))) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(50ms);
  program.send(SIGKILL);
  EXPECT_EQ(program.finish().exit_code, -SIGKILL);
  EXPECT_FALSE(std::filesystem::exists(ground.at("killed")));

  const Finished run = ocelli(ground.train(samples, "killed", options));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(content_of(ground.at("whole")), content_of(ground.at("killed")));
}

}  // namespace ocelli::internal::test
