#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "apps/program.hpp"
#include "apps/reading_place.hpp"
#include "data/pdf_bytes.hpp"
#include "ocelli/data/images/paged_file.hpp"

namespace ocelli::internal::test::ocr_folder_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class OcrFolder : public testing::Test {
 protected:
  Finished ocr(std::vector<std::string> words) const {
    words.insert(words.begin(), {"ocr", "-m", place_.model(), "-o", place_.at("out/")});
    return ocelli(words);
  }

  /// The files of the output folder, in order.
  std::vector<std::string> written() const {
    std::vector<std::string> names;
    if (!fs::exists(place_.at("out"))) return names;
    for (const auto& entry : fs::recursive_directory_iterator(place_.at("out")))
      if (entry.is_regular_file()) names.push_back(fs::relative(entry.path(), place_.at("out")).string());
    std::ranges::sort(names);
    return names;
  }

  std::string content(const std::string& name) const { return content_of(place_.at("out/" + name)); }

  ReadingPlace place_;
};

TEST_F(OcrFolder, GetsAFileForEachInputInEachFormat) {
  const std::string one = place_.page("one.png"), two = place_.page("two.png");
  const Finished run = ocr({"--format", "txt,hocr,alto,pdf,json", one, two});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(written(), ElementsAre("one.hocr", "one.json", "one.pdf", "one.txt", "one.xml", "two.hocr",
                                     "two.json", "two.pdf", "two.txt", "two.xml"));
  EXPECT_EQ(content("two.txt"), ocelli({"ocr", "-m", place_.model(), two}).out);
  EXPECT_THAT(content("one.hocr"), AllOf(StartsWith("<?xml"), EndsWith("</html>\n"), HasSubstr("ppageno 0")));
  EXPECT_THAT(content("two.xml"),
              AllOf(HasSubstr("two.png"), EndsWith("</alto>\n"), Not(HasSubstr("one.png"))));
  EXPECT_EQ(json::parse(content("two.json"))["input"], two);
  EXPECT_EQ(PagedFile(place_.at("out/two.pdf")).pages(), 1u);
}

TEST_F(OcrFolder, GetsPlainTextUnlessAFormatIsNamed) {
  ocr({place_.page("one.png")});
  EXPECT_THAT(written(), ElementsAre("one.txt"));
}

TEST_F(OcrFolder, KeepsThePagesOfAFileTogether) {
  const cv::Mat picture = cv::imread(place_.page("a.png"), cv::IMREAD_GRAYSCALE);
  cv::imwritemulti(place_.at("book.tif"), std::vector<cv::Mat>{picture, picture, picture});
  EXPECT_EQ(ocr({"--format", "txt,pdf", place_.at("book.tif"), place_.at("a.png")}).exit_code, 0);
  EXPECT_THAT(written(), ElementsAre("a.pdf", "a.txt", "book.pdf", "book.txt"));
  EXPECT_EQ(PagedFile(place_.at("out/book.pdf")).pages(), 3u);
  const std::string text = content("book.txt");
  EXPECT_EQ(std::ranges::count(text, '\f'), 2);
}

TEST_F(OcrFolder, KeepsTheSubfoldersOfAFolderThatIsSearched) {
  place_.page("scans/box1/p1.png"), place_.page("scans/box2/p1.png"), place_.page("scans/p1.png");
  EXPECT_EQ(ocr({place_.at("scans/")}).exit_code, 0);
  EXPECT_THAT(written(), ElementsAre("box1/p1.txt", "box2/p1.txt", "p1.txt"));
}

TEST_F(OcrFolder, NumbersInputsOfTheSameName) {
  const std::string one = place_.page("a/p.png"), two = place_.page("b/p.png"),
                    three = place_.page("b/p.bmp");
  EXPECT_EQ(ocr({"--format", "json", one, two, three, one, one}).exit_code, 0);
  EXPECT_THAT(written(), ElementsAre("p-2.json", "p-3.json", "p.json"));
  EXPECT_EQ(json::parse(content("p.json"))["input"], one)
      << "one line: what is named again is not read again";
  EXPECT_EQ(json::parse(content("p-2.json"))["input"], two);
  EXPECT_EQ(json::parse(content("p-3.json"))["input"], three);
}

TEST_F(OcrFolder, GetsNothingForWhatCannotBeReadAndAllElse) {
  const std::string page = place_.page("a.png"), torn = place_.file("torn.pdf", "%PDF-1.4\n"),
                    empty = place_.file("empty.png", "");
  const Finished run = ocr({"--format", "txt,pdf", empty, page, torn, place_.at("gone.png")});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.error_lines(), 4) << "one each and the closing one: " << run.err;
  EXPECT_THAT(written(), ElementsAre("a.pdf", "a.txt"));
}

TEST_F(OcrFolder, ResumesWithWhatIsMissingOrOlderThanItsInput) {
  const std::string one = place_.page("one.png"), two = place_.page("two.png"),
                    three = place_.page("three.png");
  EXPECT_EQ(ocr({"--format", "txt,json", one, two, three}).exit_code, 0);
  const auto mark = [&](const std::string& name) { place_.file("out/" + name, "kept"); };
  for (const char* name : {"one.txt", "one.json", "two.txt", "two.json", "three.txt"}) mark(name);
  fs::remove(place_.at("out/three.json"));
  fs::last_write_time(place_.at("out/two.json"), fs::last_write_time(two) - std::chrono::hours(1));
  const Finished run = ocr({"--resume", "--format", "txt,json", one, two, three});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(content("one.txt") + content("one.json"), "keptkept");
  EXPECT_THAT(content("two.txt"), Not(HasSubstr("kept")));
  EXPECT_THAT(content("three.txt"), Not(HasSubstr("kept")));
  EXPECT_EQ(json::parse(content("three.json"))["input"], three);
  EXPECT_THAT(run.err, EndsWith("ocelli: skipped 1 input with up-to-date results\n"));
  EXPECT_EQ(ocr({"--resume", "--format", "txt,json", one, two, three}).err,
            "ocelli: skipped 3 inputs with up-to-date results\n");
}

TEST_F(OcrFolder, LeavesOnlyWholeFilesWhenItIsStoppedAndGoesOnFromThere) {
  const std::string page = place_.page("p.png");
  std::vector<std::string> command = {"ocr",     "-m", place_.model(),    "--format",
                                      "txt,pdf", "-o", place_.at("out/"), place_.at("scans")};
  constexpr int kPages = 400;
  fs::create_directory(place_.at("scans"));
  for (int i = 0; i < kPages; ++i) fs::copy_file(page, place_.at("scans/" + std::to_string(i) + ".png"));
  Program program(ocelli_command(command));
  while (!fs::exists(place_.at("out/0.txt"))) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  program.send(SIGINT);
  EXPECT_EQ(program.finish().exit_code, 130);
  const std::size_t before = written().size();
  EXPECT_LT(before, 2u * kPages);
  for (const std::string& name : written()) {
    EXPECT_THAT(name, testing::AnyOf(EndsWith(".txt"), EndsWith(".pdf")));
    if (name.ends_with(".pdf")) {
      EXPECT_THAT(content(name), EndsWith("%%EOF\n")) << name;
    }
  }
  const fs::file_time_type first = fs::last_write_time(place_.at("out/0.txt"));
  command.insert(command.begin() + 1, "--resume");
  const Finished resumed = ocelli(command);
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(written().size(), 2u * kPages);
  EXPECT_EQ(fs::last_write_time(place_.at("out/0.txt")), first);
}

TEST_F(OcrFolder, IsNotWrittenOverTheInputs) {
  place_.page("scans/a.png");
  const std::vector<std::string> into_scans = {"ocr",     "-m", place_.model(),     "--format",
                                               "pdf,txt", "-o", place_.at("scans"), place_.at("scans")};
  EXPECT_EQ(ocelli(into_scans).exit_code, 0);
  const Finished refused = ocelli(into_scans);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("scans/a.pdf: is an input of this run"));
}

TEST_F(OcrFolder, RefusesWhatMakesNoSenseWithARemedy) {
  const std::string page = place_.page("a.png");
  const auto refusal = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"ocr", "-m", place_.model(), page});
    const Finished run = ocelli(words);
    EXPECT_EQ(run.exit_code, 2) << run.out;
    return run.err;
  };
  EXPECT_THAT(refusal({"--format", "txt,hocr"}), HasSubstr("end --output with /"));
  EXPECT_THAT(refusal({"--format", "txt,hocr", "-o", place_.at("file")}), HasSubstr("end --output with /"));
  EXPECT_THAT(refusal({"--format", "txt,docx", "-o", place_.at("out/")}), HasSubstr("--format must be"));
  EXPECT_THAT(refusal({"--format", "txt,,pdf", "-o", place_.at("out/")}), HasSubstr("empty name"));
  EXPECT_THAT(refusal({"--resume", "-o", place_.at("file")}), HasSubstr("--resume requires a folder"));
  EXPECT_EQ(ocelli({"ocr", "-m", place_.model(), "-o", place_.file("plain", "") + "/", page}).exit_code, 3);
}

TEST_F(OcrFolder, SharesInputsAndNotTheirPagesAmongShards) {
  const cv::Mat picture = cv::imread(place_.page("a.png"), cv::IMREAD_GRAYSCALE);
  cv::imwritemulti(place_.at("b.tif"), std::vector<cv::Mat>{picture, picture});
  for (const char* shard : {"1/2", "2/2"})
    EXPECT_EQ(ocr({"--shard", shard, place_.at("b.tif"), place_.at("a.png")}).exit_code, 0);
  EXPECT_THAT(written(), ElementsAre("a.txt", "b.txt"));
  const std::string text = content("b.txt");
  EXPECT_EQ(std::ranges::count(text, '\f'), 1);
}

TEST_F(OcrFolder, EndsWithThePagesThatAreLeastSure) {
  const std::string one = place_.page("one.png"), blank = place_.blank("blank.png");
  const Finished run = ocr({one, blank});
  EXPECT_THAT(run.err, AllOf(HasSubstr("2 pages, 1 without text"), HasSubstr(" %  " + one + "\n")));
  EXPECT_THAT(ocr({one}).err, IsEmpty());
}

}  // namespace
}  // namespace ocelli::internal::test::ocr_folder_test
