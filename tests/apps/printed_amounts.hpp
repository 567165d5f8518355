#pragma once

#include <array>
#include <cmath>
#include <filesystem>
#include <opencv2/core.hpp>
#include <string>
#include <utility>
#include <vector>

#include "ocelli/core/random.hpp"
#include "ocelli/metrics/text_errors.hpp"
#include "ocelli/text/training/print_scan.hpp"
#include "ocelli/text/training/typesetting.hpp"

namespace ocelli::internal::test {

/// A face of a Debian package that scripts/install-dependencies --dev installs.
struct AmountFace {
  const char* package;
  const char* file;  ///< below /usr/share/fonts

  std::filesystem::path path() const { return std::filesystem::path("/usr/share/fonts") / file; }
};

/// Sans, serif and monospaced faces that invoices are set in.
inline constexpr std::array kAmountFaces = {
    AmountFace{"fonts-liberation2", "truetype/liberation2/LiberationSans-Regular.ttf"},
    AmountFace{"fonts-liberation2", "truetype/liberation2/LiberationSerif-Regular.ttf"},
    AmountFace{"fonts-liberation2", "truetype/liberation2/LiberationMono-Regular.ttf"},
    AmountFace{"fonts-urw-base35", "opentype/urw-base35/NimbusSans-Regular.otf"},
    AmountFace{"fonts-urw-base35", "opentype/urw-base35/NimbusRoman-Regular.otf"},
    AmountFace{"fonts-urw-base35", "opentype/urw-base35/NimbusMonoPS-Regular.otf"},
    AmountFace{"fonts-dejavu-core", "truetype/dejavu/DejaVuSans.ttf"},
    AmountFace{"fonts-dejavu-core", "truetype/dejavu/DejaVuSerif.ttf"},
    AmountFace{"fonts-dejavu-core", "truetype/dejavu/DejaVuSansMono.ttf"},
    AmountFace{"fonts-crosextra-carlito", "truetype/crosextra/Carlito-Regular.ttf"},
    AmountFace{"fonts-crosextra-caladea", "truetype/crosextra/Caladea-Regular.ttf"},
    AmountFace{"fonts-urw-base35", "opentype/urw-base35/C059-Roman.otf"},
};

/// Digits without a leading zero, except for a single one.
inline std::string random_number(std::size_t digits, Random& random) {
  std::string number(1, static_cast<char>('1' + random.below(9)));
  while (number.size() < digits) number += static_cast<char>('0' + random.below(10));
  return number;
}

/// An amount, date or rate as invoices have them: 45.00, 1,234.56, 1.234,56, $420.00,
/// 03/14/2024, 12.03.2024, 4.75%.
inline std::string random_amount(Random& random) {
  const auto figures = [&](std::size_t count) {
    std::string text;
    while (text.size() < count) text += static_cast<char>('0' + random.below(10));
    return text;
  };
  const auto day = [&] { return std::to_string(10 + random.below(19)); };
  const auto month = [&] {
    return std::string(random.below(2) == 0 ? "0" : "1") + std::to_string(1 + random.below(2));
  };
  const auto year = [&] { return std::to_string(1990 + random.below(40)); };
  switch (random.below(10)) {
    case 0:
      return random_number(1 + random.below(2), random) + "," + figures(3) + "." + figures(2);
    case 1:
      return random_number(1 + random.below(3), random) + "." + figures(3) + "," + figures(2);
    case 2:
      return "$" + random_number(1 + random.below(3), random) + "." + figures(2);
    case 3:
      return month() + "/" + day() + "/" + year();
    case 4:
      return day() + "." + month() + "." + year();
    case 5:
      return random_number(1, random) + "." + figures(1 + random.below(2)) + "%";
    case 6:
      return "0." + figures(2 + random.below(3));
    case 7:
      return random_number(1 + random.below(3), random) + ",00";
    default:
      return random_number(1 + random.below(4), random) + "." + figures(2);
  }
}

/// More faces, for amounts with signs.
inline constexpr std::array kMoreAmountFaces = {
    AmountFace{"fonts-liberation2", "truetype/liberation2/LiberationSans-Bold.ttf"},
    AmountFace{"fonts-urw-base35", "opentype/urw-base35/P052-Roman.otf"},
};

/// An amount with a sign as invoices and statements have them: \u00A31,249.00, 49,90 \u20AC, \u00A512,000,
/// 1,234.56-, \u00B10.25.
inline std::string random_signed_amount(Random& random) {
  const auto figures = [&](std::size_t count) {
    std::string text;
    while (text.size() < count) text += static_cast<char>('0' + random.below(10));
    return text;
  };
  const auto number = [&](std::size_t most) { return random_number(1 + random.below(most), random); };
  switch (random.below(12)) {
    case 0:
      return "\u00A3" + number(3) + "," + figures(3) + "." + figures(2);
    case 1:
      return "\u00A3" + number(3) + "." + figures(2);
    case 2:
      return "\u20AC" + number(3) + "," + figures(3) + "." + figures(2);
    case 3:
      return "\u20AC" + number(3) + "." + figures(2);
    case 4:
      return number(3) + "." + figures(3) + "," + figures(2) + " \u20AC";
    case 5:
      return number(3) + "," + figures(2) + " \u20AC";
    case 6:
      return "\u00A5" + number(3) + "," + figures(3);
    case 7:
      return "$" + number(3) + "," + figures(3) + "." + figures(2);
    case 8:
      return number(3) + "," + figures(3) + "." + figures(2) + "-";
    case 9:
      return "-" + std::string(random.below(2) == 0 ? "\u00A3" : "\u20AC") + number(3) + "." + figures(2);
    case 10:
      return "\u00B1" + number(2) + "." + figures(2);
    default:
      return number(2) + "." + figures(1) + "\u00B0C";
  }
}

/// A page of amounts, one below the other, and where each stands.
struct AmountPage {
  std::string face;
  double points = 0, resolution = 0;
  cv::Mat image;
  std::vector<std::string> amounts;
  std::vector<cv::Rect> boxes;
};

/// The page of this number: it decides on face, size (8 to 14 points), resolution (150 to 400), blur and
/// grain.
inline AmountPage print_amounts(const std::filesystem::path& file, std::uint64_t number, std::size_t rows,
                                std::string (*draw)(Random&) = random_amount) {
  Random random(hash(17, {number}));
  FontFace face(file);
  constexpr std::array kResolutions = {150.0, 200.0, 300.0, 400.0};
  AmountPage page;
  page.face = face.name();
  page.points = 8 + static_cast<double>(random.below(7));
  page.resolution = kResolutions[random.below(kResolutions.size())];
  TypesettingOptions setting;
  setting.size = page.points * page.resolution / 72;
  const int pitch = static_cast<int>(std::lround(1.6 * setting.size)), margin = 2 * pitch;
  page.image = cv::Mat(2 * margin + pitch * static_cast<int>(rows), 2 * margin + 12 * pitch, CV_8UC1, 255.0);
  for (std::size_t row = 0; row < rows; ++row) {
    page.amounts.push_back(draw(random));
    setting.start = random.uniform();
    const SetLine line = set_line(face, comparable_text(page.amounts.back(), {.keep_signs = true}), setting);
    const cv::Point corner(margin,
                           margin + pitch * static_cast<int>(row + 1) - static_cast<int>(line.baseline));
    page.boxes.emplace_back(corner, line.image.size());
    const cv::Mat place = page.image(page.boxes.back());
    cv::Mat(cv::min(place, line.image)).copyTo(place);
  }
  const PrintScanOptions mild{
      .resolution = page.resolution,
      .spread = 0.3,
      .blur = 0.8,
      .unevenness = 0.05,
      .grain = 0.15,
      .specks = 0,
      .skew = 0.2,
      .breaks = 0,
      .gray = page.resolution < 300 ? 1 : 0.7,  // nobody scans in black and white at less
      .jpeg = 0.5};
  page.image = print_and_scan(page.image, {}, mild, random).image;
  return page;
}

}  // namespace ocelli::internal::test
