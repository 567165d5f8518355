#include "ocelli/evaluation/reading_score.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace ocelli::internal {
namespace {

/// A text formatted by snprintf(), of any length.
template <class... Values>
std::string formatted(const char* pattern, Values... values) {
  const int length = std::snprintf(nullptr, 0, pattern, values...);
  std::string text(static_cast<std::size_t>(length), '\0');
  std::snprintf(text.data(), text.size() + 1, pattern, values...);
  return text;
}

double share(double sum, std::size_t count) { return count == 0 ? 0 : sum / static_cast<double>(count); }

/// A visible form, even for an empty character.
std::string shown(const std::string& character) {
  return character.empty() ? "(none)" : "'" + character + "'";
}

}  // namespace

void ReadingScore::add(const std::string& image, const std::string& truth, const std::string& read) {
  scores_.push_back({image, character_errors(truth, read, rule_)});
  characters_ += scores_.back().characters;
  words_ += word_errors(truth, read, rule_);
  missed_ += words_missed(truth, read, rule_);
  confusions_.add(truth, read, rule_);
}

void ReadingScore::add_words(const std::string& truth, const PageText& read) {
  std::vector<std::string> words;
  std::vector<float> confidences;
  for (const ReadBlock& block : read.blocks) {
    for (const ReadLine& line : block.lines) {
      for (const ReadWord& word : line.words) {
        words.push_back(word.text());
        confidences.push_back(word.confidence());
      }
    }
  }
  const std::vector<bool> right = words_right(truth, words, rule_);
  for (std::size_t i = 0; i < words.size(); ++i) graded_words_.push_back({confidences[i], right[i]});
}

void ReadingScore::add_time(double cpu_seconds, double wall_seconds) {
  cpu_ += cpu_seconds;
  wall_ += wall_seconds;
}

double ReadingScore::cpu_seconds_a_page() const { return share(cpu_, pages()); }

double ReadingScore::wall_seconds_a_page() const { return share(wall_, pages()); }

double ReadingScore::median_page() const {
  if (scores_.empty()) return 0;
  std::vector<double> rates;
  for (const PageScore& score : scores_) rates.push_back(score.characters.rate());
  std::ranges::sort(rates);
  return (rates[(rates.size() - 1) / 2] + rates[rates.size() / 2]) / 2;
}

std::vector<PageScore> ReadingScore::worst(std::size_t max) const {
  std::vector<PageScore> pages = scores_;
  std::ranges::stable_sort(pages, std::ranges::greater{},
                           [](const PageScore& page) { return page.characters.rate(); });
  pages.resize(std::min(max, pages.size()));
  return pages;
}

std::vector<TextConfusion> ReadingScore::confusions(std::size_t max) const {
  std::vector<TextConfusion> list = confusions_.list();
  list.resize(std::min(max, list.size()));
  return list;
}

std::string table_of(const std::vector<ReadingScore>& scores) {
  std::string table =
      "reader      pages  failed  characters wrong  median page  words wrong  words missed  CPU s / page  "
      "s / page\n";
  for (const ReadingScore& score : scores) {
    table += formatted("%-10s %6zu  %6zu  %14.2f %%  %9.2f %%  %9.2f %%  %10.2f %%  %12.3f  %8.3f\n",
                       score.reader().c_str(), score.pages(), score.failed(), 100 * score.characters().rate(),
                       100 * score.median_page(), 100 * score.words().rate(), 100 * score.missed().rate(),
                       score.cpu_seconds_a_page(), score.wall_seconds_a_page());
  }
  return table;
}

std::string table_of(const std::vector<PageScore>& pages) {
  std::string table = "characters wrong   edits      of  page\n";
  for (const PageScore& page : pages) {
    table += formatted("%14.2f %%  %6zu  %6zu  %s\n", 100 * page.characters.rate(), page.characters.edits,
                       page.characters.length, page.image.c_str());
  }
  return table;
}

std::string table_of(const std::vector<TextConfusion>& confusions) {
  std::string table = " times  truth   read\n";
  for (const TextConfusion& confusion : confusions) {
    table +=
        formatted("%6zu  ", confusion.count) + shown(confusion.truth) + "  " + shown(confusion.read) + "\n";
  }
  return table;
}

}  // namespace ocelli::internal
