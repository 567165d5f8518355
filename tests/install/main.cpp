// A program that only finds objects: detects those of a model in an image of its own making.
#include <cstdio>
#include <exception>
#include <opencv2/core.hpp>

#include "ocelli/detection/detector.hpp"

int main(int count, char** arguments) try {
  if (count != 2) return std::fprintf(stderr, "usage: outside MODEL\n"), 2;
  const auto detector = ocelli::Detector::load(arguments[1]);
  cv::Mat noise(480, 640, CV_8UC3);
  cv::randu(noise, 0, 256);
  std::printf("%zu found\n", detector.detect(noise).size());
} catch (const std::exception& error) {
  return std::fprintf(stderr, "outside: %s\n", error.what()), 1;
}
