#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "features/gray_samples.hpp"
#include "features/random_samples.hpp"
#include "ocelli/data/formats/labeled_csv.hpp"
#include "ocelli/features/feature_set.hpp"
#include "ocelli/samples/image_fit.hpp"
#include "recognition/classifiers.hpp"
#include "recognition/random_trees.hpp"

/// Classifiers that are converted and compared with the program.
namespace ocelli::internal::test {

/// A chosen third of the features of all cells.
template <class Features>
Features some_cells(const Samples& images) {
  const Features all = Features::all(images);
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t f = 1; f < all.groups(); f += 3) chosen.push_back(f);
  std::ranges::reverse(chosen);
  return all.select(chosen);
}

inline ChannelTemplates random_channel_templates(ImageShape shape, const std::vector<ChannelKind>& kinds) {
  CellChannels channels(shape, 5, kinds);
  const PlaceMasks masks{.grid = 3, .sigma = 1.5, .reach = 1.7};
  constexpr std::uint32_t kPatches = 6;
  Random random(9);
  std::vector<ChannelPatch> patches(kPatches);
  for (ChannelPatch& patch : patches) {
    for (std::size_t i = 0; i < ChannelMap::taps(channels); ++i)
      patch.weights.push_back(static_cast<std::int16_t>(static_cast<int>(random.below(101)) - 50));
    patch.offset = static_cast<std::int32_t>(random.below(50'000)) - 25'000;
  }
  std::vector<PatchTemplate> templates;
  for (std::uint32_t m = 0; m < masks.count(); m += 2) {
    for (std::uint32_t p = 0; p < kPatches; ++p) templates.push_back({p, m});
  }
  std::vector<Binning> binnings(templates.size(), Binning::bytes(0, 2));
  return {std::move(channels), masks, std::move(patches), std::move(templates), std::move(binnings)};
}

/// Images of noise, some of it pale, and their bytes of red, green and blue.
struct ColorImages {
  Samples samples;
  std::vector<cv::Mat> images;  ///< BGR
};

inline ColorImages color_images(std::size_t count, ImageShape shape) {
  ColorImages all{{SampleValues(count, kColorPlanes * shape.pixels()), shape, {}, {}}, {}};
  Random random(4);
  for (std::size_t i = 0; i < count; ++i) {
    cv::Mat image(shape.height, shape.width, CV_8UC3);
    const std::size_t range = i % 3 == 0 ? 20 : 256, ground = i % 3 == 0 ? 100 : 0;
    for (int y = 0; y < shape.height; ++y) {
      for (int x = 0; x < 3 * shape.width; ++x)
        image.ptr<std::uint8_t>(y)[x] = static_cast<std::uint8_t>(ground + random.below(range));
    }
    write_sample(image, shape,
                 {all.samples.values.row(static_cast<Eigen::Index>(i)).data(), all.samples.width()});
    all.images.push_back(image);
  }
  return all;
}

/// A table with gaps, categories and names of columns, and a classifier of its rows.
struct TableCase {
  std::string text;  ///< of the rows, without labels and the header
  ClassifierModel model;
  Samples rows;  ///< as the program reads the text
};

/// A blend's parts: trees, products and Gaussians.
inline CombinedFeatures blended_features(const Samples& rows) {
  return CombinedFeatures({{random_trees(rows.width(), 12, 3)},
                           {ProductFeatures::all(rows)},
                           {gaussian_candidates(rows, {.anchors = 40, .width = 0.7})}});
}

inline TableCase table_case() {
  Random random(8);
  const std::vector<std::string> colors{"red", "green", "\"dark, blue\"", "", "?", "violet"};
  std::string training = "width,color,label,height,town\n", text;
  for (int i = 0; i < 120; ++i) {
    // Every sixth number of a column is missing. One color is rare, and one of the new rows only.
    const auto number = [&] {
      return random.below(6) == 0 ? std::string(i % 2 == 0 ? "" : "NA") : std::to_string(random.normal());
    };
    const std::string width = number(), height = number(), town = random.below(2) == 0 ? "Ulm" : "Bonn";
    training += width + "," + colors[random.below(5)] + "," + (i % 2 == 0 ? "a" : "b") + "," + height + "," +
                town + "\n";
    text += width + "," + colors[random.below(6)] + "," + height + "," + town + "\n";
  }
  TableOptions options;
  options.label_column = "label";
  const Table table = parse_table(training, "training.csv", options);
  Table read =
      parse_table_like("width,color,height,town\n" + text, "rows.csv", table.columns, Labels::optional);
  ClassifierParts parts = random_classifier(blended_features(read.samples), 3).parts();
  parts.temperature = 7;
  return {text, {Classifier(std::move(parts)), {}, table.columns}, std::move(read.samples)};
}

}  // namespace ocelli::internal::test
