#include <gmock/gmock.h>
#include <sys/resource.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "apps/program.hpp"
#include "apps/workplace.hpp"

namespace ocelli::internal::test::startup_test {
namespace {

using std::chrono::duration;
using std::chrono::milliseconds;

constexpr std::size_t kMaxLibraries = 60;

/// The shared libraries that a run of the program loads from first to last, by the dynamic loader's own
/// account.
std::set<std::string> libraries_of(const std::vector<std::string>& arguments) {
  const TemporaryFolder folder;
  std::vector<std::string> command = {
      "env", "LD_DEBUG=files", "LD_DEBUG_OUTPUT=" + (folder.path() / "loader").string(), OCELLI_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  EXPECT_EQ(Program(command).finish().exit_code, 0);
  std::set<std::string> libraries;
  for (const auto& log : std::filesystem::directory_iterator(folder.path())) {
    std::istringstream lines(content_of(log.path()));
    constexpr std::string_view kMark = "calling init: ";
    for (std::string line; std::getline(lines, line);) {
      if (const std::size_t at = line.find(kMark); at != std::string::npos)
        libraries.insert(line.substr(at + kMark.size()));
    }
  }
  return libraries;
}

/// What the programs that have been waited for took of the processors so far.
duration<double> processor_time_of_children() {
  ::rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const ::timeval& time) {
    return duration<double>(static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec));
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// The least processor time of several runs, which other programs on the machine hardly change.
duration<double> cheapest_run(const std::vector<std::string>& command) {
  duration<double> cheapest = std::chrono::hours(1);
  for (int run = 0; run < 10; ++run) {
    const duration<double> before = processor_time_of_children();
    Program(command).finish();
    cheapest = std::min(cheapest, processor_time_of_children() - before);
  }
  return cheapest;
}

constexpr const char* kNeedless = "videoio|highgui|imgcodecs|libgdal|libQt|libgst|libav|poppler";

TEST(StartUp, LoadsNeitherVideoNorWindowsNorGdal) {
  const std::set<std::string> libraries = libraries_of({"--version"});
  EXPECT_GT(libraries.size(), 5u) << "the loader has told nothing";
  EXPECT_LE(libraries.size(), kMaxLibraries);
  for (const std::string& library : libraries)
    EXPECT_THAT(library, testing::Not(testing::ContainsRegex(kNeedless)));
}

TEST(StartUp, ForAPhotoLoadsNoMore) {
  const Workplace place;
  for (const std::string name : {"blob.jpg", "blob.png", "blob.tif"}) {
    const std::set<std::string> libraries = libraries_of({"detect", "-m", place.model(), place.blob(name)});
    EXPECT_LE(libraries.size(), kMaxLibraries) << name;
    for (const std::string& library : libraries)
      EXPECT_THAT(library, testing::Not(testing::ContainsRegex(kNeedless))) << name;
  }
}

#ifndef OCELLI_SANITIZED
TEST(StartUp, TakesLittleMoreThanAnyProgramDoes) {
  const Workplace place;
  const duration<double> min = cheapest_run({"true"});
  EXPECT_LT(cheapest_run({OCELLI_PROGRAM, "info", place.model()}) - min, milliseconds(60));
}
#endif

}  // namespace
}  // namespace ocelli::internal::test::startup_test
