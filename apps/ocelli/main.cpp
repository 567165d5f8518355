#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>

#include "exit_code.hpp"
#include "ocelli/core/error.hpp"
#include "options_page.hpp"
#include "printable.hpp"
#include "standard_streams.hpp"
#include "verb.hpp"

namespace ocelli::app {

// Each in a file of verbs/.
Verb detect_verb();
Verb classify_verb();
Verb ocr_verb();
Verb train_detector_verb();
Verb train_classifier_verb();
Verb train_reader_verb();
Verb train_language_verb();
Verb cross_validate_verb();
Verb eval_detector_verb();
Verb eval_classifier_verb();
Verb eval_ocr_verb();
Verb info_verb();
Verb convert_verb();
Verb record_verb();

namespace {

/// All that the program can do, in the order of its help.
const std::array kVerbs = {detect_verb(),
                           classify_verb(),
                           ocr_verb(),
                           train_detector_verb(),
                           train_classifier_verb(),
                           train_reader_verb(),
                           train_language_verb(),
                           cross_validate_verb(),
                           eval_detector_verb(),
                           eval_classifier_verb(),
                           eval_ocr_verb(),
                           info_verb(),
                           convert_verb(),
                           record_verb()};

void print_verbs(std::string_view beginning) {
  for (const Verb& verb : kVerbs) {
    if (!verb.name.starts_with(beginning)) continue;
    std::cout << "  " << verb.name << std::string(18 - verb.name.size(), ' ') << verb.summary << "\n";
  }
}

/// "train", "eval": the first word of verbs of two.
bool is_group(const std::string& word) {
  return std::ranges::any_of(kVerbs, [&](const Verb& verb) { return verb.name.starts_with(word + " "); });
}

/// `ocelli train --help`
bool asks_for_group(const Arguments& words) {
  return words.size() == 2 && is_group(words[0]) && (words[1] == "--help" || words[1] == "-h");
}

void print_group_help(const std::string& group) {
  std::cout << "Usage: ocelli " << group << " WHAT [OPTIONS] ...\n\n";
  print_verbs(group + " ");
  std::cout << "\nExample: ocelli " << group << " detector --help\n";
}

void print_help() {
  std::cout
      << "Ocelli " OCELLI_VERSION
         " finds objects in images, labels images and reads scanned pages, with boosted classifiers.\n\n"
         "Usage: ocelli VERB [OPTIONS] ...\n\nVerbs:\n";
  print_verbs("");
  std::cout << "\n'ocelli VERB --help' lists the options.\n\n"
               "Exit codes: 0 success; 1 some inputs failed, each named on stderr; 2 wrong usage; 3 cannot "
               "start or continue;\n"
               "130 stopped by Ctrl-C or SIGTERM; finished results are complete in the output.\n\n"
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
    return *verb;
  }
  require(!is_group(words.front()), Kind::usage, [&] {
    if (words.size() > 1 && !words[1].starts_with('-')) {
      return "unknown verb '" + words[0] + " " + words[1] + "'; 'ocelli " + words[0] +
             " --help' lists those that begin so";
    }
    return "'" + words.front() + "' needs a second word; 'ocelli " + words.front() + " --help' lists them";
  });
  throw Error(Kind::usage, "unknown verb '" + words.front() + "'; 'ocelli --help' lists the verbs");
}

int run(Arguments words) {
  require(!words.empty(), Kind::usage, "a verb is required; 'ocelli --help' lists the verbs");
  if (words.front() == "--help" || words.front() == "-h") return print_help(), kFine;
  if (words.front() == "--options-page") return print_options_page(kVerbs), kFine;
  if (words.front() == "--version") return std::cout << "ocelli " OCELLI_VERSION "\n", kFine;
  if (asks_for_group(words)) return print_group_help(words[0]), kFine;
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
    const int code = run(words);
    finish_standard_output();
    return code;
  } catch (const Error& error) {
    if (error.kind() == Kind::output && reader_has_gone()) end_by_broken_pipe();
    say_on_stderr(std::string("ocelli: ") + error.what());
    return exit_code(error.kind());
  } catch (const std::exception& fault) {
    say_on_stderr(std::string("ocelli: ") + fault.what());
    return kCannotGoOn;
  }
}

}  // namespace
}  // namespace ocelli::app

int main(int count, char** words) {
  ocelli::app::survive_failed_writes();
  const int code = ocelli::app::run_and_report({words + 1, words + count});
  // A thread may still be waiting for a server (awaited()): what it uses is not torn down beneath it.
  if (code == ocelli::app::kStopped) ocelli::app::end_at_once(code);
  return code;
}
