#pragma once

#include <array>
#include <cstdio>
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
    std::snprintf(score.data(), score.size(), " %.9g\n", static_cast<double>(found.score()));
    lines += classifier.classes()[found.label()] + score.data();
  }
  return lines;
}

/// Images as an IDX file.
inline std::string as_idx(const Samples& images) {
  std::string bytes{0, 0, 8, 3};
  const auto add = [&](std::size_t number) {
    for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(number >> shift & 255);
  };
  add(images.count());
  add(static_cast<std::size_t>(images.shape->height));
  add(static_cast<std::size_t>(images.shape->width));
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
