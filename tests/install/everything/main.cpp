// Says what kind of model each file holds: "detector", "classifier" or "reader".
#include <array>
#include <cstdio>
#include <exception>

#include "ocelli/pipelines/model_file.hpp"

int main(int count, char** arguments) try {
  constexpr std::array kKinds = {"detector", "classifier", "reader"};
  for (int i = 1; i < count; ++i) std::printf("%s\n", kKinds[ocelli::load_model(arguments[i]).index()]);
} catch (const std::exception& error) {
  return std::fprintf(stderr, "everything: %s\n", error.what()), 1;
}
