
#include <algorithm>
#include <boost/program_options/value_semantic.hpp>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "exit_code.hpp"
#include "input_help.hpp"
#include "model_path.hpp"
#include "ocelli/boosting/shareboost/share_boost_codec.hpp"
#include "ocelli/core/error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/natural_order.hpp"
#include "ocelli/core/parallel.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/text/reader_model.hpp"
#include "ocelli/text/training/font_face.hpp"
#include "ocelli/text/training/page_glyphs.hpp"
#include "ocelli/text/training/reader_training.hpp"
#include "option_table.hpp"
#include "output_check.hpp"
#include "progress_line.hpp"
#include "share_boost_report.hpp"
#include "stop_signal.hpp"
#include "training_desk.hpp"
#include "training_output.hpp"
#include "truth_pages.hpp"

namespace ocelli::app {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

constexpr std::uint64_t kMostTextBytes = std::uint64_t{1} << 30;

/// All that `ocelli train reader` is told.
struct Job {
  std::vector<std::string> fonts, texts, words, pages;
  std::string output, aligner;
  Half half = Half::all;
  bool resume = false;
  ReaderTrainingOptions options;
  InputLimits limits;
};

std::optional<Job> parse(const Arguments& arguments, CommandLine& line) {
  Job job;
  std::string half;
  line.options().add_options()  //
      ("fonts", po::value(&job.fonts)->value_name("folder")->composing(),
       "where type faces are (default: where the system keeps them); may be given several times")  //
      ("words", po::value(&job.words)->value_name("file")->composing(),
       "further words, one a line, for the word list; may be given several times")  //
      ("pages", po::value(&job.pages)->value_name("folder")->composing(),
       "pages NAME.png with their text NAME.gt.txt, to take glyphs from as well; may be given several "
       "times")  //
      ("half", po::value(&half)->value_name("even|odd"),
       "take only every other page of a folder, by name, the first one being even")  //
      ("align-with", po::value(&job.aligner)->value_name("file"),
       "the reader that finds the glyphs of these pages (default: the one that comes along)")  //
      ("output,o", po::value(&job.output)->value_name("file"), "the model to write")           //
      ("resume", po::bool_switch(&job.resume), "go on from the checkpoint beside the model");
  line.add("What is trained", job.options);
  line.add(kLimitsHeading, job.limits);
  line.take_arguments(job.texts);
  if (!line.parse(arguments)) return std::nullopt;
  if (job.texts.empty()) line.refuse("needs TEXT: files or folders of text as people write it");
  if (job.output.empty()) line.refuse("--output is needed");
  job.half = half_named(half, line);
  if (job.aligner.empty()) job.aligner = shipped_model("latin.ocelli").string();
  job.options.validate();
  job.limits.validate();
  return job;
}

/// The files that a word of the command line stands for: itself, or the *.txt files of a folder in natural order.
std::vector<fs::path> text_files(const std::string& input) {
  if (!fs::is_directory(input)) return {input};
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(input)) {
    if (entry.is_regular_file() && entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::ranges::sort(files, natural_less, &fs::path::native);
  require(!files.empty(), Kind::input, "the folder holds no .txt files", input);
  return files;
}

std::vector<std::string> read_texts(const std::vector<std::string>& inputs) {
  std::vector<std::string> texts;
  for (const std::string& input : inputs) {
    for (const fs::path& file : text_files(input)) texts.push_back(read_text(file, kMostTextBytes));
  }
  return texts;
}

/// The glyphs of pages with known text, page by page.
GlyphSamples glyphs_of_pages(const Job& job, std::u32string_view alphabet, const TrainingAudience& audience) {
  GlyphSamples glyphs(reading_classes(alphabet));
  if (job.pages.empty()) return glyphs;
  const Reader aligner = load_reader(job.aligner).reader;
  const TruthPages found = find_truth_pages(job.pages, job.half);
  std::vector<GlyphSamples> of_pages(found.pages.size(), glyphs);
  std::mutex told;
  std::size_t done = 0;
  parallel_for(std::size_t{0}, found.pages.size(), [&](std::size_t i) {
    const TruthPage& page = found.pages[i];
    extract_page_glyphs(read_grey(page.image, job.limits), page.truth, aligner, of_pages[i]);
    const std::scoped_lock lock(told);
    audience.progress(
        {"taking glyphs from pages", ++done, found.pages.size(), page.image.filename().string()});
  });
  for (const GlyphSamples& of_page : of_pages) glyphs.add(of_page);
  return glyphs;
}

ReaderMaterial material_of(const Job& job) {
  const std::vector<fs::path> folders =
      job.fonts.empty() ? system_font_folders() : std::vector<fs::path>(job.fonts.begin(), job.fonts.end());
  ReaderMaterial material;
  material.faces = find_font_files(folders, printing_ascii());
  material.texts = read_texts(job.texts);
  for (const std::string& words : read_texts(job.words)) material.vocabulary.append(words).append("\n");
  return material;
}

std::uint64_t hash_of(std::uint64_t seed, const std::string& text) {
  std::uint64_t print = hash(seed, {text.size()});
  for (const char byte : text) print = print * 0x100000001b3 + static_cast<std::uint8_t>(byte);
  return hash(print, {});
}

std::uint64_t fingerprint(const ReaderMaterial& material, const ReaderTrainingOptions& options) {
  std::uint64_t print = 1;
  for (const FontFile& face : material.faces) print = hash_of(print, face.name);
  for (const std::string& text : material.texts) print = hash_of(print, text);
  print = hash(print, {material.glyphs.count()});
  for (const char32_t character : material.alphabet) print = hash(print, {character});
  for (const auto& [name, value] : listed(options)) {
    if (name != "rounds" && !name.starts_with("tune-")) print = hash_of(hash_of(print, name), value);
  }
  return print;
}

ModelCard card(const Job& job, const ReaderMaterial& material, const TrainedReader& trained) {
  ModelCard card;
  card.description = "Reader of " + std::to_string(trained.reader.classes() - 1) +
                     " characters, ShareBoost with " + std::to_string(trained.path.size()) + " features.";
  card.trained_by = "ocelli " OCELLI_VERSION;
  card.data = {{"printed glyphs of " + std::to_string(material.faces.size()) + " type faces", "training",
                trained.glyphs, trained.glyphs - trained.junk, "none"}};
  if (material.glyphs.count() > 0) {
    card.data.push_back({"glyphs of pages with known text", "training", material.glyphs.count(),
                         material.glyphs.count(), "none"});
  }
  std::size_t bytes = 0;
  for (const std::string& text : material.texts) bytes += text.size();
  card.data.push_back({"texts of the language, " + std::to_string(bytes) + " bytes", "training",
                       material.texts.size(), 0, "none"});
  card.options = listed(job.options);
  card.seed = job.options.print.seed;
  return card;
}

int run(const Arguments& arguments) {
  CommandLine line("ocelli train reader TEXT... -o MODEL",
                   "ocelli train reader letters/ --words /usr/share/dict/words -o english.ocelli");
  const std::optional<Job> job = parse(arguments, line);
  if (!job) return kFine;
  for (const auto* sources : {&job->texts, &job->words, &job->pages, &job->fonts}) {
    check_outputs(training_outputs(job->output), {sources->begin(), sources->end()});
  }
  check_outputs(training_outputs(job->output), {job->aligner});

  const StopSignal stop;
  ProgressLine terminal;
  const TrainingAudience audience{.say = [&](const std::string& sentence) { terminal.say(sentence); },
                                  .problem = {},
                                  .progress = [&](const Progress& progress) { terminal.show(progress); }};
  const fs::path checkpoint = job->output + ".checkpoint";
  const TrainingOutput place(job->output, checkpoint);
  ReaderMaterial material = material_of(*job);
  const Alphabet alphabet = alphabet_of(material.texts, material.faces, job->options.least_character);
  material.alphabet = alphabet.characters;
  if (const std::string left_out = alphabet.left_out(); !left_out.empty()) audience.say(left_out);
  material.glyphs = glyphs_of_pages(*job, material.alphabet, audience);
  audience.say(std::to_string(material.faces.size()) + " type faces, " +
               std::to_string(material.alphabet.size()) + " characters, " +
               std::to_string(material.texts.size()) + " texts, " + std::to_string(material.glyphs.count()) +
               " glyphs of pages.");
  TrainingDesk desk(
      {checkpoint, job->output + ".log.jsonl", fingerprint(material, job->options), job->resume}, audience);
  const TrainedReader trained = resumable(checkpoint, [&] {
    return train_reader(
        material, job->options,
        {desk.watcher<ShareBoostState>("choosing features", job->options.glyphs.boost.rounds, report_of),
         desk.progress(), desk.state_to_resume<ShareBoostState>()},
        stop.token());
  });
  save_model(job->output, ReaderModel{trained.reader, card(*job, material, trained)});
  fs::remove(checkpoint);
  audience.say("Learnt from " + std::to_string(trained.glyphs) + " glyphs, " + std::to_string(trained.junk) +
               " of them pieces and clusters.");
  return kFine;
}

}  // namespace

const Verb train_reader_verb{"train reader", "train a reader of printed text from type faces and texts", run};

}  // namespace ocelli::app
