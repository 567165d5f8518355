#pragma once

#include <array>
#include <cstdio>
#include <initializer_list>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "ocelli/recognition/feature_classifier.hpp"

namespace ocelli::internal::test {

/// The surest class of each sample as the C programs print it: nine digits tell all numbers of single
/// precision apart.
inline std::string labels_as_c_prints(const Classifier& classifier, const Samples& samples) {
  std::string lines;
  for (const Classification& found : classifier.classify(samples)) {
    std::array<char, 32> score{};
    std::snprintf(score.data(), score.size(), " %.9g", static_cast<double>(found.score()));
    lines += classifier.classes()[found.label()] + score.data();
    if (classifier.temperature() > 0) {
      std::snprintf(score.data(), score.size(), " %.10f", classifier.probabilities(found).front());
      lines += score.data();
    }
    lines += "\n";
  }
  return lines;
}

/// The beginning of an IDX file with tensors of bytes.
inline std::string idx_header(std::initializer_list<std::size_t> sizes) {
  std::string bytes{0, 0, 8, static_cast<char>(sizes.size())};
  for (const std::size_t size : sizes) {
    for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(size >> shift & 255);
  }
  return bytes;
}

/// Color images as an IDX file: a byte each for red, green and blue.
inline std::string as_idx(const std::vector<cv::Mat>& images) {
  const auto height = static_cast<std::size_t>(images[0].rows),
             width = static_cast<std::size_t>(images[0].cols);
  std::string bytes = idx_header({images.size(), height, width, 3});
  for (const cv::Mat& image : images) {
    for (std::size_t p = 0; p < height * width; ++p) {
      for (const std::size_t plane : {2, 1, 0}) bytes += static_cast<char>(image.data[3 * p + plane]);
    }
  }
  return bytes;
}

/// Images as an IDX file.
inline std::string as_idx(const Samples& images) {
  std::string bytes = idx_header({images.count(), static_cast<std::size_t>(images.shape->height),
                                  static_cast<std::size_t>(images.shape->width)});
  for (std::size_t i = 0; i < images.count(); ++i) {
    for (const float level : images.row(i)) bytes += static_cast<char>(static_cast<unsigned char>(level));
  }
  return bytes;
}

/// Rows of values as text.
inline std::string as_csv(const Samples& samples) {
  std::string text;
  for (std::size_t i = 0; i < samples.count(); ++i) {
    std::string row;
    for (const float value : samples.row(i)) {
      std::array<char, 32> number{};
      std::snprintf(number.data(), number.size(), "%.9g", static_cast<double>(value));
      row += (row.empty() ? "" : ",") + std::string(number.data());
    }
    text += row + "\n";
  }
  return text;
}

}  // namespace ocelli::internal::test
