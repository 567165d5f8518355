#include "ocelli/training/language_training.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/output_guard.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/metrics/text_errors.hpp"
#include "ocelli/pipelines/reading_job.hpp"
#include "ocelli/pipelines/sources/input_check.hpp"
#include "ocelli/text/training/font_face.hpp"
#include "ocelli/training/training_texts.hpp"

namespace ocelli::internal {
namespace {

/// ASCII, and other characters that are frequent enough in the texts.
std::string characters_of_texts(const std::vector<std::string>& texts, std::size_t min) {
  std::map<char32_t, std::size_t> seen;
  for (const std::string& text : texts) {
    for (const char32_t character : comparable_text(text, {})) ++seen[character];
  }
  std::u32string characters = printing_ascii();
  for (const auto& [character, count] : seen) {
    if (character >= 0x80 && count >= min) characters += character;
  }
  return utf8_of(characters);
}

ModelCard card(const LanguageTraining& job, const std::vector<std::string>& texts, const Language& language) {
  ModelCard card;
  card.description = "The language " + language.code + ", " + std::to_string(language.model.words().size()) +
                     " words, for readers of its script.";
  card.trained_by = "ocelli " OCELLI_VERSION;
  std::size_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size();
  card.data = {
      {"texts of the language, " + std::to_string(bytes) + " bytes", "training", texts.size(), 0, "none"}};
  card.options = listed(job.options);
  return card;
}

}  // namespace

void LanguageTrainingOptions::validate() const { check_options(*this); }

LanguageFile train_language(const LanguageTraining& job, const TrainingObserver& observer,
                            std::stop_token stop) {
  const CancellationScope scope(std::move(stop));
  const std::string code = new_language_code(job.code);
  job.options.validate();
  OutputGuard outputs;
  outputs.add(job.output);
  for (const auto* sources : {&job.texts, &job.words}) check_outputs(outputs, *sources);
  const std::vector<std::string> texts = read_texts(job.texts);
  Language language{code, characters_of_texts(texts, job.options.min_character_count),
                    learn_language(texts, read_words(job.words), job.options.model)};
  ModelCard made_of = card(job, texts, language);
  LanguageFile file{std::move(language), std::move(made_of)};
  save_model(job.output, file);
  observer.report("Learned " + std::to_string(file.language.model.words().size()) + " words of " + code +
                  ", written with " + file.language.characters);
  return file;
}

}  // namespace ocelli::internal
