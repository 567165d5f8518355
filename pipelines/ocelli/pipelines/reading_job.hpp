#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "ocelli/core/option_spec.hpp"
#include "ocelli/text/page_reader.hpp"
#include "ocelli/text/reader_model.hpp"

namespace ocelli::internal {

/// The options for reading pages, for the program and for Python.
struct ReadingJob {
  ReadingOptions options;
  std::string language = "auto";
  bool language_model = true;
  std::filesystem::path user_words;  ///< a text with words to add to the word lists; empty: none

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    ReadingOptions::describe(self.options, visit);
    visit("language", self.language,
          "language of the pages: a code (eng deu fra spa ita por nld pol ces slk swe dan), the file of one "
          "learned by 'train language', several joined by +, or auto: for each page, the language that fits "
          "it best",
          option::any().letter('l').value("code").basic());
    visit("language-model", self.language_model, "use the language model to choose between similar readings",
          option::any().basic());
    visit("user-words", self.user_words,
          "a file of words to expect, such as names and products, one per line", option::any().value("file"));
  }
};

/// Finds a bundled model by its file name in the models folder, such as "languages/deu.ocelli".
using BundledModels = std::function<std::filesystem::path(const std::string& name)>;

/// The code of a language in three letters (ISO 639-2/T): "deu" for "de", "ger" and "DEU". Other texts, such
/// as the paths of files, stay as they are.
/// Source  ISO 639-1, -2 and -3 as ICU knows them.
std::string language_code(const std::string& name);

/// The same, of the language of a model to train.
/// Throws  Error(Kind::usage) for anything but a code of two or three letters.
std::string new_language_code(const std::string& name);

/// Finds a language file by a code (language_code()) or by its path. Empty for English, the language of the
/// bundled reader.
/// Throws  Error(Kind::usage) naming the available languages.
std::filesystem::path language_file(const std::string& name, const BundledModels& bundled);

/// The bundled reader of Latin script, or one that is already loaded, set to the job's languages.
/// Throws  as load_reader(), load_language() and `bundled`; Error(Kind::usage) naming the available languages
/// for an unknown one.
ReaderModel reader_for(const ReadingJob& job, const BundledModels& bundled);
ReaderModel reader_for(const ReadingJob& job, const ReaderModel& reader, const BundledModels& bundled);

/// A reader with the words of the user, or without its language model, as the job asks.
/// Throws  Error(Kind::usage) for words that would have no effect, Error(Kind::input) for a file that cannot
/// be read.
ReaderModel in_effect(ReaderModel model, const ReadingJob& job);

/// The letters of the job's languages that a reader has no class for, each once, in UTF-8. None for `auto`.
/// Throws  as reader_for().
std::string missing_letters(const ReadingJob& job, const Reader& reader, const BundledModels& bundled);

/// Receives what the user should know of a reader.
using ReadingNotice = std::function<void(const std::string& text)>;

/// Loads a reader (empty path: the bundled one, a mere name: the file, or else the bundled model) and sets it
/// up for the job, with the models of bundled_model(). Notes which letters of the job's languages the reader
/// lacks. Throws  as load_reader() and reader_for().
Reader load_reader_for(const ReadingJob& job, const std::filesystem::path& model,
                       const ReadingNotice& notice = {});

}  // namespace ocelli::internal
