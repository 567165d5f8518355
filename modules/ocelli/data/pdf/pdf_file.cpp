#include "ocelli/data/pdf/pdf_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "ocelli/core/platform.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/images/image_file.hpp"
#include "ocelli/data/images/image_header.hpp"
#include "ocelli/data/pdf/helper_program.hpp"
#include "ocelli/data/pdf/pdf_assembly.hpp"
#include "ocelli/data/pdf/pdf_protocol.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

fs::path renderer_program(const std::string& where) {
  fs::path program = pdf::helper_program("ocelli-pdf-renderer");
  require(
      fs::exists(program), Kind::input,
      [&] {
        return "cannot be rendered: " + program.string() +
               ", the part of Ocelli that renders PDF files, is missing; install the package ocelli-pdf";
      },
      where);
  return program;
}

[[noreturn]] void fail(const std::string& what, const std::string& where) {
  throw Error(Kind::input, "cannot be rendered: " + what + ": " + std::strerror(errno), where);
}

/// Writes a PDF file into the memory that its renderer reads.
void share_bytes(int file, std::span<const std::byte> bytes, const std::string& name) {
  while (!bytes.empty()) {
    const ::ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail("cannot share its bytes", name);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

bool is_damaged_image(std::span<const std::byte> bytes, const InputLimits& limits) try {
  return !decode(bytes, Colors::gray, {}, limits).warning.empty();
} catch (const Error& error) {
  if (error.kind() == Kind::canceled) throw;
  return true;
}

/// What the renderer inherits: the socket, the file, and no output.
class Inheritance {
 public:
  Inheritance(int socket, int file) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, socket, pdf::kSocket);
    ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, file, pdf::kFile);
    ::posix_spawnattr_init(&attributes_);
    // A separate process group, because the program handles Ctrl-C.
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  ~Inheritance() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }
  Inheritance(const Inheritance&) = delete;
  Inheritance& operator=(const Inheritance&) = delete;

  const ::posix_spawn_file_actions_t* actions() const { return &actions_; }
  const ::posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  ::posix_spawn_file_actions_t actions_{};
  ::posix_spawnattr_t attributes_{};
};

}  // namespace

/// The running process. It ends with this object.
class PdfFile::Renderer {
 public:
  Renderer(int file, const InputLimits& limits, const std::string& where) {
    int ends[2]{};
    if (!socket_pair(ends)) fail("no socket is available", where);
    socket_ = pdf::moved_up(ends[0]);
    const int theirs = pdf::moved_up(ends[1]);
    const int failure = socket_ < 0 || theirs < 0 ? errno : start(theirs, file, limits, where);
    if (theirs >= 0) ::close(theirs);
    if (failure == 0) return;
    if (socket_ >= 0) ::close(socket_);
    errno = failure;
    fail("cannot start its renderer", where);
  }
  ~Renderer() {
    ::close(socket_);
    if (child_ > 0) ::kill(child_, SIGKILL);
    end();
  }
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  void open(const std::string& password) const {
    const pdf::Opening opening{static_cast<std::uint32_t>(password.size())};
    ::send(socket_, &opening, sizeof opening, kNoSignal);
    if (!password.empty()) ::send(socket_, password.data(), password.size(), kNoSignal);
  }

  /// If the renderer has died, the missing reply shows it.
  void ask(const pdf::Request& request) const { ::send(socket_, &request, sizeof request, kNoSignal); }

  /// Throws the error that the renderer reports for the file or the page. `is_alive` is then still true.
  pdf::Reply reply(const InputClock& clock, const std::string& where) {
    pdf::Reply reply;
    receive(std::as_writable_bytes(std::span(&reply, 1)), clock, where);
    if (reply.message_bytes == 0) return reply;
    constexpr std::uint32_t kMax = 4096;
    std::string message(std::min(reply.message_bytes, kMax), ' ');
    receive(std::as_writable_bytes(std::span(message)), clock, where);
    throw Error(Kind::input, message, where);
  }

  void receive(std::span<std::byte> bytes, const InputClock& clock, const std::string& where) {
    while (!bytes.empty()) {
      wait_for_bytes(clock, where);
      const ::ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) tell_of_end(where);
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }

  bool is_alive() const { return is_alive_; }

 private:
  int start(int socket, int file, const InputLimits& limits, const std::string& where) {
    std::vector<std::string> words = {renderer_program(where).string(), std::to_string(pdf::kVersion),
                                      std::to_string(limits.max_pixels), std::to_string(limits.max_seconds),
                                      std::to_string(limits.max_bytes())};
    std::vector<char*> command;
    command.reserve(words.size() + 1);
    for (std::string& word : words) command.push_back(word.data());
    command.push_back(nullptr);
    const Inheritance inheritance(socket, file);
    return ::posix_spawn(&child_, command[0], inheritance.actions(), inheritance.attributes(), command.data(),
                         environment());
  }

  /// In steps, to notice a stop or the time limit.
  void wait_for_bytes(const InputClock& clock, const std::string& where) {
    constexpr int kMilliseconds = 20;
    ::pollfd waiting{.fd = socket_, .events = POLLIN, .revents = 0};
    while (::poll(&waiting, 1, kMilliseconds) <= 0) {
      if (!clock.is_over()) continue;
      is_alive_ = false;
      clock.refuse(where);
    }
  }

  [[noreturn]] void tell_of_end(const std::string& where) {
    is_alive_ = false;
    const int status = end();
    const std::string how = WIFSIGNALED(status) ? ::strsignal(WTERMSIG(status)) : "it exited";
    throw Error(Kind::input,
                "cannot be rendered: its renderer failed (" + how +
                    "): the PDF is damaged, or needs more memory than --max-megabytes allows",
                where);
  }

  int end() {
    int status = 0;
    if (child_ > 0) {
      while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) continue;
    }
    child_ = -1;
    return status;
  }

  int socket_ = -1;
  ::pid_t child_ = -1;
  bool is_alive_ = true;
};

PdfFile::PdfFile(std::span<const std::byte> bytes, std::string name, const InputLimits& limits)
    : name_(std::move(name)), limits_(limits), file_(pdf::moved_up(memory_file("ocelli-pdf"))) {
  if (file_ < 0) fail("no shared memory is available", name_);
  try {
    share_bytes(file_, bytes, name_);
    if (limits_.pdf.without_invisible_text) remove_invisible_text();
    pages_ = start();
    require(
        pages_ <= static_cast<std::size_t>(limits_.max_pages), Kind::input,
        [&] {
          return "has " + std::to_string(pages_) + " pages, more than the " +
                 std::to_string(limits_.max_pages) + " allowed (--max-pages)";
        },
        name_);
  } catch (...) {
    ::close(file_);
    throw;
  }
}

void PdfFile::remove_invisible_text() {
  const int cleaned = pdf::moved_up(memory_file("ocelli-pdf"));
  if (cleaned < 0) fail("no shared memory is available", name_);
  const int original = std::exchange(file_, cleaned);
  try {
    write_without_invisible_text(original, limits_.pdf.password, cleaned);
  } catch (const Error& error) {
    ::close(original);
    if (error.kind() == Kind::canceled) throw;
    throw Error(Kind::input, error.message(), name_);
  }
  ::close(original);
}

PdfFile::~PdfFile() { ::close(file_); }

std::size_t PdfFile::start() const {
  const InputClock clock(limits_);
  renderer_ = std::make_unique<Renderer>(file_, limits_, name_);
  renderer_->open(limits_.pdf.password);
  return renderer_->reply(clock, name_).pages;
}

std::string PdfFile::place(std::size_t page) const { return name_ + ", page " + std::to_string(page + 1); }

PdfFile::Renderer& PdfFile::renderer() const {
  if (!renderer_ || !renderer_->is_alive()) start();
  return *renderer_;
}

double PdfFile::dots_per_inch(std::size_t page) const {
  Renderer& renderer = this->renderer();
  const InputClock clock(limits_);
  renderer.ask({.page = static_cast<std::uint32_t>(page), .picture = pdf::Drawing::none});
  return renderer.reply(clock, place(page)).dots_per_inch;
}

PdfWords PdfFile::words(std::size_t page) const {
  constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 28;
  Renderer& renderer = this->renderer();
  const InputClock clock(limits_);
  renderer.ask({.page = static_cast<std::uint32_t>(page), .picture = pdf::Drawing::words});
  const pdf::Reply reply = renderer.reply(clock, place(page));
  require_pixels(reply.width, reply.height, limits_, place(page));
  require(reply.word_bytes <= kMaxBytes, Kind::input, "has too much text", place(page));
  std::vector<std::byte> bytes(reply.word_bytes);
  renderer.receive(bytes, clock, place(page));
  return {{reply.width, reply.height}, unpacked_words(bytes)};
}

DecodedImage PdfFile::draw(std::size_t page, Colors colors) const {
  Renderer& renderer = this->renderer();
  const InputClock clock(limits_);
  renderer.ask({.page = static_cast<std::uint32_t>(page),
                .picture = colors == Colors::gray ? pdf::Drawing::gray : pdf::Drawing::colors});
  const pdf::Reply reply = renderer.reply(clock, place(page));
  require_pixels(reply.width, reply.height, limits_, place(page));
  cv::Mat pixels(reply.height, reply.width, CV_8UC(reply.channels));
  renderer.receive(std::as_writable_bytes(std::span(pixels.data, pixels.total() * pixels.elemSize())), clock,
                   place(page));
  return {pixels, reply.is_damaged != 0 || has_damaged_jpeg(page) ? kDamagedImage : ""};
}

/// Poppler draws as much of a JPEG image as it can, without a word.
bool PdfFile::has_damaged_jpeg(std::size_t page) const {
  const std::vector<std::string> images = jpegs_of_page(file_, limits_.pdf.password, page);
  const InputClock clock(limits_);
  return std::ranges::any_of(images, [&](const std::string& image) {
    if (clock.is_over()) return false;
    const auto bytes = std::as_bytes(std::span(image));
    const std::optional<ImageHeader> header = read_image_header(bytes);
    if (header && std::int64_t{header->width} * header->height > limits_.max_pixels) return false;
    return is_damaged_image(bytes, limits_);
  });
}

}  // namespace ocelli::internal
