#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/evaluation/track_evaluation.hpp"
#include "ocelli/pipelines/output/figures.hpp"
#include "option_help.hpp"
#include "printable.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

using Json = nlohmann::ordered_json;

struct EvalTracksRequest {
  std::string truth, found;
  bool json = false;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("truth", self.truth, "the true tracks, in the same format: a file, or a folder for a folder",
          option::any().value("file"));
    visit("json", self.json, kFiguresAsJsonHelp, option::any().flag());
  }
};

std::optional<EvalTracksRequest> parse_eval_tracks(const Arguments& arguments, CommandLine& line) {
  EvalTracksRequest request;
  std::vector<std::string> words;
  line.add(request);
  line.take_arguments(words);
  const std::string brief =
      "TRACKS is a file that `ocelli detect --track --format mot` wrote, or that another tracker wrote in\n"
      "the format of the MOT challenge: lines of frame,track,x,y,w,h,score. A score of 0 in the truth marks\n"
      "objects that are ignored.\n";
  line.explain(brief, brief);
  if (!line.parse(arguments)) return std::nullopt;
  request.found = line.only(words, "TRACKS", "a file or folder of tracks");
  if (request.truth.empty()) line.refuse("--truth is required");
  return request;
}

Json to_json(const TrackScores& scores) {
  return {{"objects", scores.truths},
          {"recall", rounded(scores.recall(), 1e6)},
          {"false_positives", scores.false_positives},
          {"switches", scores.switches},
          {"mota", rounded(scores.mota, 1e6)},
          {"hota", rounded(scores.hota, 1e6)},
          {"det_a", rounded(scores.detection, 1e6)},
          {"ass_a", rounded(scores.association, 1e6)}};
}

void print_row(const std::string& name, const TrackScores& scores) {
  std::printf("%8zu  %7.2f  %15zu  %8zu  %7.2f  %7.2f  %7.2f  %7.2f  %s\n", scores.truths,
              100 * scores.recall(), scores.false_positives, scores.switches, 100 * scores.mota,
              100 * scores.hota, 100 * scores.detection, 100 * scores.association, name.c_str());
}

void print_table(const TrackEvaluation& evaluation) {
  const TrackScores& all = evaluation.all;
  std::printf("follows objects in %s with a HOTA of %s %% and a MOTA of %s %%\n\n",
              count_of(evaluation.videos.size(), "video").c_str(), fixed(100 * all.hota, 2).c_str(),
              fixed(100 * all.mota, 2).c_str());
  std::puts(" objects   recall  false positives  switches     MOTA     HOTA     DetA     AssA");
  if (evaluation.videos.size() > 1)
    for (const auto& [name, scores] : evaluation.videos) print_row(name, scores);
  print_row(evaluation.videos.size() > 1 ? "all" : evaluation.videos[0].name, all);
}

int run_eval_tracks(const Arguments& arguments) {
  CommandLine line("ocelli eval tracks TRACKS --truth TRUTH",
                   "ocelli eval tracks found.txt --truth MOT17-09/gt/gt.txt");
  const std::optional<EvalTracksRequest> request = parse_eval_tracks(arguments, line);
  if (!request) return kFine;
  const TrackEvaluation evaluation = evaluate_tracks(request->found, request->truth);
  for (const std::string& note : evaluation.notes) print_to_stderr("ocelli: " + note);
  if (!request->json) {
    print_table(evaluation);
    return kFine;
  }
  Json figures = to_json(evaluation.all);
  for (const auto& [name, scores] : evaluation.videos) figures["videos"][name] = to_json(scores);
  std::cout << figures.dump(2) << "\n";
  return kFine;
}

}  // namespace

Verb eval_tracks_verb() {
  return {"eval tracks", "evaluate followed objects against true tracks", run_eval_tracks};
}

}  // namespace ocelli::internal::app
