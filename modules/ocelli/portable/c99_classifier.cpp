#include "ocelli/portable/c99_header.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/portable/c99_features.hpp"
#include "ocelli/portable/c99_text.hpp"

namespace ocelli::internal {
namespace {

using c99::braces;
using c99::Cells;
using c99::digits;
using c99::literal;

/// What the function of a header is given for a sample.
enum class Given : std::uint8_t { gray, rgb, row, values };

Given given_to(const ClassifierModel& model) {
  if (model.classifier.shape()) return model.classifier.uses_colors() ? Given::rgb : Given::gray;
  return model.table ? Given::row : Given::values;
}

std::string weight_tables(const Classifier& classifier, const std::string& name) {
  Cells steps, middle, names;
  for (const float step : classifier.steps().reshaped()) steps.push_back(literal(step));
  for (const float score : classifier.middle_scores()) middle.push_back(literal(score));
  for (const std::string& label : classifier.classes()) names.push_back(c99::quoted(label));
  return "static const char *const " + name + c99::list("_names", names) +
         c99::table("float", name + "_middle_scores", middle) + c99::table("float", name + "_steps", steps) +
         "static const ocelli_weights " + name + "_weights = {" + digits(middle.size()) + ", " +
         digits(classifier.steps().cols()) + ", " + name + "_middle_scores, " + name + "_steps};\n";
}

// ---- Tables

/// The columns of a table, and NAME_category().
std::string column_tables(const TableColumns& columns, const std::string& name) {
  std::string text;
  Cells cells;
  for (std::size_t input = 0; input < columns.inputs(); ++input) {
    std::string categories = "0", count = "0";
    if (columns.is_text(input)) {
      Cells names;
      for (const std::string& category : columns.categories[input]) names.push_back(c99::quoted(category));
      categories = name + "_categories_" + digits(input);
      count = digits(names.size());
      text += "static const char *const " + c99::list(categories, names);
    }
    cells.push_back(braces({count, columns.has_mark(input) ? "1" : "0",
                            literal(columns.fills.empty() ? 0.0F : columns.fills[input]), categories}));
  }
  return text + c99::table("ocelli_column", name + "_columns_of_table", cells) +
         "/* The value of a text in a column of categories: its number, or -1 for an unknown or a missing "
         "one. */\n"
         "static inline float " +
         name + "_category(int32_t column, const char *text) { return ocelli_category(&" + name +
         "_columns_of_table[column], text); }\n\n";
}

// ---- The function

/// The offsets of the parts of a work buffer, in bytes: the sample, the working memory of ink or features,
/// the columns' bytes.
struct WorkBuffer {
  std::size_t room, codes, end;
};

WorkBuffer work_buffer(const ClassifierModel& model, std::size_t feature_room) {
  const Classifier& classifier = model.classifier;
  const std::size_t values = given_to(model) == Given::values ? 0 : inputs(classifier.features());
  const std::size_t sample = values * sizeof(float);
  const std::size_t ink = given_to(model) != Given::gray     ? 0
                          : classifier.normalized_side() > 0 ? 2 * sample
                                                             : sample;
  const std::size_t room = c99::aligned(sample), codes = room + c99::aligned(std::max(ink, feature_room));
  return {room, codes, codes + columns(classifier.features())};
}

/// C code that makes the sample of what is given.
std::string read_sample(const ClassifierModel& model, const std::string& name) {
  const Classifier& classifier = model.classifier;
  const std::string own = "  float *const sample = (float *)work;\n";
  if (given_to(model) == Given::values) return "";
  if (given_to(model) == Given::row) {
    return own + "  if (!ocelli_read_row(" + name + "_columns_of_table, " + digits(model.table->inputs()) +
           ", " + (model.table->fills.empty() ? "0" : "1") + ", row, sample)) return -1;\n";
  }
  const std::string pixels = digits(classifier.shape()->pixels());
  if (given_to(model) == Given::rgb) return own + "  ocelli_read_rgb(rgb, " + pixels + ", sample);\n";
  return own + "  const ocelli_ink_room ink = {sample, (float *)(void *)room, (float *)(void *)room + " +
         (classifier.normalized_side() > 0 ? pixels : "0") + "};\n  ocelli_frame_ink(gray, " +
         digits(classifier.shape()->width) + ", " + digits(classifier.shape()->height) + ", " +
         c99::literal_double(classifier.normalized_side()) + ", &ink);\n";
}

/// name_classify().
std::string classify_function(const ClassifierModel& model, const WorkBuffer& buffer,
                              const std::string& name) {
  const Classifier& classifier = model.classifier;
  const std::string classes = digits(classifier.classes().size());
  const Given given = given_to(model);
  std::string text = "/* Gives each of the " + classes +
                     " classes a score, and returns the number of the surest" +
                     (given == Given::row ? "; -1 for a row that the program refuses" : "") +
                     ". `work` has " + c99::upper(name) + "_WORK_BYTES, aligned to 8. */\n";
  const std::string argument = given == Given::gray  ? "uint8_t *gray"
                               : given == Given::rgb ? "uint8_t *rgb"
                               : given == Given::row ? "float *row"
                                                     : "float *sample";
  text += "static inline int32_t " + name + "_classify(const " + argument + ", void *work, float scores[" +
          classes + "]) {\n";
  text += "  uint8_t *const room = (uint8_t *)work + " + digits(buffer.room) +
          ", *const codes = (uint8_t *)work + " + digits(buffer.codes) + ";\n";
  text += read_sample(model, name) + "  " + name + "_columns(sample, room, codes);\n";
  return text + "  ocelli_score(&" + name + "_weights, codes, scores);\n  return ocelli_best(scores, " +
         classes + ");\n}\n";
}

std::string probabilities_function(const Classifier& classifier, const std::string& name) {
  if (classifier.temperature() == 0) return "";
  const std::string classes = digits(classifier.classes().size());
  return "/* The probabilities of the classes with these scores. */\nstatic inline void " + name +
         "_probabilities(const float scores[" + classes + "], double probabilities[" + classes +
         "]) {\n  ocelli_softmax(scores, " + classes + ", " + c99::literal_double(classifier.temperature()) +
         ", probabilities);\n}\n";
}

// ---- The comment at the top, and the program

std::string about_sample(const ClassifierModel& model, const std::string& name) {
  const Classifier& classifier = model.classifier;
  const Given given = given_to(model);
  if (given == Given::values)
    return "A sample is " + digits(inputs(classifier.features())) +
           " values, in the order of the training table.";
  if (given == Given::row)
    return "A row is " + digits(model.table->inputs()) +
           " values, in the order of the training table. A missing one is NaN. Of a category, the value is " +
           name + "_category(column, text).";
  return std::string("Pictures are ") + (given == Given::rgb ? "of color, " : "gray, ") +
         digits(classifier.shape()->width) + " x " + digits(classifier.shape()->height) + " pixels, a byte " +
         (given == Given::rgb ? "each for red, green and blue" : "each") + ", row by row.";
}

std::vector<std::string> about_classifier(const ClassifierModel& model, const std::string& name) {
  const std::string macro = c99::upper(name), classes = digits(model.classifier.classes().size());
  const Given given = given_to(model);
  const std::string argument = given == Given::gray  ? "gray"
                               : given == Given::rgb ? "rgb"
                               : given == Given::row ? "row"
                                                     : "values";
  const std::string input = model.classifier.shape() ? " pictures.idx" : " <rows.csv";
  return {"A classifier of " + classes + " classes. Written by ocelli convert.",
          "",
          "  static uint64_t work[" + macro + "_WORK_BYTES / 8 + 1];",
          "  float scores[" + classes + "];",
          "  const char *label = " + name + "_names[" + name + "_classify(" + argument + ", work, scores)];",
          "",
          about_sample(model, name),
          "C99 and C++. Includes <stdint.h> alone, allocates nothing, keeps no state. With " + macro +
              "_MAIN defined it is a program:",
          "",
          "  cc -std=c99 -O3 -x c -D" + macro + "_MAIN " + name + ".h -o " + name + " && ./" + name + input};
}

std::string example_program(const ClassifierModel& model, const std::string& name) {
  const std::string macro = c99::upper(name);
  std::vector<std::string> constants{"WORK_BYTES", "CLASSES", "INPUTS"};
  if (model.classifier.shape()) constants.insert(constants.end(), {"WIDTH", "HEIGHT"});
  std::string text = "#ifdef " + macro + "_MAIN\n";
  const auto define = [&](const std::string& word, const std::string& value) {
    text += "#define OCELLI_EXAMPLE_" + word + " " + value + "\n";
  };
  for (const std::string& constant : constants)
    define(constant, std::string(macro).append("_").append(constant));
  define("NAMES", name + "_names");
  define("CLASSIFY", name + "_classify");
  if (model.classifier.temperature() > 0) define("PROBABILITIES", name + "_probabilities");
  if (model.table) define("COLUMNS", name + "_columns_of_table");
  if (model.classifier.uses_colors()) define("COLORS", "1");
  return text + std::string(c99::k_print_class) +
         std::string(model.classifier.shape() ? c99::k_classify_images_main : c99::k_classify_values_main) +
         "#endif\n";
}

/// The parts of the runtime that a header uses, each once.
std::vector<std::string_view> runtime_parts(const ClassifierModel& model, const c99::FeatureText& features) {
  std::vector<std::string_view> all{c99::k_arithmetic, c99::k_classify};
  const auto add = [&](std::string_view part) {
    if (std::ranges::find(all, part) == all.end()) all.push_back(part);
  };
  if (given_to(model) == Given::gray) add(c99::k_ink);
  if (given_to(model) == Given::rgb) add(c99::k_rgb);
  if (given_to(model) == Given::row) add(c99::k_rows);
  for (const std::string_view part : features.parts) add(part);
  if (model.classifier.temperature() > 0) {
    add(c99::k_exponential);
    add(c99::k_probabilities);
  }
  return all;
}

}  // namespace

std::string c99_header(const ClassifierModel& model, std::string_view file_name) {
  if (model.table) model.table->require_plain_inputs();
  const Classifier& classifier = model.classifier;
  require(classifier.tilt() == 0, Kind::usage,
          "C99 does not support classifiers that average over rotated images");
  const std::string name = c99::identifier(file_name), macro = c99::upper(name);
  const c99::FeatureText features = c99::feature_text(classifier.features(), name);
  const WorkBuffer buffer = work_buffer(model, features.room);
  std::string text = c99::comment(about_classifier(model, name));
  text +=
      "#ifndef OCELLI_MODEL_" + macro + "_H\n#define OCELLI_MODEL_" + macro + "_H\n\n#include <stdint.h>\n\n";
  for (const std::string_view part : runtime_parts(model, features))
    text += c99::without_includes(part) + "\n";
  text += features.code + weight_tables(classifier, name);
  if (model.table) text += column_tables(*model.table, name);
  const std::size_t input_count = model.table ? model.table->inputs() : inputs(classifier.features());
  text += "enum { " + macro + "_CLASSES = " + digits(classifier.classes().size()) + ", " + macro +
          "_INPUTS = " + digits(input_count) + ", " + macro + "_WORK_BYTES = " + digits(buffer.end);
  if (classifier.shape()) {
    text += ", " + macro + "_WIDTH = " + digits(classifier.shape()->width) + ", " + macro +
            "_HEIGHT = " + digits(classifier.shape()->height);
  }
  text +=
      " };\n\n" + classify_function(model, buffer, name) + probabilities_function(classifier, name) + "\n";
  return text + example_program(model, name) + "\n#endif\n";
}

}  // namespace ocelli::internal
