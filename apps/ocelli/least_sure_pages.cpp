#include "least_sure_pages.hpp"

#include <iterator>
#include <optional>

#include "ocelli/core/wording.hpp"
#include "ocelli/pipelines/output/figures.hpp"

namespace ocelli::internal::app {
namespace {

std::string percent(double share) { return fixed(100 * share, 1) + " %"; }

}  // namespace

void LeastSurePages::add(const Record& record, ProgressLine& terminal) {
  if (!record.page || record.page->is_from_file()) return;
  ++pages_;
  const std::optional<double> confidence = record.page->confidence();
  if (!confidence) {
    ++blank_;
    terminal.print("ocelli: " + record.input + ": no text was found");
    return;
  }
  ++with_text_;
  sum_ += *confidence;
  min_.emplace(*confidence, record.input);
  if (min_.size() > kMax) min_.erase(std::prev(min_.end()));
}

void LeastSurePages::report(ProgressLine& terminal) const {
  if (pages_ < 2) return;
  std::string text = "ocelli: " + count_of(pages_, "page");
  if (blank_ > 0) text += ", " + std::to_string(blank_) + " without text";
  if (with_text_ > 0)
    text += "; " + percent(sum_ / static_cast<double>(with_text_)) + " estimated word accuracy, lowest on:";
  terminal.print(text);
  for (const auto& [confidence, name] : min_) terminal.print("  " + percent(confidence) + "  " + name);
}

void LeastSurePages::report_blank(ProgressLine& terminal) const {
  if (blank_ > 1) terminal.print("ocelli: " + std::to_string(blank_) + " pages without text");
}

}  // namespace ocelli::internal::app
