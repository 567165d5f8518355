#include "ocelli/data/image_folder.hpp"

#include <gmock/gmock.h>

#include "expect_error.hpp"
#include "temporary_folder.hpp"

namespace ocelli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ImageFolder, ListsImagesBelowInByteOrder) {
  const test::TemporaryFolder folder;
  for (const char* name :
       {"b.png", "B.PNG", "a/z.jpeg", "a.tiff", "notes.txt", "png", "a/deep/er.webp", "e\xCC\x81.bmp"}) {
    folder.write(name, "x");
  }
  const auto& base = folder.path();
  std::filesystem::create_directories(base / "folder.png");
  std::filesystem::create_directory_symlink(base, base / "a" / "loop");
  std::filesystem::create_symlink("nowhere.png", base / "dangling.png");
  EXPECT_THAT(list_images(base), ElementsAre(base / "B.PNG", base / "a.tiff", base / "a/deep/er.webp",
                                             base / "a/z.jpeg", base / "b.png", base / "e\xCC\x81.bmp"));
}

TEST(ImageFolder, ListsNothingInAFolderWithoutImages) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(list_images(folder.path()), IsEmpty());
}

TEST(ImageFolder, NamesAMissingFolder) {
  EXPECT_THAT(test::error_of([] { list_images("/no/such/folder"); }).what(),
              HasSubstr("/no/such/folder: no such folder"));
}

}  // namespace
}  // namespace ocelli
