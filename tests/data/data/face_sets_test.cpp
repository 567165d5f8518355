#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "data_path.hpp"
#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal::face_sets_test {
namespace {

struct FaceSet {
  const char* file;
  std::size_t images, faces, counted;
};

void PrintTo(const FaceSet& set, std::ostream* out) { *out << set.file; }

class FaceSets : public testing::TestWithParam<FaceSet> {};

/// Counts as stated on the data sets' own page.
TEST_P(FaceSets, HoldAsManyImagesAndFacesAsStated) {
  OCELLI_NEEDS_DATA(GetParam().file);
  const Annotations read = read_annotations(test::data_path() / GetParam().file);
  EXPECT_THAT(read.problems, testing::IsEmpty());
  std::size_t faces = 0, counted = 0;
  for (const AnnotatedImage& image : read.images) {
    faces += image.objects.size();
    counted += static_cast<std::size_t>(std::ranges::count(image.objects, false, &AnnotatedObject::ignored));
  }
  EXPECT_EQ(read.images.size(), GetParam().images);
  EXPECT_EQ(faces, GetParam().faces);
  EXPECT_EQ(counted, GetParam().counted);
}

TEST_P(FaceSets, HaveTheirBoxesInsideTheirImages) {
  OCELLI_NEEDS_DATA(GetParam().file);
  const Annotations read = read_annotations(test::data_path() / GetParam().file);
  for (std::size_t i = 0; i < read.images.size(); i += 1 + read.images.size() / 500) {
    const AnnotatedImage& image = read.images[i];
    const cv::Mat pixels = read_gray(image);
    for (const AnnotatedObject& object : image.objects) {
      const auto problem = check_inside(image, object, pixels.cols, pixels.rows);
      EXPECT_FALSE(problem) << problem->where << ": " << problem->message;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfTheDataFolder, FaceSets,
                         testing::Values(FaceSet{"faces/test/cmu_mit.csv", 130, 511, 511},
                                         FaceSet{"faces/test/wider_dev.csv", 471, 2482, 621},
                                         FaceSet{"faces/train-pos/lfw.csv", 9411, 9411, 4737},
                                         FaceSet{"faces/train-pos/net7876.csv", 7876, 7876, 5609},
                                         FaceSet{"faces/train-pos/aflw2995.csv", 2995, 2995, 1934},
                                         FaceSet{"faces/train-pos/opencv24.csv", 16520, 16520, 16520},
                                         FaceSet{"faces/train-pos/cbcl19.csv", 2429, 2429, 2429}));

}  // namespace
}  // namespace ocelli::internal::face_sets_test
