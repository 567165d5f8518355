#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/opencv/opencv_model.hpp"
#include "ocelli/evaluation/input_importance.hpp"
#include "ocelli/features/haar/haar_feature.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/pipelines/output/figures.hpp"
#include "ocelli/pipelines/stages/classifier_view.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/text/reader_model.hpp"
#include "printable.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {
namespace {

using Json = nlohmann::ordered_json;

/// With the fewest digits that identify the float: 4.2 instead of 4.199999809265137.
Json shortest(float value) { return Json::parse(to_text(value)); }

Json stages_json(const Cascade& cascade) {
  Json stages = Json::array();
  std::size_t begin = 0;
  for (const CascadeStage& stage : cascade.stages()) {
    std::size_t look_ups = 0;
    for (std::size_t m = begin; m < stage.end; ++m) {
      for (const BinnedFeature& binned : cascade.features(m)) look_ups += corners(binned.feature).size();
    }
    stages.push_back({{"weak", stage.end - begin},
                      {"threshold", shortest(stage.threshold)},
                      {"corner_look_ups", look_ups}});
    begin = stage.end;
  }
  return stages;
}

Json cost_json(const Cascade& cascade) {
  return {{"window_width", cascade.width()},
          {"window_height", cascade.height()},
          {"stages", cascade.stages().size()},
          {"weak_classifiers", cascade.weak_count()},
          {"bins", cascade.bins()},
          {"symmetric", cascade.symmetric()},
          {"min_score", shortest(cascade.min_score())},
          {"table_bytes", cascade.parts().tables.size() * sizeof(float)}};
}

Json data_json(const DataSet& set) {
  return {{"name", set.name},
          {"role", set.role},
          {"images", set.images},
          {"objects", set.objects},
          {"checksum", set.checksum}};
}

Json figure_json(const Figure& figure) {
  return {{"name", figure.name}, {"value", figure.value}, {"data", figure.data}, {"command", figure.command}};
}

Json card_json(const ModelCard& card) {
  Json components = Json::object(), data = Json::array(), options = Json::object(), figures = Json::array();
  for (const ModelPart& component : card.components) components[component.name] = component.text;
  for (const DataSet& set : card.data) data.push_back(data_json(set));
  for (const auto& [name, value] : card.options) options[name] = value;
  for (const Figure& figure : card.figures) figures.push_back(figure_json(figure));
  return {{"description", card.description},
          {"components", components},
          {"trained_by", card.trained_by},
          {"data", data},
          {"options", options},
          {"seed", card.seed},
          {"figures", figures},
          {"license", card.license}};
}

Json verifier_json(const Verifier& verifier) {
  const VerifierParts& parts = verifier.parts();
  Json json = {{"crop_width", parts.width},
               {"crop_height", parts.height},
               {"trees", parts.trees()},
               {"depth", parts.depth}};
  if (verifier.network()) json["network_multiply_adds"] = verifier.network()->cost();
  return json;
}

Json landmarks_json(const LandmarkRegressor& regressor) {
  const LandmarkParts& parts = regressor.parts();
  return {{"stages", parts.stages()},
          {"trees", parts.trees()},
          {"depth", parts.depth},
          {"pixels", parts.pixels_per_stage()}};
}

Json to_json(const DetectorModel& model) {
  Json json = {{"kind", "detector"},
               {"label", model.cascade.label()},
               {"cost", cost_json(model.cascade)},
               {"stages", stages_json(model.cascade)}};
  for (const float shape : model.cascade.shapes()) json["shapes"].push_back(shortest(shape));
  if (model.verifier) json["verifier"] = verifier_json(*model.verifier);
  if (model.landmarks) json["landmarks"] = landmarks_json(*model.landmarks);
  json["card"] = card_json(model.card);
  return json;
}

Json to_json(const OpenCvModel& model) {
  const OpenCvCascade& cascade = model.cascade;
  Json stages = Json::array();
  for (const OpenCvStage& stage : cascade.stages())
    stages.push_back({{"weak", stage.trees.size()}, {"threshold", shortest(stage.threshold)}});
  return {{"kind", "OpenCV cascade"},
          {"label", cascade.label()},
          {"cost",
           {{"window_width", cascade.width()},
            {"window_height", cascade.height()},
            {"features", cascade.has_haar() ? "Haar" : "LBP"},
            {"tilted", cascade.tilted()},
            {"stages", cascade.stages().size()},
            {"weak_classifiers", cascade.tree_count()}}},
          {"stages", stages},
          {"card", card_json(model.card)}};
}

/// The inputs of a classifier.
Json features_json(const FeatureSet& features) {
  Json json = {{"kind", kind(features)}};
  const auto add = [&](std::string_view name, auto value) { json[std::string(name)] = value; };
  std::visit([&](const auto& set) { set.properties(add); }, features);
  json["count"] = groups(features);
  json["columns"] = columns(features);
  return json;
}

Json cost_json(const Classifier& classifier) {
  Json cost = {{"inputs", inputs(classifier.features())}};
  if (const auto& shape = classifier.shape()) {
    cost["image_width"] = shape->width;
    cost["image_height"] = shape->height;
  }
  if (classifier.normalized_side() > 0) cost["normalized_side"] = classifier.normalized_side();
  if (classifier.tilt() > 0) cost["tilt_degrees"] = tilt_degrees(classifier);
  if (classifier.temperature() > 0) cost["temperature"] = classifier.temperature();
  cost["multiply_adds"] = classifier.multiply_adds();
  cost["weight_bytes"] = static_cast<std::size_t>(classifier.weights().size()) * sizeof(float);
  return cost;
}

/// A column by its name or its number, counted from 1.
Json column_json(const TableColumns& table, std::size_t column) {
  if (table.names.empty() || table.names[column].empty()) return column + 1;
  return table.names[column];
}

std::string column_name(const Json& column) {
  return column.is_string() ? column.get<std::string>() : column.dump();
}

/// The meaning of an input's values: a column, the parts of a date, a category of one, "color=red", or that
/// the value is missing.
void add_inputs(const TableColumns& table, std::size_t input, const Json& column, Json& inputs) {
  if (!table.is_text(input)) inputs.push_back(column);
  if (has_date(table.kind(input))) {
    for (const char* part : {"year", "month", "day", "weekday"})
      inputs.push_back(column_name(column) + " " + part);
  }
  if (has_clock(table.kind(input))) inputs.push_back(column_name(column) + " seconds");
  if (table.has_mark(input)) inputs.push_back(column_name(column) + " is missing");
  if (!table.is_text(input)) return;
  for (const std::string& category : table.categories[input])
    inputs.push_back(column_name(column) + "=" + category);
}

Json table_json(const TableColumns& table) {
  Json inputs = Json::array(), json;
  std::size_t input = 0;
  for (std::size_t c = 0; c < table.roles.size(); ++c) {
    if (table.roles[c] == ColumnRole::label) json["label"] = column_json(table, c);
    if (table.roles[c] != ColumnRole::input) continue;
    add_inputs(table, input++, column_json(table, c), inputs);
  }
  json["inputs"] = inputs;
  if (table.form.separator != TableForm().separator) json["separator"] = to_string(table.form.separator);
  if (table.form.header != TableForm().header) json["header"] = to_string(table.form.header);
  json["missing"] = table.fills.empty() ? "refused" : "median of the training";
  return json;
}

/// How much the scores depend on each column, for those with any influence: shares of 1, largest first.
/// Columns with the same name share an entry.
Json columns_json(const TableColumns& table, std::span<const double> of_values) {
  std::vector<std::pair<std::string, double>> shares;
  std::size_t input = 0, value = 0;
  for (std::size_t c = 0; c < table.roles.size(); ++c) {
    if (table.roles[c] != ColumnRole::input) continue;
    const std::size_t values = table.values(input++);
    const auto own = of_values.subspan(value, values);
    shares.emplace_back(column_name(column_json(table, c)), std::accumulate(own.begin(), own.end(), 0.0));
    value += values;
  }
  std::ranges::stable_sort(shares, std::ranges::greater{}, &std::pair<std::string, double>::second);
  Json json = Json::object();
  for (const auto& [name, share] : shares)
    if (share > 0) json[name] = rounded(json.value(name, 0.0) + share, 1e4);
  return json;
}

Json to_json(const ClassifierModel& model) {
  Json json = {{"kind", "classifier"},
               {"classes", model.classifier.classes()},
               {"features", features_json(model.classifier.features())},
               {"cost", cost_json(model.classifier)}};
  if (model.table) {
    json["table"] = table_json(*model.table);
    json["importance"] = columns_json(*model.table, input_importance(model.classifier));
  }
  json["card"] = card_json(model.card);
  return json;
}

Json to_json(const LanguageModel& language) {
  const auto entries =
      std::ranges::count_if(language.table(), [](const auto& entry) { return entry.hash != 0; });
  return {{"sequences", entries},
          {"words", language.words().size()},
          {"bytes", language.table().size() * sizeof(LanguageModel::Entry) +
                        language.words().size() * sizeof(std::uint32_t)}};
}

Json to_json(const LanguageFile& file) {
  return {{"kind", "language"},
          {"code", file.language.code},
          {"reads", file.language.characters},
          {"language", to_json(file.language.model)},
          {"card", card_json(file.card)}};
}

Json to_json(const ReaderModel& model) {
  const Classifier& glyphs = model.reader.glyphs();
  const ReadingWeights& weights = model.reader.weights();
  return {{"kind", "reader"},
          {"reads", characters_of(model.reader)},
          {"characters", glyphs.classes()},
          {"features", features_json(glyphs.features())},
          {"cost", cost_json(glyphs)},
          {"language", to_json(model.reader.language())},
          {"weights",
           {{"place", shortest(weights.place)},
            {"language", shortest(weights.language)},
            {"word", shortest(weights.word)},
            {"glyph", shortest(weights.glyph)},
            {"no_glyph", shortest(weights.no_glyph)}}},
          {"card", card_json(model.card)}};
}

bool is_list(const Json& value) {
  return value.is_array() &&
         std::ranges::none_of(value, [](const Json& item) { return item.is_structured(); });
}

std::string scalar_text(const Json& value) {
  return value.is_string() ? printable_lines(value.get<std::string>())
                           : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The heading of a part: its name, or its number in a list.
std::string heading_of(const std::string& key, const Json& value, bool is_item) {
  const bool is_named = is_item && value.is_object() && value.contains("name");
  return printable(is_named ? value["name"].get<std::string>() : key);
}

/// Names in one column, values (and lists of them) in the next. Nested parts are indented below their name.
void print(const Json& json, int indent, bool is_item = false) {
  for (const auto& [name, value] : json.items()) {
    if (is_item && name == "name") continue;  // it is the heading
    const std::string left =
        std::string(static_cast<std::size_t>(indent), ' ') + heading_of(name, value, json.is_array());
    if (!value.is_structured() || is_list(value)) {
      std::cout << std::left << std::setw(indent + 20) << left << " " << scalar_text(value) << "\n";
    } else if (!value.empty()) {
      std::cout << left << "\n";
      print(value, indent + 2, json.is_array());
    }
  }
}

/// In the human-readable output, only the most important columns.
void shorten_importance(Json& info) {
  constexpr std::size_t kMaxShown = 20;
  const auto found = info.find("importance");
  if (found == info.end() || found->size() <= kMaxShown) return;
  Json few = Json::object();
  double rest = 0;
  for (const auto& [column, share] : found->items()) {
    if (few.size() < kMaxShown) {
      few[column] = share;
    } else {
      rest += share.get<double>();
    }
  }
  few["(" + std::to_string(found->size() - kMaxShown) + " more columns)"] = rounded(rest, 1e4);
  *found = std::move(few);
}

/// In the human-readable output, without what is empty. A reader's characters are listed once, and its data
/// sets are of glyphs and texts, not of images and objects.
void simplify_card(Json& info) {
  const bool is_of_text = info["kind"] == "reader" || info["kind"] == "language";
  if (is_of_text) info.erase("characters");
  Json& card = info["card"];
  for (const char* const name : {"figures", "license"})
    if (card[name].empty() || card[name] == "") card.erase(name);
  for (Json& set : card["data"]) {
    if (set["checksum"] == "none") set.erase("checksum");
    if (!is_of_text) continue;
    Json shown = {{"name", set["name"]}, {"role", set["role"]}, {"samples", set["images"]}};
    if (set["objects"] > 0) shown["whole_glyphs"] = set["objects"];
    set = std::move(shown);
  }
}

struct InfoRequest {
  bool json = false;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("json", self.json, "as JSON", option::any().flag());
  }
};

int run_info(const Arguments& arguments) {
  InfoRequest request;
  std::vector<std::string> models;
  CommandLine line("ocelli info [--json] MODEL", "ocelli info models/face.ocelli");
  line.add(request);
  line.take_arguments(models);
  if (!line.parse(arguments)) return kFine;
  line.only(models, "MODEL");

  Json info = std::visit([](const auto& model) { return to_json(model); }, load_model(models[0]));
  info["file_bytes"] = std::filesystem::file_size(models[0]);
  if (request.json) {
    std::cout << info.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
  } else {
    shorten_importance(info);
    simplify_card(info);
    print(info, 0);
  }
  return kFine;
}

}  // namespace

Verb info_verb() { return {"info", "show the content, origin and cost of a model file", run_info}; }

}  // namespace ocelli::internal::app
