#include "ocelli/model.hpp"

#include <variant>

#include "ocelli/pipelines/bundled_models.hpp"
#include "ocelli/pipelines/model_file.hpp"

namespace ocelli {
namespace {

using Card = std::vector<std::pair<std::string, std::string>>;

Card card_of(const internal::ModelCard& card) {
  Card entries = {{"description", card.description}};
  for (const internal::ModelPart& component : card.components)
    entries.emplace_back("component: " + component.name, component.text);
  entries.emplace_back("trained by", card.trained_by);
  for (const internal::DataSet& set : card.data)
    entries.emplace_back("data: " + set.role,
                         set.name + ", " + std::to_string(set.images) + " images, " + set.checksum);
  for (const auto& [name, value] : card.options) entries.emplace_back("option: " + name, value);
  entries.emplace_back("seed", std::to_string(card.seed));
  for (const internal::Figure& figure : card.figures)
    entries.emplace_back("figure: " + figure.name,
                         figure.value + " (" + figure.data + ": " + figure.command + ")");
  entries.emplace_back("license", card.license);
  return entries;
}

struct Describe {
  ModelInfo operator()(const internal::DetectorModel& model) const {
    return {ModelKind::detector, model.cascade.label(), {}, card_of(model.card)};
  }
  ModelInfo operator()(const internal::ClassifierModel& model) const {
    return {ModelKind::classifier, {}, model.classifier.classes(), card_of(model.card)};
  }
  ModelInfo operator()(const internal::ReaderModel& model) const {
    return {ModelKind::reader, {}, model.reader.glyphs().classes(), card_of(model.card)};
  }
  ModelInfo operator()(const internal::OpenCvModel& model) const {
    return {ModelKind::opencv_cascade, model.cascade.label(), {}, card_of(model.card)};
  }
  ModelInfo operator()(const internal::LanguageFile& file) const {
    return {ModelKind::language, {}, {}, card_of(file.card)};
  }
};

}  // namespace

ModelInfo open_model(const std::filesystem::path& path) {
  return std::visit(Describe{}, internal::load_model(path));
}

ModelInfo open_model(std::span<const std::byte> model, const std::string& name) {
  return std::visit(Describe{}, internal::load_model(model, name));
}

std::filesystem::path bundled_model(const std::string& name) { return internal::bundled_model(name); }

}  // namespace ocelli
