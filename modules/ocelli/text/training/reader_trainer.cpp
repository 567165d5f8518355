#include "ocelli/text/training/reader_trainer.hpp"

#include <algorithm>
#include <utility>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal {

ClassifierTrainingOptions glyph_training() {
  ClassifierTrainingOptions options;
  options.candidates.templates = "5:120";
  options.candidates.masks = {.grid = 3, .sigma = 3.3, .reach = 1.7};
  options.boost.rounds = 160;
  options.choose_from = 50'000;
  options.tuning.epochs = 12;
  options.validation = 0.03;
  return options;
}

void ReaderTrainingOptions::validate() const {
  check_options(*this);
  glyphs.validate();
}

TrainedReader train_reader(const ReaderMaterial& material, const ReaderTrainingOptions& options,
                           const ClassifierTrainingWatch& watch, std::stop_token stop) {
  const CancellationScope scope(stop);
  options.validate();
  require(!material.faces.empty(), Kind::training, "there are no fonts to render glyphs with");
  GlyphSamples glyphs =
      print_glyphs(material.faces, material.alphabet, material.texts, options.print, watch.progress, stop);
  require(material.glyphs.classes == glyphs.classes, Kind::training,
          "the glyphs of the pages have a different alphabet");
  glyphs.add(thinned(material.glyphs, options.most_of_class, options.print.seed));
  const Samples samples = glyphs.samples();
  require_every_class(samples, "the fonts");
  const auto none =
      static_cast<std::uint16_t>(std::ranges::find(glyphs.classes, kNoGlyph) - glyphs.classes.begin());
  const auto rejects = static_cast<std::size_t>(std::ranges::count(glyphs.labels, none));

  PlaceModel places = fit_places(glyphs.places, glyphs.labels, glyphs.classes.size(),
                                 static_cast<float>(options.baseline_error));
  LanguageModel language = learn_language(material.texts, material.vocabulary, options.language);
  TrainedClassifier trained = train_classifier(samples, options.glyphs, watch, std::move(stop));
  const ReadingWeights weights{.language = static_cast<float>(options.language_weight)};
  return {Reader(std::move(trained.classifier), std::move(places), std::move(language), weights),
          glyphs.count(), rejects, std::move(trained.path)};
}

}  // namespace ocelli::internal
