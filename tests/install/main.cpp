// Runs every kind of model on a matrix of OpenCV's:  outside DETECTOR CLASSIFIER
#include <cstdio>
#include <exception>
#include <opencv2/core.hpp>

#include "ocelli/ocelli.hpp"
#include "ocelli/opencv.hpp"

int main(int count, char** arguments) try {
  if (count != 3) return std::fprintf(stderr, "usage: outside DETECTOR CLASSIFIER\n"), 2;
  cv::Mat noise(480, 640, CV_8UC3);
  cv::randu(noise, 0, 256);
  const ocelli::Detector detector(arguments[1]);
  std::printf("%zu found\n", detector.detect(ocelli::view_of(noise)).size());
  const cv::Mat strided = noise(cv::Rect(5, 7, 101, 99));
  const ocelli::Classifier classifier(arguments[2]);
  const bool is_same =
      classifier.classify(ocelli::view_of(strided)) == classifier.classify(ocelli::view_of(strided.clone()));
  std::printf("%s, %zu classes\n", is_same ? "same" : "other", classifier.classes().size());
  std::printf("%zu pages of text\n", ocelli::Reader().read(ocelli::view_of(noise)).blocks.size());
} catch (const ocelli::Error& error) {
  return std::fprintf(stderr, "outside: %s: %s\n", std::string(name(error.kind())).c_str(), error.what()), 1;
}
