// Which of our classifiers distinguishes printed glyphs best, and at which cost: ShareBoost over patches as
// used for readers, multi-layer boosting, and MultiBoost-cw, on the same glyphs. Every fifth typeface is held
// out for measuring.
//
//   glyph-classifiers.csv  the measurements
//   glyph-classifiers.md   the same as a page

#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "digits.hpp"
#include "ocelli/boosting/multiboost/multi_boost_cw.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/recognition/training/multi_layer_training.hpp"
#include "ocelli/recognition/training/stump_training.hpp"
#include "ocelli/text/training/font_face.hpp"
#include "ocelli/text/training/font_files.hpp"
#include "ocelli/text/training/reader_trainer.hpp"
#include "program_run.hpp"
#include "table.hpp"

namespace {

using namespace ocelli;
using namespace ocelli::internal;
using bench::cell;

constexpr std::size_t kTestFaces = 5;  // every fifth typeface
constexpr std::uint64_t kMaxTextBytes = std::uint64_t{1} << 30;

struct Options {
  std::vector<std::string> texts;
  std::size_t most_of_class = 400, test_of_class = 100, large = 3000, rounds = 300;
  std::uint64_t seed = 1;
  std::string folder = bench::result_path("");
};

struct Method {
  std::string name;
  std::function<Classifier(const Samples&)> train;
};

std::vector<Method> methods(std::size_t rounds) {
  const auto share_boost = [](const Samples& samples) {
    return train_classifier(samples, glyph_training(), {}).classifier;
  };
  const auto multi_layer = [rounds](const Samples& samples) {
    MultiLayerTrainingOptions options;
    options.boost.rounds = rounds;
    options.windows.side = 7;
    options.refit = 1e-4;
    return train_multi_layer(samples, options).classifier;
  };
  const auto multi_boost = [rounds](const Samples& samples) {
    MultiBoostCwOptions options;
    options.generation.rounds = rounds;
    options.generation.c = 1e4;
    return train_stumps(samples, boosting(multi_boost_cw, options, 1), {}).classifier;
  };
  return {{"ShareBoost, 160 templates 5 x 5", share_boost},
          {"multi-layer boosting, " + cell(rounds) + " rounds, refit", multi_layer},
          {"MultiBoost-cw, " + cell(rounds) + " stumps per class on pixels", multi_boost}};
}

struct Glyphs {
  GlyphSamples training, test;
};

Glyphs print(const Options& options) {
  std::vector<std::string> texts;
  for (const std::string& text : options.texts) texts.push_back(read_text(text, kMaxTextBytes));
  std::vector<FontFile> learned, kept;
  for (const FontFile& face : find_font_files(system_font_folders(), printing_ascii()))
    ((learned.size() + kept.size()) % kTestFaces == 0 ? kept : learned).push_back(face);
  const PrintedGlyphOptions printing;
  return {print_glyphs(learned, printing_ascii(), texts, printing),
          print_glyphs(kept, printing_ascii(), texts, printing)};
}

std::vector<std::string> measured(const Method& method, const Samples& training, const Samples& test) {
  std::fprintf(stderr, "%s, %zu glyphs\n", method.name.c_str(), training.count());
  const bench::ProcessorStopwatch learning;
  const Classifier classifier = method.train(training);
  const double minutes = learning.seconds() / 60;
  const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
  const bench::ProcessorStopwatch reading;
  std::vector<std::uint16_t> labels;
  for (const Classification& one : classifier.classify(test)) labels.push_back(one.label());
  const double each = 1e6 * reading.seconds() / static_cast<double>(test.count());
  return {method.name,
          cell(training.count()),
          cell(100.0 * static_cast<double>(bench::count_errors(labels, test.labels)) /
                   static_cast<double>(test.count()),
               1),
          cell(minutes, 1),
          cell(each, 1),
          cell(static_cast<double>(serialize(ClassifierModel{classifier, {}}).size()) / 1000, 0)};
}

void run(const Options& options) {
  require(!options.texts.empty(), Kind::usage, "needs files of text", "TEXT");
  const Glyphs glyphs = print(options);
  const Samples test = thinned(glyphs.test, options.test_of_class, options.seed).samples();
  const Samples training = thinned(glyphs.training, options.most_of_class, options.seed).samples();
  bench::Table table({"method", "training glyphs", "errors, %", "training, minutes of processor time",
                      "microseconds per glyph", "model, kB"});
  for (const Method& method : methods(options.rounds)) table.add(measured(method, training, test));
  const Samples more = thinned(glyphs.training, options.large, options.seed).samples();
  table.add(measured(methods(options.rounds).front(), more, test));
  bench::write_text(options.folder + "glyph-classifiers.csv", bench::to_csv(table));
  bench::write_text(options.folder + "glyph-classifiers.md",
                    "# Classifiers for glyphs\n\nMachine: " + bench::machine() + ". Written by\n\n" +
                        "    bench_glyph_classifiers --texts TEXT... --per-class " +
                        cell(options.most_of_class) + " --rounds " + cell(options.rounds) +
                        " --test-per-class " + cell(options.test_of_class) + " --large " +
                        cell(options.large) + "\n\nGlyphs of " + cell(training.classes.size()) +
                        " classes as the reader segments them from printed and scanned lines, 16 x 16 "
                        "pixels, single and without position on the line or context, so that o, O and 0 "
                        "hardly differ; one class is the reject class. The glyphs of every fifth typeface, " +
                        cell(test.count()) + ", are the test set. Of the others, each class has at most " +
                        cell(options.most_of_class) + " training glyphs, in the last row " +
                        cell(options.large) + ".\n\n" + bench::to_markdown(table));
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const auto value = [](auto& variable) { return bench::po::value(&variable)->default_value(variable); };
  bench::po::options_description table("Our classifiers on printed glyphs");
  table.add_options()("texts", bench::po::value(&options.texts)->multitoken(), "files of text to print")(
      "per-class", value(options.most_of_class), "training glyphs of each class")(
      "test-per-class", value(options.test_of_class), "test glyphs of each class")(
      "large", value(options.large), "training glyphs of each class in the last row")(
      "rounds", value(options.rounds), "of multi-layer boosting and of MultiBoost-cw")(
      "seed", value(options.seed), "of what is drawn at random")("folder", value(options.folder),
                                                                 "where results go");
  return bench::run_program(argc, argv, table, [&] { run(options); });
}
