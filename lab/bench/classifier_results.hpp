#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "table.hpp"

namespace ocelli::internal::bench {

/// The results of a method on a data set: means over its splits.
struct Measurement {
  std::string set{}, method{}, library{};
  std::size_t training = 0, test = 0, inputs = 0, classes = 0;  ///< of the data set, as split
  std::size_t splits = 0;                                       ///< 1: the set's own test part
  std::size_t learned = 0;                                      ///< training samples that the method used
  double error = 0, deviation = 0;                              ///< share of the test samples
  double choosing_seconds = 0;                                  ///< all trainings for choosing options
  double training_seconds = 0;                                  ///< the training with these options
  double label_microseconds = 0;                                ///< per sample
  double parts = 0;
  std::string part{};     ///< the noun for parts
  std::string options{};  ///< of the first split

  template <class Self, class Visit>
  static void describe(Self&& self, Visit&& visit) {
    visit("set", self.set);
    visit("method", self.method);
    visit("library", self.library);
    visit("training", self.training);
    visit("test", self.test);
    visit("inputs", self.inputs);
    visit("classes", self.classes);
    visit("splits", self.splits);
    visit("learned", self.learned);
    visit("error", self.error);
    visit("deviation", self.deviation);
    visit("choosing_seconds", self.choosing_seconds);
    visit("training_seconds", self.training_seconds);
    visit("label_microseconds", self.label_microseconds);
    visit("parts", self.parts);
    visit("part", self.part);
    visit("options", self.options);
  }
};

Table as_table(const std::vector<Measurement>& measurements);

/// Reads measurements from a CSV file written from as_table(); none if there is no file.
/// Throws  Error(Kind::input) naming file and line for another kind of file.
std::vector<Measurement> read_measurements(const std::filesystem::path& csv);

}  // namespace ocelli::internal::bench
