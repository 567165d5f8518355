#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "exit_code.hpp"
#include "format_option.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/output_guard.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/pipelines/conversion.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/pipelines/output/annotation_output.hpp"
#include "ocelli/pipelines/output/problem_list.hpp"
#include "ocelli/pipelines/sources/file_ending.hpp"
#include "output_check.hpp"
#include "printable.hpp"
#include "stop_signal.hpp"

namespace ocelli::internal::app {
namespace {

/// What the command line asks for.
struct ConvertRequest {
  std::string output, to;
  std::vector<std::filesystem::path> images;
  std::vector<std::string> inputs;
  const AnnotationTarget* annotations = nullptr;  ///< the format of annotations; null: a model is converted

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("output", self.output, "the file or folder to write; its ending is the format",
          option::any().letter('o').value("file"));
    visit(
        "to", self.to,
        "format of annotations: csv, coco, yolo or voc (default: from the ending of --output, .csv or .json)",
        option::any().value("csv|coco|yolo|voc"));
    visit(
        "images", self.images,
        "folder to search, with its subfolders, for images that are not where annotations say; may be given "
        "several times",
        option::any().value("folder"));
  }
};

/// "NAME.ocelli or NAME.xml".
std::string output_names() {
  std::string names;
  for (const ModelFormat& format : model_formats())
    names += (names.empty() ? "NAME" : " or NAME") + std::string(format.ending);
  return names;
}

/// The format of annotations that is asked for; null where a model is converted.
const AnnotationTarget* annotation_target_of(const ConvertRequest& request, const CommandLine& line) {
  if (!request.to.empty()) {
    const AnnotationTarget* const target = annotation_target(request.to);
    if (target == nullptr) line.refuse("--to must be csv, coco, yolo or voc, not " + request.to);
    return target;
  }
  const std::string ending = ending_of(request.output);
  if (ending == ".csv") return annotation_target("csv");
  if (ending == ".json") return annotation_target("coco");
  if (names_folder(request.output)) line.refuse("a folder of annotations is --to yolo or --to voc");
  return nullptr;
}

std::optional<ConvertRequest> parse_convert(const Arguments& arguments, CommandLine& line) {
  ConvertRequest request;
  line.add(request);
  line.writes({{"output"}});
  line.take_arguments(request.inputs);
  const std::string formats = "Formats of models:\n" + model_format_table() +
                              "Annotations are read in every format that is known, and written with --to.\n";
  line.explain(formats, formats);
  if (!line.parse(arguments)) return std::nullopt;
  line.only(request.inputs, "MODEL, or file or folder of annotations,");
  if (request.output.empty())
    line.refuse("--output is required, with a name such as " + output_names() +
                ", or NAME.csv for annotations");
  request.annotations = annotation_target_of(request, line);
  if (request.annotations == nullptr && model_format_of(request.output) == nullptr)
    line.refuse("--output must have a name such as " + output_names() + ", or --to must say the format of " +
                "annotations, not " + request.output);
  return request;
}

void report_all(std::vector<Problem> problems) {
  for (const Problem& problem : shortened(std::move(problems)))
    print_to_stderr("ocelli: skipped: " + problem.where + ": " + problem.message);
}

int convert_annotations(const ConvertRequest& request) {
  const Annotations read = read_annotations(request.inputs[0], {.images = request.images});
  OutputGuard guard;
  guard.add(request.output);
  for (const AnnotatedImage& image : read.images) guard.check(image.path);
  for (const std::string& note : read.notes) print_to_stderr("ocelli: " + note);
  report_all(read.problems);
  const std::unique_ptr<AnnotationWriter> writer = request.annotations->open(request.output);
  const std::vector<Problem> problems = write_annotations(read, *writer);
  report_all(problems);
  if (const std::string words = writer->left_out(); !words.empty()) print_to_stderr("ocelli: " + words);
  return read.problems.empty() && problems.empty() ? kFine : kSomeInputsFailed;
}

int run_convert(const Arguments& arguments) {
  CommandLine line("ocelli convert MODEL|ANNOTATIONS -o OUT",
                   "ocelli convert haarcascade_frontalface_alt2.xml -o alt2.ocelli");
  const std::optional<ConvertRequest> request = parse_convert(arguments, line);
  if (!request) return kFine;
  check_outputs({request->output, {}}, {}, {request->inputs[0]});

  const StopSignal stop;  // the file is written whole, or not at all
  if (request->annotations != nullptr) return convert_annotations(*request);
  model_format_of(request->output)->write(load_model(request->inputs[0]), request->output);
  return kFine;
}

}  // namespace

Verb convert_verb() {
  return {"convert", "convert models and annotations from and to other formats", run_convert};
}

}  // namespace ocelli::internal::app
