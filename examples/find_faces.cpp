// Finds the faces in a photo:  find_faces share/ocelli/models/face.ocelli photo.jpg
#include <cstdio>
#include <exception>

#include "ocelli/data/images/image_file.hpp"
#include "ocelli/detection/detector.hpp"

int main(int count, char** arguments) try {
  if (count != 3) return std::fprintf(stderr, "usage: find_faces MODEL PHOTO\n"), 2;
  const auto detector = ocelli::Detector::load(arguments[1]);
  const cv::Mat photo = ocelli::read_image(arguments[2]);
  for (const ocelli::Detection& face : detector.detect(photo))
    std::printf("%s at x %g, y %g: %g x %g pixels, score %.2f\n", face.label.c_str(), face.box.x, face.box.y,
                face.box.w, face.box.h, face.score);
} catch (const std::exception& error) {
  return std::fprintf(stderr, "find_faces: %s\n", error.what()), 1;
}
