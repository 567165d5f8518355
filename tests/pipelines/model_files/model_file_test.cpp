#include "ocelli/pipelines/model_file.hpp"
#include "ocelli/detection/detector_model.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <opencv2/core/mat.hpp>

#include "data/expect_error.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/random.hpp"
#include "ocelli/detection/training/training_checkpoint.hpp"
#include "pipelines/model_files/damage.hpp"
#include "pipelines/model_files/model_samples.hpp"
#include "source_path.hpp"

namespace ocelli::internal::model_file_test {
namespace {

namespace fs = std::filesystem;
using test::Bytes;

const Bytes& sample_bytes() {
  static const Bytes bytes = serialize(test::sample_detector());
  return bytes;
}

fs::path golden(const std::string& name) {
  return ocelli::internal::test::source_path() / "tests/pipelines/model_files/golden" / name;
}

void expect_equal(const DetectorModel& a, const DetectorModel& b) {
  EXPECT_EQ(a.cascade.parts(), b.cascade.parts());
  EXPECT_EQ(a.card, b.card);
  ASSERT_EQ(a.verifier.has_value(), b.verifier.has_value());
  if (a.verifier) {
    EXPECT_EQ(a.verifier->parts(), b.verifier->parts());
  }
  ASSERT_EQ(a.landmarks.has_value(), b.landmarks.has_value());
  if (a.landmarks) {
    EXPECT_EQ(a.landmarks->parts(), b.landmarks->parts());
  }
}

void expect_refused(const Bytes& bytes, const std::string& part) {
  test::expect_model_error([&] { load_detector(bytes, "eye.ocelli"); }, "eye.ocelli", part);
}

/// A cascade as training starts from, which rejects nothing: no model.
DetectorModel finds_everything() {
  CascadeParts parts = test::sample_cascade();
  parts.features.clear();
  parts.tables.clear();
  parts.stages.clear();
  return {.cascade = Cascade(parts), .card = {}};
}

/// The place of File.version: the first field of the root table.
std::size_t version_place(const Bytes& file) {
  const std::uint32_t root = test::word_at(file, 0);
  const std::uint32_t vtable = root - test::word_at(file, root);
  return root + (test::word_at(file, vtable + 4) & 0xFFFF);
}

int version_of(const Bytes& file) { return static_cast<int>(file[version_place(file)]); }

/// A fresh folder that goes when the test does.
class ModelFileOnDisk : public testing::Test {
 protected:
  ModelFileOnDisk()
      : folder_(fs::temp_directory_path() /
                (std::string("ocelli-") + testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~ModelFileOnDisk() override { fs::remove_all(folder_); }

  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator{}));
  }

  const fs::path folder_;
};

TEST(ModelFile, SaysWhereOpenCvCascadesAre) {
  const Error missing = test::error_of([] { (void)load_model("none/haarcascade_of_nothing.xml"); });
  EXPECT_EQ(missing.where(), "none/haarcascade_of_nothing.xml");
  EXPECT_NE(missing.message().find("opencv-data"), std::string::npos) << missing.message();
  EXPECT_NE(missing.message().find("/usr/share/opencv4/haarcascades/"), std::string::npos);
  const Error other = test::error_of([] { (void)load_model("none/eye.xml"); });
  EXPECT_EQ(other.message(), "no such file");
}

TEST(ModelFile, GivesBackWhatWasPutIn) {
  expect_equal(load_detector(sample_bytes(), "sample"), test::sample_detector());
  expect_equal(std::get<DetectorModel>(load_model(sample_bytes(), "sample")), test::sample_detector());
}

TEST(ModelFile, GivesBackAnEmptyCard) {
  const DetectorModel model{.cascade = Cascade(test::sample_cascade()), .card = {}};
  expect_equal(load_detector(serialize(model), "sample"), model);
}

TEST(ModelFile, GivesBackAVerifier) {
  DetectorModel model = test::sample_detector();
  model.verifier.emplace(test::sample_verifier());
  const Bytes bytes = serialize(model);
  EXPECT_EQ(load_detector(bytes, "sample").verifier->parts(), test::sample_verifier());
  EXPECT_EQ(version_of(bytes), 1);
}

TEST(ModelFile, GivesBackTheNetworkOfAVerifier) {
  expect_equal(load_detector(serialize(test::sample_network_detector()), "sample"),
               test::sample_network_detector());
}

TEST(ModelFile, WithABrokenWordInItsVerifierIsRefusedOrStillScores) {
  const auto load = [](const Bytes& bytes) {
    const DetectorModel model = load_detector(bytes, "patched");
    if (!model.verifier) return;
    const VerifierParts& parts = model.verifier->parts();
    const std::vector<std::uint8_t> channels(FilteredChannels({parts.width, parts.height}).size(), 9);
    model.verifier->sum(channels);
    ConvolutionalNetwork::Scratch scratch;
    if (parts.network) ConvolutionalNetwork(parts.network->parts).score(channels, scratch);
  };
  test::survive_patched_words(serialize(test::sample_filtering_detector()), load);
  test::survive_patched_words(serialize(test::sample_network_detector()), load);
}

TEST(ModelFile, GivesBackShapes) {
  const Bytes bytes = serialize(test::sample_detector_of_shapes());
  expect_equal(load_detector(bytes, "sample"), test::sample_detector_of_shapes());
  EXPECT_EQ(version_of(bytes), 2) << "older programs would find objects of one shape";
}

TEST(ModelFile, GivesBackLandmarks) {
  const Bytes bytes = serialize(test::sample_landmark_detector());
  expect_equal(load_detector(bytes, "sample"), test::sample_landmark_detector());
  EXPECT_EQ(version_of(bytes), 1) << "older programs leave landmarks out";
}

TEST(ModelFile, WithABrokenWordInItsLandmarksIsRefusedOrStillPlacesThem) {
  test::survive_patched_words(serialize(test::sample_landmark_detector()), [](const Bytes& bytes) {
    const DetectorModel model = load_detector(bytes, "patched");
    if (!model.landmarks) return;
    constexpr int kSide = LandmarkCrop::kSide;
    std::vector<std::uint8_t> values;
    model.landmarks->follow(cv::Mat(kSide, kSide, CV_8UC1, cv::Scalar(128)), model.landmarks->parts().mean,
                            values);
  });
}

TEST(ModelFile, KeepsTextsByteForByte) {
  const std::string text("not \xff UTF-8, and \0 inside", 25);
  DetectorModel model = test::sample_detector();
  CascadeParts parts = test::sample_cascade();
  parts.label = text;
  model.cascade = Cascade(parts);
  model.card.options = {{text, text}};
  expect_equal(load_detector(serialize(model), "sample"), model);
}

TEST(ModelFile, HasTheSameBytesForTheSameModel) {
  EXPECT_EQ(serialize(test::sample_detector()), sample_bytes());
  EXPECT_EQ(serialize(load_detector(sample_bytes(), "sample")), sample_bytes());
}

TEST(ModelFile, LoadsFromBytesAtAnyAlignment) {
  for (std::size_t shift = 0; shift < 8; ++shift) {
    Bytes shifted(shift);
    shifted.insert(shifted.end(), sample_bytes().begin(), sample_bytes().end());
    expect_equal(load_detector(std::span(shifted).subspan(shift), "sample"), test::sample_detector());
  }
}

TEST(ModelFile, OfEveryVersionStaysReadable) {
  expect_equal(load_detector(golden("detector-v1.ocelli")), test::sample_detector());
  expect_equal(load_detector(golden("verified-detector-v1.ocelli")), test::sample_network_detector());
  expect_equal(load_detector(golden("landmark-detector-v1.ocelli")), test::sample_landmark_detector());
  expect_equal(load_detector(golden("shapes-detector-v2.ocelli")), test::sample_detector_of_shapes());
}

TEST(ModelFile, IsRefusedWhenCutOrWithAnyBitFlipped) {
  test::expect_every_damage_refused(sample_bytes(), [](const Bytes& bytes) { load_model(bytes, "sample"); });
}

TEST(ModelFile, OfRandomBytesIsRefused) {
  Random random(1);
  for (std::size_t size = 0; size < 2000; ++size) {
    Bytes bytes(size);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.bits());
    ASSERT_TRUE(test::refusal_of([&] { load_model(bytes, "random"); }));
  }
}

TEST(ModelFile, WithABrokenWordIsRefusedOrStillScores) {
  test::survive_patched_words(sample_bytes(), [](const Bytes& bytes) {
    const DetectorModel model = load_detector(bytes, "patched");
    model.cascade.score(cv::Mat(model.cascade.height(), model.cascade.width(), CV_8UC1, cv::Scalar(128)));
  });
}

TEST(ModelFile, SaysWhatIsWrong) {
  Bytes other_identifier = sample_bytes();
  other_identifier[4] = std::byte{'X'};
  Bytes flipped = sample_bytes();
  flipped[flipped.size() / 2] ^= std::byte{1};

  expect_refused({}, "is empty");
  expect_refused(Bytes(11), "too short");
  expect_refused(other_identifier, "not an Ocelli file");
  expect_refused(flipped, "checksum");
  expect_refused(test::patched(sample_bytes(), 0, test::bytes_of(0x7FFFFFF0)), "internal offsets");
  expect_refused(serialize(test::sample_state()),
                 "contains a training checkpoint, expected a detector model");
}

TEST(ModelFile, OfANewerVersionAsksForANewerProgram) {
  const std::size_t place = version_place(sample_bytes());
  expect_refused(test::patched(sample_bytes(), place, test::bytes_of(4u)), "use a newer Ocelli");
  expect_refused(test::patched(sample_bytes(), place, test::bytes_of(0u)), "no format version");
}

TEST(ModelFile, IsRefusedForNumbersOutOfRange) {
  const auto refused_with = [](auto old_value, auto new_value, const std::string& part) {
    expect_refused(test::replaced(sample_bytes(), old_value, new_value), part);
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  refused_with(123.375f, nan, "not finite");
  refused_with(-1000.0f, nan, "threshold");
  refused_with(12.5f, -12.5f, "bins of feature 1");
  refused_with(std::array<std::uint8_t, 4>{5, 1, 3, 6}, std::array<std::uint8_t, 4>{8, 1, 3, 6},
               "outside the window");
  // The count of a feature's rectangles, its padding, and a low edge of -1.
  refused_with(std::array<std::uint8_t, 8>{2, 0, 0, 0, 0, 0, 0x80, 0xBF},
               std::array<std::uint8_t, 8>{5, 0, 0, 0, 0, 0, 0x80, 0xBF}, "more than four rectangles");
}

TEST(ModelFile, IsRefusedWhenItsTextsShareTheirBytes) {
  DetectorModel model = test::sample_detector();
  model.card.description = std::string(5000, 'x');
  expect_refused(test::with_text_replaced(serialize(model), model.card.license, model.card.description),
                 "more text than the file has bytes");
}

TEST(ModelFile, ThatWouldFindEverythingIsNotWritten) { EXPECT_THROW(serialize(finds_everything()), Error); }

TEST(ModelFile, LargerThanTheLimitIsNotWritten) {
  DetectorModel model = test::sample_detector();
  model.card.description.assign(kMaxModelBytes, 'x');
  const auto error = test::refusal_of([&] { serialize(model); });
  ASSERT_TRUE(error.has_value());
  EXPECT_NE(error->message().find("more than"), std::string::npos);
}

TEST_F(ModelFileOnDisk, IsSavedWholeAndAlone) {
  const fs::path path = folder_ / "eye.ocelli";
  save_model(path, test::sample_detector());
  save_model(path, test::sample_detector());
  expect_equal(load_detector(path), test::sample_detector());
  EXPECT_EQ(files(), 1u);
}

TEST_F(ModelFileOnDisk, KeepsTheOldFileWhenTheNewModelIsNoGood) {
  const fs::path path = folder_ / "eye.ocelli";
  save_model(path, test::sample_detector());
  test::expect_model_error([&] { save_model(path, finds_everything()); }, path.string(),
                           "no weak classifiers");
  expect_equal(load_detector(path), test::sample_detector());
  EXPECT_EQ(files(), 1u);
}

TEST_F(ModelFileOnDisk, NamesThePathThatCannotBeWritten) {
  const fs::path blocker = folder_ / "file";
  std::ofstream(blocker) << "not a folder";
  for (const fs::path& path : {folder_ / "missing" / "eye.ocelli", blocker / "eye.ocelli"}) {
    const auto error = test::refusal_of([&] { save_model(path, test::sample_detector()); });
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->kind(), Kind::output);
    EXPECT_EQ(error->where(), path.string());
  }
  EXPECT_EQ(files(), 1u);
}

TEST_F(ModelFileOnDisk, ThatIsMissingOrEmptyOrTooLargeIsAModelError) {
  const fs::path empty = folder_ / "empty.ocelli", huge = folder_ / "huge.ocelli",
                 missing = folder_ / "no.ocelli";
  std::ofstream(empty).close();
  std::ofstream(huge).close();
  fs::resize_file(huge, kMaxModelBytes + 1);
  test::expect_model_error([&] { load_model(missing); }, missing.string(), "no such file");
  test::expect_model_error([&] { load_model(folder_); }, folder_.string(), "not a regular file");
  test::expect_model_error([&] { load_model(empty); }, empty.string(), "is empty");
  test::expect_model_error([&] { load_model(huge); }, huge.string(), "more than");
}

}  // namespace
}  // namespace ocelli::internal::model_file_test
