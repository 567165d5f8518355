#pragma once

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "detection/opencv/small_cascades.hpp"
#include "detection/some_landmarks.hpp"
#include "ocelli/boosting/classifier_checkpoint.hpp"
#include "ocelli/boosting/multilayer/multi_layer.hpp"
#include "ocelli/boosting/shareboost/share_boost.hpp"
#include "ocelli/boosting/stumps/stump_votes.hpp"
#include "ocelli/boosting/trees/tree_boost.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/opencv/opencv_model.hpp"
#include "ocelli/detection/training/opencv/opencv_checkpoint.hpp"
#include "ocelli/detection/training/training_state.hpp"
#include "ocelli/recognition/classifier_model.hpp"
#include "ocelli/text/reader_model.hpp"
#include "text/tiny_reader.hpp"

namespace ocelli::internal::test {

inline HaarFeature left_minus_right() {
  HaarFeature feature;
  feature.add({.x = 2, .y = 1, .w = 3, .h = 6, .weight = 1});
  feature.add({.x = 5, .y = 1, .w = 3, .h = 6, .weight = -1});
  return feature;
}

inline HaarFeature center_surround() {
  HaarFeature feature;
  feature.add({.x = 0, .y = 0, .w = 9, .h = 6, .weight = -1});
  feature.add({.x = 3, .y = 0, .w = 3, .h = 6, .weight = 3});
  return feature;
}

/// A small cascade of two stages. The golden file holds it: it must never change.
inline CascadeParts sample_cascade() {
  return {.width = 10,
          .height = 8,
          .bins = 3,
          .min_deviation = 1.5f,
          .label = "eye",
          .features = {{.feature = left_minus_right(), .low = -2.25f, .scale = 0.75f},
                       {.feature = center_surround(), .low = -1, .scale = 12.5f},
                       {.feature = left_minus_right(), .low = 0.125f, .scale = 1000}},
          .tables = {-0.5f, 0, 0.5f, 1, 2, -3, 0.0625f, -7.75f, 123.375f},
          .stages = {{.end = 1, .threshold = -0.75f}, {.end = 3, .threshold = -1000}}};
}

inline ModelCard sample_card() {
  return {
      .description = "Finds eyes, in tests",
      .components = {{"cascade", "FloatBoost. 2 stages."}},
      .trained_by = "ocelli 0.1.0",
      .data =
          {{.name = "eyes", .role = "positives", .images = 12, .objects = 34, .checksum = "crc32:0badcafe"},
           {.name = "streets", .role = "negatives", .images = 5, .objects = 0, .checksum = "crc32:00000001"}},
      .options = {{"rounds", "3"}, {"positives", "eyes/\xc3\xa4.csv"}},
      .seed = 0xFFFF'FFFF'FFFF'FFFF,
      .figures =
          {{.name = "detection rate", .value = "0.5", .data = "eyes", .command = "ocelli eval detector"}},
      .license = "Apache-2.0"};
}

/// OpenCV cascades of both kinds of features. Golden files hold them.
inline OpenCvModel sample_opencv_haar() {
  return {.cascade = OpenCvCascade(small_haar()), .card = sample_card()};
}
inline OpenCvModel sample_opencv_lbp() {
  return {.cascade = OpenCvCascade(small_lbp()), .card = sample_card()};
}

/// A reader of two letters that has read a few words.
inline ReaderModel sample_reader() {
  const Reader tiny = tiny_reader();
  const std::vector<std::string> texts = {"oIo oo\nIo oI\n"};
  return {.reader = Reader(tiny.glyphs(), tiny.places(), learn_language(texts, "oo\n", {})),
          .card = sample_card()};
}

inline VerifierParts sample_verifier() {
  return {.width = 56,
          .height = 32,
          .depth = 2,
          .nodes = {{0, 100}, {1343, 7}, {500, 255}, {3, 1}, {4, 2}, {5, 3}},
          .votes = {-127, -64, 32, 127, 0, 16, -16, 64},
          .exits = {{1, -95.25F}},
          .log_odds = {2.5F / 127, 0.25F, -1.5F}};
}

/// Its last channels are filtered ones.
inline VerifierParts sample_filtering_verifier() {
  VerifierParts parts = sample_verifier();
  parts.nodes[4] = {1568, 120};
  parts.nodes[5] = {6943, 140};
  return parts;
}

/// Four convolutions with pooling, down to one place, and two dense layers.
inline VerifierNetwork sample_network() {
  const auto layer = [](int outputs, int inputs, int shift, bool pools) {
    NetworkLayer made{.outputs = outputs, .shift = shift, .weights = {}, .biases = {}, .pools = pools};
    for (int w = 0; w < outputs * inputs; ++w)
      made.weights.push_back(static_cast<std::int8_t>(37 * w % 251 - 125));
    for (int o = 0; o < outputs; ++o) made.biases.push_back(1000 * o - 300);
    return made;
  };
  constexpr int kPlaces = 9;
  return {.parts = {.width = 28,
                    .height = 16,
                    .convolutions = std::vector<NetworkLayer>(4, layer(2, 2 * kPlaces, 6, true)),
                    .dense = {layer(2, 2, 5, false), layer(1, 2, 0, false)}},
          .log_odds = {0.001F, 0.5F, -0.75F}};
}

inline DetectorModel sample_detector() {
  return {.cascade = Cascade(sample_cascade()), .card = sample_card()};
}

inline DetectorModel sample_network_detector() {
  DetectorModel model = sample_detector();
  VerifierParts parts = sample_filtering_verifier();
  parts.network = sample_network();
  model.verifier.emplace(std::move(parts));
  return model;
}

/// The golden file holds it: it must never change.
inline DetectorModel sample_landmark_detector() {
  DetectorModel model = sample_detector();
  model.landmarks.emplace(random_landmarks(2, 2, 5));
  return model;
}

/// The golden file holds it: it must never change.
inline DetectorModel sample_detector_of_shapes() {
  DetectorModel model = sample_network_detector();
  CascadeParts parts = sample_cascade();
  parts.shapes = {0.5F, 1, 1.75F};
  model.cascade = Cascade(std::move(parts));
  return model;
}

inline DetectorModel sample_filtering_detector() {
  DetectorModel model = sample_detector();
  model.verifier.emplace(sample_filtering_verifier());
  return model;
}

/// Two classes by the given features. The golden file holds those of patches: they must never change.
inline ClassifierModel sample_classifier(FeatureSet features, std::optional<ImageShape> shape = {}) {
  ScoreWeights weights(2, columns(features) + 1);
  for (Eigen::Index i = 0; i < weights.size(); ++i) weights.data()[i] = static_cast<float>(i) / 4 - 1;
  return {.classifier = Classifier({std::move(features), std::move(weights), {"cat", "d\xc3\xb6g"}, shape}),
          .card = sample_card()};
}

inline LinearFeatures sample_linear() { return {{{-1, 2.5f}, {0, 0}, {3, 4}}, {2, 0}}; }

inline ProductFeatures sample_products() { return {{{-1, 2.5f}, {0, 0}, {3, 4}}, {{0, 2}, {1, 2}}}; }

inline StumpFeatures sample_stumps() { return {3, {{2, 0.5f}, {0, -77.25f}}}; }

inline TreeFeatures sample_trees() {
  return {3,
          3,
          {{{0, 0, 1, 0, 0.5F, ~0, ~1}}, {{2, 1, 0.75F, -1.5F, -77.25F, 1, ~0}, {1, 1, 1, 0, 9.5F, ~2, ~1}}}};
}

/// As a blend has them: each column of the trees is a feature.
inline CombinedFeatures sample_blend() {
  return CombinedFeatures(std::vector<FeaturePart>{{sample_trees()}, {sample_linear()}});
}

inline BallFeatures sample_balls(std::optional<PrincipalComponents> components = {}) {
  SampleValues anchors(3, 2);
  anchors << 1, 2, 3, 4, 5, 6.5f;
  return {std::move(components), anchors, {{-3, 3}, {0, 8}}, {{2, 0.5f}, {0, 1234.5f}}};
}

inline PrincipalComponents sample_components() {
  SampleValues components(2, 3);
  components << 0.5f, 0.25f, -0.5f, 0, 1, 0;
  return {Eigen::Vector3f(10, 20, 30), components};
}

inline TemplateFeatures sample_patches() {
  return {ImageShape{7, 6},
          {.grid = 2, .sigma = 2.5, .reach = 1.75},
          {{3, {1, 2, 3, 4, -20, 4, 3, 2, 1}}, {3, {-300, 0, 300, -300, 0, 300, -300, 0, 300}}},
          {{1, 0}, {0, 3}, {1, 2}},
          {{-0.125f, 255}, {0.5f, 1000}, {0, 127.75f}}};
}

inline ClassifierModel sample_classifier() { return sample_classifier(sample_patches(), ImageShape{7, 6}); }

/// The golden file of disjunctions holds it: it must never change.
inline DisjunctionFeatures sample_disjunctions() {
  HaarFeature left_minus_right, center_surround;
  left_minus_right.add({.x = 0, .y = 1, .w = 2, .h = 3, .weight = 1});
  left_minus_right.add({.x = 3, .y = 1, .w = 2, .h = 3, .weight = -1});
  center_surround.add({.x = 1, .y = 0, .w = 3, .h = 5, .weight = -1});
  center_surround.add({.x = 2, .y = 0, .w = 1, .h = 5, .weight = 3});
  const PointWindowOptions windows{
      .points = {.count = 7, .sigma = 0.75, .ratio = 1.5, .scales = 2, .dark = false},
      .side = 5,
      .deviation = 3.5f};
  return {ImageShape{12, 10},
          windows,
          {{{left_minus_right, 0.625f, 1.25f}, {center_surround, -11.5f, -0.5f}},
           {{center_surround, 2.25f, 4.75f}}},
          {{1, {0, 0, 12, 10}}, {0, {3, 2, 4, 5}}, {1, {11, 9, 1, 1}}}};
}

inline BinaryPatternFeatures sample_patterns() { return {ImageShape{12, 10}, {3, 5}, {0, 530, 1700, 58}}; }

inline ColorFeatures sample_colors() { return {ImageShape{12, 10}, {3, 5}, {0, 91, 250, 9}}; }

inline OrientationFeatures sample_orientations() { return {ImageShape{12, 10}, {3, 5}, {0, 143, 470, 7}}; }

/// The golden file of Gaussians holds it: it must never change.
inline GaussianFeatures sample_gaussians(std::optional<PrincipalComponents> components = {}) {
  SampleValues anchors(3, 2);
  anchors << 0.5F, -1, 0, 2.25F, 1, -0.125F;
  return {std::move(components),
          {{1, 0.5F}, {-3, 4}},
          anchors,
          0.75F,
          {1, 0, 2},
          {-0.5F, 2, 1.5F, 0.25F, -1, 3},
          {{-1, 127}, {0, 255}, {-0.5F, 100}}};
}

/// The golden file of combined features holds them: they must never change.
inline ChannelTemplates sample_channel_templates(std::vector<ChannelKind> kinds = {
                                                     ChannelKind::orientations}) {
  CellChannels channels({12, 10}, 5, std::move(kinds));
  std::vector<ChannelPatch> patches(2);
  for (std::size_t i = 0; i < ChannelMap::taps(channels); ++i) {
    patches[0].weights.push_back(static_cast<std::int16_t>(7 * i % 201) - 100);
    patches[1].weights.push_back(static_cast<std::int16_t>(11 * i % 151) - 60);
  }
  patches[0].offset = -1234;
  return {std::move(channels),
          {.grid = 2, .sigma = 1.5, .reach = 2},
          std::move(patches),
          {{1, 3}, {0, 0}, {1, 1}},
          {{-0.01F, 255}, {0, 100}, {-0.5F, 90}}};
}
inline CombinedFeatures sample_combined() {
  return {{{sample_orientations()}, {sample_channel_templates()}}, {1, 0, 0, 1, 1, 0, 0}};
}

inline ClassifierModel sample_tilted_classifier() {
  ClassifierModel model = sample_classifier(sample_disjunctions(), ImageShape{12, 10});
  const Classifier& upright = model.classifier;
  ClassifierParts parts = upright.parts();
  parts.normalized_side = 9;
  parts.tilt = 0.15625;
  model.classifier = Classifier(std::move(parts));
  return model;
}

/// Trained on a table with a header, five columns.
inline ClassifierModel sample_table_classifier() {
  ClassifierModel model = sample_classifier(sample_linear());
  constexpr auto kInput = ColumnRole::input;
  model.table = {.roles = {ColumnRole::ignored, kInput, kInput, ColumnRole::label, kInput},
                 .names = {"id", "width", "h\xc3\xb6he", "kind", "age"},
                 .fills = {1.5f, -0.25f, 0}};
  return model;
}

/// The same where one of two columns is of text.
inline ClassifierModel sample_category_classifier() {
  ClassifierModel model = sample_table_classifier();
  model.table = {.roles = {ColumnRole::input, ColumnRole::label, ColumnRole::input},
                 .names = {},
                 .fills = {0, 1.5f},
                 .categories = {{"gr\xc3\xbcn", "red"}, {}}};
  return model;
}

/// The same where the second of two columns is missing now and then.
inline ClassifierModel sample_marked_classifier() {
  ClassifierModel model = sample_table_classifier();
  model.table = {.roles = {ColumnRole::input, ColumnRole::label, ColumnRole::input},
                 .names = {},
                 .fills = {0, 1.5f},
                 .missing_marks = {0, 1}};
  return model;
}

/// One of each kind of features.
inline std::vector<ClassifierModel> sample_classifiers() {
  std::vector<ClassifierModel> models;
  models.push_back(sample_classifier(sample_linear()));
  models.push_back(sample_classifier(sample_products(), ImageShape{3, 1}));
  models.push_back(sample_classifier(sample_stumps()));
  models.push_back(sample_classifier(sample_balls()));
  models.push_back(sample_classifier(sample_balls(sample_components())));
  models.push_back(sample_classifier());
  models.push_back(sample_classifier(sample_disjunctions(), ImageShape{12, 10}));
  models.push_back(sample_tilted_classifier());
  models.push_back(sample_table_classifier());
  models.push_back(sample_category_classifier());
  models.push_back(sample_marked_classifier());
  models.push_back(sample_classifier(sample_trees()));
  models.push_back(sample_classifier(sample_orientations(), ImageShape{12, 10}));
  models.push_back(sample_classifier(sample_gaussians()));
  models.push_back(sample_classifier(sample_gaussians(sample_components())));
  models.push_back(sample_classifier(sample_channel_templates(), ImageShape{12, 10}));
  models.push_back(sample_classifier(
      sample_channel_templates({ChannelKind::binary_patterns, ChannelKind::colors}), ImageShape{12, 10}));
  models.push_back(sample_classifier(sample_combined(), ImageShape{12, 10}));
  models.push_back(sample_classifier(sample_patterns(), ImageShape{12, 10}));
  models.push_back(sample_classifier(sample_blend()));
  models.push_back(sample_classifier(sample_colors(), ImageShape{12, 10}));
  models.push_back(sample_classifier(
      CombinedFeatures(std::vector<FeaturePart>{{sample_orientations()}, {sample_colors()}}),
      ImageShape{12, 10}));
  return models;
}

/// In the midst of the third stage.
inline TrainingState sample_state() {
  return {.fingerprint = 0x0123'4567'89AB'CDEF,
          .cascade = sample_cascade(),
          .negatives = {{.image = 1, .level = 2, .x = 30, .y = 4}, {.image = 0, .level = 0, .x = 1, .y = 0}},
          .mining = {.evaluated = 1'000'000'007, .passed = 2, .exhausted = true},
          .rounds = 4,
          .weak = {{.feature = 77, .table = {0.25f, -0.25f, 4}}, {.feature = 5, .table = {1, 2, 3}}},
          .min_error = {0.125, std::numeric_limits<double>::infinity()}};
}

/// Behind its cascade, a verifier in the midst of its network, which only a reader takes for one.
inline TrainingState sample_verifying_state() {
  TrainingState state = sample_state();
  state.verifier = {
      .fingerprint = 0xFEDC'BA98'7654'3210,
      .found = {{{.rank = 5, .image = 1, .score = 0.5f, .box = {3, 4.5f, 20, 21}},
                 {.rank = 9, .image = 0, .score = 7, .box = {0, 0, 24, 24}}},
                {},
                {{.rank = std::uint64_t{1} << 63, .image = 2, .score = -1, .box = {1, 2, 3, 4}}}},
      .searched = 3,
      .trees = {{.nodes = {{.left = 1, .right = -2, .feature = 7, .set = {3}},
                           {.left = 0, .right = -1, .feature = 9, .set = {7}}},
                 .leaves = {0.5f, -0.5f, 0.25f}}},
      .network = NetworkState{.steps = 12,
                              .loss = 0.625,
                              .parameters = {1, -2, 3},
                              .mean = {0.5f, 0, 0},
                              .square = {0.25f, 1, 2},
                              .moments = {1, 2},
                              .greatest = {8}}};
  return state;
}

/// In the midst of the second stage.
inline OpenCvTrainingState sample_opencv_state() {
  const OpenCvHaar edge{.rects = {{.x = 2, .y = 3, .w = 8, .h = 4, .weight = -1},
                                  {.x = 6, .y = 3, .w = 4, .h = 4, .weight = 2}}};
  return {.fingerprint = 0x0123'4567'89AB'CDEF,
          .cascade = {.width = 20,
                      .height = 20,
                      .label = "mug",
                      .features = std::vector{edge},
                      .stages = {{.trees = {{.nodes = {{.threshold = 0.25f}}, .leaves = {-0.5f, 0.75f}}},
                                  .threshold = -0.25f}}},
          .negatives = {{.image = 1, .level = 2, .x = 30, .y = 4}},
          .mining = {.evaluated = 1'000'007, .passed = 2, .exhausted = true},
          .trees = {{.nodes = {{.feature = 7, .set = {3}}}, .leaves = {0.5f, -0.5f}}}};
}

/// Two classes, three rounds of groups of two columns, the second round the best.
inline ClassifierCheckpoint<ShareBoostState> sample_share_boost_checkpoint() {
  ShareBoostState state;
  state.rounds = {{7, 1.5, 30, 12, 4}, {std::uint64_t{1} << 40, 1.25, 20, 8, 6}, {3, 1, 10, 9, 5}};
  state.weights = ClassWeights::Random(2, 7);
  state.best_weights = ClassWeights::Random(2, 5);
  state.best_round = 1;
  return {0xFEDC'BA98'7654'3210, state};
}

/// Three local features, two classes, two rounds.
inline ClassifierCheckpoint<MultiLayerState> sample_multi_layer_checkpoint() {
  MultiLayerState state;
  state.hidden = {{{3, 17, 0.5f}, {1999, 255, -1.75f}}, {{0, 1, 1}}, {{5, 6, 7.25f}}};
  state.output = {{{{2, {1, 2, 3, 4}}, 0.25f}, {{0, {0, 0, 28, 28}}, -2}},
                  {{{1, {27, 27, 1, 1}}, 3.5f}, {{1, {5, 0, 9, 20}}, 0}}};
  state.rounds = {{0.875, 40, 12}, {0.8125, 35, 13}};
  return {0x0011'2233'4455'6677, state};
}

/// Three votes of both signs, with and without an offset, in two rounds.
inline ClassifierCheckpoint<StumpBoostState> sample_stump_boost_checkpoint() {
  StumpBoostState state;
  state.rounds = {{0.75, 30, 12}, {0.625, 20, 8}};
  state.votes = {{std::uint64_t{7} << 32 | 25, 1, 0, 0.5, 0},
                 {std::uint64_t{2} << 32 | 1, -1, 1, 0.25, -1.5},
                 {std::uint64_t{7} << 32 | 25, -1, 4000, -3.5, 2}};
  return {0x7766'5544'3322'1100, state};
}

inline ClassifierCheckpoint<TreeBoostState> sample_tree_boost_checkpoint() {
  TreeBoostState state;
  state.rounds = {{0.75, 30, 12}, {0.625, 20, 8}};
  state.trees = {{{{0, 0, 1, 0, 0.5F, ~0, ~1}}, {0.5F, -0.5F, -1, 1}},
                 {{{2, 1, 0.75F, -1.5F, -77.25F, 1, ~0}, {1, 1, 1, 0, 9.5F, ~2, ~1}}, {1, 2, 3, 4, 5, -6}}};
  return {0x7766'5544'3322'1101, state};
}

}  // namespace ocelli::internal::test
