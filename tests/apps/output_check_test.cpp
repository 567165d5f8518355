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

namespace ocelli::internal::test::output_check_test {
namespace {

namespace fs = std::filesystem;
using app::NamedOutput;
using app::OutputOption;

NamedOutput svg(const std::string& option, const std::string& path) {
  return {{option, OutputOption::Form::file, {".svg"}}, path};
}
NamedOutput sheet(const std::string& option, const std::string& path) {
  return {{option, OutputOption::Form::file, {".png", ".csv"}}, path};
}
NamedOutput results(const std::string& path) { return {{"output"}, path}; }
NamedOutput drawings(const std::string& path) { return {{"draw", OutputOption::Form::folder}, path}; }

struct Charts {
  std::string one, other;
  static void describe(auto& self, auto&& visit) {
    visit("one", self.one, "a chart", option::any().value("file"));
    visit("other", self.other, "another", option::any().value("file"));
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
  expect_refused({sheet("misread", at("x")), svg("reject", at("x"))}, "--reject");
  fs::create_directory(at("inner"));
  expect_refused({svg("roc", at("y.svg")), svg("chart", at("inner/../y.svg"))}, "is the same file as");
  fs::create_symlink(at("y.svg"), at("link.svg"));
  expect_refused({svg("roc", at("y.svg")), svg("chart", at("link.svg"))}, "is the same file as");
  expect_refused({results(at("z")), drawings(at("z"))}, "is the same file as");
  expect_fine({svg("roc", at("y.svg")), sheet("errors", at("y.png"))});
  expect_fine({svg("roc", "/dev/null"), sheet("errors", "/dev/null")});
}

TEST_F(NamedOutputs, AreRefusedWhereADrawingMayTakeThePlaceOfResults) {
  const std::string drawn = at("d");
  for (int run = 0; run < 2; ++run) {
    expect_refused({drawings(drawn), results(drawn + "/a-found.png")}, "drawing");
    expect_fine({drawings(drawn), results(drawn + "/a.jsonl")});
    expect_fine({drawings(drawn), results(drawn + "/faces-found.jsonl")});
    fs::create_directory(drawn);
  }
  expect_fine({drawings(drawn), results(drawn + "/")});
}

TEST_F(NamedOutputs, AreRefusedWithAnEndingThatNoFormatHas) {
  expect_refused({svg("roc", at("r.pdf"))}, "use .svg");
  expect_refused({sheet("misread", at("m.jpg"))}, ".png or .csv");
  for (const char* const name : {"r.svg", "r.SVG", "r", "r.2026", "r.2026.svg"})
    expect_fine({svg("roc", at(name))});
  expect_fine({svg("roc", "/dev/stdout")});
}

TEST_F(NamedOutputs, AreRefusedWhereAFolderIsNamedLikeAFile) {
  for (const char* const name : {"out.png", "out.JPEG", "out.avi", "out.pdf", "out.csv"})
    expect_refused({drawings(at(name))}, "must be a folder");
  for (const char* const name : {"out", "out.v2", "found.2026", "out.png/"})
    expect_fine({drawings(at(name))});
  fs::create_directory(at("odd.png"));
  expect_fine({drawings(at("odd.png"))});
}

TEST_F(NamedOutputs, AreKnownToEveryCommandLineFromItsOptions) {
  Charts charts;
  app::CommandLine line("ocelli try", "ocelli try");
  line.add(charts);
  line.writes({{"one"}, {"other"}});
  expect_error(
      [&] {
        line.parse({"--one", at("x.svg"), "--other", at("x.svg")});
      },
      Kind::usage, "is the same file as");
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
  EXPECT_EQ(format("", "page.html"), "hocr");
  EXPECT_EQ(format("", "page.tables.html"), "html");
  expect_error([&] { format("", "page.docx"); }, Kind::usage, "unsupported extension .docx; use .txt, .csv");
  fs::create_directory(at("pages.dir"));
  EXPECT_EQ(format("", "pages.dir"), "txt");
}

}  // namespace
}  // namespace ocelli::internal::test::output_check_test
