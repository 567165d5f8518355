#include "ocelli/training/model_edit.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/pipelines/stages/classifier_view.hpp"
#include "ocelli/training/operating_point.hpp"

namespace ocelli::internal {
namespace {

constexpr std::uint64_t kMaxWordBytes = std::uint64_t{1} << 26;

bool has_view(const ModelEdit& edit) { return edit.normalized_side || edit.tilt; }

/// The figure replaces an older one with the same name on the same data.
void record(const Figure& figure, ModelCard& card) {
  const auto same = [&](const Figure& old) { return old.name == figure.name && old.data == figure.data; };
  const auto old = std::ranges::find_if(card.figures, same);
  if (old == card.figures.end()) {
    card.figures.push_back(figure);
  } else {
    *old = figure;
  }
}

void edit_card(ModelCard& card, const ModelEdit& edit) {
  if (!edit.figure.name.empty()) record(edit.figure, card);
  if (edit.description) card.description = *edit.description;
  if (edit.license) card.license = *edit.license;
}

/// Figures that the training measured at its own operating point do not apply to another.
void set_operating_point(DetectorModel& model, float min_score) {
  CascadeParts parts = model.cascade.parts();
  parts.min_score = min_score;
  model.cascade = Cascade(std::move(parts));
  std::erase_if(model.card.figures,
                [](const Figure& figure) { return figure.name == kOperatingPointFigure; });
}

void set_view(ClassifierModel& model, const ModelEdit& edit) {
  if (edit.normalized_side)
    model.classifier = with_normalized_side(model.classifier, edit.normalized_side->value_or(0));
  if (edit.tilt) model.classifier = with_tilt(model.classifier, edit.tilt->value_or(0));
}

void leave_out_words(ReaderModel& model, std::string_view words) {
  model.reader = model.reader.with_language_model(model.reader.language().not_knowing(words));
}

void leave_out_words(LanguageFile& file, std::string_view words) {
  file.language.model = file.language.model.not_knowing(words);
}

/// Of models of other kinds.
template <class Model>
[[noreturn]] void leave_out_words(Model&, std::string_view) {
  throw Error(Kind::usage, "only a reader or a language has a word list", "--unwanted-words");
}

template <class Model>
[[noreturn]] void set_view(Model&, const ModelEdit& edit) {
  throw Error(Kind::usage, "is only for classifiers", edit.normalized_side ? "--normalized-side" : "--tilt");
}

template <class Model>
[[noreturn]] void set_operating_point(Model&, float) {
  throw Error(Kind::usage, "only a detector has an operating point", "--min-score");
}

}  // namespace

void ModelEdit::validate() const {
  check_options(*this);
  require(figure.name.empty() == figure.value.empty(), Kind::usage, "give a figure and its value together",
          "--figure");
  require(!figure.name.empty() || description || license || min_score || has_view(*this) ||
              !unwanted_words.empty(),
          Kind::usage,
          "nothing to change: give a figure, a description, a license, min-score, normalized-side, tilt or "
          "unwanted-words");
}

void edit_model(const std::filesystem::path& path, const ModelEdit& edit) {
  edit.validate();
  require(
      !is_cascade_file(path), Kind::usage,
      [&] {
        return "an XML file has no card; convert it first: ocelli convert " + path.string() +
               " -o MODEL.ocelli";
      },
      path.string());
  Model model = load_model(path);
  const std::string unwanted =
      edit.unwanted_words.empty() ? "" : read_text(edit.unwanted_words, kMaxWordBytes);
  std::visit(
      [&](auto& known) {
        if (edit.min_score) set_operating_point(known, *edit.min_score);
        edit_card(known.card, edit);
        if (has_view(edit)) set_view(known, edit);
        if (!unwanted.empty()) leave_out_words(known, unwanted);
        check_canceled();
        save_model(path, known);
      },
      model);
}

}  // namespace ocelli::internal
