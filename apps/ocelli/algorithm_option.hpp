#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "input_help.hpp"
#include "ocelli/training/algorithms/classifier_algorithm.hpp"
#include "ocelli/training/classifier_training.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {

inline constexpr std::string_view kAlgorithmHeading = "Options of --algorithm ";

/// "shareboost or multilayer"
std::string algorithm_names();

/// The help text of --algorithm for these names.
std::string algorithm_help(const std::string& names);

/// The algorithm given with --algorithm, or the default. It must be known before the other options are
/// parsed, because it determines them.
/// Throws  as classifier_algorithm() with the options on the command line.
std::unique_ptr<ClassifierAlgorithm> choose_algorithm(const Arguments& arguments);

/// Parses the command line of a verb that trains classifiers: the verb's own options, those of the training
/// and its algorithm, and TRAIN. `request` describes itself and has the members `algorithm`, the name, and
/// `algorithms`, all names. Returns whether there is work to do. Rejects what CommandLine rejects, and
/// anything but exactly one TRAIN.
template <class Request>
bool parse_training(const Arguments& arguments, CommandLine& line, Request& request,
                    ClassifierTraining& training) {
  request.algorithms = algorithm_names();
  request.algorithm = kDefaultAlgorithm;
  training.algorithm = choose_algorithm(arguments);
  std::vector<std::string> samples;
  line.add(request);
  line.add("Training", training);
  line.add(std::string(kAlgorithmHeading) + training.algorithm->name(), training.algorithm->option_table());
  line.add(kLimitsHeading, training.limits);
  line.take_arguments(samples);
  if (!line.parse(arguments)) return false;
  training.samples = line.only(samples, "TRAIN", "a CSV table, an IDX file or a folder of classes");
  return true;
}

}  // namespace ocelli::internal::app
