#include "ocelli/portable/c99_header.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include "ocelli/core/require.hpp"
#include "ocelli/features/templates/template_features.hpp"
#include "ocelli/portable/c99_text.hpp"

namespace ocelli::internal {
namespace {

using c99::braces;
using c99::Cells;
using c99::digits;
using c99::literal;

/// What one kind of features adds to a header.
struct FeatureText {
  std::vector<std::string_view> parts;  ///< of the runtime
  std::string tables;
  std::string call;      ///< C code that reads `sample`, uses `room` and writes `codes`
  std::size_t room = 0;  ///< bytes of working memory that `room` points to
};

// ---- Templates

/// The box of the pixels where a mask is above 0.
struct MaskBox {
  int left, top, right, bottom;
};

MaskBox box_of(std::span<const float> mask, ImageShape shape) {
  MaskBox box{shape.width, shape.height, 0, 0};
  for (int y = 0; y < shape.height; ++y) {
    for (int x = 0; x < shape.width; ++x) {
      if (mask[static_cast<std::size_t>(y * shape.width + x)] <= 0) continue;
      box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x + 1),
             std::max(box.bottom, y + 1)};
    }
  }
  return box.right == 0 ? MaskBox{0, 0, 0, 0} : box;
}

/// The number of fractional bits that makes all mask weights integers.
int mask_bits(const TemplateFeatures& features) {
  int bits = 0;
  for (std::size_t m = 0; m < features.masks().count(); ++m) {
    for (const float weight : features.masks().mask(m, features.shape())) {
      if (weight > 0) bits = std::max(bits, -c99::lowest_bit(weight));
    }
  }
  constexpr int kMaxBits = 30;
  require(bits <= kMaxBits, Kind::usage,
          "the masks of the model's templates are so wide that their weights are too small for the integers "
          "of C99");
  return bits;
}

std::string mask_tables(const TemplateFeatures& features, int bits, const std::string& name) {
  std::string text;
  Cells masks;
  const ImageShape shape = features.shape();
  for (std::size_t m = 0; m < features.masks().count(); ++m) {
    const std::vector<float> mask = features.masks().mask(m, shape);
    const auto [left, top, right, bottom] = box_of(mask, shape);
    Cells values;
    for (int y = top; y < bottom; ++y) {
      for (int x = left; x < right; ++x) {
        const double weight = mask[static_cast<std::size_t>(y * shape.width + x)];
        values.push_back(digits(static_cast<std::int64_t>(std::ldexp(weight, bits))));
      }
    }
    if (values.empty()) values.push_back("0");
    const std::string table = name + "_mask_" + digits(m);
    text += c99::table("int32_t", table, values);
    masks.push_back(braces({digits(left), digits(top), digits(right - left), digits(bottom - top), table}));
  }
  return text + c99::table("ocelli_mask", name + "_masks", masks);
}

/// The columns of templates in the order of their patch sizes.
std::vector<std::size_t> by_side(const TemplateFeatures& features) {
  std::vector<std::size_t> order(features.groups());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](std::size_t column) { return features.patch(column).side; });
  return order;
}

/// Bounds on the responses of all patches with one side.
struct SideLimits {
  int side = 0;
  std::size_t count = 0;
  double length = 0;
  int sum = 0;

  void raise(const ImagePatch& patch) {
    double squares = 0;
    for (const double weight : patch.weights) squares += weight * weight;
    ++count;
    length = std::max(length, std::sqrt(squares));
    sum = std::max(sum, std::abs(std::accumulate(patch.weights.begin(), patch.weights.end(), 0)));
  }
};

std::string template_tables(const TemplateFeatures& features, const std::string& name) {
  Cells templates, groups, weights;
  std::vector<SideLimits> sides;
  std::map<std::uint32_t, std::size_t> first_weight;
  for (const std::size_t column : by_side(features)) {
    const ImagePatch& patch = features.patch(column);
    const auto [place, fresh] = first_weight.try_emplace(features.templates()[column].patch, weights.size());
    if (fresh) std::ranges::transform(patch.weights, std::back_inserter(weights), digits<int>);
    if (sides.empty() || sides.back().side != patch.side) sides.push_back({.side = patch.side});
    sides.back().raise(patch);
    const Binning& binning = features.binning(column);
    templates.push_back(braces({digits(place->second), digits(features.templates()[column].mask),
                                digits(column), braces({literal(binning.low), literal(binning.scale)})}));
  }
  for (const auto& [side, count, length, sum] : sides)
    groups.push_back(
        braces({digits(side), digits(count), digits(static_cast<int>(std::ceil(length))), digits(sum)}));
  const int bits = mask_bits(features), margin = sides.back().side / 2;
  return c99::table("int16_t", name + "_patches", weights) + mask_tables(features, bits, name) +
         c99::table("ocelli_template", name + "_list", templates) +
         c99::table("ocelli_template_group", name + "_groups", groups) + "static const ocelli_templates " +
         name + "_templates = {" + digits(features.shape().width) + ", " + digits(features.shape().height) +
         ", " + digits(margin) + ",  /* pixels of a picture, margin */\n  " + digits(bits) + ", " +
         digits(sides.size()) + ",  /* bits of a mask's weight below 1, groups */\n  " + name + "_groups, " +
         name + "_list, " + name + "_patches, " + name + "_masks};\n";
}

FeatureText text_of(const TemplateFeatures& features, const std::string& name) {
  require(features.groups() > 0, Kind::usage, "the model has no templates");
  int margin = 0;
  for (const ImagePatch& patch : features.patches()) margin = std::max(margin, patch.side / 2);
  const auto [width, height] = features.shape();
  const auto padded = static_cast<std::size_t>((width + 2 * margin) * (height + 2 * margin));
  const std::size_t bounds = features.shape().pixels() * sizeof(std::int32_t);
  return {{c99::k_real, c99::k_templates},
          template_tables(features, name),
          "  const ocelli_template_room templates_room = {(int16_t *)(void *)(room + " + digits(bounds) +
              "), (int32_t *)(void *)room};\n"
              "  ocelli_template_columns(&" +
              name + "_templates, sample, &templates_room, codes);\n",
          bounds + padded * sizeof(std::int16_t)};
}

// ---- Stumps, linear features, products

FeatureText text_of(const StumpFeatures& features, const std::string& name) {
  Cells stumps;
  for (const auto& [input, threshold] : features.stumps())
    stumps.push_back(braces({digits(input), literal(threshold)}));
  return {{c99::k_columns},
          c99::table("ocelli_stump", name + "_stumps", stumps),
          "  ocelli_stump_columns(" + name + "_stumps, " + digits(stumps.size()) + ", sample, codes);\n"};
}

FeatureText scaled_text(std::span<const InputRange> ranges, const Cells& inputs, const std::string& name) {
  Cells cells;
  for (const auto& [low, high] : ranges) cells.push_back(braces({literal(low), literal(high - low)}));
  return {{c99::k_columns},
          c99::table("ocelli_range", name + "_ranges", cells) +
              c99::table("ocelli_inputs", name + "_inputs", inputs),
          "  ocelli_scaled_columns(" + name + "_ranges, " + name + "_inputs, " + digits(inputs.size()) +
              ", sample, codes);\n"};
}

FeatureText text_of(const LinearFeatures& features, const std::string& name) {
  Cells inputs;
  for (const std::uint32_t input : features.chosen())
    inputs.push_back(braces({digits(input), "OCELLI_NO_INPUT"}));
  return scaled_text(features.ranges(), inputs, name);
}

FeatureText text_of(const ProductFeatures& features, const std::string& name) {
  Cells inputs;
  for (const auto& [first, second] : features.pairs())
    inputs.push_back(braces({digits(first), digits(second)}));
  return scaled_text(features.ranges(), inputs, name);
}

template <class Other>
FeatureText text_of(const Other& /*features*/, const std::string& /*name*/) {
  throw Error(Kind::usage,
              "C99 supports classifiers of templates, stumps, linear features and products; this one has " +
                  std::string(Other::kKind));
}

// ---- Classifiers

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

/// The offsets of the parts of a work buffer, in bytes: the sample, the working memory of ink or features,
/// the columns' bytes.
struct WorkBuffer {
  std::size_t sample, room, codes, end;
};

WorkBuffer work_buffer(const Classifier& classifier, std::size_t feature_room) {
  const auto aligned = [](std::size_t bytes) { return (bytes + 7) / 8 * 8; };
  const std::size_t sample = classifier.shape() ? classifier.shape()->pixels() * sizeof(float) : 0;
  const std::size_t ink = classifier.normalized_side() > 0 ? 2 * sample : sample;
  const std::size_t room = aligned(sample), codes = room + aligned(std::max(ink, feature_room));
  return {0, room, codes, codes + columns(classifier.features())};
}

/// name_classify(), for pictures or for values.
std::string classify_function(const Classifier& classifier, const FeatureText& features,
                              const WorkBuffer& buffer, const std::string& name) {
  const bool takes_images = classifier.shape().has_value();
  const std::string classes = digits(classifier.classes().size());
  std::string text = "/* Gives each of the " + classes +
                     " classes a score, and returns the number of the surest. `work` has " +
                     c99::upper(name) + "_WORK_BYTES, aligned to 8. */\n";
  text += "static inline int32_t " + name + "_classify(const " +
          (takes_images ? "uint8_t *gray" : "float *sample") + ", void *work, float scores[" + classes +
          "]) {\n";
  text += "  uint8_t *const room = (uint8_t *)work + " + digits(buffer.room) +
          ", *const codes = (uint8_t *)work + " + digits(buffer.codes) + ";\n";
  if (takes_images) {
    const std::string width = digits(classifier.shape()->width), height = digits(classifier.shape()->height);
    const std::string pixels = digits(classifier.shape()->pixels());
    text += "  float *const sample = (float *)work;\n";
    text += "  const ocelli_ink_room ink = {sample, (float *)(void *)room, (float *)(void *)room + " +
            (classifier.normalized_side() > 0 ? pixels : "0") + "};\n";
    // Declarations come first, because older compilers require it.
    const std::size_t first_call = features.call.find("  ocelli_");
    text += features.call.substr(0, first_call);
    text += "  ocelli_frame_ink(gray, " + width + ", " + height + ", " +
            c99::literal_double(classifier.normalized_side()) + ", &ink);\n";
    text += features.call.substr(first_call);
  } else {
    text += "  (void)room;\n" + features.call;
  }
  return text + "  ocelli_score(&" + name + "_weights, codes, scores);\n  return ocelli_best(scores, " +
         classes + ");\n}\n";
}

std::vector<std::string> about_classifier(const Classifier& classifier, const std::string& name) {
  const std::string macro = c99::upper(name), classes = digits(classifier.classes().size());
  const bool takes_images = classifier.shape().has_value();
  std::vector<std::string> lines{"A classifier of " + classes + " classes. Written by ocelli convert.",
                                 "",
                                 "  static uint64_t work[" + macro + "_WORK_BYTES / 8 + 1];",
                                 "  float scores[" + classes + "];",
                                 "  const char *label = " + name + "_names[" + name + "_classify(" +
                                     (takes_images ? "gray" : "values") + ", work, scores)];",
                                 ""};
  if (takes_images) {
    lines.push_back("Pictures are gray, " + digits(classifier.shape()->width) + " x " +
                    digits(classifier.shape()->height) + " pixels, a byte each, row by row.");
  } else {
    lines.push_back("A sample is " + digits(inputs(classifier.features())) +
                    " values, in the order of the training table.");
  }
  lines.insert(lines.end(),
               {"C99 and C++. Includes <stdint.h> alone, allocates nothing, keeps no state. With " + macro +
                    "_MAIN defined it is a program:",
                "",
                "  cc -std=c99 -O3 -x c -D" + macro + "_MAIN " + name + ".h -o " + name + " && ./" + name +
                    (takes_images ? " pictures.idx" : " <rows.csv")});
  return lines;
}

std::string example_macros(const Classifier& classifier, const std::string& name) {
  const std::string macro = c99::upper(name);
  std::vector<std::string> constants{"WORK_BYTES", "CLASSES", "INPUTS"};
  if (classifier.shape()) constants.insert(constants.end(), {"WIDTH", "HEIGHT"});
  std::string text = "#ifdef " + macro + "_MAIN\n";
  for (const std::string& constant : constants) {
    text.append("#define OCELLI_EXAMPLE_").append(constant);
    text.append(" ").append(macro).append("_").append(constant).append("\n");
  }
  text += "#define OCELLI_EXAMPLE_NAMES " + name + "_names\n#define OCELLI_EXAMPLE_CLASSIFY " + name +
          "_classify\n";
  return text + std::string(classifier.shape() ? c99::k_classify_images_main : c99::k_classify_values_main) +
         "#endif\n";
}

}  // namespace

std::string c99_header(const ClassifierModel& model, std::string_view file_name) {
  const Classifier& classifier = model.classifier;
  require(classifier.tilt() == 0, Kind::usage,
          "C99 does not support classifiers that average over rotated images");
  const std::string name = c99::identifier(file_name), macro = c99::upper(name);
  const FeatureText features =
      std::visit([&](const auto& set) { return text_of(set, name); }, classifier.features());
  const WorkBuffer buffer = work_buffer(classifier, features.room);
  std::string text = c99::comment(about_classifier(classifier, name));
  text +=
      "#ifndef OCELLI_MODEL_" + macro + "_H\n#define OCELLI_MODEL_" + macro + "_H\n\n#include <stdint.h>\n\n";
  std::vector<std::string_view> parts{c99::k_arithmetic, c99::k_classify};
  if (classifier.shape()) parts.push_back(c99::k_ink);
  parts.insert(parts.end(), features.parts.begin(), features.parts.end());
  for (const std::string_view part : parts) text += c99::without_includes(part) + "\n";
  text += features.tables + weight_tables(classifier, name);
  text += "enum { " + macro + "_CLASSES = " + digits(classifier.classes().size()) + ", " + macro +
          "_INPUTS = " + digits(inputs(classifier.features())) + ", " + macro +
          "_WORK_BYTES = " + digits(buffer.end);
  if (classifier.shape()) {
    text += ", " + macro + "_WIDTH = " + digits(classifier.shape()->width) + ", " + macro +
            "_HEIGHT = " + digits(classifier.shape()->height);
  }
  text += " };\n\n" + classify_function(classifier, features, buffer, name) + "\n";
  return text + example_macros(classifier, name) + "\n#endif\n";
}

}  // namespace ocelli::internal
