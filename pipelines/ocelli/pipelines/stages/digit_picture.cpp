#include "ocelli/pipelines/stages/digit_picture.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/imaging/gray_image.hpp"

namespace ocelli::internal {
namespace {

constexpr int kSide = 64;  ///< maximum side for measuring the structure

/// The share of pixels with visible color.
double share_of_colors(const cv::Mat& picture) {
  constexpr int kMinDifference = 16;
  if (picture.channels() != 3) return 0;
  cv::Mat planes, red, blue;
  cv::cvtColor(picture, planes, cv::COLOR_BGR2YCrCb);
  cv::extractChannel(planes, red, 1);
  cv::extractChannel(planes, blue, 2);
  cv::absdiff(red, 128, red);
  cv::absdiff(blue, 128, blue);
  const cv::Mat colored = cv::max(red, blue) > kMinDifference;
  return static_cast<double>(cv::countNonZero(colored)) / static_cast<double>(picture.total());
}

/// Subtracts the plane through the edges, which contain only paper.
cv::Mat_<float> with_even_light(const cv::Mat& gray) {
  cv::Matx33d sums = cv::Matx33d::zeros();
  cv::Vec3d right;
  const auto is_edge = [&](int y, int x) {
    return y < 2 || x < 2 || y >= gray.rows - 2 || x >= gray.cols - 2;
  };
  for (int y = 0; y < gray.rows; ++y) {
    for (int x = 0; x < gray.cols; ++x) {
      if (!is_edge(y, x)) continue;
      const cv::Vec3d place(x, y, 1);
      sums += place * place.t();
      right += place * gray.at<std::uint8_t>(y, x);
    }
  }
  const cv::Vec3d plane = sums.inv(cv::DECOMP_SVD) * right;
  cv::Mat_<float> even(gray.size());
  for (int y = 0; y < gray.rows; ++y)
    for (int x = 0; x < gray.cols; ++x)
      even(y, x) = static_cast<float>(gray.at<std::uint8_t>(y, x) - plane.dot({double(x), double(y), 1}));
  return even;
}

/// The difference between the lightest and darkest pixel.
double contrast_of(const cv::Mat_<float>& even) {
  double darkest = 0, lightest = 0;
  cv::minMaxLoc(even, &darkest, &lightest);
  return lightest - darkest;
}

/// Properties of a picture split into ink and paper.
struct Structure {
  double between = 1;  ///< share of the pixels that are neither
  int pieces = 0;      ///< of the ink
  double ink = 0;      ///< share of the pixels
  double borders = 0;  ///< share of adjacent pixel pairs with one ink pixel
};

double share_of_borders(const cv::Mat& ink) {
  cv::Mat across, along;
  if (ink.cols > 1) cv::bitwise_xor(ink.colRange(1, ink.cols), ink.colRange(0, ink.cols - 1), across);
  if (ink.rows > 1) cv::bitwise_xor(ink.rowRange(1, ink.rows), ink.rowRange(0, ink.rows - 1), along);
  const int borders =
      (across.empty() ? 0 : cv::countNonZero(across)) + (along.empty() ? 0 : cv::countNonZero(along));
  return borders / (2.0 * static_cast<double>(ink.total()));
}

Structure structure_of(const cv::Mat_<float>& even) {
  cv::Mat levels;
  cv::normalize(even, levels, 0, 255, cv::NORM_MINMAX, CV_8U);
  cv::Mat light;
  cv::threshold(levels, light, 0, 255, cv::THRESH_BINARY | cv::THRESH_OTSU);
  const double high = cv::mean(levels, light)[0], low = cv::mean(levels, light == 0)[0];
  if (high <= low) return {};
  cv::Mat distance;
  cv::absdiff(levels, (high + low) / 2, distance);
  const bool ink_is_light = 2 * cv::countNonZero(light) < static_cast<int>(light.total());
  const cv::Mat ink = ink_is_light ? light : cv::Mat(light == 0);
  constexpr int kMinPiece = 4;  // pixels; smaller specks do not count
  cv::Mat labels, figures, centers;
  const int count = cv::connectedComponentsWithStats(ink, labels, figures, centers);
  Structure structure{
      .between = cv::countNonZero(distance < (high - low) / 4) / static_cast<double>(levels.total()),
      .pieces = 0,
      .ink = cv::countNonZero(ink) / static_cast<double>(ink.total()),
      .borders = share_of_borders(ink)};
  for (int piece = 1; piece < count; ++piece)
    structure.pieces += figures.at<int>(piece, cv::CC_STAT_AREA) >= kMinPiece ? 1 : 0;
  return structure;
}

cv::Mat reduced(const cv::Mat& gray) {
  if (std::max(gray.cols, gray.rows) <= kSide) return gray;
  const double scale = static_cast<double>(kSide) / std::max(gray.cols, gray.rows);
  const cv::Size size(std::max(1, cvRound(gray.cols * scale)), std::max(1, cvRound(gray.rows * scale)));
  cv::Mat small;
  cv::resize(gray, small, size, 0, 0, cv::INTER_AREA);
  return small;
}

[[noreturn]] void refuse(const std::string& what) {
  throw Error(Kind::image,
              "is not a handwritten digit, and the bundled model recognizes nothing else: " + what +
                  "; use a model of your own classes (-m MODEL, from 'ocelli train classifier')");
}

/// The maximum share of borders for the strokes of a digit, which is higher in smaller pictures.
double max_borders(const cv::Mat& picture) {
  constexpr double kMaxBorders = 0.15, kSideOfMnist = 28;
  return kMaxBorders * std::max(1.0, kSideOfMnist / std::max(picture.cols, picture.rows));
}

void require_ink_on_paper(const cv::Mat& gray, int max_pieces) {
  constexpr double kMinContrast = 16, kMaxBetween = 0.16, kMaxInk = 0.45;
  const cv::Mat_<float> even = with_even_light(gray);
  if (contrast_of(even) < kMinContrast) refuse("it is blank");
  const Structure structure = structure_of(even);
  if (structure.borders > max_borders(gray)) refuse("it is a pattern or noise, not ink on paper");
  if (structure.between > kMaxBetween) refuse("it has many shades, not ink on paper");
  if (structure.ink > kMaxInk) refuse("it has as much ink as paper");
  if (structure.pieces > max_pieces)
    refuse("it shows " + std::to_string(structure.pieces) + " things, not one digit");
}

}  // namespace

void require_digit(const cv::Mat& picture) {
  constexpr double kMaxColored = 0.2;
  constexpr int kMaxPieces = 4, kMaxPiecesIfSmall = 8;  // thin strokes break up in small pictures
  const cv::Mat eight_bits = to_eight_bits(picture);
  if (share_of_colors(eight_bits) > kMaxColored) refuse("it has colors");
  cv::Mat scratch;
  const bool is_small = std::max(picture.cols, picture.rows) <= kSide;
  require_ink_on_paper(reduced(to_gray(eight_bits, scratch)), is_small ? kMaxPiecesIfSmall : kMaxPieces);
}

Work for_digits_only(Work classify) {
  return [classify = std::move(classify)](const Item& item) {
    const bool is_image = !std::holds_alternative<std::vector<float>>(item.content);
    if (is_image) require_digit(decoded_colors(item).pixels);
    return classify(item);
  };
}

}  // namespace ocelli::internal
