#include "ocelli/data/images/image_folder.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data/expect_error.hpp"
#include "data/temporary_folder.hpp"

namespace ocelli::internal::image_folder_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ImageFolder, ListsImagesBelowInNaturalOrder) {
  const test::TemporaryFolder folder;
  for (const char* name : {"b.png", "B.PNG", "a/z.jpeg", "a.tiff", "notes.txt", "png", "p10.png", "p2.png",
                           "a/deep/er.webp", "e\xCC\x81.bmp"}) {
    folder.write(name, "x");
  }
  const auto& base = folder.path();
  std::filesystem::create_directories(base / "folder.png");
  std::filesystem::create_directory_symlink(base, base / "a" / "loop");
  std::filesystem::create_symlink("nowhere.png", base / "dangling.png");
  EXPECT_THAT(list_images(base),
              ElementsAre(base / "B.PNG", base / "a.tiff", base / "a/deep/er.webp", base / "a/z.jpeg",
                          base / "b.png", base / "e\xCC\x81.bmp", base / "p2.png", base / "p10.png"));
}

TEST(ImageFolder, KnowsImagesByContentWhereTheirNamesSayNothing) {
  const test::TemporaryFolder folder;
  const auto& base = folder.path();
  for (const char* name : {"a.jfif", "b.jpe", "c", "d.jpg_large", "2020.05", "e.txt"})
    folder.write(name, "\xFF\xD8\xFF\xE0 and so on");
  folder.write("notes", "BMW is a maker of cars");
  EXPECT_THAT(list_images(base), ElementsAre(base / "2020.05", base / "a.jfif", base / "b.jpe", base / "c",
                                             base / "d.jpg_large"));
}

TEST(ImageFolder, PassesOverWhatSystemsLeaveAndCountsIt) {
  const test::TemporaryFolder folder;
  for (const char* name : {"a.jpg", "._a.jpg", "Thumbs.db", "desktop.ini", ".DS_Store", "__MACOSX/a.jpg",
                           ".ipynb_checkpoints/a-checkpoint.jpg", "sub/@eaDir/a.jpg", "sub/notes.txt"})
    folder.write(name, "x");
  const FolderListing listing = list_image_folder(folder.path());
  EXPECT_THAT(listing.files, ElementsAre(folder.path() / "a.jpg"));
  EXPECT_EQ(listing.passed_over.by_systems, 7u);
  EXPECT_EQ(listing.passed_over.others, 1u);
  EXPECT_EQ(to_string(listing.passed_over), "skipped in folders: 7 system files (" +
                                                listing.passed_over.first_by_systems +
                                                ", ...) and 1 file that is not an image (" +
                                                (folder.path() / "sub/notes.txt").string() + ")");
  EXPECT_EQ(to_string(PassedOver{}), "");
}

TEST(ImageFolder, TellsOfFoldersThatCannotBeRead) {
  const test::TemporaryFolder folder;
  folder.write("a.png", "x");
  // So deep that no path reaches it, whatever the user's permissions.
  const std::string name(200, 'd');
  int at = ::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY);
  for (int depth = 0; depth < 24; ++depth) {
    ::mkdirat(at, name.c_str(), 0700);
    const int below = ::openat(at, name.c_str(), O_RDONLY | O_DIRECTORY);
    ::close(at);
    at = below;
  }
  ::close(at);
  const FolderListing listing = list_image_folder(folder.path());
  EXPECT_THAT(listing.files, ElementsAre(folder.path() / "a.png"));
  ASSERT_EQ(listing.problems.size(), 1u);
  EXPECT_THAT(listing.problems[0].message, HasSubstr("cannot be listed: "));
  std::filesystem::remove_all(folder.path() / name);
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
}  // namespace ocelli::internal::image_folder_test
