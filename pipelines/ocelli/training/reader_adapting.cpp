#include "ocelli/training/reader_adapting.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/output_guard.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/pipelines/bundled_models.hpp"
#include "ocelli/pipelines/reading_job.hpp"
#include "ocelli/pipelines/sources/input_check.hpp"
#include "ocelli/pipelines/sources/inputs.hpp"
#include "ocelli/pipelines/sources/truth_pages.hpp"
#include "ocelli/text/language.hpp"
#include "ocelli/text/page_reader.hpp"
#include "ocelli/text/training/page_glyphs.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSeed = 1;  ///< for the learned pieces and clusters

bool is_ascii(const std::string& text) {
  return std::ranges::all_of(text, [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
}

/// The glyphs of one line, or the reason why there are none.
struct LineGlyphs {
  GlyphSamples glyphs;
  std::optional<Problem> problem;
};

LineGlyphs glyphs_of(const TruthPage& line, const Reader& reader, const ReaderAdapting& job) {
  LineGlyphs found{GlyphSamples(reader.glyphs().classes()), std::nullopt};
  try {
    const cv::Mat gray = read_gray(line.image, job.limits);
    if (!extract_page_glyphs(gray, line.truth, reader, job.options.reject_share, kSeed, found.glyphs))
      found.problem = {line.image.string(),
                       "its text does not match: an image must show one line, with its complete text"};
  } catch (const Error& error) {
    if (error.kind() == Kind::canceled) throw;
    found.problem = {line.image.string(), error.message()};
  }
  return found;
}

struct LearnedLines {
  GlyphSamples glyphs;
  std::size_t lines = 0;
};

LearnedLines glyphs_of(const TruthPages& lines, const Reader& reader, const ReaderAdapting& job,
                       const TrainingObserver& observer) {
  std::vector<LineGlyphs> found(lines.pages.size(), {GlyphSamples(reader.glyphs().classes()), std::nullopt});
  parallel_for(std::size_t{0}, found.size(),
               [&](std::size_t i) { found[i] = glyphs_of(lines.pages[i], reader, job); });
  LearnedLines learned{GlyphSamples(reader.glyphs().classes())};
  for (const LineGlyphs& line : found) {
    if (line.problem) observer.problem(*line.problem);
    learned.lines += !line.problem;
    learned.glyphs.add(line.glyphs);
  }
  return learned;
}

/// The lines of a page that were read with high confidence, as its text.
std::string sure_text(const PageText& page) {
  std::string text;
  for (const ReadBlock& block : page.blocks) {
    for (const ReadLine& line : block.lines) {
      double sum = 0, glyphs = 0;
      for (const ReadWord& word : line.words) {
        sum += static_cast<double>(word.confidence()) * static_cast<double>(word.glyphs.size());
        glyphs += static_cast<double>(word.glyphs.size());
      }
      if (sum >= kSurelyRead * glyphs) text += line.text() + "\n";
    }
  }
  return text;
}

/// Learns from images without known text, as they are read.
void learn_as_read(const ReaderAdapting& job, const Reader& reader, const TrainingObserver& observer,
                   LearnedLines& learned) {
  const Reader reading = job.language.empty() ? reader : reader.in(load_language(job.language).language);
  ReadingOptions upright;
  upright.auto_rotate = false;
  std::istringstream no_list;
  const auto source = open_inputs(job.pages, no_list, job.limits);
  while (const std::optional<Item> item = source->next()) {
    check_canceled();
    try {
      const cv::Mat gray = decoded_gray(*item).pixels;
      const std::string text = sure_text(reading.read(gray, upright));
      if (!extract_page_glyphs(gray, text, reader, job.options.reject_share, kSeed, learned.glyphs)) continue;
      learned.lines += static_cast<std::size_t>(std::ranges::count(text, '\n'));
      if (observer.progress) observer.progress({"reading", learned.lines, 0, item->input});
    } catch (const Error& error) {
      if (error.kind() == Kind::canceled) throw;
      observer.problem({item->input, error.message()});
    }
  }
}

ModelCard card_of(const ReaderAdapting& job, ModelCard card, const LearnedLines& learned) {
  card.description += " Adapted to the type of " + count_of(learned.lines, "line") + ".";
  card.data.push_back({"lines of its own type", "training", learned.lines, learned.glyphs.count(), "none"});
  for (auto& option : listed(job.options)) card.options.push_back(std::move(option));
  return card;
}

}  // namespace

ReaderAdapting adapting_of(const std::filesystem::path& model, const std::string& language) {
  ReaderAdapting job;
  if (!language.empty()) job.language = language_file(language, bundled_model);
  job.base_of_ascii = model.empty() ? bundled_model("latin.ocelli") : model;
  job.base = model.empty() ? bundled_model("latin-extended.ocelli") : model;
  return job;
}

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
  check_outputs(outputs, {job.base, job.base_of_ascii, job.language});
  const TruthPages lines = find_truth_pages(job.lines, job.half);
  for (const Problem& problem : lines.problems) observer.problem(problem);
  const bool ascii = job.language.empty() && std::ranges::all_of(lines.pages, is_ascii, &TruthPage::truth);
  const ReaderModel base = load_reader(ascii ? job.base_of_ascii : job.base);
  LearnedLines learned = glyphs_of(lines, base.reader, job, observer);
  if (!job.pages.empty()) learn_as_read(job, base.reader, observer, learned);
  require(learned.glyphs.count() > 0, Kind::training,
          "no line matches its text: each image NAME.png must show the text in NAME.gt.txt, or be read with "
          "confidence");
  ReaderModel model{adapted(base.reader, learned.glyphs, job.options), card_of(job, base.card, learned)};
  save_model(job.output, model);
  observer.report("Adapted to " + std::to_string(learned.glyphs.count()) +
                  " glyphs, pieces and clusters of " + count_of(learned.lines, "line") + ".");
  return model;
}

}  // namespace ocelli::internal
