#include "ocelli/pipelines/reading_job.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <vector>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "ocelli/text/language.hpp"
#include "text/tiny_reader.hpp"

namespace ocelli::internal::reading_job_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// A tiny reader without a language, beside the files of two languages.
class ReadingJobs : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_.path() / "languages");
    for (const std::string code : {"deu", "fra"})
      save_model(bundled_("languages/" + code + ".ocelli"),
                 LanguageFile{
                     {code, "oI",
                      learn_language(std::vector<std::string>{"oI Io\noI oI\n"}, "", {.min_word_count = 1})},
                     {}});
  }

  Reader reader(const std::string& language) const {
    ReadingJob job;
    job.language = language;
    return reader_for(job, ReaderModel{test::tiny_reader(), {}}, bundled_).reader;
  }

  std::vector<std::string> languages(const std::string& language) const {
    const Reader first = reader(language);
    if (first.others().empty()) return {first.language_code()};
    std::vector<std::string> codes;
    for (const Reader& other : first.others()) codes.push_back(other.language_code());
    return codes;
  }

  test::TemporaryFolder folder_;
  BundledModels bundled_ = [this](const std::string& name) { return folder_.path() / name; };
};

TEST_F(ReadingJobs, ReadInOneLanguageOrInSeveral) {
  EXPECT_THAT(languages("deu"), ElementsAre("deu"));
  EXPECT_THAT(languages("deu+fra"), ElementsAre("deu", "fra"));
  EXPECT_THAT(languages("auto"), ElementsAre("")) << "a reader that names no language reads in its own";
}

TEST_F(ReadingJobs, KnowLanguagesByTheirShortCodes) {
  EXPECT_THAT(languages("de"), ElementsAre("deu"));
  EXPECT_THAT(languages("de+fra"), ElementsAre("deu", "fra"));
  for (const std::string name : {"ger", "DE", "Deu", "GER"})
    EXPECT_THAT(languages(name), ElementsAre("deu")) << name;
  EXPECT_THAT(languages("de+fra+ger"), ElementsAre("deu", "fra")) << "each language once";
  EXPECT_EQ(language_file("fre", bundled_), folder_.path() / "languages" / "fra.ocelli");
  EXPECT_EQ(language_file("fr", bundled_), folder_.path() / "languages" / "fra.ocelli");
  EXPECT_EQ(language_file("en", bundled_), std::filesystem::path());
}

TEST_F(ReadingJobs, ReadInEnglishWithAnyReader) {
  save_model(bundled_("latin.ocelli"), ReaderModel{test::tiny_reader(), {}});
  EXPECT_THAT(languages("eng"), ElementsAre("eng"));
  EXPECT_THAT(languages("en+deu"), ElementsAre("eng", "deu"));
}

TEST_F(ReadingJobs, RefuseAPlusWithoutALanguage) {
  for (const std::string name : {"deu+", "+deu", "deu++fra", "+"})
    test::expect_error([&] { reader(name); }, Kind::usage, "a + without a language");
}

TEST_F(ReadingJobs, DoNotCombineAllLanguagesWithOne) {
  for (const std::string name : {"auto+deu", "deu+auto"})
    test::expect_error([&] { reader(name); }, Kind::usage, "auto chooses among all languages");
  EXPECT_THAT(languages("AUTO"), ElementsAre(""));
}

TEST(LanguageCodes, HaveThreeLetters) {
  EXPECT_EQ(language_code("cze"), "ces");
  EXPECT_EQ(language_code("XYZ"), "xyz");
  EXPECT_EQ(language_code("own.ocelli"), "own.ocelli");
  EXPECT_EQ(new_language_code("FI"), "fin");
  for (const std::string name : {"", "finnish", "f1", "zz"})
    test::expect_error([&] { (void)new_language_code(name); }, Kind::usage, "two or three letters");
}

TEST_F(ReadingJobs, NameTheLanguagesThatThereAre) {
  const Error error = test::error_of([&] { reader("dei"); });
  EXPECT_EQ(error.kind(), Kind::usage);
  EXPECT_EQ(error.where(), "--language");
  EXPECT_THAT(error.message(), AllOf(HasSubstr("auto, eng, deu, fra or "), HasSubstr("did you mean 'deu'?")));
  test::expect_error([&] { reader("xx"); }, Kind::usage, "got 'xx'");
  test::expect_error([&] { reader("deu,fra"); }, Kind::usage, "got 'deu,fra'; join several languages by +");
  test::expect_error([&] { reader(""); }, Kind::usage, "got ''");
}

TEST_F(ReadingJobs, RefuseWordsThatAreNoText) {
  ReadingJob job;
  job.user_words = folder_.file("words.txt", std::string("ab\0c\xFF", 5));
  test::expect_error(
      [&] {
        (void)in_effect(ReaderModel{test::tiny_reader(), {}}, job);
      },
      Kind::input, "words.txt: is not UTF-8 text");
}

TEST_F(ReadingJobs, NameTheLettersThatAReaderLacks) {
  save_model(bundled_("languages/deu.ocelli"), LanguageFile{{"deu", "oI\u00E4\u00E4\u00DF\u20AC", {}}, {}});
  const auto missing = [&](const std::string& language) {
    ReadingJob job;
    job.language = language;
    return missing_letters(job, test::tiny_reader(), bundled_);
  };
  EXPECT_EQ(missing("deu"), "\u00E4\u00DF");
  EXPECT_EQ(missing("fra+de"), "\u00E4\u00DF");
  EXPECT_EQ(missing("fra"), "");
  EXPECT_EQ(missing("auto"), "");
}

TEST_F(ReadingJobs, ReadWithTheFileOfALanguage) {
  const std::filesystem::path own = folder_.path() / "own.ocelli";
  std::filesystem::copy_file(folder_.path() / "languages" / "fra.ocelli", own);
  EXPECT_THAT(languages(own.string()), ElementsAre("fra"));
}

}  // namespace
}  // namespace ocelli::internal::reading_job_test
