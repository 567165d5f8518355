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

namespace ocelli::app {

inline constexpr std::string_view kAlgorithmHeading = "Options of --algorithm ";

using Algorithms = std::vector<std::unique_ptr<ClassifierAlgorithm>>;

/// "shareboost or multilayer"
std::string algorithm_names(const Algorithms& algorithms);

/// The first algorithm, which chooses by the samples; with options of the second, which are not its own, that one.
const ClassifierAlgorithm& default_algorithm(const Arguments& arguments, const Algorithms& all);

/// Takes the algorithm that the command line names with --algorithm, which decides what other options there are, so it has to
/// be known before they are parsed. Throws Error(Kind::usage) for an unknown one, and for options of another one.
std::unique_ptr<ClassifierAlgorithm> choose_algorithm(const Arguments& arguments, Algorithms all);

/// Parses the command line of a verb that trains classifiers: the verb's own options, those of the training and of its algorithm,
/// and TRAIN. `request` describes itself and has the members `algorithm`, the name, and `algorithms`, all names. Returns whether
/// there is something to do; refuses what CommandLine refuses, and other than one TRAIN.
template <class Request>
bool parse_training(const Arguments& arguments, CommandLine& line, Request& request,
                    ClassifierTraining& training) {
  Algorithms algorithms = classifier_algorithms();
  request.algorithms = algorithm_names(algorithms);
  request.algorithm = default_algorithm(arguments, algorithms).name();
  training.algorithm = choose_algorithm(arguments, std::move(algorithms));
  std::vector<std::string> samples;
  line.add(request);
  line.add("Training", training);
  line.add(std::string(kAlgorithmHeading) + training.algorithm->name(), training.algorithm->option_table());
  line.add(kLimitsHeading, training.limits);
  line.take_arguments(samples);
  if (!line.parse(arguments)) return false;
  if (samples.size() != 1)
    line.refuse("one TRAIN is required: a CSV table, an IDX file or a folder of classes");
  training.samples = samples.front();
  return true;
}

}  // namespace ocelli::app
