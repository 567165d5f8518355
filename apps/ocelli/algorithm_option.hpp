#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/training/algorithms/classifier_algorithm.hpp"
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

}  // namespace ocelli::app
