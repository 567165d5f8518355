#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "data/temporary_folder.hpp"

namespace ocelli::internal::test {

/// What a program left behind.
struct Finished {
  int exit_code = -1;  ///< or minus the signal that ended it
  std::string out, err;

  long error_lines() const { return std::count(err.begin(), err.end(), '\n'); }
};

/// A program, run as users run it: a process of its own.
class Program {
 public:
  explicit Program(std::vector<std::string> command, const std::string& standard_input = "") {
    const std::string input = folder_.file("in", standard_input);
    child_ = ::fork();
    if (child_ == 0) run(command, input);
  }
  /// The same with a standard input that stays open and on which nothing comes.
  static Program waiting(std::vector<std::string> command) { return Program(std::move(command), Waiting()); }
  ~Program() {
    if (silence_ >= 0) ::close(silence_);
    if (child_ > 0) ::kill(child_, SIGKILL), ::waitpid(child_, nullptr, 0);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  /// Waits until the program takes signals as it means to: it blocks SIGINT to hear of it in a thread of its
  /// own.
  void wait_until_it_listens() const {
    const std::string status = "/proc/" + std::to_string(child_) + "/status";
    for (int tries = 0; tries < 10'000; ++tries) {
      const std::string text = content_of(status);
      const std::size_t blocked = text.find("SigBlk:");
      if (blocked != std::string::npos &&
          (std::stoull(text.substr(blocked + 7), nullptr, 16) >> (SIGINT - 1) & 1) != 0) {
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }

  void send(int signal) const { ::kill(child_, signal); }
  std::string out() const { return content_of(folder_.path() / "out"); }

  /// Waits for the end. A program that takes too long is killed, which is its exit code then.
  Finished finish(std::chrono::seconds limit = std::chrono::seconds(60)) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    int status = 0;
    while (::waitpid(child_, &status, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() > deadline) send(SIGKILL);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    child_ = -1;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return {code, out(), content_of(folder_.path() / "err")};
  }

 private:
  struct Waiting {};
  Program(std::vector<std::string> command, Waiting) {
    const std::string pipe = (folder_.path() / "in").string();
    ::mkfifo(pipe.c_str(), 0600);
    silence_ = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
    child_ = ::fork();
    if (child_ == 0) run(command, pipe);
  }

  [[noreturn]] void run(std::vector<std::string>& command, const std::string& input) const {
    ::dup2(::open(input.c_str(), O_RDONLY), STDIN_FILENO);
    ::dup2(::creat((folder_.path() / "out").c_str(), 0600), STDOUT_FILENO);
    ::dup2(::creat((folder_.path() / "err").c_str(), 0600), STDERR_FILENO);
    std::vector<char*> words;
    for (std::string& word : command) words.push_back(word.data());
    words.push_back(nullptr);
    ::execvp(words[0], words.data());
    ::_exit(127);
  }

  TemporaryFolder folder_;
  pid_t child_ = -1;
  int silence_ = -1;  ///< holds the input open
};

}  // namespace ocelli::internal::test
