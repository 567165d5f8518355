#include "ocelli/core/new_file.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <span>
#include <string>

#include "data/temporary_folder.hpp"

namespace ocelli::internal::new_file_test {
namespace {

namespace fs = std::filesystem;

/// Creates what a killed writer of the file leaves, with or without its final permissions.
void leave_unfinished(const fs::path& target, mode_t permissions = 0600) {
  const pid_t child = ::fork();
  if (child == 0) {
    const NewFile file(target);
    ::fchmod(file.descriptor(), permissions);
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
}

void write(const fs::path& target, const std::string& text) {
  NewFile file(target);
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

TEST(RemoveUnfinished, RemovesWhatAKilledWriterLeftAndNothingElse) {
  const test::TemporaryFolder folder;
  const fs::path target = folder.write("m.checkpoint", "whole");
  leave_unfinished(target);
  ASSERT_EQ(folder.entries(), 2);
  folder.write("m.checkpoint.part-000001", "of somebody else");
  folder.write("m.checkpoint.ocelli-part-backup", "a copy that somebody made");
  fs::create_symlink(target, folder.path() / "m.checkpoint.ocelli-part-1");
  EXPECT_EQ(remove_unfinished(target), 1u);
  EXPECT_EQ(folder.entries(), 4);
  EXPECT_EQ(remove_unfinished(target), 0u);
}

TEST(RemoveUnfinished, RemovesWhatWasLeftBetweenPermissionsAndRename) {
  const test::TemporaryFolder folder;
  leave_unfinished(folder.path() / "model", 0644);
  EXPECT_EQ(remove_unfinished(folder.path() / "model"), 1u);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(RemoveUnfinished, LeavesAloneWhatIsBeingWritten) {
  const test::TemporaryFolder folder;
  const fs::path target = folder.path() / "page.txt";
  NewFile living(target);
  EXPECT_EQ(remove_unfinished(target), 0u);
  write(target, "of a second writer");
  EXPECT_EQ(test::content_of(target), "of a second writer");
  living.commit();
  EXPECT_EQ(test::content_of(target), "") << "the last one holds";
  EXPECT_EQ(folder.entries(), 1);
}

TEST(RemoveUnfinished, IsSilentWhereThereIsNoFolder) {
  EXPECT_EQ(remove_unfinished("no/such/folder/model"), 0u);
}

TEST(RemoveUnfinished, LooksWhereNewFileWritesAtTheEndOfLinks) {
  const test::TemporaryFolder folder;
  fs::create_directory(folder.path() / "elsewhere");
  fs::create_symlink("elsewhere/real", folder.path() / "model");
  leave_unfinished(folder.path() / "model");
  EXPECT_FALSE(fs::is_empty(folder.path() / "elsewhere"));
  EXPECT_EQ(remove_unfinished(folder.path() / "model"), 1u);
  EXPECT_TRUE(fs::is_empty(folder.path() / "elsewhere"));
}

TEST(NewFile, RemovesWhatKilledWritersOfTheSameFileLeft) {
  const test::TemporaryFolder folder;
  const fs::path target = folder.path() / "faces.pdf";
  {
    const NewFile other(target);
    leave_unfinished(target, 0644);
  }
  write(target, "whole");
  EXPECT_EQ(test::content_of(target), "whole");
  EXPECT_EQ(folder.entries(), 1);
}

TEST(NewFile, MayHaveANameOfAsManyBytesAsTheSystemAllows) {
  const test::TemporaryFolder folder;
  for (const std::size_t bytes : {243u, 244u, 254u, 255u}) {
    const fs::path target = folder.path() / (std::string(bytes - 4, 'n') + ".txt");
    leave_unfinished(target);
    write(target, "text");
    EXPECT_EQ(test::content_of(target), "text") << bytes;
    EXPECT_EQ(folder.entries(), 1) << bytes;
    fs::remove(target);
  }
}

TEST(Beside, GivesLongNamesThatDifferAtTheirEndsDifferentCompanions) {
  const std::string front(230, 'n');
  const fs::path one = beside(front + "-one.ocelli", ".ocelli-part-0"),
                 other = beside(front + "-two.ocelli", ".ocelli-part-0");
  EXPECT_NE(one, other);
  EXPECT_LE(one.native().size(), 255u);
  EXPECT_THAT(one.native(), testing::EndsWith(".ocelli-part-0"));
  EXPECT_EQ(beside("a/short", ".x"), "a/short.x");
}

TEST(FrontOf, CutsBetweenCharacters) {
  EXPECT_EQ(front_of("größe", 3), "gr");
  EXPECT_EQ(front_of("größe", 4), "grö");
  EXPECT_EQ(front_of("größe", 99), "größe");
}

}  // namespace
}  // namespace ocelli::internal::new_file_test
