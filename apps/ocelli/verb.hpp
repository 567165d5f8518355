#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ocelli::app {

/// The words of a command line, without the program and the verb.
using Arguments = std::vector<std::string>;

/// One thing that the program can do. A new one is a file that defines it, a line here and a line in
/// main.cpp.
struct Verb {
  std::string_view name;  ///< one word or two: "detect", "train detector"
  std::string_view summary;
  int (*run)(const Arguments& arguments);  ///< returns an ExitCode; throws Error
};

extern const Verb detect_verb;
extern const Verb classify_verb;
extern const Verb ocr_verb;
extern const Verb train_detector_verb;
extern const Verb train_classifier_verb;
extern const Verb train_reader_verb;
extern const Verb eval_detector_verb;
extern const Verb eval_classifier_verb;
extern const Verb eval_ocr_verb;
extern const Verb info_verb;
extern const Verb record_verb;

}  // namespace ocelli::app
