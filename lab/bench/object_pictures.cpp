// Three objects for training detectors, each in three parts that share no photo, face, page or typeface:
// drawn stop signs on photos, pairs of eyes, and printed letters R on scanned pages.
// scripts/compare-detector-defaults trains on them.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <span>
#include <string>
#include <vector>

#include "data_folder.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/formats/idx_file.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/image_folder.hpp"
#include "ocelli/detection.hpp"
#include "program_run.hpp"
#include "table.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;
namespace fs = std::filesystem;

/// Images with one object each, and images without any.
struct Part {
  std::string name;
  std::uint32_t objects, plain;
};
const Part kParts[] = {{"train", 200, 500}, {"validation", 400, 200}, {"test", 400, 200}};

/// Every k-th item starting with the first, at most `count`.
template <class T>
std::vector<T> every(std::size_t k, std::size_t first, std::size_t count, const std::vector<T>& items) {
  std::vector<T> chosen;
  for (std::size_t i = first; i < items.size() && chosen.size() < count; i += k) chosen.push_back(items[i]);
  return chosen;
}

/// Writes the tables of a task: PART.csv, and the training negatives as a list of their own.
class Task {
 public:
  explicit Task(fs::path folder) : folder_(std::move(folder)) { fs::create_directories(folder_); }

  void object(const std::string& part, const fs::path& image, const Box& box) {
    char row[128];
    std::snprintf(row, sizeof row, ",%.1f,%.1f,%.1f,%.1f\n", box.x, box.y, box.w, box.h);
    tables_[place(part)] += image.string() + row;
  }
  void plain(const std::string& part, const fs::path& image) {
    if (part == "train") {
      negatives_ += image.string() + "\n";
    } else {
      tables_[place(part)] += image.string() + ",,,,\n";
    }
  }
  /// Saves an image created for the task.
  fs::path save(const std::string& name, const cv::Mat& image) const {
    const fs::path path = folder_ / (name + ".png");
    require(cv::imwrite(path.string(), image), Kind::output, "cannot be written", path.string());
    return path;
  }
  void finish() const {
    for (std::size_t p = 0; p < std::size(kParts); ++p)
      bench::write_text(folder_ / (kParts[p].name + ".csv"), "image,x,y,w,h\n" + tables_[p]);
    bench::write_text(folder_ / "negatives.txt", negatives_);
  }

 private:
  static std::size_t place(const std::string& part) {
    return static_cast<std::size_t>(std::ranges::find(kParts, part, &Part::name) - std::begin(kParts));
  }

  fs::path folder_;
  std::string tables_[std::size(kParts)], negatives_;
};

std::vector<fs::path> photos() {
  std::vector<fs::path> all;
  for (const char* set : {"haarneg", "scene15", "wider_noface"}) {
    const std::vector<fs::path> some = list_images(bench::data_path() / "faces" / "train-neg" / set);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

/// A window of some task, pasted where `mask` is set.
void paste(cv::Mat& image, const cv::Mat& object, const cv::Mat& mask, cv::Point corner) {
  cv::Mat place = image(cv::Rect(corner, object.size()));
  for (int y = 0; y < object.rows; ++y) {
    for (int x = 0; x < object.cols; ++x) {
      const double share = mask.at<std::uint8_t>(y, x) / 255.0;
      std::uint8_t& pixel = place.at<std::uint8_t>(y, x);
      pixel = cv::saturate_cast<std::uint8_t>(share * object.at<std::uint8_t>(y, x) + (1 - share) * pixel);
    }
  }
}

constexpr int kSignSide = 256;

std::vector<cv::Point> octagon(double radius) {
  std::vector<cv::Point> corners;
  for (int i = 0; i < 8; ++i) {
    const double angle = (i + 0.5) * CV_PI / 4;
    corners.emplace_back(cvRound(kSignSide / 2.0 + radius * std::cos(angle)),
                         cvRound(kSignSide / 2.0 + radius * std::sin(angle)));
  }
  return corners;
}

/// A stop sign as seen by a camera: of that width, rotated, blurred and lit; and the mask of where it covers
/// the photo.
std::pair<cv::Mat, cv::Mat> stop_sign(int width, Random& random) {
  cv::Mat sign(kSignSide, kSignSide, CV_8UC1, cv::Scalar(0)), mask = sign.clone();
  cv::fillPoly(sign, std::vector{octagon(136)}, cv::Scalar(230));
  cv::fillPoly(sign, std::vector{octagon(124)}, cv::Scalar(90));
  cv::putText(sign, "STOP", {34, 154}, cv::FONT_HERSHEY_DUPLEX, 2.45, cv::Scalar(235), 12, cv::LINE_AA);
  cv::fillPoly(mask, std::vector{octagon(136)}, cv::Scalar(255));
  const cv::Mat turn =
      cv::getRotationMatrix2D({kSignSide / 2.0F, kSignSide / 2.0F}, random.uniform(-6, 6), 1);
  cv::warpAffine(sign, sign, turn, sign.size());
  cv::warpAffine(mask, mask, turn, mask.size());
  cv::resize(sign, sign, {width, width}, 0, 0, cv::INTER_AREA);
  cv::resize(mask, mask, {width, width}, 0, 0, cv::INTER_AREA);
  const double contrast = random.uniform(0.5, 1.1), brightness = random.uniform(-20, 40);
  sign.convertTo(sign, -1, contrast, brightness);
  cv::GaussianBlur(sign, sign, {}, random.uniform(0.3, 1.3));
  for (auto& pixel : cv::Mat_<std::uint8_t>(sign))
    pixel = cv::saturate_cast<std::uint8_t>(pixel + random.uniform(0, 10) * random.normal());
  return {sign, mask};
}

/// Of every seven photos, one has a training sign, one is a negative, and so on.
void write_stop_signs(const fs::path& folder) {
  Task task(folder / "stop");
  const std::vector<fs::path> all = photos();
  std::size_t turn = 0;
  for (const Part& part : kParts) {
    std::uint32_t number = 0;
    for (const fs::path& path : every(7, turn++, part.objects, all)) {
      Random random(hash(1, {turn, number}));
      cv::Mat photo = read_gray(path);
      const int max = std::min({100, photo.cols, photo.rows});
      const int width = static_cast<int>(std::exp(random.uniform(std::log(24.0), std::log(max))));
      const auto [sign, mask] = stop_sign(width, random);
      const cv::Point corner(static_cast<int>(random.below(photo.cols - width + 1)),
                             static_cast<int>(random.below(photo.rows - width + 1)));
      paste(photo, sign, mask, corner);
      const auto x = static_cast<float>(corner.x), y = static_cast<float>(corner.y);
      const auto side = static_cast<float>(width);
      task.object(part.name, task.save(part.name + std::to_string(number), photo), {x, y, side, side});
      ++number;
    }
    for (const fs::path& path : every(7, turn++, part.plain, all)) task.plain(part.name, path);
  }
  task.finish();
}

/// The box that docs/train-detector.md draws around a pair of eyes.
Box around(const Eyes& eyes) {
  const float apart = std::hypot(eyes.right.x - eyes.left.x, eyes.right.y - eyes.left.y);
  const float w = 1.8F * apart, h = 0.7F * apart;
  return {(eyes.left.x + eyes.right.x - w) / 2, (eyes.left.y + eyes.right.y - h) / 2, w, h};
}

/// Trains on people up to J, and tests on the others, from K on.
void write_eyes(const fs::path& folder) {
  Task task(folder / "eyes");
  std::vector<AnnotatedImage> first, second;
  for (AnnotatedImage& image : read_annotations(bench::data_path() / "faces/train-pos/lfw.csv").images) {
    if (image.objects.size() != 1 || image.objects[0].ignored || !image.objects[0].eyes) continue;
    (image.path.filename() < "K" ? first : second).push_back(std::move(image));
  }
  const std::vector<fs::path> all = photos();
  const std::vector<AnnotatedImage> images[] = {every(12, 11, kParts[0].objects, first),
                                                every(5, 1, kParts[1].objects, second),
                                                every(5, 4, kParts[2].objects, second)};
  constexpr std::size_t kPlain[] = {6, 2, 3};
  for (std::size_t p = 0; p < std::size(kParts); ++p) {
    for (const AnnotatedImage& image : images[p])
      task.object(kParts[p].name, image.path, around(*image.objects[0].eyes));
    for (const fs::path& path : every(7, kPlain[p], kParts[p].plain, all)) task.plain(kParts[p].name, path);
  }
  task.finish();
}

/// A random place of a page, at a quarter of its resolution: nearly all text printed there, including
/// headings, is smaller than the pasted letters.
cv::Mat piece_of(const cv::Mat& page, Random& random) {
  constexpr int kReduction = 4;
  const cv::Size size(std::min(400 * kReduction, page.cols), std::min(300 * kReduction, page.rows));
  const cv::Point corner(static_cast<int>(random.below(page.cols - size.width + 1)),
                         static_cast<int>(random.below(page.rows - size.height + 1)));
  cv::Mat piece;
  cv::resize(page(cv::Rect(corner, size)), piece, size / kReduction, 0, 0, cv::INTER_AREA);
  return piece;
}

/// The ink of each sample of a class, cropped to its bounds.
std::vector<cv::Mat> glyphs(std::uint16_t label) {
  const fs::path folder = bench::data_path() / "chars74k";
  const Samples samples =
      read_labeled_idx(folder / "fnt-train-images-idx3-ubyte.gz", folder / "fnt-train-labels-idx1-ubyte.gz");
  std::vector<cv::Mat> all;
  for (std::size_t i = 0; i < samples.count(); ++i) {
    if (samples.labels[i] != label) continue;
    cv::Mat ink;
    cv::Mat(samples.shape->height, samples.shape->width, CV_32F, const_cast<float*>(samples.row(i).data()))
        .convertTo(ink, CV_8U);
    all.push_back(ink(cv::boundingRect(ink > 64)).clone());
  }
  return all;
}

/// Pastes a letter on a piece of paper that covers the print there. Returns its box.
Box print_letter(cv::Mat& piece, const cv::Mat& glyph, Random& random) {
  const int height = static_cast<int>(random.uniform(28, 72));
  const int width = std::max(8, height * glyph.cols / glyph.rows), margin = height / 4;
  cv::Mat ink;
  cv::resize(glyph, ink, {width, height}, 0, 0, cv::INTER_CUBIC);
  const int x = margin + static_cast<int>(random.below(piece.cols - width - 2 * margin + 1));
  const int y = margin + static_cast<int>(random.below(piece.rows - height - 2 * margin + 1));
  piece(cv::Rect(x - margin, y - margin, width + 2 * margin, height + 2 * margin)).setTo(255);
  paste(piece, cv::Mat(ink.size(), CV_8UC1, cv::Scalar(random.uniform(0, 80))), ink, {x, y});
  return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(width),
          static_cast<float>(height)};
}

/// Each part has its own pages and typefaces.
void write_letters(const fs::path& folder) {
  constexpr std::uint16_t kR = 27;
  Task task(folder / "letter");
  const std::vector<cv::Mat> letters = glyphs(kR);
  std::vector<fs::path> pages;
  for (const char* set : {"unlv_bus", "unlv_doe"}) {
    const std::vector<fs::path> some = list_images(bench::data_path() / "ocr" / set);
    pages.insert(pages.end(), some.begin(), some.end());
  }
  for (std::size_t p = 0; p < std::size(kParts); ++p) {
    const Part& part = kParts[p];
    const std::vector<cv::Mat> own_letters = every(std::size(kParts), p, letters.size(), letters);
    const std::vector<fs::path> own_pages = every(std::size(kParts), p, pages.size(), pages);
    const std::uint32_t count = part.objects + part.plain;
    for (std::uint32_t number = 0; number < count; ++number) {
      const std::size_t page = number * own_pages.size() / count;
      Random random(hash(2, {p, number}));
      cv::Mat piece = piece_of(read_gray(own_pages[page]), random);
      const std::string name = part.name + std::to_string(number);
      if (number * part.objects / count == (number + 1) * part.objects / count) {
        task.plain(part.name, task.save(name, piece));
        continue;
      }
      const cv::Mat& letter = own_letters[random.below(own_letters.size())];
      const Box box = print_letter(piece, letter, random);
      task.object(part.name, task.save(name, piece), box);
    }
  }
  task.finish();
}

}  // namespace

int main(int argc, char** argv) {
  std::string folder;
  bench::po::options_description table(
      "Writes three objects to train detectors of, with tables of where they are");
  table.add_options()("folder", bench::po::value(&folder)->required(), "where they go");
  return bench::run_program(argc, argv, table, [&] {
    write_stop_signs(folder);
    write_eyes(folder);
    write_letters(folder);
  });
}
