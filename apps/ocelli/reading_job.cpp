#include "reading_job.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>
#include <vector>

#include "model_path.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/text/language.hpp"
#include "ocelli/text/reader_model.hpp"

namespace ocelli::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAuto = "auto";
constexpr const char* kOwnLanguage = "eng";
constexpr const char* kEnding = ".ocelli";

/// The readers that languages are read by.
struct ScriptReaders {
  Reader own;     ///< in its own language
  Reader glyphs;  ///< of the letters of all languages
};

ScriptReaders script_readers(const std::string& model) {
  if (!model.empty()) {
    const Reader reader = load_reader(model).reader;
    return {reader, reader};
  }
  const Reader own = load_reader(shipped_model("latin.ocelli")).reader;
  return {own.with_language_code(kOwnLanguage), load_reader(shipped_model("latin-extended.ocelli")).reader};
}

/// The codes of the bundled languages beside the reader's own.
std::vector<std::string> shipped_languages() {
  std::vector<std::string> codes;
  for (const fs::directory_entry& entry : fs::directory_iterator(shipped_model("languages")))
    if (entry.path().extension() == kEnding) codes.push_back(entry.path().stem().string());
  std::ranges::sort(codes);
  return codes;
}

/// `others`: what may be said instead, without a file, each followed by a space.
fs::path file_of(const std::string& name, const std::string& others) {
  if (name.ends_with(kEnding)) return name;
  const std::vector<std::string> known = shipped_languages();
  if (std::ranges::count(known, name) == 0) {
    std::string all = others;
    for (const std::string& code : known) all += code + " ";
    throw Error(Kind::usage,
                "cannot be '" + name + "': there are " + all + "and the files of 'train language'",
                "--language");
  }
  return shipped_model("languages/" + name + kEnding);
}

Language language_called(const std::string& name, const Reader& own) {
  if (name == own.language_code()) return language_of(own);
  const std::string own_code = own.language_code().empty() ? "" : own.language_code() + " ";
  return load_language(file_of(name, std::string(kAuto) + ", " + own_code)).language;
}

/// The languages to choose from: for auto the reader's own, and where that has a code the bundled ones.
std::vector<std::string> names_of(const std::string& asked, const Reader& own) {
  std::vector<std::string> names;
  if (asked == kAuto) {
    if (own.language_code().empty()) return {};
    names = shipped_languages();
    names.insert(names.begin(), own.language_code());
    return names;
  }
  std::istringstream words(asked);
  for (std::string name; std::getline(words, name, '+');) names.push_back(name);
  return names;
}

Reader in_languages(const ScriptReaders& readers, const std::string& asked) {
  const auto& [own, glyphs] = readers;
  std::vector<Reader> in_each;
  for (const std::string& name : names_of(asked, own))
    in_each.push_back(glyphs.in(language_called(name, own)));
  if (in_each.empty()) return own;
  const Reader first = in_each[0].language_code() == own.language_code() ? own : in_each[0];
  return in_each.size() == 1 ? first : first.or_any_of(std::move(in_each));
}

}  // namespace

fs::path language_file(const std::string& name) {
  return name == kOwnLanguage ? fs::path() : file_of(name, std::string(kOwnLanguage) + " ");
}

Reader load_reader_for(const ReadingJob& job, const std::string& model) {
  Reader reader = in_languages(script_readers(model), job.language);
  return job.language_model ? reader : reader.without_language_model();
}

}  // namespace ocelli::app
