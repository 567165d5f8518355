#include "ocelli/training/reader_training.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/core/fingerprint.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/metrics/text_errors.hpp"
#include "ocelli/pipelines/reading_job.hpp"
#include "ocelli/pipelines/sources/input_check.hpp"
#include "ocelli/text/training/font_face.hpp"
#include "ocelli/text/training/page_glyphs.hpp"
#include "ocelli/training/training_session.hpp"
#include "ocelli/training/training_texts.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// The glyphs of pages with known text, page by page.
GlyphSamples glyphs_of_pages(const ReaderTraining& job, std::u32string_view alphabet,
                             const TrainingObserver& observer) {
  GlyphSamples glyphs(reading_classes(alphabet));
  if (job.pages.empty()) return glyphs;
  const Reader aligner = load_reader(job.aligner).reader;
  const TruthPages found = find_truth_pages(job.pages, job.half);
  std::vector<GlyphSamples> of_pages(found.pages.size(), glyphs);
  std::mutex told;
  std::size_t done = 0;
  parallel_for(std::size_t{0}, found.pages.size(), [&](std::size_t i) {
    const TruthPage& page = found.pages[i];
    extract_page_glyphs(read_gray(page.image, job.limits), page.truth, aligner, job.options.page_reject_share,
                        hash(job.options.print.seed, {i}), of_pages[i]);
    const std::scoped_lock lock(told);
    observer.progress(
        {"extracting glyphs from pages", ++done, found.pages.size(), page.image.filename().string()});
  });
  for (const GlyphSamples& of_page : of_pages) glyphs.add(of_page);
  return glyphs;
}

ReaderMaterial material_of(const ReaderTraining& job) {
  const std::vector<fs::path> folders = job.fonts.empty() ? system_font_folders() : job.fonts;
  ReaderMaterial material;
  material.faces = find_font_files(folders, printing_ascii());
  material.texts = read_texts(job.texts);
  material.vocabulary = read_words(job.words);
  return material;
}

std::uint64_t fingerprint(const ReaderMaterial& material, const ReaderTrainingOptions& options) {
  Fingerprint print;
  for (const FontFile& face : material.faces) print.add(face.name);
  for (const std::string& text : material.texts) print.add(text);
  print.add(material.glyphs.count());
  for (const char32_t character : material.alphabet) print.add(character);
  for (const auto& [name, value] : resume_keys(options)) print.add(name).add(value);
  return print.value();
}

ModelCard card(const ReaderTraining& job, const ReaderMaterial& material, const TrainedReader& trained) {
  ModelCard card;
  card.description = "Reader of " + std::to_string(trained.reader.classes() - 1) +
                     " characters, ShareBoost with " + count_of(trained.path.size(), "feature") + ".";
  card.trained_by = "ocelli " OCELLI_VERSION;
  card.data = {{"printed glyphs of " + count_of(material.faces.size(), "type face"), "training",
                trained.glyphs, trained.glyphs - trained.rejects, "none"}};
  if (material.glyphs.count() > 0) {
    card.data.push_back({"glyphs of pages with known text", "training", material.glyphs.count(),
                         material.glyphs.count(), "none"});
  }
  std::size_t bytes = 0;
  for (const std::string& text : material.texts) bytes += text.size();
  card.data.push_back({"texts of the language, " + std::to_string(bytes) + " bytes", "training",
                       material.texts.size(), 0, "none"});
  card.options = listed(job.options);
  card.seed = job.options.print.seed;
  return card;
}

void refuse_to_overwrite(const ReaderTraining& job) {
  const OutputGuard outputs = training_outputs(job.output);
  for (const auto* sources : {&job.texts, &job.words, &job.fonts}) check_outputs(outputs, *sources);
  check_outputs(outputs, {job.pages.begin(), job.pages.end()});
  check_outputs(outputs, {job.aligner, job.characters});
}

Alphabet alphabet_to_learn(const ReaderTraining& job, const ReaderMaterial& material) {
  if (job.characters.empty())
    return alphabet_of(material.texts, material.faces, job.options.min_character_count.value_or(0));
  return alphabet_of(read_texts({job.characters}), material.faces, 1);
}

/// The reader of the glyphs, in the language of the texts.
Reader in_its_language(const ReaderTraining& job, const ReaderMaterial& material, const Reader& reader) {
  if (job.language.empty()) return reader;
  const Alphabet alphabet =
      alphabet_of(material.texts, material.faces, job.options.min_character_count.value_or(0));
  return reader.in({new_language_code(job.language), utf8_of(alphabet.characters), reader.language()});
}

/// The training samples; reports what the alphabet excludes, and how much there is.
ReaderMaterial gather_material(const ReaderTraining& job, const TrainingObserver& observer) {
  ReaderMaterial material = material_of(job);
  const Alphabet alphabet = alphabet_to_learn(job, material);
  material.alphabet = alphabet.characters;
  if (const std::string left_out = alphabet.left_out(); !left_out.empty()) observer.report(left_out);
  material.glyphs = glyphs_of_pages(job, material.alphabet, observer);
  observer.report(count_of(material.faces.size(), "type face") + ", " +
                  std::to_string(material.alphabet.size()) + " characters, " +
                  count_of(material.texts.size(), "text") + ", " + std::to_string(material.glyphs.count()) +
                  " glyphs of pages.");
  return material;
}

}  // namespace

void ReaderTraining::validate() const {
  options.validate();
  limits.validate();
}

ReaderModel train_reader(const ReaderTraining& job, const TrainingObserver& observer, std::stop_token stop) {
  job.validate();
  if (!job.language.empty()) (void)new_language_code(job.language);
  refuse_to_overwrite(job);
  TrainingSession session({job.output, job.resume}, observer);
  const ReaderMaterial material = gather_material(job, observer);
  session.set_fingerprint(fingerprint(material, job.options));
  const TrainedReader trained = session.run([&] {
    return train_reader(
        material, job.options,
        {session.watcher<ShareBoostState>("choosing features", job.options.glyphs.boost.rounds.value()),
         session.progress(), session.state_to_resume<ShareBoostState>()},
        std::move(stop));
  });
  ReaderModel model{in_its_language(job, material, trained.reader), card(job, material, trained)};
  save_model(job.output, model);
  session.finish();
  observer.report("Learned from " + std::to_string(trained.glyphs) + " glyphs, " +
                  std::to_string(trained.rejects) + " of them pieces and clusters.");
  return model;
}

}  // namespace ocelli::internal
