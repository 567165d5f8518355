#include "ocelli/portable/c99_header.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "data/expect_error.hpp"
#include "detection/opencv/random_opencv_cascade.hpp"
#include "nightly.hpp"
#include "ocelli/detection/object_detector.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "portable/noise_pictures.hpp"

namespace ocelli::internal::c99_opencv_test {
namespace {

using test::CProgram;
using test::Words;
using testing::HasSubstr;

/// Haar features, upright and tilted, or local binary patterns, in stumps and trees. The rectangles' weights
/// are whole numbers.
OpenCvModel opencv_model(cv::Size window, bool haar, std::uint64_t seed) {
  OpenCvCascadeParts parts = test::random_opencv_cascade(window, haar, 3, seed);
  if (haar) {
    for (OpenCvHaar& feature : std::get<std::vector<OpenCvHaar>>(parts.features)) {
      for (OpenCvRect& rect : feature.rects) {
        if (rect.weight != std::floor(rect.weight)) rect.weight = std::round(rect.weight / 0.3F);
      }
    }
  }
  return {OpenCvCascade(std::move(parts)), {}};
}

DetectOptions all_windows() { return {.scan = {}, .group = {.min_neighbors = 1, .min_score = 0}}; }

/// The first of such cascades, from this seed on, that finds something in pictures of noise.
OpenCvModel lively_model(cv::Size window, bool haar, std::uint64_t seed) {
  for (;; ++seed) {
    OpenCvModel model = opencv_model(window, haar, seed);
    const std::string found =
        test::found_in_noise(ObjectDetector(model.cascade, all_windows()), {test::noise_pictures()[0]});
    if (std::ranges::count(found, '\n') >= 20) return model;
  }
}

class C99OpenCv : public testing::Test {
 protected:
  void SetUp() override { OCELLI_NEEDS_C_COMPILER }

  static void expect_same(const CProgram& program, const OpenCvModel& model, const DetectOptions& options) {
    const std::string expected =
        test::found_in_noise(ObjectDetector(model.cascade, options), test::noise_pictures());
    EXPECT_GT(std::ranges::count(expected, '\n'), 5);
    EXPECT_EQ(program.run(test::arguments_of(test::kExtraBytes, options, test::noise_pictures())).out,
              expected);
  }
};

TEST_F(C99OpenCv, FindsWhatTheProgramFindsWhateverTheOptions) {
  std::vector<DetectOptions> all(8, all_windows());
  all[1].scan = {.min_size = 17, .max_size = 40, .scale_step = 1.2};
  all[2].scan = {.scale_step = 1.03};
  all[3].scan = {.scale_step = 1.31};
  all[4].group = {.min_neighbors = 2, .min_score = 0.75};
  all[5].scan = {.min_size = ObjectSize(14, 15), .max_size = ObjectSize(0, 30)};
  all[6].scan = {.min_size = 17, .max_size = 17};
  all[7].scan = {.min_size = ObjectSize(13, 13), .max_size = ObjectSize(13, 13), .scale_step = 1.02};
  for (const bool haar : {false, true}) {
    const OpenCvModel model = lively_model({12, 11}, haar, 6);
    CProgram program(c99_header(model, "model"), "detect_noise.c");
    program.compile();
    for (const DetectOptions& options : all) expect_same(program, model, options);
  }
}

TEST_F(C99OpenCv, HoldsWindowsOfAllShapes) {
  std::uint64_t seed = 30;
  for (const cv::Size window : {cv::Size(4, 4), cv::Size(14, 9), cv::Size(7, 20)}) {
    for (const bool haar : {false, true}) {
      const OpenCvModel model = lively_model(window, haar, ++seed);
      CProgram program(c99_header(model, "model"), "detect_noise.c");
      program.compile();
      expect_same(program, model, all_windows());
    }
  }
}

TEST_F(C99OpenCv, CompilesWithoutAWarningAsCAndAsCPlusPlus) {
  OCELLI_NIGHTLY_ONLY
  for (const bool haar : {false, true}) {
    const OpenCvModel model = lively_model({12, 11}, haar, 6);
    CProgram program(c99_header(model, "model"), "detect_noise.c");
    for (const Words& compiler : test::c_compilers()) {
      program.compile(compiler);
      expect_same(program, model, all_windows());
    }
  }
}

TEST_F(C99OpenCv, StaysInItsBuffersForPicturesOfAllSizes) {
  for (const bool haar : {false, true}) {
    CProgram program(c99_header(lively_model({5, 4}, haar, 7), "model"), "detect_noise.c");
    program.compile({"cc", "-x", "c", "-std=c99", "-O1", "-g", "-fsanitize=address,undefined",
                     "-fno-sanitize-recover=all"});
    const test::Finished finished =
        program.run(test::arguments_of(0, all_windows(), test::sizes_from_one_pixel()));
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
  }
}

TEST_F(C99OpenCv, RefusesPicturesOptionsAndBuffersThatAreWrong) {
  CProgram program(c99_header(opencv_model({12, 11}, true, 8), "model"), "refuse.c");
  program.compile();
  const test::Finished finished = program.run({});
  EXPECT_EQ(finished.exit_code, 0) << finished.out;
}

/// Whole numbers whose inverse root lies so near to the middle between two numbers of single precision that
/// the two roundings before, to double precision, decide.
std::vector<std::int64_t> numbers_near_the_middle() {
  std::vector<std::int64_t> found;
  for (std::int64_t middle = (std::int64_t{1} << 24) + 1; found.size() < 20 && middle < (1LL << 25);
       middle += 2) {
    // number * middle^2 is nearly 2^(2 half): then 1 / sqrt(number) is nearly middle * 2^-half.
    for (const int half : {46, 47}) {
      const auto number =
          static_cast<std::int64_t>(std::llround(std::ldexp(1.0L, 2 * half) / middle / middle));
      const long double gap =
          std::abs(std::ldexp(static_cast<long double>(number) * middle, -2 * half) * middle - 1);
      if (gap < std::ldexp(1.0L, -51)) found.push_back(number);
    }
  }
  return found;
}

TEST_F(C99OpenCv, RoundsInverseRootsAsDoublePrecisionDoes) {
  std::vector<std::int64_t> numbers = numbers_near_the_middle();
  EXPECT_GE(numbers.size(), 5U);
  for (std::int64_t n = 1; n < 300; ++n) numbers.push_back(n);
  Random random(9);
  for (int i = 0; i < 2000; ++i)
    numbers.push_back(1 + static_cast<std::int64_t>(random.below(1ULL << (1 + i % 47))));
  std::string input, expected;
  for (const std::int64_t number : numbers) {
    input += std::to_string(number) + "\n";
    const auto inverse = static_cast<float>(1 / std::sqrt(static_cast<double>(number)));
    int exponent = 0;
    const float fraction = std::frexp(inverse, &exponent);
    expected +=
        std::to_string(std::lround(std::ldexp(fraction, 24))) + " " + std::to_string(exponent - 24) + "\n";
  }
  CProgram program(c99_header(opencv_model({12, 11}, true, 10), "model"), "inverse_root.c");
  program.compile();
  EXPECT_EQ(program.run({}, input).out, expected);
}

TEST(C99OpenCvHeader, RefusesWhatIntegersCannotFollow) {
  const auto refuse = [](OpenCvCascadeParts parts, const std::string& reason) {
    test::expect_error(
        [&] {
          c99_header(OpenCvModel{OpenCvCascade(std::move(parts)), {}}, "model");
        },
        Kind::usage, reason);
  };
  const OpenCvCascadeParts good = opencv_model({12, 11}, true, 11).cascade.parts();
  OpenCvCascadeParts parts = good;
  std::get<std::vector<OpenCvHaar>>(parts.features)[parts.stages[0].trees[0].nodes[0].feature]
      .rects[0]
      .weight = 0.5F;
  refuse(parts, "integer weights");
  parts = good;
  parts.stages[1].trees[0].leaves[0] = 1e-12F;
  refuse(parts, "differ too much in magnitude");
  parts = good;
  parts.width = 300;
  refuse(parts, "255 x 255");
}

}  // namespace
}  // namespace ocelli::internal::c99_opencv_test
