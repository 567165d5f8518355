#pragma once

#include <opencv2/imgcodecs.hpp>
#include <string>

#include "data/idx_bytes.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "recognition/classifiers.hpp"

namespace ocelli::internal::test {

/// A folder with a small classifier in it, which tells which half of an image of 4 x 3 pixels is brighter,
/// and room for images and tables. Its classes are "left" and "right".
class BrightnessPlace {
 public:
  BrightnessPlace() {
    ModelCard card;
    card.description = "Tells the brighter half, in tests";
    save_model(model(), ClassifierModel{brighter_half(), card});
  }

  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string model() const { return at("brightness.ocelli"); }
  std::string file(const std::string& name, const std::string& content) const {
    return folder_.file(name, content);
  }

  /// An image whose left or right half is bright.
  std::string image(const std::string& name, bool right) const {
    cv::Mat gray(3, 4, CV_8UC1, cv::Scalar(10));
    gray.colRange(right ? 2 : 0, right ? 4 : 2).setTo(250);
    std::filesystem::create_directories(std::filesystem::path(at(name)).parent_path());
    cv::imwrite(at(name), gray);
    return at(name);
  }

  /// Images as an IDX file: 'l' for one whose left half is bright, 'r' for the right one.
  std::string idx(const std::string& name, const std::string& halves) const {
    std::string pixels;
    for (const char half : halves) {
      for (int i = 0; i < 12; ++i) pixels += (i % 4 < 2) == (half == 'l') ? '\xFA' : '\x0A';
    }
    return file(name, test::idx(0x08, {static_cast<std::uint32_t>(halves.size()), 3, 4}, pixels));
  }

  /// The same as a table, each line ending in `labels`' text for it ("" for no label).
  std::string table(const std::string& name, const std::string& halves,
                    const std::vector<std::string>& labels) const {
    std::string text;
    for (std::size_t row = 0; row < halves.size(); ++row) {
      for (int i = 0; i < 12; ++i)
        text += std::string(i > 0 ? "," : "") + ((i % 4 < 2) == (halves[row] == 'l') ? "250" : "10");
      text += (labels.empty() ? "" : "," + labels[row]) + "\n";
    }
    return file(name, text);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace ocelli::internal::test
