#include "ocelli/evaluation/other_reader.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <span>
#include <sstream>
#include <system_error>
#include <thread>

#include "ocelli/core/file.hpp"
#include "ocelli/core/new_file.hpp"
#include "ocelli/core/platform.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::duration;

/// A temporary folder for a process's input and output, removed with this object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "ocelli-eval-XXXXXX").string();
    require(::mkdtemp(name.data()) != nullptr, Kind::output, "cannot create a temporary folder", name);
    folder_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string at(const char* name) const { return (folder_ / name).string(); }

 private:
  fs::path folder_;
};

/// How to start a process: it reads nothing, writes to a file, receives the signals that this program
/// ignores, and leads its own group, so that everything it starts can be ended with it.
class Launch {
 public:
  explicit Launch(const std::string& output) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT, 0600);
    ::posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    sigset_t none;
    sigemptyset(&none);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t ignored;  // only by this program (survive_failed_writes())
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGPIPE);
    sigaddset(&ignored, SIGXFSZ);
    ::posix_spawnattr_setsigdefault(&attributes_, &ignored);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  }
  ~Launch() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&files_);
  }
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;

  pid_t start(std::vector<std::string> words) const {
    std::vector<char*> arguments, variables;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    // Tesseract's threads busy-wait, which would count as work. (Of two values, the first one applies.)
    std::string one_thread = "OMP_THREAD_LIMIT=1";
    variables.push_back(one_thread.data());
    for (char** variable = environment(); *variable != nullptr; ++variable) variables.push_back(*variable);
    variables.push_back(nullptr);
    pid_t child = 0;
    const int failure =
        ::posix_spawnp(&child, arguments[0], &files_, &attributes_, arguments.data(), variables.data());
    require(
        failure == 0, Kind::input, [&] { return std::string("cannot be run: ") + std::strerror(failure); },
        words[0]);
    return child;
  }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// The processor seconds of a process that ended successfully. Throws otherwise; the process has ended in
/// either case.
double wait_for(pid_t child, const std::string& program, const std::stop_token& stop) {
  constexpr std::chrono::seconds kMax(60);
  const Clock::time_point deadline = Clock::now() + kMax;
  rusage usage{};
  int status = 0;
  bool late = false;
  while (::wait4(child, &status, WNOHANG, &usage) == 0) {
    late = Clock::now() > deadline;
    if (late || stop.stop_requested()) ::kill(-child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  require(!stop.stop_requested(), Kind::canceled, "stopped");
  require(!late, Kind::input,
          [&] { return program + " did not finish within " + std::to_string(kMax.count()) + " s"; });
  require(WIFEXITED(status) && WEXITSTATUS(status) == 0, Kind::input, [&] { return program + " failed"; });
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::vector<std::string> command_for(const std::string& program, const std::string& language,
                                     const std::string& image, int height) {
  constexpr int kHighestLine = 120;
  if (program == "ocrad") return {program, "--format=utf8", image};
  if (program == "gocr") return {program, "-f", "UTF8", "-i", image};
  std::vector<std::string> command = {program, image, "stdout"};
  if (height < kHighestLine) command.insert(command.end(), {"--psm", "7"});
  if (!language.empty()) command.insert(command.end(), {"-l", language});
  return command;
}

void write_pgm(const std::string& path, const cv::Mat& gray) {
  const std::string header = "P5\n" + std::to_string(gray.cols) + " " + std::to_string(gray.rows) + "\n255\n";
  NewFile file(path);
  file.write(std::as_bytes(std::span(header)));
  for (int y = 0; y < gray.rows; ++y)
    file.write(std::as_bytes(std::span(gray.ptr(y), static_cast<std::size_t>(gray.cols))));
  file.commit();
}

}  // namespace

const std::vector<std::string>& other_readers() {
  static const std::vector<std::string> kReaders = {"tesseract", "ocrad", "gocr"};
  return kReaders;
}

bool is_installed(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((fs::path(folder) / program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

OtherReading read_with(const std::string& program, const std::string& language, const fs::path& image,
                       const InputLimits& limits) {
  constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 26;
  // Programs differ in the image formats they support. All support this one.
  const TemporaryFolder folder;
  const cv::Mat gray = read_gray(image, limits);
  const std::string plain = folder.at("page.pgm"), output = folder.at("text");
  write_pgm(plain, gray);

  const Clock::time_point begun = Clock::now();
  const Launch launch(output);
  const std::vector<std::string> command = command_for(program, language, plain, gray.rows);
  const bool in_language = command.back() == language;  // its data may be missing
  const std::string called = in_language ? program + " -l " + language : program;
  const double cpu = wait_for(launch.start(command), called, limits.stop);
  const duration<double> wall = Clock::now() - begun;
  return {read_text(output, kMaxBytes), cpu, wall.count()};
}

}  // namespace ocelli::internal
