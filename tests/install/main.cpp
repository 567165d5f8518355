// What a user of the installed libraries writes: detects the objects of a model in an image.
#include <cstdio>
#include <exception>

#include "ocelli/data/images/image_file.hpp"
#include "ocelli/detection/detector.hpp"
#include "ocelli/detection/detector_model.hpp"

int main(int count, char** arguments) try {
  if (count != 3) return std::fprintf(stderr, "usage: outside MODEL IMAGE\n"), 2;
  const ocelli::Detector detector(ocelli::load_detector(arguments[1]).cascade);
  ocelli::Detector::Scratch scratch;
  for (const ocelli::Detection& found : detector.detect(ocelli::read_grey(arguments[2]), scratch))
    std::printf("%s %g %g %g %g %g\n", found.label.c_str(), found.box.x, found.box.y, found.box.w,
                found.box.h, found.score);
} catch (const std::exception& error) {
  return std::fprintf(stderr, "outside: %s\n", error.what()), 1;
}
