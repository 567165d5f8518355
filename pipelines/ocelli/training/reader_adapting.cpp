#include "ocelli/training/reader_adapting.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/output_guard.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/pipelines/sources/input_check.hpp"
#include "ocelli/pipelines/sources/truth_pages.hpp"
#include "ocelli/text/training/page_glyphs.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSeed = 1;  ///< of the pieces and clusters that are learnt

bool is_ascii(const std::string& text) {
  return std::ranges::all_of(text, [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

/// The glyphs of one line, or why there are none.
struct LineGlyphs {
  GlyphSamples glyphs;
  std::optional<Problem> problem;
};

LineGlyphs glyphs_of(const TruthPage& line, const Reader& reader, const ReaderAdapting& job) {
  LineGlyphs found{GlyphSamples(reader.glyphs().classes()), std::nullopt};
  try {
    const cv::Mat grey = read_grey(line.image, job.limits);
    if (!extract_page_glyphs(grey, line.truth, reader, job.options.reject_share, kSeed, found.glyphs))
      found.problem = {line.image.string(),
                       "its text does not fit: give one line an image, with all that it says"};
  } catch (const Error& error) {
    if (error.kind() == Kind::cancelled) throw;
    found.problem = {line.image.string(), error.message()};
  }
  return found;
}

struct LearntLines {
  GlyphSamples glyphs;
  std::size_t lines = 0;
};

LearntLines glyphs_of(const TruthPages& lines, const Reader& reader, const ReaderAdapting& job,
                      const TrainingObserver& observer) {
  std::vector<LineGlyphs> found(lines.pages.size(), {GlyphSamples(reader.glyphs().classes()), std::nullopt});
  parallel_for(std::size_t{0}, found.size(),
               [&](std::size_t i) { found[i] = glyphs_of(lines.pages[i], reader, job); });
  LearntLines learnt{GlyphSamples(reader.glyphs().classes())};
  for (const LineGlyphs& line : found) {
    if (line.problem) observer.problem(*line.problem);
    learnt.lines += !line.problem;
    learnt.glyphs.add(line.glyphs);
  }
  return learnt;
}

ModelCard card_of(const ReaderAdapting& job, ModelCard card, const LearntLines& learnt) {
  card.description += " Adapted to the type of " + std::to_string(learnt.lines) + " lines.";
  card.data.push_back({"lines with known text", "training", learnt.lines, learnt.glyphs.count(), "none"});
  for (auto& option : listed(job.options)) card.options.push_back(std::move(option));
  return card;
}

}  // namespace

void ReaderAdapting::validate() const {
  options.validate();
  limits.validate();
}

ReaderModel adapt_reader(const ReaderAdapting& job, const TrainingObserver& observer, std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  job.validate();
  OutputGuard outputs;
  outputs.add(job.output);
  check_outputs(outputs, {job.lines.begin(), job.lines.end()});
  check_outputs(outputs, {job.base, job.base_of_ascii});
  const TruthPages lines = find_truth_pages(job.lines, job.half);
  for (const Problem& problem : lines.problems) observer.problem(problem);
  const bool ascii = std::ranges::all_of(lines.pages, is_ascii, &TruthPage::truth);
  const ReaderModel base = load_reader(ascii ? job.base_of_ascii : job.base);
  const LearntLines learnt = glyphs_of(lines, base.reader, job, observer);
  require(learnt.glyphs.count() > 0, Kind::training,
          "no line fits its text: each image NAME.png must show the one line that NAME.gt.txt says");
  ReaderModel model{adapted(base.reader, learnt.glyphs, job.options), card_of(job, base.card, learnt)};
  save_model(job.output, model);
  observer.say("Adapted to " + std::to_string(learnt.glyphs.count()) + " glyphs, pieces and clusters of " +
               std::to_string(learnt.lines) + " lines.");
  return model;
}

}  // namespace ocelli
