#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "half_option.hpp"
#include "input_help.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/output_path.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/evaluation/other_reader.hpp"
#include "ocelli/evaluation/reader_evaluation.hpp"
#include "ocelli/metrics/reliability.hpp"
#include "ocelli/pipelines/output/chart_file.hpp"
#include "ocelli/pipelines/reading_job.hpp"
#include "ocelli/pipelines/sources/input_check.hpp"
#include "ocelli/pipelines/sources/truth_pages.hpp"
#include "option_help.hpp"
#include "progress_line.hpp"
#include "stop_signal.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

using Json = nlohmann::ordered_json;

struct EvalOcrRequest {
  std::string model, other_names, reliability_chart;
  HalfOption half;
  TextRule rule;
  int worst = 10, confusions = 20;
  bool json = false, zones = false;
  std::vector<std::string> others, folders;
  ReadingJob job;
  InputLimits limits;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("model", self.model, kReaderHelp, option::any().letter('m').value("file"));
    HalfOption::describe(self.half, visit);
    visit("fold-case", self.rule.fold_case, "ignore case", option::any().flag());
    visit("fold-marks", self.rule.fold_marks,
          "read curly quotes, dashes and line-end hyphens (U+00AC) as ASCII", option::any().flag());
    visit("zones", self.zones,
          "read only the zones of each page NAME.png in NAME.uzn, NAME.xml or NAME.json beside it",
          option::any().flag());
    visit("worst", self.worst, "pages to list, worst first", option::from(0));
    visit("confusions", self.confusions, "confusions to list, most frequent first", option::from(0));
    visit("others", self.other_names,
          "evaluate these programs on the same images, if they are installed: tesseract (in --language, if "
          "its data are installed), ocrad, gocr",
          option::any().value("names"));
    visit("reliability-chart", self.reliability_chart,
          "draw the share of correct words against their confidence to this SVG file",
          option::any().value("file"));
    visit("json", self.json, kFiguresAsJsonHelp, option::any().flag());
  }
};

/// The comma-separated names.
std::vector<std::string> others_of(const std::string& names, const CommandLine& line) {
  std::vector<std::string> others;
  std::istringstream words(names);
  for (std::string name; std::getline(words, name, ',');) {
    if (std::ranges::count(other_readers(), name) == 0)
      line.refuse("--others must be tesseract, ocrad or gocr, got '" + name + "'");
    others.push_back(name);
  }
  return others;
}

std::optional<EvalOcrRequest> parse_eval_ocr(const Arguments& arguments, CommandLine& line) {
  EvalOcrRequest request;
  line.add(request);
  line.writes({{"reliability-chart", OutputOption::Form::file, {".svg"}}});
  line.add("Reading", request.job);
  line.add(kLimitsHeading, request.limits);
  line.take_arguments(request.folders);
  if (!line.parse(arguments)) return std::nullopt;
  if (request.folders.empty())
    line.refuse("FOLDER is required, with images NAME.png and ground truth NAME.gt.txt");
  request.others = others_of(request.other_names, line);
  if (request.zones && !request.others.empty())
    line.refuse("--zones does not apply to --others, which read whole pages");
  return request;
}

/// Tesseract's names for the languages of the pages; empty (its default) if they are not given as codes.
std::string tesseract_language(const std::string& language) {
  if (language == "auto" || language.find_first_of("./") != std::string::npos) return {};
  std::istringstream words(language);
  std::string codes;
  for (std::string word; std::getline(words, word, '+');)
    codes += (codes.empty() ? "" : "+") + language_code(word);
  return codes;
}

Json figures_json(const ReadingScore& score) {
  return {{"pages", score.pages()},
          {"failed", score.failed()},
          {"characters", score.characters().length},
          {"error", score.characters().rate()},
          {"median_error", score.median_page()},
          {"words", score.words().length},
          {"word_error", score.words().rate()},
          {"words_missed", score.missed().rate()},
          {"cpu_seconds_a_page", score.cpu_seconds_a_page()},
          {"seconds_a_page", score.wall_seconds_a_page()}};
}

Json to_json(const EvalOcrRequest& request, const std::vector<ReadingScore>& scores,
             const TruthPages& found) {
  Json json = figures_json(scores[0]);
  json["left_out"] = found.problems.size();
  json["worst"] = Json::array();
  for (const PageScore& page : scores[0].worst(static_cast<std::size_t>(request.worst))) {
    json["worst"].push_back({{"input", page.image},
                             {"error", page.characters.rate()},
                             {"edits", page.characters.edits},
                             {"characters", page.characters.length}});
  }
  json["confusions"] = Json::array();
  for (const auto& [truth, read, count] :
       scores[0].confusions(static_cast<std::size_t>(request.confusions))) {
    json["confusions"].push_back({{"truth", truth}, {"read", read}, {"count", count}});
  }
  json["others"] = Json::object();
  json["calibration_error"] = calibration_error(reliability(scores[0].graded_words()));
  json["reliability"] = Json::array();
  for (const ReliabilityBin& bin : reliability(scores[0].graded_words()))
    json["reliability"].push_back(
        {{"confidence", bin.confidence}, {"right", bin.right}, {"words", bin.count}});
  for (std::size_t i = 1; i < scores.size(); ++i)
    json["others"][scores[i].reader()] = figures_json(scores[i]);
  return json;
}

void print_tables(const EvalOcrRequest& request, const std::vector<ReadingScore>& scores) {
  std::cout << table_of(scores);
  const auto worst = static_cast<std::size_t>(request.worst),
             max = static_cast<std::size_t>(request.confusions);
  if (worst > 0) std::cout << "\n" << table_of(scores[0].worst(worst));
  if (max > 0) std::cout << "\n" << table_of(scores[0].confusions(max));
  std::cout << "\n" << table_of(reliability(scores[0].graded_words()));
}

int run_eval_ocr(const Arguments& arguments) {
  CommandLine line("ocelli eval ocr [-m MODEL] FOLDER...",
                   "ocelli eval ocr -m english.ocelli --half odd --others tesseract,ocrad letters/");
  std::optional<EvalOcrRequest> request = parse_eval_ocr(arguments, line);
  if (!request) return kFine;

  OutputGuard guard;
  guard.add(request->reliability_chart);
  if (!request->reliability_chart.empty()) (void)find_output(request->reliability_chart);
  check_outputs(guard, {request->folders.begin(), request->folders.end()});
  const StopSignal stop;
  request->limits.stop = stop.token();
  ProgressLine terminal;
  const TruthPages found = find_truth_pages(request->folders, request->half.half);
  for (const Problem& problem : found.problems) {
    terminal.print("ocelli: skipped: " + problem.where + ": " + problem.message);
  }
  require(!found.pages.empty(), Kind::input, "contains no image NAME.png with ground truth NAME.gt.txt",
          request->folders[0]);
  std::string prefix = "ocelli: ";  // of messages; also names another program
  const ReaderTest test{
      .rule = request->rule,
      .options = request->job.options,
      .limits = request->limits,
      .zones = request->zones ? ZoneFiles::beside_pages() : ZoneFiles(),
      .problem =
          [&](const Problem& problem) { terminal.print(prefix + problem.where + ": " + problem.message); },
      .progress = [&](const Progress& progress) { terminal.show(progress); }};
  const Reader reader = load_reader_for(request->job, request->model, [&terminal](const std::string& text) {
    terminal.print("ocelli: " + text);
  });
  std::vector<ReadingScore> scores = {evaluate_reader(reader, found.pages, test, stop.token())};
  for (const std::string& other : request->others) {
    if (is_installed(other)) {
      prefix = "ocelli: " + other + ": ";
      scores.push_back(evaluate_other(other, tesseract_language(request->job.language), found.pages, test));
    } else {
      terminal.print("ocelli: " + other + " is not installed and is omitted from the table");
    }
  }
  if (!request->reliability_chart.empty())
    write_chart(request->reliability_chart,
                reliability_chart("Words", "ocelli", reliability(scores[0].graded_words())));
  if (request->json) {
    std::cout << to_json(*request, scores, found).dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
  } else {
    print_tables(*request, scores);
  }
  return found.problems.empty() && scores[0].failed() == 0 ? kFine : kSomeInputsFailed;
}

}  // namespace

Verb eval_ocr_verb() { return {"eval ocr", "evaluate a reader on pages with known text", run_eval_ocr}; }

}  // namespace ocelli::internal::app
