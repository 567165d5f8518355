#include "face_windows.hpp"

#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "../data_folder.hpp"
#include "../face_options.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/detector_model.hpp"
#include "ocelli/detection/training/negative_mining.hpp"
#include "ocelli/detection/training/positives.hpp"
#include "ocelli/samples/split.hpp"

namespace ocelli::internal::bench {
namespace {

/// Blocks of images that stay together in the split, because near copies are neighbors.
constexpr std::uint32_t kBlock = 64;
constexpr double kTestShare = 0.2;

TrainingImages read_all(const char* folder, const std::vector<std::string>& names,
                        TrainingImages (*read)(const std::filesystem::path&)) {
  std::vector<TrainingImages> sets;
  for (const std::string& name : names) sets.push_back(read(data_path() / "faces" / folder / name));
  return join(sets);
}

Cascade filter_of(std::size_t stages) {
  const Cascade whole = load_detector(face_model()).cascade;
  require(stages >= 1 && stages <= whole.stages().size(), Kind::usage,
          "the model has 1 to " + std::to_string(whole.stages().size()) + " stages", "--stages");
  return first_stages(whole, stages);
}

std::vector<AnnotatedImage> pick(const TrainingImages& set, const std::vector<std::uint32_t>& places) {
  std::vector<AnnotatedImage> images;
  for (const std::uint32_t i : places) images.push_back(set.images[i]);
  return images;
}

Split split(const TrainingImages& set, std::uint64_t seed) {
  return split_by_blocks(static_cast<std::uint32_t>(set.images.size()),
                         {.validation_share = kTestShare, .block = kBlock, .seed = seed});
}

void require_enough(std::size_t found, std::size_t wanted, const char* what) {
  require(found >= wanted, Kind::training,
          "there are " + std::to_string(found) + " " + what + ", not " + std::to_string(wanted));
}

/// This many random faces of these images, one face per image.
TrainingWindows draw_faces(const TrainingImages& set, const std::vector<std::uint32_t>& part,
                           std::size_t wanted, int width, int height, std::uint64_t seed) {
  require_enough(part.size(), wanted, "images of faces");
  std::vector<std::uint32_t> drawn = permutation(static_cast<std::uint32_t>(part.size()), seed);
  drawn.resize(wanted);
  for (std::uint32_t& place : drawn) place = part[place];
  std::vector<AnnotatedImage> images = pick(set, drawn);
  for (AnnotatedImage& image : images) image.objects.resize(1);
  PoseOptions as_marked;
  as_marked.samples_per_object = 1;
  return crop_positives(positive_images(images, width, height), width, height, as_marked, seed);
}

TrainingWindows draw_others(const TrainingImages& set, const std::vector<std::uint32_t>& part,
                            std::size_t wanted, const std::shared_ptr<const Cascade>& cascade,
                            std::uint64_t seed) {
  const NegativeImages images = negative_images(pick(set, part), 1);
  MiningOptions options;
  options.wanted = wanted;
  options.seed = seed;
  const double expected_rate = std::pow(0.5, cascade->stages().size());
  const MinedNegatives mined = mine_negatives(images, cascade, options, expected_rate, {}, {});
  require_enough(mined.windows.size(), wanted, "windows without a face that pass");
  return crop_windows(images, {cascade->width(), cascade->height()}, options.scan, mined.windows);
}

}  // namespace

FaceWindows::FaceWindows(std::size_t stages)
    : faces_(read_all("train-pos", {"lfw.csv", "net7876.csv", "aflw2995.csv", "opencv24.csv"},
                      [](const std::filesystem::path& path) { return read_positives(path); })),
      others_(read_all("train-neg", {"haarneg", "scene15", "wider_noface", "bsds", "dtd"},
                       [](const std::filesystem::path& path) { return read_negatives(path); })),
      cascade_(std::make_shared<const Cascade>(filter_of(stages))) {}

WindowParts FaceWindows::faces(const PartSizes& sizes, std::uint64_t seed) const {
  const Split parts = split(faces_, seed);
  const auto draw = [&](const std::vector<std::uint32_t>& part, std::size_t wanted) {
    return draw_faces(faces_, part, wanted, width(), height(), seed);
  };
  return {draw(parts.training, sizes.training), draw(parts.validation, sizes.test)};
}

WindowParts FaceWindows::others(const PartSizes& sizes, std::uint64_t seed) const {
  const Split parts = split(others_, seed);
  const auto draw = [&](const std::vector<std::uint32_t>& part, std::size_t wanted) {
    return draw_others(others_, part, wanted, cascade_, seed);
  };
  return {draw(parts.training, sizes.training), draw(parts.validation, sizes.test)};
}

}  // namespace ocelli::internal::bench
