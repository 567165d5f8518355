#include "output_check.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"
#include "format_option.hpp"
#include "ocelli/pipelines/output/result_format.hpp"

namespace ocelli::test::output_check_test {
namespace {

namespace fs = std::filesystem;
using app::NamedOutput;

constexpr option::Spec kSvg = option::any().writes(".svg"), kSheet = option::any().writes(".png|.csv"),
                       kResults = option::any().writes(), kFolder = option::any().writes_folder();

struct Charts {
  std::string one, other;
  static void describe(auto& self, auto&& visit) {
    visit("one", self.one, "a chart", option::any().value("file").writes(".svg"));
    visit("other", self.other, "another", option::any().value("file").writes(".svg"));
  }
};

class NamedOutputs : public testing::Test {
 protected:
  std::string at(const std::string& name) const { return (folder_.path() / name).string(); }

  static void expect_refused(const std::vector<NamedOutput>& outputs, const std::string& why) {
    expect_error([&] { app::check_named_outputs(outputs); }, Kind::usage, why);
  }
  static void expect_fine(const std::vector<NamedOutput>& outputs) {
    EXPECT_NO_THROW(app::check_named_outputs(outputs));
  }

  TemporaryFolder folder_;
};

TEST_F(NamedOutputs, AreRefusedWhereTwoAreOneFile) {
  expect_refused({{"--misread", at("x"), kSheet}, {"--reject", at("x"), kSvg}}, "--reject");
  fs::create_directory(at("inner"));
  expect_refused({{"--roc", at("y.svg"), kSvg}, {"--chart", at("inner/../y.svg"), kSvg}}, "overwrite");
  fs::create_symlink(at("y.svg"), at("link.svg"));
  expect_refused({{"--roc", at("y.svg"), kSvg}, {"--chart", at("link.svg"), kSvg}}, "overwrite");
  expect_refused({{"--output", at("z"), kResults}, {"--draw", at("z"), kFolder}}, "overwrite");
  expect_fine({{"--roc", at("y.svg"), kSvg}, {"--errors", at("y.png"), kSheet}});
  expect_fine({{"--roc", "/dev/null", kSvg}, {"--errors", "/dev/null", kSheet}});
}

TEST_F(NamedOutputs, AreRefusedWhereADrawingMayTakeThePlaceOfResults) {
  const std::string drawn = at("d");
  for (int run = 0; run < 2; ++run) {
    expect_refused({{"--draw", drawn, kFolder}, {"--output", drawn + "/a-found.png", kResults}}, "drawing");
    expect_fine({{"--draw", drawn, kFolder}, {"--output", drawn + "/a.jsonl", kResults}});
    fs::create_directory(drawn);
  }
  expect_fine({{"--draw", drawn, kFolder}, {"--output", drawn + "/", kResults}});
}

TEST_F(NamedOutputs, AreRefusedWithAnEndingThatNoFormatHas) {
  expect_refused({{"--roc", at("r.pdf"), kSvg}}, "end the name in .svg");
  expect_refused({{"--misread", at("m.jpg"), kSheet}}, ".png or .csv");
  for (const char* const name : {"r.svg", "r.SVG", "r", "r.2026", "r.2026.svg"})
    expect_fine({{"--roc", at(name), kSvg}});
  expect_fine({{"--roc", "/dev/stdout", kSvg}});
}

TEST_F(NamedOutputs, AreRefusedWhereAFolderIsNamedLikeAFile) {
  for (const char* const name : {"out.png", "out.JPEG", "out.avi", "out.pdf", "out.csv"})
    expect_refused({{"--draw", at(name), kFolder}}, "names a folder");
  for (const char* const name : {"out", "out.v2", "found.2026", "out.png/"})
    expect_fine({{"--draw", at(name), kFolder}});
  fs::create_directory(at("odd.png"));
  expect_fine({{"--draw", at("odd.png"), kFolder}});
}

TEST_F(NamedOutputs, AreKnownToEveryCommandLineFromItsOptions) {
  Charts charts;
  app::CommandLine line("ocelli try", "ocelli try");
  line.add(charts);
  expect_error([&] { line.parse({"--one", at("x.svg"), "--other", at("x.svg")}); }, Kind::usage, "overwrite");
}

TEST_F(NamedOutputs, OfResultsGoByTheirEndingOrByWhatFormatSays) {
  const app::CommandLine line("ocelli ocr", "ocelli ocr");
  const auto format = [&](const std::string& wanted, const std::string& name) {
    return std::string(app::result_format(page_formats(), wanted, at(name), line).name);
  };
  EXPECT_EQ(format("", "page.PDF"), "pdf");
  EXPECT_EQ(format("", "page"), "txt");
  EXPECT_EQ(format("", "page.2026"), "txt");
  EXPECT_EQ(format("tsv", "page.docx"), "tsv");
  expect_error([&] { format("", "page.docx"); }, Kind::usage,
               "there is no format for .docx; end the name in .txt, .hocr");
  fs::create_directory(at("pages.dir"));
  EXPECT_EQ(format("", "pages.dir"), "txt");
}

}  // namespace
}  // namespace ocelli::test::output_check_test
