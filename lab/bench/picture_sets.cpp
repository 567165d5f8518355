#include "picture_sets.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal::bench {
namespace {

cv::Mat covering(const cv::Mat& photo, cv::Size frame) {
  const double scale =
      std::max(static_cast<double>(frame.width) / photo.cols, static_cast<double>(frame.height) / photo.rows);
  const cv::Size size(std::max(frame.width, cvRound(photo.cols * scale)),
                      std::max(frame.height, cvRound(photo.rows * scale)));
  cv::Mat resized;
  cv::resize(photo, resized, size, 0, 0, scale < 1 ? cv::INTER_AREA : cv::INTER_CUBIC);
  const cv::Point corner((size.width - frame.width) / 2, (size.height - frame.height) / 2);
  return resized(cv::Rect(corner, frame)).clone();
}

}  // namespace

double PictureSet::megapixels() const {
  double pixels = 0;
  for (const cv::Mat& picture : pictures) pixels += static_cast<double>(picture.total());
  return pixels / 1e6;
}

PictureSet annotated_pictures(const std::filesystem::path& annotations) {
  PictureSet set{.name = annotations.stem().string(), .pictures = {}};
  for (const AnnotatedImage& image : read_annotations(annotations).images)
    set.pictures.push_back(read_gray(image));
  return set;
}

PictureSet frames(const std::filesystem::path& annotations, cv::Size size, std::size_t count) {
  const std::vector<AnnotatedImage> photos = read_annotations(annotations).images;
  PictureSet set{.name = std::to_string(size.width) + " x " + std::to_string(size.height), .pictures = {}};
  for (std::size_t i = 0; i < count; ++i)
    set.pictures.push_back(covering(read_gray(photos[i * photos.size() / count]), size));
  return set;
}

}  // namespace ocelli::internal::bench
