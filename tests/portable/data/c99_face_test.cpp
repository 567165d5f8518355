#include <gmock/gmock.h>

#include "nightly.hpp"
#include "ocelli/portable/c99_header.hpp"
#include "portable/data/cmu_mit.hpp"

namespace ocelli::internal::c99_face_test {
namespace {

using test::Words;

/// The face model on one of every `kStep` pictures.
template <std::size_t kStep>
class FaceHeader : public test::CmuMit<kStep> {
 protected:
  void expect_found(const DetectorModel& model, const DetectOptions& options, const Words& words) {
    this->expect_same(c99_header(model, "face"), ObjectDetector(model, options), words,
                      300 / static_cast<int>(kStep));
  }
  static DetectorModel model() {
    return load_detector(test::source_path() / "models" / "face-frontal.ocelli");
  }
};

using C99EveryFace = FaceHeader<1>;
using C99Face = FaceHeader<8>;

TEST_F(C99EveryFace, FindsOnCmuMitWhatTheProgramFinds) {
  OCELLI_NIGHTLY_ONLY
  expect_found(model(), {}, {});
}

TEST_F(C99Face, FindsWhatTheProgramFinds) { expect_found(model(), {}, {}); }

TEST_F(C99Face, FindsTheSameWithOptions) {
  OCELLI_NIGHTLY_ONLY
  expect_found(model(),
               {.scan = {.min_size = 30, .scale_step = 1.2, .stride = 1}, .group = {.min_neighbors = 2}},
               {"-m", "30", "-s", "1.2", "-t", "1", "-n", "2"});
}

TEST_F(C99Face, FindsSmallerFacesInEnlargedPictures) {
  expect_found(model(), {.scan = {.min_size = 16, .max_size = 90, .stride = 3}, .group = {}},
               {"-m", "16", "-M", "90", "-t", "3"});
}

TEST_F(C99Face, FindsTheSameWithoutAVerifier) {
  DetectorModel cascade = model();
  cascade.verifier.reset();
  expect_found(cascade, {}, {});
}

/// The landmarks, too, to the last bit.
TEST_F(C99Face, FindsFacesOfAnyPoseAndTheirLandmarksLikeTheProgram) {
  expect_found(load_detector(test::source_path() / "models" / "face.ocelli"), {}, {});
}

}  // namespace
}  // namespace ocelli::internal::c99_face_test
