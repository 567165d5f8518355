// Finds the faces in a photo:  find_faces photo.jpg [model.ocelli]
#include <cstdio>
#include <exception>
#include <filesystem>

#include "ocelli/detector.hpp"
#include "ocelli/model.hpp"

int main(int count, char** arguments) try {
  if (count < 2 || count > 3) return std::fprintf(stderr, "usage: find_faces PHOTO [MODEL]\n"), 2;
  const std::filesystem::path model = count == 3 ? arguments[2] : ocelli::bundled_model("face.ocelli");
  const ocelli::Detector detector(model);
  for (const ocelli::Detection& face : detector.detect(ocelli::read_image(arguments[1])))
    std::printf("%s at x %g, y %g: %g x %g pixels, score %.2f\n", face.label.c_str(), face.box.x, face.box.y,
                face.box.w, face.box.h, face.score);
} catch (const std::exception& error) {
  return std::fprintf(stderr, "find_faces: %s\n", error.what()), 1;
}
