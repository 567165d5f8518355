#include <gmock/gmock.h>

#include <sstream>
#include <string>
#include <vector>

#include "apps/program.hpp"

namespace ocelli::internal::test::usage_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

TEST(Usage, IsShownForTheProgramAndEachVerbWithAnExample) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--help"},
                                                {"--help-all"},
                                                {"eval", "--help-all"},
                                                {"detect", "--help"},
                                                {"classify", "--help"},
                                                {"ocr", "--help"},
                                                {"eval", "classifier", "--help"},
                                                {"eval", "ocr", "--help"},
                                                {"info", "-h"}}) {
    const Finished help = ocelli(words);
    EXPECT_EQ(help.exit_code, 0) << words[0];
    EXPECT_THAT(help.out, AllOf(HasSubstr("Usage: ocelli "), HasSubstr("Example: ocelli "))) << words[0];
    EXPECT_EQ(help.err, "");
  }
  EXPECT_THAT(ocelli({"detect", "--help-all"}).out,
              AllOf(HasSubstr("--threads"), HasSubstr("--scale-step"), HasSubstr("[1.1]")));
}

TEST(Usage, OfEveryVerbFitsFortyLinesOfAHundredColumns) {
  for (const std::vector<std::string>& verb : std::vector<std::vector<std::string>>{{},
                                                                                    {"detect"},
                                                                                    {"classify"},
                                                                                    {"ocr"},
                                                                                    {"train", "detector"},
                                                                                    {"train", "classifier"},
                                                                                    {"train", "reader"},
                                                                                    {"train", "language"},
                                                                                    {"cross-validate"},
                                                                                    {"eval", "detector"},
                                                                                    {"eval", "classifier"},
                                                                                    {"eval", "ocr"},
                                                                                    {"info"},
                                                                                    {"convert"},
                                                                                    {"edit"}}) {
    std::vector<std::string> words = verb;
    words.emplace_back("--help");
    std::istringstream help(ocelli(words).out);
    std::size_t lines = 0;
    for (std::string line; std::getline(help, line); ++lines) EXPECT_LE(line.size(), 100u) << line;
    EXPECT_LE(lines, 40u) << (verb.empty() ? "" : verb.back());
  }
}

TEST(Usage, OfVerbsOfTwoWordsIsListedByTheFirst) {
  for (const std::string group : {"train", "eval"}) {
    const Finished help = ocelli({group, "--help"});
    EXPECT_EQ(help.exit_code, 0) << group;
    EXPECT_THAT(help.out, AllOf(HasSubstr(group + " detector"), HasSubstr(group + " classifier")));
    const Finished alone = ocelli({group, "nothing"});
    EXPECT_EQ(alone.exit_code, 2) << group;
    EXPECT_THAT(alone.err, HasSubstr("'ocelli " + group + " --help'"));
  }
}

TEST(Usage, IsShownByHelpAsByTheOption) {
  EXPECT_EQ(ocelli({"help"}).out, ocelli({"--help"}).out);
  EXPECT_EQ(ocelli({"help", "help"}).out, ocelli({"--help"}).out);
  EXPECT_EQ(ocelli({"help", "detect"}).out, ocelli({"detect", "--help"}).out);
  EXPECT_EQ(ocelli({"help", "train"}).out, ocelli({"train", "--help"}).out);
  EXPECT_EQ(ocelli({"help", "train", "reader"}).out, ocelli({"train", "reader", "--help"}).out);
  EXPECT_EQ(ocelli({"detect", "help"}).out, ocelli({"detect", "--help"}).out);
  EXPECT_EQ(ocelli({"train", "help"}).out, ocelli({"train", "--help"}).out);
  EXPECT_EQ(ocelli({"train", "reader", "help"}).out, ocelli({"train", "reader", "--help"}).out);
}

TEST(Usage, OfVerbsThatTakeInputsSaysWhatInputsAre) {
  for (const std::string verb : {"detect", "classify", "ocr"}) {
    EXPECT_THAT(ocelli({verb, "--help-all"}).out,
                AllOf(HasSubstr("\n  -  "), HasSubstr("/dev/stdin"), HasSubstr("rtsp://"),
                      HasSubstr("@list.txt"), HasSubstr("not heic, avif")))
        << verb;
  }
}

TEST(Usage, TellsTheVersion) {
  EXPECT_THAT(ocelli({"--version"}).out, testing::MatchesRegex("ocelli [0-9.]+\n"));
  EXPECT_EQ(ocelli({"detect", "--version"}).out, ocelli({"--version"}).out);
  EXPECT_EQ(ocelli({"train", "detector", "--version"}).exit_code, 0);
}

TEST(Usage, ListsTheLibrariesOfTheProgramWithTheirLicenses) {
  const std::string listed = ocelli({"--version", "--verbose"}).out;
  for (const char* library : {"OpenCV", "oneTBB", "Highway", "libpng", "Poppler"})
    EXPECT_THAT(listed,
                testing::ContainsRegex("\n" + std::string(library) + " [0-9.]+ \\([A-Za-z0-9. -]+\\)\n"));
}

TEST(Usage, NamesOptionsWithTwoDashes) {
  for (const auto& [given, meant] :
       {std::pair{"-min-size", "--min-size"}, {"-threads", "--threads"}, {"-minsize=60", "--min-size"}}) {
    const Finished run = ocelli({"detect", given, "60", "a.png"});
    EXPECT_EQ(run.exit_code, 2) << given;
    EXPECT_THAT(run.err, HasSubstr(std::string("did you mean '") + meant + "'")) << given;
  }
  for (const auto& [given, meant] :
       {std::pair{"-data", "--output"}, {"-vec", "--positives"}, {"-bg", "--negatives"}})
    EXPECT_THAT(ocelli({"train", "detector", given, "x"}).err,
                HasSubstr(std::string("did you mean '") + meant + "'"))
        << given;
}

TEST(Usage, RefusesAnOutputWithoutAName) {
  const Finished run = ocelli({"detect", "-o", "", "a.png"});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("--output: must not be empty"));
}

struct Mistake {
  std::vector<std::string> words;
  std::string complaint;

  friend std::ostream& operator<<(std::ostream& out, const Mistake& mistake) {
    return out << mistake.complaint;
  }
};

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, GetOneLineWithAHintAndExitCode2) {
  const Finished refused = ocelli(GetParam().words);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(refused.error_lines(), 1) << refused.err;
  EXPECT_THAT(refused.err,
              AllOf(StartsWith("ocelli: "), HasSubstr(GetParam().complaint), HasSubstr("--help")));
}

INSTANTIATE_TEST_SUITE_P(
    OnTheCommandLine, Mistakes,
    testing::Values(
        Mistake{{"detekt"}, "unknown verb 'detekt'; did you mean 'detect'?"},
        Mistake{{"detct"}, "did you mean 'detect'?"},
        Mistake{{"evla", "detector"}, "did you mean 'eval detector'?"},
        Mistake{{"help", "detct"}, "did you mean 'detect'?"},
        Mistake{{"help", "detect", "classify"}, "'help' takes one verb, as in 'ocelli detect --help'"},
        Mistake{{"train", "detekt"}, "unknown verb 'train detekt'; did you mean 'train detector'?"},
        Mistake{{"train", "--wrong"}, "'train' requires a second word"},
        Mistake{{"eval", "reader"}, "unknown verb 'eval reader'; 'ocelli eval --help' lists them"},
        Mistake{{"."}, "a verb comes first, as in 'ocelli detect .'"},
        Mistake{{"train", "reader", "-o", "a.ocelli"}, "TEXT... -o MODEL or ocelli train reader"},
        Mistake{{"convert", "a.ocelli", "-o", "b.foo"}, "--output must have a name such as"},
        Mistake{{"convert", "a.xml", "-o", "b.ocelli", "--images", "photos"}, "--images is for annotations"},
        Mistake{{"--wrong"}, "unknown verb '--wrong'"}, Mistake{{"detect"}, "INPUT is required"},
        Mistake{{"detect", "--wrong", "a.png"}, "unknown option '--wrong'"},
        Mistake{{"detect", "--form", "csv", "a.png"}, "unknown option '--form'; did you mean '--format'?"},
        Mistake{{"detect", "--minsize", "9", "a.png"}, "did you mean '--min-size'?"},
        Mistake{{"detect", "--scale-factor", "1.2", "a.png"}, "did you mean '--scale-step'?"},
        Mistake{{"detect", "--thread", "1", "a.png"}, "did you mean '--threads'?"},
        Mistake{{"train", "detector", "--numStages", "9"}, "did you mean '--stages'?"},
        Mistake{{"train", "detector", "--vec", "a.vec"}, "did you mean '--positives'?"},
        Mistake{{"ocr", "--help-al"}, "did you mean '--help-all'?"},
        Mistake{{"ocr", "--exist", "force", "a.png"}, "did you mean '--existing-text'?"},
        Mistake{{"train", "reader", "--add-pages", "a.png", "--resume", "-o", "a.ocelli"},
                "--resume does not apply to --add-lines and --add-pages: adapting keeps no checkpoint"},
        Mistake{{"train", "reader", "--add-lines", "a", "--rounds", "9", "-o", "a.ocelli"},
                "--rounds does not apply to --add-lines"},
        Mistake{{"train", "reader", "--adapt", "b.ocelli", "a.txt", "-o", "a.ocelli"},
                "--adapt requires --add-lines or --add-pages"},
        Mistake{{"ocr", "--lang", "eng", "a.png"}, "did you mean '--language'?"},
        Mistake{{"ocr", "--whitelist", "0123", "a.png"}, "did you mean '--charset'?"},
        Mistake{{"detect", "a.png", "-o"}, "output"},
        Mistake{{"detect", "--stride", "x", "a.png"}, "--stride: expected an integer, got 'x'"},
        Mistake{{"detect", "--stride", "1.5", "a.png"}, "--stride: expected an integer, got '1.5'"},
        Mistake{{"detect", "--scale-step", "nan", "a.png"}, "--scale-step: expected a number, got 'nan'"},
        Mistake{{"detect", "--threads", "-1", "a.png"}, "--threads: must be from 1 to 1024, or auto, got -1"},
        Mistake{{"detect", "--format", "xml", "a.png"},
                "--format must be jsonl, csv, mot, yolo, coco or voc"},
        Mistake{{"detect", "--show", "a.png"}, "--show requires one video, stream or camera as input"},
        Mistake{{"detect", "--show", "cam:0", "cam:1"},
                "--show requires one video, stream or camera as input"},
        Mistake{{"classify"}, "INPUT is required"},
        Mistake{{"classify", "--format", "xml", "a.png"}, "--format must be jsonl or csv"},
        Mistake{{"classify", "a.csv", "b.png"}, "a table must be the only input"},
        Mistake{{"classify", "--top", "0", "a.png"}, "--top: must be at least 1, got 0"},
        Mistake{{"classify", "--top", "many", "a.png"}, "top"},
        Mistake{{"eval", "classifier"}, "one TEST is required"},
        Mistake{{"eval", "classifier", "a", "b"}, "expected one TEST, got 2: a, b"},
        Mistake{{"info"}, "one MODEL is required"}, Mistake{{"ocr"}, "INPUT is required"},
        Mistake{{"ocr", "--format", "doc", "a.png"},
                "--format must be txt, csv, xlsx, html, md, hocr, alto, tsv, json or pdf"},
        Mistake{{"ocr", "--format", "pdf", "a.png"}, "--format pdf requires --output"},
        Mistake{{"ocr", "--format", "xlsx", "-o", "-", "a.png"}, "--format xlsx requires a file as --output"},
        Mistake{{"ocr", "--auto-rotate", "left", "a.png"}, "--auto-rotate: expected yes or no, got 'left'"},
        Mistake{{"eval", "ocr"}, "FOLDER is required"},
        Mistake{{"eval", "ocr", "--half", "third", "a"}, "--half: must be all, even or odd, got 'third'"},
        Mistake{{"eval", "ocr", "--worst", "-1", "a"}, "--worst: must be at least 0, got -1"},
        Mistake{{"eval", "ocr", "--others", "gocr,abbyy", "a"}, "got 'abbyy'"},
        Mistake{{"info", "a", "b"}, "expected one MODEL, got 2: a, b"},
        Mistake{{"train", "classifier", "a", "b", "c"}, "expected one TRAIN, got 3: a, b, ..."}));

TEST(Usage, RefusesOptionsOfTablesForImagesAndOfImagesForTables) {
  const auto refusal = [](const std::vector<std::string>& words) {
    const Finished refused = ocelli(words);
    EXPECT_EQ(refused.exit_code, 2);
    return refused.err;
  };
  EXPECT_THAT(refusal({"classify", "--missing", "refuse", "a.png"}), HasSubstr("--missing: is for tables"));
  EXPECT_THAT(refusal({"classify", "--max-pages", "3", "a.csv"}),
              HasSubstr("--max-pages: has no effect on a table"));
}

TEST(Usage, RefusesOptionsOutOfRange) {
  const Finished refused = ocelli({"detect", "--scale-step", "0.5", "a.png"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.error_lines(), 1);
  EXPECT_THAT(refused.err, HasSubstr("scale-step"));
}

}  // namespace
}  // namespace ocelli::internal::test::usage_test
