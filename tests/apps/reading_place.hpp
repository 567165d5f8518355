#pragma once

#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "data/temporary_folder.hpp"
#include "ocelli/text/reader_model.hpp"
#include "text/tiny_reader.hpp"

namespace ocelli::internal::test {

/// A folder with a reader of two letters in it, and room for pages.
class ReadingPlace {
 public:
  ReadingPlace() {
    ModelCard card;
    card.description = "Reads bars and blocks, in tests";
    save_model(model(), ReaderModel{tiny_reader(), card});
  }

  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }
  std::string model() const { return at("tiny.ocelli"); }
  std::string file(const std::string& name, const std::string& content) const {
    return folder_.file(name, content);
  }

  std::string write(const std::string& name, const cv::Mat& picture) const {
    std::filesystem::create_directories(std::filesystem::path(at(name)).parent_path());
    cv::imwrite(at(name), picture);
    return at(name);
  }

  std::string page(const std::string& name) const {
    return write(name, page_of_bars_and_blocks({"oIoo Io oIIo", "IoI oo Ioo"}));
  }

  std::string blank(const std::string& name) const {
    return write(name, cv::Mat(300, 200, CV_8UC1, cv::Scalar(255)));
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace ocelli::internal::test
