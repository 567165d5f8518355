// Trains a detector:  train_detector boxes.csv photos-without model.ocelli  (docs/train-detector.md says what
// these are)
#include "ocelli/train_detector.hpp"

#include <cstdio>
#include <exception>
#include <string>

int main(int count, char** arguments) try {
  if (count != 4) return std::fprintf(stderr, "usage: train_detector POSITIVES NEGATIVES MODEL\n"), 2;
  const ocelli::Observer observer{
      .report = [](const std::string& sentence) { std::printf("%s\n", sentence.c_str()); },
      .problem = [](const std::string& where,
                    const std::string& message) { std::printf("%s: %s\n", where.c_str(), message.c_str()); },
      .progress = {},
      .log = {}};
  ocelli::train_detector({.positives = {arguments[1]},
                          .negatives = {arguments[2]},
                          .output = arguments[3],
                          .options = {{"width", "24"}}},
                         observer);
} catch (const std::exception& error) {
  return std::fprintf(stderr, "train_detector: %s\n", error.what()), 1;
}
