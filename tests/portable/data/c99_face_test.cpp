#include <gmock/gmock.h>

#include "ocelli/portable/c99_detector.hpp"
#include "portable/data/cmu_mit.hpp"

namespace ocelli {
namespace {

using test::Words;

class C99Face : public test::CmuMit<1> {
 protected:
  void expect_found(const DetectorModel& model, const DetectOptions& options, const Words& words) {
    expect_same(c99_header(model, "face"), Detector(model, options), words, 300);
  }
  static DetectorModel model() { return load_detector(test::source_path() / "models" / "face.ocelli"); }
};

TEST_F(C99Face, FindsOnCmuMitWhatTheProgramFinds) { expect_found(model(), {}, {}); }

TEST_F(C99Face, FindsTheSameWithOtherOptions) {
  expect_found(model(),
               {.scan = {.min_size = 30, .scale_step = 1.2, .stride = 1}, .group = {.min_neighbours = 2}},
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

}  // namespace
}  // namespace ocelli
