// Reads the text on a page, in the language of the page:  read_page page.png
#include <cstdio>
#include <exception>

#include "ocelli/reader.hpp"

int main(int count, char** arguments) try {
  if (count != 2) return std::fprintf(stderr, "usage: read_page PAGE\n"), 2;
  const ocelli::Reader reader;
  std::fputs(reader.read(ocelli::read_image(arguments[1])).text.c_str(), stdout);
} catch (const std::exception& error) {
  return std::fprintf(stderr, "read_page: %s\n", error.what()), 1;
}
