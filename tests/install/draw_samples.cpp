// Draws into a folder what the examples are tried on: page.pgm, a page of text; gray.pgm, where nothing is;
// and crosses on noise with info.dat, the boxes of those, and noise alone with the list bg.txt.
#include <cstdio>
#include <fstream>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

namespace {

void write(const std::string& path, const cv::Mat& gray) {
  std::ofstream file(path, std::ios::binary);
  file << "P5 " << gray.cols << ' ' << gray.rows << " 255\n";
  for (int y = 0; y < gray.rows; ++y) file.write(gray.ptr<char>(y), gray.cols);
}

cv::Mat page() {
  cv::Mat paper(300, 700, CV_8UC1, cv::Scalar(255));
  for (const auto& [text, y] : {std::pair{"The harbor master", 100}, std::pair{"wrote a letter", 200}})
    cv::putText(paper, text, {40, y}, cv::FONT_HERSHEY_COMPLEX, 1.5, cv::Scalar(0), 2, cv::LINE_AA);
  return paper;
}

cv::Mat noise(cv::RNG& random) {
  cv::Mat image(64, 72, CV_8UC1);
  random.fill(image, cv::RNG::UNIFORM, 0, 256);
  cv::GaussianBlur(image, image, {}, 2);
  cv::normalize(image, image, 20, 235, cv::NORM_MINMAX);
  return image;
}

cv::Mat with_cross(cv::Mat image) {
  image(cv::Rect(20, 16, 24, 24)) *= 0.8;
  image(cv::Rect(29, 16, 6, 24)) += 50;
  image(cv::Rect(20, 25, 24, 6)) += 50;
  return image;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return std::fprintf(stderr, "usage: draw_samples FOLDER\n"), 2;
  const std::string folder = std::string(arguments[1]) + "/";
  write(folder + "page.pgm", page());
  write(folder + "gray.pgm", cv::Mat(48, 64, CV_8UC1, cv::Scalar(0)));
  cv::RNG random(1);
  std::ofstream boxes(folder + "info.dat"), without(folder + "bg.txt");
  for (int i = 0; i < 40; ++i) {
    const std::string cross = "cross" + std::to_string(i) + ".pgm",
                      plain = "plain" + std::to_string(i) + ".pgm";
    write(folder + cross, with_cross(noise(random)));
    write(folder + plain, noise(random));
    boxes << cross << " 1 20 16 24 24\n";
    without << plain << '\n';
  }
}
