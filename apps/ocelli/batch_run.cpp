#include "batch_run.hpp"

#include <unistd.h>

#include "exit_code.hpp"

namespace ocelli::app {

ProgressSink progress_of(const std::string& output, ProgressLine& terminal) {
  if (output.empty() && ::isatty(STDOUT_FILENO) == 1) return {};
  return [&terminal](const Progress& progress) { terminal.show(progress); };
}

void say_fault(const Record& record, ProgressLine& terminal) {
  if (record.error) terminal.say("ocelli: " + record.input + ": " + *record.error);
  if (!record.warning.empty()) terminal.say("ocelli: " + record.input + ": warning: " + record.warning);
}

void say_passed_over(const RunSummary& summary, ProgressLine& terminal) {
  if (const std::string words = in_words(summary.passed_over); !words.empty())
    terminal.say("ocelli: " + words);
}

int exit_code(bool cancelled, std::size_t failed) {
  if (cancelled) return kStopped;
  return failed > 0 ? kSomeInputsFailed : kFine;
}

}  // namespace ocelli::app
