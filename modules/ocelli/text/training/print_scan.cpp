#include "ocelli/text/training/print_scan.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <span>
#include <string>
#include <vector>

#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/text/training/typesetting.hpp"

namespace ocelli::internal {
namespace {

/// The technology that printed the text.
enum class Printer { laser, ribbon, fax, matrix };

/// The actual degradations of one image. Lengths are in its own pixels.
struct Course {
  Printer printer = Printer::laser;
  double spread = 0, blur = 0.5, unevenness = 0, grain = 0, specks = 0, angle = 0, breaks = 0;
  int copies = 1;  ///< times that it was scanned
  bool gray = false;
  int quality = 0;              ///< number of scans
  double paper = 255, ink = 0;  ///< levels of a gray result
};

Printer random_printer(Random& random) {
  const double luck = random.uniform();
  return luck < 0.62   ? Printer::laser
         : luck < 0.82 ? Printer::ribbon
         : luck < 0.92 ? Printer::fax
                       : Printer::matrix;
}

/// Most images are good: all strengths are drawn with a common factor, the square of a uniform number.
Course random_course(const PrintScanOptions& options, Random& random) {
  const double scale = options.resolution / 300;
  const double hardness = 0.15 + 0.85 * std::pow(random.uniform(), 1.5);
  Course course;
  course.printer = random_printer(random);
  course.blur = scale * options.blur * random.uniform(0.35, 0.35 + 0.65 * hardness);
  course.spread = scale * options.spread * hardness * random.uniform(-0.8, 1);
  course.unevenness = options.unevenness * hardness * random.uniform();
  course.grain = options.grain * hardness * random.uniform();
  course.specks = options.specks * hardness * random.uniform();
  course.angle = options.skew * random.uniform(-1, 1);
  course.breaks = options.breaks * hardness * random.uniform(0.3, 1);
  course.copies = random.uniform() < 0.5 * hardness ? 2 : 1;
  course.gray = random.uniform() < options.gray;
  const double quality = random.uniform(30, 95);
  if (random.uniform() < options.jpeg) course.quality = static_cast<int>(quality);
  course.paper = random.uniform(190, 255);
  course.ink = random.uniform(0, 0.5) * course.paper * (0.3 + hardness);
  return course;
}

/// Noise with mean 0 and deviation of about 1: the sum of four uniform numbers.
float noise_value(Random& random) {
  const std::uint64_t bits = random.bits();
  const auto sum = static_cast<std::int64_t>((bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) +
                                             (bits >> 48));
  return static_cast<float>(sum - 131070) * (1.7320508f / 65536);
}

/// Noise with waves about `grain` pixels long.
cv::Mat noise_field(cv::Size size, double grain, Random& random) {
  const auto cells = [grain](int pixels) {
    return std::max(2, static_cast<int>(std::ceil(pixels / grain)) + 1);
  };
  cv::Mat coarse(cells(size.height), cells(size.width), CV_32FC1);
  for (int y = 0; y < coarse.rows; ++y) {
    for (int x = 0; x < coarse.cols; ++x) coarse.at<float>(y, x) = noise_value(random);
  }
  cv::Mat field;
  cv::resize(coarse, field, size, 0, 0, cv::INTER_CUBIC);
  return field;
}

cv::Mat turned(const cv::Mat& image, double degrees, int interpolation, const cv::Scalar& around) {
  if (image.empty() || degrees == 0) return image.clone();
  const cv::Point2f middle(static_cast<float>(image.cols - 1) / 2, static_cast<float>(image.rows - 1) / 2);
  cv::Mat result;
  cv::warpAffine(image, result, cv::getRotationMatrix2D(middle, degrees, 1), image.size(), interpolation,
                 cv::BORDER_CONSTANT, around);
  return result;
}

/// Simulates a worn ribbon, or toner that does not stick: ink is missing in spots.
void wear(cv::Mat& ink, double share, double scale, Random& random) {
  const cv::Mat fine = noise_field(ink.size(), 2.5 * scale, random),
                coarse = noise_field(ink.size(), 40 * scale, random);
  const cv::Mat level = fine + 0.6 * coarse;
  // The share is roughly that of a normal deviate below the limit.
  const double limit = -2.2 + 3.2 * share;
  cv::Mat left = (level - limit) * 1.5 + 0.5;
  cv::min(left, 1.0, left);
  cv::max(left, 0.15, left);
  ink = ink.mul(left);
}

/// Simulates a fax: half as many rows, some of them lost.
void fax(cv::Mat& ink, double share, double scale, Random& random) {
  const int width = std::max(1, static_cast<int>(std::lround(ink.cols / (1.5 * scale))));
  const int height =
      std::max(1, static_cast<int>(std::lround(ink.rows / (random.uniform(1.5, 2.2) * scale))));
  cv::Mat small;
  cv::resize(ink, small, cv::Size(width, height), 0, 0, cv::INTER_AREA);
  cv::threshold(small, small, 0.45, 1, cv::THRESH_BINARY);
  for (int y = 1; y < small.rows; ++y) {
    if (random.uniform() < 0.15 * share) small.row(y - 1).copyTo(small.row(y));
  }
  cv::resize(small, ink, ink.size(), 0, 0, cv::INTER_LINEAR);
}

/// Simulates needles or heated dots: ink is on a grid, with gaps between its dots.
void print_dots(cv::Mat& ink, double share, double scale, Random& random) {
  const double pitch = scale * random.uniform(2.2, 3.4),
               radius = pitch * random.uniform(0.5, 0.8) * (1.1 - 0.6 * share);
  const int rows = static_cast<int>(ink.rows / pitch), columns = static_cast<int>(ink.cols / pitch);
  cv::Mat dots = cv::Mat::zeros(ink.size(), CV_32FC1), average;
  cv::blur(ink, average, cv::Size(3, 3));
  constexpr int kShift = 4;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const double x = (j + 0.5) * pitch, y = (i + 0.5) * pitch;
      const float level = average.at<float>(static_cast<int>(y), static_cast<int>(x));
      const double luck = random.uniform();
      if (level < 0.5f || luck < 0.1 * share) continue;
      const cv::Point center(static_cast<int>(x * (1 << kShift)), static_cast<int>(y * (1 << kShift)));
      cv::circle(dots, center, std::max(1, static_cast<int>(radius * (1 << kShift))), cv::Scalar(1),
                 cv::FILLED, cv::LINE_8, kShift);
    }
  }
  ink = dots;
}

void print(cv::Mat& ink, const Course& course, double scale, Random& random) {
  if (course.breaks == 0) return;
  if (course.printer == Printer::ribbon) wear(ink, course.breaks, scale, random);
  if (course.printer == Printer::fax) fax(ink, course.breaks, scale, random);
  if (course.printer == Printer::matrix) print_dots(ink, course.breaks, scale, random);
}

/// Adds dirt on paper and holes in ink: dots of the opposite color, a few pixels wide.
void strew_specks(cv::Mat& ink, double a_thousand, double scale, Random& random) {
  const double inked = cv::sum(ink)[0];
  const int count = static_cast<int>(std::min(1e6, inked / 1000 * a_thousand + random.uniform()));
  for (int i = 0; i < 2 * count; ++i) {
    const int x = static_cast<int>(random.below(ink.cols)), y = static_cast<int>(random.below(ink.rows));
    const double size = scale * (0.6 + 1.6 * std::pow(random.uniform(), 3));
    const double level = ink.at<float>(y, x) > 0.5f ? 0 : random.uniform(0.5, 1);
    cv::circle(ink, {x, y}, std::max(0, static_cast<int>(size)), cv::Scalar(level), cv::FILLED);
  }
}

/// The level of a blurred edge `distance` outside it.
double level_beyond_edge(double distance, double blur) {
  return std::clamp(0.5 * std::erfc(distance / (std::sqrt(2.0) * std::max(blur, 0.3))), 0.12, 0.8);
}

/// The ink that the sensor registers, minus the ink threshold: above 0 is ink.
cv::Mat sense(const cv::Mat& ink, const Course& course, double scale, Random& random) {
  cv::Mat seen;
  cv::GaussianBlur(ink, seen, cv::Size(), std::max(course.blur, 0.2), 0, cv::BORDER_REPLICATE);
  seen -= level_beyond_edge(course.spread / course.copies, course.blur);
  if (course.unevenness > 0) {
    seen += 0.5 * course.unevenness * noise_field(ink.size(), 90 * scale, random).mul(ink + 0.2);
  }
  if (course.grain > 0) {
    seen += 0.3 * course.grain * noise_field(ink.size(), std::max(1.0, 1.3 * scale), random);
  }
  return seen;
}

cv::Mat black_and_white(const cv::Mat& seen) {
  cv::Mat image;
  cv::compare(seen, 0, image, cv::CMP_LE);
  return image;
}

cv::Mat through_jpeg(const cv::Mat& image, int quality) {
  const std::vector<unsigned char> bytes = encode_jpeg(image, quality);
  return decode_gray(std::as_bytes(std::span(bytes)), "JPEG");
}

cv::Mat shades(const cv::Mat& seen, const Course& course) {
  cv::Mat share = seen * 1.3 + 0.5, image;
  cv::min(share, 1.0, share);
  cv::max(share, 0.0, share);
  share.convertTo(image, CV_8UC1, course.ink - course.paper, course.paper);
  return course.quality > 0 ? through_jpeg(image, course.quality) : image;
}

}  // namespace

void PrintScanOptions::validate() const { check_options(*this); }

Scan print_and_scan(const cv::Mat& image, const cv::Mat& owners, const PrintScanOptions& options,
                    Random& random) {
  options.validate();
  require(image.type() == CV_8UC1 && !image.empty() && static_cast<std::int64_t>(image.total()) <= kMaxPixels,
          Kind::image, "an image to be printed must be 8-bit gray, of 1 to 2^26 pixels");
  const bool owned = !owners.empty();
  require(!owned || (owners.type() == CV_16UC1 && owners.size() == image.size()), Kind::image,
          "the owners of ink must be 16-bit, of the size of the image");
  const double scale = options.resolution / 300;
  const Course course = random_course(options, random);
  cv::Mat ink;
  turned(image, course.angle, cv::INTER_LINEAR, cv::Scalar(255)).convertTo(ink, CV_32FC1, -1.0 / 255, 1);
  print(ink, course, scale, random);
  if (course.specks > 0) strew_specks(ink, course.specks, scale, random);
  cv::Mat seen = sense(ink, course, scale, random);
  for (int copy = 1; copy < course.copies; ++copy) {
    black_and_white(seen).convertTo(ink, CV_32FC1, -1.0 / 255, 1);
    seen = sense(ink, course, scale, random);
  }
  Scan scan{course.gray ? shades(seen, course) : black_and_white(seen), {}};
  if (!owned) return scan;
  const int reach = 1 + static_cast<int>(std::ceil(std::abs(course.spread) + 0.5 * course.blur));
  const cv::Mat dark =
      course.gray ? cv::Mat(scan.image < 0.5 * (course.paper + course.ink)) : cv::Mat(scan.image == 0);
  scan.owners = spread_owners(turned(owners, course.angle, cv::INTER_NEAREST, cv::Scalar(0)), dark,
                              std::min(reach, 64));
  return scan;
}

}  // namespace ocelli::internal
