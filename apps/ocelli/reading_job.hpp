#pragma once

#include <filesystem>
#include <string>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/text/page_reader.hpp"
#include "ocelli/text/reader.hpp"

namespace ocelli::app {

/// The options of verbs that read pages.
struct ReadingJob {
  ReadingOptions options;
  std::string language = "auto";
  bool language_model = true;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    ReadingOptions::describe(self.options, visit);
    visit(
        "language", self.language,
        "language of the pages: its code (eng deu fra spa ita por nld pol ces slk swe dan), the file of one "
        "learnt by 'train language', several joined by +, or auto: of each page, the one that explains it "
        "best",
        option::any().value("code"));
    visit("language-model", self.language_model, "use the language model to choose between similar readings",
          option::any().formerly("context"));
  }
};

/// The file of a language called by its code or by that file. Empty for English, which the bundled reader is in.
/// Throws Error(Kind::usage) for one that is not there.
std::filesystem::path language_file(const std::string& name);

/// The reader in a model file (empty: the bundled one), set up for the job.
/// Throws as load_reader(), load_language() and shipped_model(); Error(Kind::usage) for an unknown language.
Reader load_reader_for(const ReadingJob& job, const std::string& model);

}  // namespace ocelli::app
