#include "ocelli/portable/c99_header.hpp"

#include <gmock/gmock.h>

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "data/expect_error.hpp"
#include "detection/random_cascade.hpp"
#include "detection/some_landmarks.hpp"
#include "detection/some_verifier.hpp"
#include "nightly.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "portable/c_program.hpp"
#include "portable/noise_pictures.hpp"
#include "portable/portable_detections.hpp"

namespace ocelli::internal::c99_detector_test {
namespace {

using test::arguments_of;
using test::CProgram;
using test::Picture;
using test::Words;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string expected_of(const DetectorModel& model, const DetectOptions& options,
                        const std::vector<Picture>& pictures) {
  return test::found_in_noise(ObjectDetector(model, options), pictures);
}

enum class Deciding { cascade, trees, network };

DetectorModel some_model(int joint, bool symmetric, Deciding deciding, std::uint64_t seed) {
  CascadeParts parts = test::random_cascade(12, 12, 4, seed, joint, joint == 1 ? 9 : 4);
  parts.symmetric = symmetric;
  DetectorModel model{.cascade = Cascade(parts), .card = {}, .verifier = {}};
  if (deciding == Deciding::trees) model.verifier = Verifier(test::random_verifier(40, 3, seed));
  if (deciding == Deciding::network)
    model.verifier = Verifier(test::random_verifier_with_network(40, 3, seed));
  return model;
}

class C99Detector : public testing::Test {
 protected:
  void SetUp() override { OCELLI_NEEDS_C_COMPILER }
};

TEST_F(C99Detector, FindsWhatTheProgramFindsWhateverTheOptions) {
  std::vector<DetectOptions> all(12);
  for (DetectOptions& options : all) options.group = {.min_neighbors = 1, .min_score = 0};
  all[1].scan = {.min_size = 20, .max_size = 40, .scale_step = 1.2};
  all[2].scan = {.scale_step = 1.05, .stride = 1};
  all[3].scan = {.scale_step = 1.31, .stride = 3};
  all[4].scan = {.min_size = 8, .scale_step = 1.25, .stride = 2};
  all[5].scan = {.scale_step = 1.1, .stride = 4, .scale_stride = 3};
  all[6].group = {.min_neighbors = 3, .min_score = 0.7F};
  all[7].scan = {.overhang = 0.4};
  all[8].scan = {.min_size = 9, .scale_step = 1.1, .stride = 3, .scale_stride = 2, .overhang = 0.25};
  all[9].scan = {.min_size = ObjectSize(14, 18), .max_size = ObjectSize(0, 40), .scale_step = 1.2};
  all[10].scan = {.min_size = 20, .max_size = 20};
  all[11].scan = {.min_size = ObjectSize(19, 26), .max_size = ObjectSize(19, 26)};
  const DetectorModel model = some_model(1, false, Deciding::cascade, 11);
  CProgram program(c99_header(model, "model"), "detect_noise.c");
  program.compile();
  for (const DetectOptions& options : all) {
    const std::string expected = expected_of(model, options, test::noise_pictures());
    EXPECT_THAT(expected, Not(IsEmpty()));
    EXPECT_EQ(program.run(arguments_of(test::kExtraBytes, options, test::noise_pictures())).out, expected);
  }
}

TEST_F(C99Detector, HoldsEveryKindOfCascadeAndAVerifier) {
  const DetectOptions options{.scan = {}, .group = {.min_neighbors = 1, .min_score = 0}};
  std::uint64_t seed = 20;
  for (const int joint : {1, 2}) {
    for (const bool symmetric : {false, true}) {
      for (const Deciding deciding : {Deciding::cascade, Deciding::trees, Deciding::network}) {
        const DetectorModel model = some_model(joint, symmetric, deciding, ++seed);
        CProgram program(c99_header(model, "model"), "detect_noise.c");
        program.compile();
        const std::string expected = expected_of(model, options, test::noise_pictures());
        EXPECT_THAT(expected, Not(IsEmpty()));
        EXPECT_EQ(program.run(arguments_of(test::kExtraBytes, options, test::noise_pictures())).out,
                  expected);
      }
    }
  }
}

TEST_F(C99Detector, CompilesWithoutAWarningAsCAndAsCPlusPlus) {
  OCELLI_NIGHTLY_ONLY
  const DetectorModel model = some_model(2, true, Deciding::network, 31);
  const DetectOptions options{.scan = {}, .group = {.min_neighbors = 1, .min_score = 0}};
  const std::string expected = expected_of(model, options, test::noise_pictures());
  CProgram program(c99_header(model, "model"), "detect_noise.c");
  for (const Words& compiler : test::c_compilers()) {
    program.compile(compiler);
    EXPECT_EQ(program.run(arguments_of(test::kExtraBytes, options, test::noise_pictures())).out, expected)
        << compiler[0];
  }
}

TEST_F(C99Detector, StaysInItsBuffersForPicturesOfAllSizes) {
  CProgram program(c99_header(some_model(1, true, Deciding::network, 41), "model"), "detect_noise.c");
  program.compile({"cc", "-x", "c", "-std=c99", "-O1", "-g", "-fsanitize=address,undefined",
                   "-fno-sanitize-recover=all"});
  for (const int min_size : {0, 6}) {
    for (const int stride : {1, 8}) {
      const DetectOptions options{.scan = {.min_size = min_size, .stride = stride},
                                  .group = {.min_neighbors = 1, .min_score = 0}};
      const test::Finished finished = program.run(arguments_of(0, options, test::sizes_from_one_pixel()));
      EXPECT_EQ(finished.exit_code, 0) << finished.err;
    }
  }
}

TEST_F(C99Detector, RefusesPicturesOptionsAndBuffersThatAreWrong) {
  CProgram program(c99_header(some_model(1, false, Deciding::trees, 51), "model"), "refuse.c");
  program.compile();
  const test::Finished finished = program.run({"enlarges"});
  EXPECT_EQ(finished.exit_code, 0) << finished.out;
}

TEST_F(C99Detector, IsAProgramThatReadsPictures) {
  const test::TemporaryFolder folder;
  const std::string header =
      folder.file("Some-thing 1.h", c99_header(some_model(1, false, Deciding::cascade, 61), "Some-thing 1"));
  const std::string program = (folder.path() / "program").string();
  const test::Finished compiled =
      test::Program({"cc", "-std=c99", "-O2", "-x", "c", "-DSOME_THING_1_MAIN", header, "-o", program})
          .finish();
  ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
  const cv::Mat image = test::noise_of({80, 60, 1});
  const std::string pixels(reinterpret_cast<const char*>(image.data), image.total());
  const std::string picture = folder.file("noise.pgm", "P5\n# noise\n80 60\n255\n" + pixels);
  const test::Finished found = test::Program({program, "-n", "1", "-l", "0", picture}).finish();
  EXPECT_EQ(found.exit_code, 0) << found.err;
  EXPECT_THAT(found.out, HasSubstr("noise.pgm "));
  EXPECT_EQ(test::Program({program, header}).finish().exit_code, 1);
}

TEST_F(C99Detector, PlacesTheLandmarksThatTheProgramPlaces) {
  DetectorModel model = some_model(1, true, Deciding::network, 71);
  model.landmarks.emplace(test::random_landmarks(5, 3, 71));
  const test::TemporaryFolder folder;
  const std::string header = folder.file("model.h", c99_header(model, "model"));
  const std::string program = (folder.path() / "program").string();
  const ObjectDetector detector(model, {.scan = {}, .group = {.min_neighbors = 1, .min_score = 0}});
  Words command = {program, "-n", "1", "-l", "0"};
  std::string expected;
  for (const Picture& picture : {Picture{80, 60, 1}, {131, 97, 2}, {40, 200, 3}}) {
    const cv::Mat image = test::noise_of(picture);
    command.push_back((folder.path() / (std::to_string(image.cols) + ".pgm")).string());
    cv::imwrite(command.back(), image);
    expected += test::detections_as_c_prints(detector, image, command.back());
  }
  EXPECT_THAT(expected, Not(IsEmpty()));
  for (Words compiler :
       {Words{"cc", "-std=c99", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize=shift",
              "-fno-sanitize-recover=all"},
        {"cc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"}}) {
    compiler.insert(compiler.end(), {"-x", "c", "-DMODEL_MAIN", header, "-o", program});
    const test::Finished compiled = test::Program(compiler).finish();
    ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
    const test::Finished found = test::Program(command).finish();
    EXPECT_EQ(found.exit_code, 0) << found.err;
    EXPECT_EQ(found.out, expected);
  }
}

TEST_F(C99Detector, IsUsedAsTheExampleAndThePageShow) {
  const std::string example = test::content_of(test::source_path() / "examples" / "c99" / "find_faces.c");
  EXPECT_THAT(test::content_of(test::source_path() / "docs" / "deploy.md"), HasSubstr(example));
  const test::TemporaryFolder folder;
  folder.write("face.h",
               c99_header(load_detector(test::source_path() / "models" / "face-frontal.ocelli"), "face"));
  const std::string source = folder.file("find_faces.c", example), program = folder.path() / "find_faces";
  const test::Finished compiled =
      test::Program({"cc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", source, "-o", program}).finish();
  ASSERT_EQ(compiled.exit_code, 0) << compiled.err;
  cv::Mat photo = cv::imread((test::source_path() / "docs" / "images" / "live.jpg").string(),
                             cv::IMREAD_GRAYSCALE),
          small;
  cv::resize(photo, small, cv::Size(160, 120), 0, 0, cv::INTER_AREA);
  const test::Finished found =
      test::Program({program}, std::string(reinterpret_cast<const char*>(small.data), small.total()))
          .finish();
  EXPECT_EQ(found.exit_code, 0) << found.err;
  EXPECT_THAT(found.out, HasSubstr("face at "));
}

TEST(C99Header, KeepsTheLabelInsideItsComment) {
  CascadeParts parts = test::random_cascade(8, 8, 2, 1);
  parts.label = "thing */ #error";
  const std::string header = c99_header({.cascade = Cascade(parts), .card = {}, .verifier = {}}, "model");
  EXPECT_LT(header.find("#error"), header.find("*/"));
}

TEST(C99Header, HasLandmarksWhereTheModelHasThem) {
  DetectorModel model{.cascade = Cascade(test::random_cascade(8, 8, 2, 1)), .card = {}};
  EXPECT_THAT(c99_header(model, "model"), testing::Not(HasSubstr("model_detect_landmarks")));
  model.landmarks.emplace(test::random_landmarks(2, 2, 1));
  EXPECT_THAT(c99_header(model, "model"), HasSubstr("model_detect_landmarks() also places landmarks"));
}

TEST(C99Header, RefusesSeveralShapes) {
  CascadeParts parts = test::random_cascade(8, 8, 2, 1);
  parts.shapes = {0.5F, 2};
  const Error error = test::error_of([&] { c99_header({.cascade = Cascade(parts), .card = {}}, "model"); });
  EXPECT_EQ(error.kind(), Kind::usage);
  EXPECT_THAT(error.message(), HasSubstr("objects of 2 shapes, and the C99 header supports one"));
}

TEST(C99Header, RefusesNumbersThatIntegersCannotFollow) {
  CascadeParts parts = test::random_cascade(8, 8, 2, 1);
  parts.tables[3] = 1e-30F;
  test::expect_error([&] { c99_header({.cascade = Cascade(parts), .card = {}, .verifier = {}}, "model"); },
                     Kind::usage, "integers of C99");
}

}  // namespace
}  // namespace ocelli::internal::c99_detector_test
