#pragma once

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>
#include <string>
#include <vector>

#include "data/temporary_folder.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "pipelines/blobs.hpp"

namespace ocelli::internal::test {

/// A folder with a small model in it, and room for images.
class Workplace {
 public:
  Workplace() {
    ModelCard card;
    card.description = "Finds blobs, in tests";
    save_model(model(), {.cascade = blob_cascade(), .card = card});
  }

  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string model() const { return at("blob.ocelli"); }
  std::string file(const std::string& name, const std::string& content) const {
    return folder_.file(name, content);
  }

  /// An image file with one blob of side 12 whose center is at (36, 26).
  std::string blob(const std::string& name) const {
    return write(name, blob_image({90, 60}, {{30, 20, 12, 12}}));
  }

  std::string write(const std::string& name, const cv::Mat& image) const {
    cv::imwrite(at(name), image);
    return at(name);
  }

  /// A video of a blob that moves to the right, ten frames a second.
  std::string clip(const std::string& name, int frames) const {
    const cv::Size size(90, 60);
    cv::VideoWriter writer(at(name), cv::CAP_OPENCV_MJPEG, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 10,
                           size);
    for (int i = 0; i < frames; ++i) {
      cv::Mat color;
      cv::cvtColor(blob_image(size, {{5 + 10 * (i % 7), 20, 12, 12}}), color, cv::COLOR_GRAY2BGR);
      writer.write(color);
    }
    return at(name);
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace ocelli::internal::test
