#include "ocelli/evaluation/reader_evaluation.hpp"

#include <sys/resource.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <utility>

#include "ocelli/core/require.hpp"
#include "ocelli/evaluation/other_reader.hpp"
#include "ocelli/pipelines/executors/executors.hpp"
#include "ocelli/pipelines/stages/model_stages.hpp"

namespace ocelli::internal {
namespace {

class TruthSource final : public Source {
 public:
  TruthSource(const std::vector<TruthPage>& pages, const InputLimits& limits)
      : pages_(pages), limits_(limits) {}

  std::optional<Item> next() override {
    if (given_ == pages_.size()) return std::nullopt;
    const std::filesystem::path& image = pages_[given_++].image;
    return Item{image.string(), image, limits_};
  }

  std::optional<std::size_t> total() const override { return pages_.size(); }

 private:
  const std::vector<TruthPage>& pages_;
  InputLimits limits_;
  std::size_t given_ = 0;
};

/// Processor seconds of this program so far, over all threads.
double cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void tell(const ReaderTest& test, const std::string& image, const std::string& why) {
  if (test.problem) test.problem({image, why});
}

}  // namespace

ReadingScore evaluate_reader(const Reader& reader, const std::vector<TruthPage>& pages,
                             const ReaderTest& test, std::stop_token stop) {
  ReadingScore score("ocelli", test.rule);
  std::vector<PageText> texts;
  const Sink sink = [&](const Item&, const Record& record) {
    texts.push_back(record.page.value_or(PageText{}));
    if (!record.error) return;
    score.add_failure();
    tell(test, record.input, *record.error);
  };
  TruthSource source(pages, test.limits);
  const auto begun = std::chrono::steady_clock::now();
  const double cpu_before = cpu_seconds();
  const RunSummary summary =
      run_graph({.source = source,
                 .work = read_work(reader, test.options, test.limits, {.zones = test.zones}),
                 .sink = sink,
                 .progress = test.progress},
                std::move(stop));
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begun;
  score.add_time(cpu_seconds() - cpu_before, wall.count());
  require(!summary.canceled, Kind::canceled, "stopped; partial results are not reported");
  for (std::size_t i = 0; i < pages.size(); ++i) {
    score.add(pages[i].image.string(), pages[i].truth, texts[i].text());
    score.add_words(pages[i].truth, texts[i]);
  }
  return score;
}

ReadingScore evaluate_other(const std::string& program, const std::string& language,
                            const std::vector<TruthPage>& pages, const ReaderTest& test) {
  ReadingScore score(program, test.rule);
  for (const TruthPage& page : pages) {
    OtherReading reading;
    try {
      reading = read_with(program, language, page.image, test.limits);
    } catch (const Error& error) {
      if (error.kind() != Kind::input) throw;
      score.add_failure();
      tell(test, page.image.string(), error.message());
    }
    score.add_time(reading.cpu_seconds, reading.wall_seconds);
    score.add(page.image.string(), page.truth, reading.text);
    if (test.progress)
      test.progress({.task = program, .done = score.pages(), .total = pages.size(), .note = {}});
  }
  return score;
}

}  // namespace ocelli::internal
