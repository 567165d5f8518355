#include "ocelli/pipelines/reading_job.hpp"

#include <unicode/locid.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/formats/text_encoding.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "ocelli/pipelines/bundled_models.hpp"
#include "ocelli/pipelines/written_characters.hpp"
#include "ocelli/text/correction/language_model.hpp"
#include "ocelli/text/language.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAutomatic = "auto";
constexpr const char* kOwnLanguage = "eng";
constexpr std::size_t kLetters = 3;  ///< of a code; short codes have one less
constexpr const char* kModelEnding = ".ocelli";
constexpr const char* kOwnModel = "latin.ocelli";
constexpr std::uint64_t kMaxWordBytes = std::uint64_t{1} << 26;

/// The readers used for the languages.
struct ScriptReaders {
  ReaderModel own;     ///< in its own language
  ReaderModel glyphs;  ///< for the letters of all languages
};

bool may_be_code(const std::string& name) {
  return (name.size() == kLetters || name.size() + 1 == kLetters) &&
         std::ranges::all_of(name, [](char letter) {
           return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
         });
}

/// The codes of the bundled languages, apart from the reader's own.
std::vector<std::string> bundled_languages(const BundledModels& bundled) {
  std::vector<std::string> codes;
  for (const fs::directory_entry& entry : fs::directory_iterator(bundled("languages")))
    if (entry.path().extension() == kModelEnding) codes.push_back(entry.path().stem().string());
  std::ranges::sort(codes);
  return codes;
}

/// `others`: alternatives that do not need a file, for the message.
fs::path language_file_of(const std::string& name, std::vector<std::string> others,
                          const BundledModels& bundled) {
  const std::vector<std::string> known = bundled_languages(bundled);
  if (std::ranges::count(known, name) > 0) return bundled("languages/" + name + kModelEnding);
  if (ending_of(name) == kModelEnding) return name;
  others.insert(others.end(), known.begin(), known.end());
  const bool are_several = name.find_first_of(", ;") != std::string::npos;
  const std::string advice =
      are_several ? "; join several languages by +" : did_you_mean(nearest_name(name, others));
  others.emplace_back("a file written by 'train language'");
  const char* const more = known.empty() ? "; the package ocelli-languages has more languages" : "";
  throw Error(Kind::usage, "must be " + either_of(others) + ", got '" + name + "'" + advice + more,
              "--language");
}

ReaderModel load_own_reader(const BundledModels& bundled) {
  ReaderModel own = load_reader(bundled(kOwnModel));
  own.reader = own.reader.with_language_code(kOwnLanguage);
  return own;
}

Language stored_language(const std::string& name, const Reader& own, const BundledModels& bundled) {
  const std::string& code = own.language_code();
  if (!name.empty() && name == language_code(code)) return language_of(own);
  // No file of its own has English, the language of the bundled reader.
  if (name == kOwnLanguage) return language_of(load_own_reader(bundled).reader);
  std::vector<std::string> others = {kAutomatic, kOwnLanguage};
  if (!code.empty() && code != kOwnLanguage) others.push_back(code);
  return load_language(language_file_of(name, std::move(others), bundled)).language;
}

Language language_called(const std::string& name, const Reader& own, const BundledModels& bundled) {
  Language language = stored_language(name, own, bundled);
  language.characters += written_characters(language.code);
  return language;
}

/// The languages to choose from: for auto, the reader's own and, if that has a code, the bundled ones.
std::vector<std::string> languages_of(const std::string& asked, const Reader& own,
                                      const BundledModels& bundled) {
  std::vector<std::string> names;
  if (in_lower_case(asked) == kAutomatic) {
    if (own.language_code().empty()) return {};
    names = bundled_languages(bundled);
    names.insert(names.begin(), own.language_code());
    return names;
  }
  require(
      !asked.starts_with('+') && !asked.ends_with('+') && asked.find("++") == std::string::npos, Kind::usage,
      [&] { return "has a + without a language on both sides, got '" + asked + "'"; }, "--language");
  std::istringstream words(asked);
  for (std::string word; std::getline(words, word, '+');) {
    std::string name = language_code(word);
    require(
        in_lower_case(name) != kAutomatic, Kind::usage,
        [&] { return "auto chooses among all languages, so it cannot be combined, got '" + asked + "'"; },
        "--language");
    if (std::ranges::count(names, name) == 0) names.push_back(std::move(name));
  }
  if (names.empty()) names.emplace_back();  // which is refused as any other unknown name
  return names;
}

ReaderModel in_languages(const ScriptReaders& readers, const std::string& asked,
                         const BundledModels& bundled) {
  const Reader& own = readers.own.reader;
  std::vector<Reader> in_each;
  for (const std::string& name : languages_of(asked, own, bundled))
    in_each.push_back(readers.glyphs.reader.in(language_called(name, own, bundled)));
  if (in_each.empty()) return readers.own;
  const bool own_is_first = in_each[0].language_code() == own.language_code();
  const Reader first = own_is_first ? own : in_each[0];
  return {in_each.size() == 1 ? first : first.with_languages(std::move(in_each)),
          own_is_first ? readers.own.card : readers.glyphs.card};
}

ReaderModel set_up_reader(const ReadingJob& job, const ScriptReaders& readers, const BundledModels& bundled) {
  return in_effect(in_languages(readers, job.language, bundled), job);
}

/// The file of a reader: a bundled one if the name has no folder and there is no such file.
fs::path reader_file(const fs::path& name, const BundledModels& bundled) {
  std::error_code failure;
  if (name.has_parent_path() || fs::exists(name, failure)) return name;
  const fs::path beside = bundled(kOwnModel).parent_path() / name;
  return fs::exists(beside, failure) ? beside : name;
}

}  // namespace

std::string language_code(const std::string& name) {
  if (!may_be_code(name)) return name;
  // Only canonical names have the codes of libraries, such as "ger".
  const std::string code = icu::Locale::createCanonical(name.c_str()).getISO3Language();
  return code.empty() ? in_lower_case(name) : code;
}

std::string new_language_code(const std::string& name) {
  std::string code = language_code(name);
  require(
      code.size() == kLetters && may_be_code(code), Kind::usage,
      [&] { return "must be the code of a language, two or three letters such as deu, got '" + name + "'"; },
      "--language");
  return code;
}

ReaderModel in_effect(ReaderModel model, const ReadingJob& job) {
  require(job.user_words.empty() || job.language_model, Kind::usage,
          "has no effect with --language-model no: leave one of them out", "--user-words");
  if (!job.user_words.empty()) model.reader = model.reader.knowing(read_utf8(job.user_words, kMaxWordBytes));
  if (!job.language_model) model.reader = model.reader.without_language_model();
  return model;
}

fs::path language_file(const std::string& name, const BundledModels& bundled) {
  const std::string code = language_code(name);
  return code == kOwnLanguage ? fs::path() : language_file_of(code, {kOwnLanguage}, bundled);
}

ReaderModel reader_for(const ReadingJob& job, const BundledModels& bundled) {
  const ReaderModel own = load_own_reader(bundled);
  // Without other languages there is no need for their letters.
  if (bundled_languages(bundled).empty()) return set_up_reader(job, {own, own}, bundled);
  return set_up_reader(job, {own, load_reader(bundled("latin-extended.ocelli"))}, bundled);
}

ReaderModel reader_for(const ReadingJob& job, const ReaderModel& reader, const BundledModels& bundled) {
  return set_up_reader(job, {reader, reader}, bundled);
}

std::string missing_letters(const ReadingJob& job, const Reader& reader, const BundledModels& bundled) {
  if (job.language == kAutomatic) return {};
  const std::vector<std::string>& classes = reader.glyphs().classes();
  std::string missing;
  for (const std::string& name : languages_of(job.language, reader, bundled)) {
    const Language language = stored_language(name, reader, bundled);
    for (std::string_view rest = language.characters, letter; !rest.empty();
         rest.remove_prefix(letter.size())) {
      letter = first_character(rest);
      const bool is_known = !WordHash::is_letter(letter) || std::ranges::count(classes, letter) > 0;
      if (!is_known && missing.find(letter) == std::string::npos) missing += letter;
    }
  }
  return missing;
}

Reader load_reader_for(const ReadingJob& job, const fs::path& model, const ReadingNotice& notice) {
  if (model.empty()) return reader_for(job, bundled_model).reader;
  const ReaderModel own = load_reader(reader_file(model, bundled_model));
  if (const std::string missing = missing_letters(job, own.reader, bundled_model); notice && !missing.empty())
    notice(model.filename().string() + " has no classes for " + missing + " of '" + job.language +
           "' and reads similar letters instead: leave out --model, or name a reader such as "
           "latin-extended.ocelli");
  return reader_for(job, own, bundled_model).reader;
}

}  // namespace ocelli::internal
