#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

#include "exit_code.hpp"
#include "ocelli/core/error.hpp"
#include "verb.hpp"

namespace ocelli::app {
namespace {

constexpr std::array kVerbs = {
    &detect_verb,           &classify_verb,     &ocr_verb,           &train_detector_verb,
    &train_classifier_verb, &train_reader_verb, &eval_detector_verb, &eval_classifier_verb,
    &eval_ocr_verb,         &info_verb,         &record_verb};

void print_help() {
  std::cout
      << "Ocelli " OCELLI_VERSION
         " finds objects in images, labels images and reads scanned pages, with boosted classifiers.\n\n"
         "Usage: ocelli VERB [OPTIONS] ...\n\nVerbs:\n";
  for (const Verb* verb : kVerbs) {
    std::cout << "  " << verb->name << std::string(18 - verb->name.size(), ' ') << verb->summary << "\n";
  }
  std::cout << "\n'ocelli VERB --help' tells more.\n\n"
               "Exit codes: 0 fine; 1 some inputs failed, each named on stderr; 2 wrong usage; 3 cannot "
               "start or go on;\n"
               "130 stopped by Ctrl-C or SIGTERM, with what was done by then written whole.\n\n"
               "Example: ocelli detect holiday/ > faces.jsonl\n";
}

/// The verb that the words begin with; its words are taken away.
const Verb& take_verb(Arguments& words) {
  for (const std::size_t length : {2u, 1u}) {
    if (words.size() < length) continue;
    const std::string name = length == 2 ? words[0] + " " + words[1] : words[0];
    const auto verb = std::ranges::find(kVerbs, name, &Verb::name);
    if (verb == kVerbs.end()) continue;
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(length));
    return **verb;
  }
  throw Error(Kind::usage, "unknown verb '" + words.front() + "'; 'ocelli --help' lists the verbs");
}

int run(Arguments words) {
  require(!words.empty(), Kind::usage, "what is to be done? 'ocelli --help' lists the verbs");
  if (words.front() == "--help" || words.front() == "-h") return print_help(), kFine;
  if (words.front() == "--version") return std::cout << "ocelli " OCELLI_VERSION "\n", kFine;
  const Verb& verb = take_verb(words);
  return verb.run(words);
}

int exit_code(Kind kind) {
  switch (kind) {
    case Kind::usage:
      return kWrongUsage;
    case Kind::cancelled:
      return kStopped;
    default:
      return kCannotGoOn;
  }
}

int run_and_report(const Arguments& words) {
  try {
    return run(words);
  } catch (const Error& error) {
    std::cerr << "ocelli: " << error.what() << "\n";
    return exit_code(error.kind());
  } catch (const std::exception& fault) {
    std::cerr << "ocelli: " << fault.what() << "\n";
    return kCannotGoOn;
  }
}

}  // namespace
}  // namespace ocelli::app

int main(int count, char** words) { return ocelli::app::run_and_report({words + 1, words + count}); }
