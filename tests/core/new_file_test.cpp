#include "ocelli/core/new_file.hpp"

#include <gmock/gmock.h>

#include "data/temporary_folder.hpp"

namespace ocelli::new_file_test {
namespace {

namespace fs = std::filesystem;

fs::path private_file(const test::TemporaryFolder& folder, const std::string& name) {
  const fs::path path = folder.write(name, "half");
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  return path;
}

TEST(RemoveUnfinished, RemovesWhatAKilledWriterLeftAndNothingElse) {
  const test::TemporaryFolder folder;
  const fs::path target = folder.write("m.checkpoint", "whole");
  const fs::path left = private_file(folder, "m.checkpoint.part-a1B2c3");
  const fs::path published = folder.write("m.checkpoint.part-backup", "a copy that somebody made");
  const fs::path other = private_file(folder, "mm.checkpoint.part-a1B2c3");
  const fs::path longer = private_file(folder, "m.checkpoint.part-a1B2c3d");
  const fs::path copy = private_file(folder, "m.checkpoint.backup");
  fs::permissions(published, fs::perms::owner_all | fs::perms::group_read);
  fs::create_symlink(target, folder.path() / "m.checkpoint.part-abcdef");
  EXPECT_EQ(remove_unfinished(target), 1u);
  EXPECT_FALSE(fs::exists(left));
  for (const fs::path& kept :
       {target, published, other, longer, copy, folder.path() / "m.checkpoint.part-abcdef"}) {
    EXPECT_TRUE(fs::exists(kept)) << kept;
  }
}

TEST(RemoveUnfinished, KnowsTheNamesThatNewFileGives) {
  const test::TemporaryFolder folder;
  const fs::path target = folder.path() / "model";
  const NewFile unfinished(target);
  EXPECT_EQ(remove_unfinished(target), 1u);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(RemoveUnfinished, IsSilentWhereThereIsNoFolder) {
  EXPECT_EQ(remove_unfinished("no/such/folder/model"), 0u);
}

TEST(RemoveUnfinished, LooksWhereNewFileWritesAtTheEndOfLinks) {
  const test::TemporaryFolder folder;
  fs::create_directory(folder.path() / "elsewhere");
  fs::create_symlink("elsewhere/real", folder.path() / "model");
  const NewFile unfinished(folder.path() / "model");
  EXPECT_FALSE(fs::is_empty(folder.path() / "elsewhere"));
  EXPECT_EQ(remove_unfinished(folder.path() / "model"), 1u);
  EXPECT_TRUE(fs::is_empty(folder.path() / "elsewhere"));
}

}  // namespace
}  // namespace ocelli::new_file_test
