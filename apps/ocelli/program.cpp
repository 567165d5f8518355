#include "verb.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "help_page.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "option_records.hpp"
#include "printable.hpp"
#include "standard_streams.hpp"

namespace ocelli::internal::app {

// Each is defined in a file of verbs/.
Verb detect_verb();
Verb blur_verb();
Verb classify_verb();
Verb ocr_verb();
Verb train_detector_verb();
Verb train_classifier_verb();
Verb train_reader_verb();
Verb train_language_verb();
Verb cross_validate_verb();
Verb explain_verb();
Verb eval_detector_verb();
Verb eval_classifier_verb();
Verb eval_ocr_verb();
Verb eval_tracks_verb();
Verb info_verb();
Verb convert_verb();
Verb edit_verb();
Verb demo_verb();

namespace {

/// All verbs of the program, in the order of its help.
std::span<const Verb> all_verbs() {
  static const std::array verbs = {detect_verb(),
                                   blur_verb(),
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
                                   eval_tracks_verb(),
                                   explain_verb(),
                                   info_verb(),
                                   convert_verb(),
                                   edit_verb(),
                                   demo_verb()};
  return verbs;
}

void print_verbs(std::string_view beginning) {
  for (const Verb& verb : all_verbs()) {
    if (!verb.name.starts_with(beginning)) continue;
    std::cout << "  " << verb.name << std::string(18 - verb.name.size(), ' ') << verb.summary << "\n";
  }
}

/// "train", "eval": the first word of two-word verbs.
bool is_group(const std::string& word) {
  return std::ranges::any_of(all_verbs(),
                             [&](const Verb& verb) { return verb.name.starts_with(word + " "); });
}

/// Rewrites `ocelli help`, `ocelli help detect` and `ocelli help train detector` to `--help`.
Arguments with_help_option(Arguments words) {
  if (words.empty() || words.front() != "help") return words;
  words.erase(words.begin());
  if (!words.empty() && words.front() == "help") words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

bool is_version_asked_for(const Arguments& words) {
  return std::ranges::find(words, "--version") < std::ranges::find(words, "--");
}

/// With --verbose, also the libraries that the program is built from.
void print_version(const Arguments& words) {
  std::cout << "ocelli " OCELLI_VERSION "\n";
  if (std::ranges::find(words, "--verbose") != words.end()) std::cout << OCELLI_BUILT_FROM;
}

/// `ocelli detect help`, unless there is an input with that name.
bool asks_for_verb_help(const Arguments& words) {
  std::error_code failure;
  return words.size() == 1 && words.front() == "help" && !std::filesystem::exists("help", failure);
}

/// The verb that was probably meant, as text for the end of a message; empty if none. After a first word that
/// is right, only verbs with that word are meant.
std::string verb_meant_by(const Arguments& words) {
  std::vector<std::string> names, groups;
  for (const Verb& verb : all_verbs()) {
    names.emplace_back(verb.name);
    const std::size_t space = verb.name.find(' ');
    if (space != std::string_view::npos) groups.emplace_back(verb.name.substr(0, space));
  }
  if (words.size() > 1 && !words[1].starts_with('-')) {
    const std::string of_two = nearest_name(words[0] + " " + words[1], names);
    const bool is_right = !is_group(words[0]) || of_two.starts_with(words[0] + " ");
    if (of_two.find(' ') != std::string::npos) return is_right ? did_you_mean(of_two) : "";
  }
  names.insert(names.end(), groups.begin(), groups.end());
  return did_you_mean(nearest_name(words[0], names));
}

bool is_help_option(const std::string& word) {
  return word == "--help" || word == "-h" || word == "--help-all";
}

/// `ocelli train --help`
bool asks_for_group(const Arguments& words) {
  return words.size() == 2 && is_group(words[0]) && (is_help_option(words[1]) || words[1] == "help");
}

void print_group_help(const std::string& group) {
  std::cout << "Usage: ocelli " << group << " WHAT [OPTIONS] ...\n\n";
  print_verbs(group + " ");
  std::cout << "\nExample: ocelli " << group << " detector --help\n";
}

constexpr const char* kExitCodes =
    "0 success; 1 some inputs failed (reported on stderr); 2 usage error;\n"
    "3 cannot start or continue; 130 stopped (finished results are in the output).";

/// The program without arguments.
void print_introduction() {
  std::cout << "Ocelli " OCELLI_VERSION
               " finds objects in images, labels images and reads scanned pages.\n"
               "  ocelli demo                       try it on sample pictures\n"
               "  ocelli detect --draw out/ photos/ find faces and draw them\n"
               "  ocelli ocr scan.pdf               read a page\n"
               "  ocelli train classifier --help    train your own\n"
               "'ocelli --help' lists all verbs, 'ocelli VERB --help' the options of one.\n";
}

void print_help() {
  std::cout << "Ocelli " OCELLI_VERSION
               " finds objects in images, labels images and reads scanned pages.\n\n"
               "Usage: ocelli VERB [OPTIONS] ...\n\nVerbs:\n";
  print_verbs("");
  std::cout
      << "\n'ocelli VERB --help' or 'ocelli help VERB' lists the options; 'ocelli --version' prints the\n"
         "version, and with --verbose the libraries it is built from.\n\n"
         "Exit codes: "
      << kExitCodes
      << "\n\n"
         "Example: ocelli detect holiday/ > faces.jsonl\n";
}

[[noreturn]] void refuse_verb(const Arguments& words, const std::string& name, const std::string& list) {
  std::error_code failure;
  if (std::filesystem::exists(name, failure))
    throw Error(Kind::usage, "a verb comes first, as in 'ocelli detect " + name + "'; " + list);
  const std::string meant = verb_meant_by(words);
  throw Error(Kind::usage, "unknown verb '" + name + "'" + (meant.empty() ? ";" : meant) + " " + list);
}

/// Finds the verb that the words start with, and removes its words.
const Verb& take_verb(Arguments& words) {
  for (const std::size_t length : {2u, 1u}) {
    if (words.size() < length) continue;
    const std::string name = length == 2 ? words[0] + " " + words[1] : words[0];
    const auto verb = std::ranges::find(all_verbs(), name, &Verb::name);
    if (verb == all_verbs().end()) continue;
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(length));
    return *verb;
  }
  const std::string& first = words.front();
  if (!is_group(first)) refuse_verb(words, first, "'ocelli --help' lists the verbs");
  const std::string list = "'ocelli " + first + " --help' lists ";
  require(words.size() > 1 && !words[1].starts_with('-'), Kind::usage,
          [&] { return "'" + first + "' requires a second word; " + list + "them"; });
  refuse_verb(words, first + " " + words[1], list + "them");
}

int run(Arguments words) {
  if (words.empty()) return print_introduction(), kFine;
  const bool explains_verb = words.front() == "help";
  words = with_help_option(std::move(words));
  if (is_help_option(words.front())) return print_help(), kFine;
  if (words.front() == "--options-page") return print_options_page(all_verbs()), kFine;
  if (words.front() == "--option-records") return print_option_records(all_verbs(), kExitCodes), kFine;
  if (is_version_asked_for(words)) return print_version(words), kFine;
  if (asks_for_group(words)) return print_group_help(words[0]), kFine;
  const Verb& verb = take_verb(words);
  require(!explains_verb || words.size() == 1, Kind::usage,
          [&] { return "'help' takes one verb, as in 'ocelli " + std::string(verb.name) + " --help'"; });
  if (asks_for_verb_help(words)) words = {"--help"};
  return verb.run(words);
}

int exit_code_of(Kind kind) {
  switch (kind) {
    case Kind::usage:
      return kWrongUsage;
    case Kind::canceled:
      return kStopped;
    default:
      return kCannotGoOn;
  }
}

int run_and_report(std::span<char* const> words) {
  try {
    const int code = run({words.begin(), words.end()});
    finish_standard_output();
    return code;
  } catch (const Error& error) {
    if (error.kind() == Kind::output && reader_has_gone()) end_by_broken_pipe();
    print_to_stderr(std::string("ocelli: ") + error.what());
    return exit_code_of(error.kind());
  } catch (const std::bad_alloc&) {
    print_to_stderr("ocelli: out of memory");
    return kCannotGoOn;
  } catch (const std::exception& fault) {
    print_to_stderr(std::string("ocelli: ") + fault.what());
    return kCannotGoOn;
  }
}

/// Destructors of libraries allocate (nlohmann's JSON does), and their exceptions cannot be caught. Outputs
/// are complete or absent, because they get their names at the end.
[[noreturn]] void end_without_memory() {
  try {
    if (const std::exception_ptr fault = std::current_exception()) std::rethrow_exception(fault);
  } catch (const std::bad_alloc&) {
    constexpr std::string_view kMessage = "ocelli: out of memory\n";
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
    ::_exit(kCannotGoOn);
  } catch (...) {
  }
  std::abort();
}

}  // namespace

int run_program(std::span<char* const> words) {
  survive_failed_writes();
  std::set_terminate(end_without_memory);
  const int code = run_and_report(words.subspan(1));
  // A thread may still be waiting for a server (awaited()). The objects that it uses must not be destroyed.
  if (code == kStopped) end_at_once(code);
  return code;
}

}  // namespace ocelli::internal::app
