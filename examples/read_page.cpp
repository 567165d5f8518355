// Reads the text on a page:  read_page share/ocelli/models/latin.ocelli page.png
#include <cstdio>
#include <exception>

#include "ocelli/data/images/image_file.hpp"
#include "ocelli/text/reader.hpp"

int main(int count, char** arguments) try {
  if (count != 3) return std::fprintf(stderr, "usage: read_page MODEL PAGE\n"), 2;
  const auto reader = ocelli::Reader::load(arguments[1]);
  const ocelli::PageText page = reader.read(ocelli::read_image(arguments[2]));
  std::printf("%s", page.text().c_str());
} catch (const std::exception& error) {
  return std::fprintf(stderr, "read_page: %s\n", error.what()), 1;
}
