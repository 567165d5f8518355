#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/language.hpp"
#include "ocelli/training/training_observer.hpp"

namespace ocelli::internal {

struct LanguageTrainingOptions {
  LanguageOptions model;
  std::size_t min_character_count = 20;  ///< minimum count of a non-ASCII character in the texts

  /// Throws  Error(Kind::usage) naming the invalid option.
  void validate() const;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    LanguageOptions::describe(self.model, visit);
    visit("min-character-count", self.min_character_count,
          "minimum number of occurrences of a character outside ASCII for it to belong to the language",
          option::from(1));
  }
};

/// The inputs and options of a language training.
struct LanguageTraining {
  std::vector<std::filesystem::path> texts;  ///< files or folders of natural text
  std::vector<std::filesystem::path> words;  ///< files of additional words, one per line
  std::string code;                          ///< ISO 639 (language_code())
  std::filesystem::path output;
  LanguageTrainingOptions options;
};

/// Counts the letter sequences, words and characters of texts, writes the language with its card, and returns
/// it.
/// Throws  as read_texts(); Error(Kind::usage) as new_language_code();
/// Error(Kind::output) when the file cannot be written there; Error(Kind::canceled) on `stop`.
/// Cost    as learn_language().
LanguageFile train_language(const LanguageTraining& job, const TrainingObserver& observer,
                            std::stop_token stop);

}  // namespace ocelli::internal
