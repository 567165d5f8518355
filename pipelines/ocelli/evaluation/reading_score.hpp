#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ocelli/metrics/reject_curve.hpp"
#include "ocelli/metrics/text_errors.hpp"
#include "ocelli/text/page_text.hpp"

namespace ocelli::internal {

/// The errors on one page.
struct PageScore {
  std::string image;
  TextErrors characters;
};

/// The reading errors on many pages. Pages that could not be read count as empty.
class ReadingScore {
 public:
  ReadingScore(std::string reader, TextRule rule) : reader_(std::move(reader)), rule_(rule) {}

  void add(const std::string& image, const std::string& truth, const std::string& read);
  /// Adds the words of a page with their confidences, for readers that report them.
  void add_words(const std::string& truth, const PageText& read);
  void add_failure() { ++failed_; }
  /// Adds the time for any number of pages.
  void add_time(double cpu_seconds, double wall_seconds);

  const std::string& reader() const { return reader_; }
  std::size_t pages() const { return scores_.size(); }
  std::size_t failed() const { return failed_; }
  const TextErrors& characters() const { return characters_; }
  const TextErrors& words() const { return words_; }
  const TextErrors& missed() const { return missed_; }
  double cpu_seconds_a_page() const;
  double wall_seconds_a_page() const;
  /// The median character error rate of the pages.
  double median_page() const;

  /// The words read on all pages so far: their confidences, and whether they are correct (words_right()).
  const std::vector<GradedAnswer>& graded_words() const { return graded_words_; }

  /// The pages with the highest character error rates, worst first, ties in their order.
  std::vector<PageScore> worst(std::size_t max) const;
  /// The most frequent confusions.
  std::vector<TextConfusion> confusions(std::size_t max) const;

 private:
  std::string reader_;
  TextRule rule_;
  std::vector<PageScore> scores_;
  TextErrors characters_, words_, missed_;
  TextConfusions confusions_;
  std::vector<GradedAnswer> graded_words_;
  double cpu_ = 0, wall_ = 0;
  std::size_t failed_ = 0;
};

/// A table with one line per reader.
std::string table_of(const std::vector<ReadingScore>& scores);
/// Pages, worst first.
std::string table_of(const std::vector<PageScore>& pages);
std::string table_of(const std::vector<TextConfusion>& confusions);

}  // namespace ocelli::internal
