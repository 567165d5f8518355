#include "ocelli/data/pdf/pdf_assembly.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/output_path.hpp"
#include "ocelli/core/platform.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/input_limits.hpp"
#include "ocelli/data/pdf/helper_program.hpp"
#include "ocelli/data/pdf/pdf_assembly_protocol.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// Nothing if it was not built.
std::optional<fs::path> assembler_program() {
  const fs::path program = pdf::helper_program("ocelli-pdf-assembler");
  return fs::exists(program) ? std::optional(program) : std::nullopt;
}

/// A file in memory, closed with this object.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(pdf::moved_up(memory_file("ocelli-assembly"))) {
    require(descriptor_ >= 0, Kind::output, "no shared memory is available");
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  void write(const std::string& text) const {
    write_all(descriptor_, std::as_bytes(std::span(text)), "memory");
  }
  std::string front() const { return content(400); }
  std::string content() const {
    const ::off_t size = ::lseek(descriptor_, 0, SEEK_END);
    return content(size > 0 ? static_cast<std::size_t>(size) : 0);
  }

 private:
  std::string content(std::size_t max) const {
    std::string text(max, ' ');
    const ::ssize_t count = ::pread(descriptor_, text.data(), text.size(), 0);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
  }

  int descriptor_;
};

/// The descriptors of this process that are passed to the assembler.
struct Handed {
  int from, as;
};

class Assembler {
 public:
  Assembler(const fs::path& program, std::vector<std::string> words, std::span<const Handed> handed,
            int seconds = 600) {
    const InputLimits limits;
    words.insert(words.begin(), {program.string(), std::to_string(pdf::kAssemblyVersion),
                                 std::to_string(limits.max_bytes()), std::to_string(seconds)});
    std::vector<char*> command;
    command.reserve(words.size() + 1);
    for (std::string& word : words) command.push_back(word.data());
    command.push_back(nullptr);
    ::posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, said_.descriptor(), STDERR_FILENO);
    for (const auto& [from, as] : handed) ::posix_spawn_file_actions_adddup2(&actions, from, as);
    ::posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // Ctrl-C is for the program to handle
    const int failure =
        ::posix_spawn(&child_, command[0], &actions, &attributes, command.data(), environment());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) child_ = -1;
  }
  ~Assembler() {
    if (child_ <= 0) return;
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  Assembler(const Assembler&) = delete;
  Assembler& operator=(const Assembler&) = delete;

  /// Waits for the end, or throws on a stop. Returns whether it succeeded.
  bool finish() {
    if (child_ <= 0) return false;
    int status = 0;
    while (::waitpid(child_, &status, WNOHANG) == 0) {
      check_canceled();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    child_ = -1;
    is_killed_ = WIFSIGNALED(status);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  /// What it wrote to standard error.
  std::string said() const { return said_.front(); }

  /// Why it failed.
  std::string reason() const {
    std::string said = this->said();
    if (!said.empty()) return said;
    return is_killed_ ? "the files need more memory or time than allowed"
                      : "ocelli-pdf-assembler cannot be started";
  }

 private:
  MemoryFile said_;
  ::pid_t child_ = -1;
  bool is_killed_ = false;
};

/// The parts of a text that has a line with the size of each before it.
std::vector<std::string> sized_parts(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t line = text.find('\n', at);
    std::size_t size = 0;
    std::from_chars(text.data() + at, text.data() + std::min(line, text.size()), size);
    if (line == std::string::npos || size > text.size() - line - 1) break;
    parts.push_back(text.substr(line + 1, size));
    at = line + 1 + size;
  }
  return parts;
}

void add_fields(std::string& plan, std::initializer_list<std::string> fields) {
  for (const std::string& field : fields) plan.append(field).push_back('\0');
}

std::string flag(bool value) { return value ? "1" : "0"; }

std::string plan_of(const std::vector<AssembledPage>& pages) {
  std::string plan;
  for (const AssembledPage& page : pages) {
    if (plan.empty()) add_fields(plan, {page.access.password});
    add_fields(plan, {page.file.string(), flag(page.access.without_invisible_text), std::to_string(page.page),
                      flag(page.has_layer), std::to_string(page.quarters)});
  }
  return plan;
}

fs::path required_assembler() {
  const std::optional<fs::path> program = assembler_program();
  require(program.has_value(), Kind::output,
          "ocelli-pdf-assembler, the part of Ocelli that edits PDF files, is missing; install the package "
          "ocelli-pdf");
  return *program;
}

/// Descriptors under numbers that differ from those in the assembler, so that none replaces another that is
/// still to be passed.
class MovedDescriptors {
 public:
  explicit MovedDescriptors(std::initializer_list<Handed> handed) : handed_(handed) {
    constexpr int kFirst = 20;
    for (Handed& one : handed_) one.from = ::fcntl(one.from, F_DUPFD_CLOEXEC, kFirst);
  }
  ~MovedDescriptors() {
    for (const Handed& one : handed_) ::close(one.from);
  }
  MovedDescriptors(const MovedDescriptors&) = delete;
  MovedDescriptors& operator=(const MovedDescriptors&) = delete;

  std::span<const Handed> all() const { return handed_; }

 private:
  std::vector<Handed> handed_;
};

/// Runs the assembler to its end. Throws  Error(Kind::output) with the reason for its failure, after `task`.
void run_assembler(const char* word, std::span<const Handed> handed, const std::string& task) {
  Assembler assembler(required_assembler(), {word}, handed);
  const bool is_done = assembler.finish();
  require(is_done, Kind::output, [&] { return task + ": " + assembler.reason(); });
}

}  // namespace

std::optional<PdfProtection> inspect_pdf(const fs::path& pdf, const std::string& password) {
  const std::optional<fs::path> program = assembler_program();
  if (!program) return std::nullopt;
  std::string fields;
  add_fields(fields, {password, pdf.string()});
  const MemoryFile plan;
  plan.write(fields);
  const MovedDescriptors handed({{plan.descriptor(), pdf::kPlan}});
  Assembler assembler(*program, {"inspect"}, handed.all());
  if (!assembler.finish()) return std::nullopt;
  const std::string found = assembler.said();
  const auto has = [&](char letter) { return found.find(letter) != std::string::npos; };
  return PdfProtection{has(pdf::kSigned), has(pdf::kEncrypted), has(pdf::kForm)};
}

void write_without_invisible_text(int original, const std::string& password, int output) {
  std::string fields;
  add_fields(fields, {password});
  const MemoryFile plan;
  plan.write(fields);
  const MovedDescriptors handed(
      {{original, pdf::kOriginal}, {plan.descriptor(), pdf::kPlan}, {output, pdf::kAssembled}});
  run_assembler("clean", handed.all(), "cannot remove the invisible text");
}

std::vector<std::string> jpegs_of_page(int file, const std::string& password, std::size_t page) {
  const std::optional<fs::path> program = assembler_program();
  if (!program) return {};
  std::string fields;
  add_fields(fields, {password, std::to_string(page)});
  const MemoryFile plan, images;
  plan.write(fields);
  const MovedDescriptors handed(
      {{file, pdf::kOriginal}, {plan.descriptor(), pdf::kPlan}, {images.descriptor(), pdf::kAssembled}});
  constexpr int kSeconds = 10;
  Assembler assembler(*program, {"jpegs"}, handed.all(), kSeconds);
  if (!assembler.finish()) return {};
  return sized_parts(images.content());
}

void assemble_pdf(int layers, const std::vector<AssembledPage>& pages, int output) {
  const MemoryFile plan;
  plan.write(plan_of(pages));
  const MovedDescriptors handed(
      {{layers, pdf::kLayers}, {output, pdf::kAssembled}, {plan.descriptor(), pdf::kPlan}});
  run_assembler("assemble", handed.all(), "cannot merge the pages of PDF files");
}

}  // namespace ocelli::internal
