#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "format_option.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/output_guard.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/pipelines/conversion.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/pipelines/output/annotation_output.hpp"
#include "ocelli/pipelines/output/problem_list.hpp"
#include "option_help.hpp"
#include "output_check.hpp"
#include "printable.hpp"
#include "stop_signal.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

/// The options of the command line.
struct ConvertRequest {
  std::string output, to;
  std::vector<std::filesystem::path> images;
  std::vector<std::string> inputs;
  const AnnotationTarget* annotations = nullptr;  ///< the format of annotations; null: a model is converted

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("output", self.output, "the file or folder to write, whose ending is the format",
          option::any().letter('o').value("file"));
    visit(
        "to", self.to,
        "format of annotations: csv, coco, yolo or voc (default: from the ending of --output, .csv or .json)",
        option::any().value("csv|coco|yolo|voc"));
    visit("images", self.images, kImageFolderHelp, option::any().value("folder"));
  }
};

/// "NAME.ocelli or NAME.xml".
std::string output_names() {
  std::string names;
  for (const ModelFormat& format : model_formats())
    names += (names.empty() ? "NAME" : " or NAME") + std::string(format.ending);
  return names;
}

/// The annotation format for files with this name; null if there is none.
const AnnotationTarget* target_of_ending(const std::string& ending) {
  if (ending == ".csv") return annotation_target("csv");
  return ending == ".json" ? annotation_target("coco") : nullptr;
}

/// Whether files with this name contain something other than annotations in a single-file format.
bool is_of_others(const std::string& output) {
  constexpr std::array<std::string_view, 9> kOthers = {".tsv", ".jsonl", ".ndjson", ".xml", ".yaml",
                                                       ".yml", ".html",  ".pdf",    ".xlsx"};
  return model_format_of(output) != nullptr || std::ranges::count(kOthers, ending_of(output)) > 0;
}

/// A name with the extension of a format other than --to would be misleading.
void require_fitting_name(const AnnotationTarget& target, const std::string& output,
                          const CommandLine& line) {
  const std::string to = "--to " + std::string(target.name), ending = ending_of(output);
  const AnnotationTarget* const named = target_of_ending(ending);
  if (names_folder(output) || named == &target || (named == nullptr && !is_of_others(output))) return;
  if (target.is_folder)
    line.refuse("--output " + output + ": " + to + " writes a folder, but " + ending +
                " is a file extension; add / for a folder with this name");
  line.refuse("--output " + output + ": " + ending + " is not an extension of " + to + "; use " +
              (target.name == "csv" ? ".csv" : ".json") +
              (named != nullptr ? ", or omit --to" : std::string()));
}

/// Whether a file that is not a model is a folder, or a text that does not start like a cascade.
bool could_be_annotations(const std::filesystem::path& path) {
  constexpr std::size_t kFront = 4096;
  std::error_code failure;
  if (std::filesystem::is_directory(path, failure)) return true;
  std::string front(kFront, '\0');
  std::ifstream file(path, std::ios::binary);
  front.resize(static_cast<std::size_t>(file.read(front.data(), kFront).gcount()));
  return !front.empty() && front.find('\0') == std::string::npos &&
         front.find("<opencv_storage") == std::string::npos;
}

/// The requested annotation format; null if a model is converted.
const AnnotationTarget* annotation_target_of(const ConvertRequest& request, const CommandLine& line) {
  if (!request.to.empty()) {
    const AnnotationTarget* const target = annotation_target(request.to);
    if (target == nullptr) line.refuse("--to must be csv, coco, yolo or voc, got " + request.to);
    require_fitting_name(*target, request.output, line);
    return target;
  }
  const bool may_be_model = model_format_of(request.output) != nullptr && !request.inputs.empty() &&
                            !could_be_annotations(request.inputs[0]);
  if (const AnnotationTarget* const target = target_of_ending(ending_of(request.output));
      target != nullptr && !may_be_model)
    return target;
  if (names_folder(request.output)) line.refuse("a folder of annotations requires --to yolo or --to voc");
  return nullptr;
}

std::optional<ConvertRequest> parse_convert(const Arguments& arguments, CommandLine& line) {
  ConvertRequest request;
  line.add(request);
  line.writes({{"output"}});
  line.take_arguments(request.inputs);
  const std::string formats =
      "Formats of models:\n" + model_format_table() +
      "Annotations are read in every supported format and written in the format of --to.\n";
  line.explain(formats, formats);
  if (!line.parse(arguments)) return std::nullopt;
  line.only(request.inputs, "MODEL, or file or folder of annotations,");
  if (request.output.empty())
    line.refuse("--output is required, with a name such as " + output_names() +
                ", or NAME.csv for annotations");
  if (request.output == "-")
    line.refuse("--output -: convert cannot write to the standard output; give a file or folder");
  request.annotations = annotation_target_of(request, line);
  if (request.annotations == nullptr && model_format_of(request.output) == nullptr)
    line.refuse("--output must have a name such as " + output_names() + ", or --to must give the format of " +
                "annotations, got " + request.output);
  if (request.annotations == nullptr && !request.images.empty())
    line.refuse("--images is for annotations, and --output " + request.output + " names a model");
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

/// The model to convert. For annotations, the error explains how to convert them.
Model load_to_convert(const std::string& path) try { return load_model(path); } catch (const Error& error) {
  if (!could_be_annotations(path)) throw;
  throw Error(
      error.kind(),
      error.message() +
          "; to convert annotations, use --to csv, coco, yolo or voc, or the output NAME.csv or NAME.json",
      error.where());
}

int run_convert(const Arguments& arguments) {
  CommandLine line("ocelli convert MODEL|ANNOTATIONS -o OUT",
                   "ocelli convert haarcascade_frontalface_alt2.xml -o alt2.ocelli");
  const std::optional<ConvertRequest> request = parse_convert(arguments, line);
  if (!request) return kFine;
  check_outputs({request->output, {}}, {}, {request->inputs[0]});

  const StopSignal stop;  // the file is written completely or not at all
  if (request->annotations != nullptr) return convert_annotations(*request);
  model_format_of(request->output)->write(load_to_convert(request->inputs[0]), request->output);
  return kFine;
}

}  // namespace

Verb convert_verb() {
  return {"convert", "convert models and annotations from and to other formats", run_convert};
}

}  // namespace ocelli::internal::app
