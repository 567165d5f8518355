// Draws the pages of one PDF file for another program (pdf_protocol.hpp).
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/platform.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/pdf/pdf_document.hpp"
#include "ocelli/data/pdf/pdf_protocol.hpp"

namespace ocelli::internal::pdf {
namespace {

struct Limits {
  std::int64_t pixels;
  double seconds;
  std::uint64_t bytes;
};

/// Keeps the hard limit: the next page may need more.
void set_limit(decltype(RLIMIT_CPU) resource, ::rlim_t value) {
  ::rlimit limit{};
  ::getrlimit(resource, &limit);
  limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
  ::setrlimit(resource, &limit);
}

#ifdef OCELLI_SANITIZED
/// The sanitizers' shadow memory needs more address space than any limit.
void limit_addresses(std::uint64_t) {}
#else
/// Beyond what the program and its libraries take before any page.
void limit_addresses(std::uint64_t bytes) { set_limit(RLIMIT_AS, mapped_bytes() + bytes); }
#endif

/// The requesting program kills this one when its time is up. This limit is for when that program is gone.
void allow_seconds_from_now(double seconds) {
  ::rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  set_limit(RLIMIT_CPU, static_cast<::rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 2) +
                            static_cast<::rlim_t>(std::ceil(seconds)));
}

bool receive(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ::ssize_t count = ::recv(kSocket, bytes.data(), bytes.size(), 0);
    if (count <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

void send(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ::ssize_t count = ::send(kSocket, bytes.data(), bytes.size(), kNoSignal);
    if (count <= 0) std::_Exit(EXIT_FAILURE);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

void send_failure(std::string_view message) {
  const Reply reply{.message_bytes = static_cast<std::uint32_t>(message.size())};
  send(std::as_bytes(std::span(&reply, 1)));
  send(std::as_bytes(std::span(message)));
}

/// Replies with the result of `act`, or with the reason for its failure. Returns false on failure.
bool answer(const auto& act) {
  try {
    act();
    return true;
  } catch (const Error& error) {
    send_failure(error.message());
  } catch (const std::bad_alloc&) {
    send_failure("needs more memory than allowed (--max-megabytes)");
  } catch (const std::exception& fault) {
    send_failure(std::string("cannot be rendered: ") + fault.what());
  }
  return false;
}

void send_words(const Document& document, std::size_t page, Reply reply) {
  const PdfWords words = document.words(page, reply.dots_per_inch);
  const std::vector<std::byte> bytes = packed(words.words);
  reply.width = words.size.width;
  reply.height = words.size.height;
  reply.word_bytes = bytes.size();
  send(std::as_bytes(std::span(&reply, 1)));
  send(bytes);
}

void send_page(const Document& document, const Request& request, const Limits& limits) {
  Reply reply{.pages = static_cast<std::uint32_t>(document.pages()),
              .dots_per_inch = document.dots_per_inch(request.page, limits.pixels)};
  if (request.picture == Drawing::words) return send_words(document, request.page, reply);
  DecodedImage drawn;
  if (request.picture != Drawing::none) {
    const Colors colors = request.picture == Drawing::gray ? Colors::gray : Colors::as_stored;
    drawn = document.draw(request.page, reply.dots_per_inch, colors);
  }
  const cv::Mat& picture = drawn.pixels;
  reply.is_damaged = drawn.warning.empty() ? 0 : 1;
  reply.width = picture.cols;
  reply.height = picture.rows;
  reply.channels = picture.channels();
  send(std::as_bytes(std::span(&reply, 1)));
  send(std::as_bytes(std::span(picture.data, picture.total() * picture.elemSize())));
}

std::span<const std::byte> mapped_file() {
  struct ::stat status {};
  if (::fstat(kFile, &status) != 0 || status.st_size <= 0) return {};
  const auto size = static_cast<std::size_t>(status.st_size);
  const void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, kFile, 0);
  if (bytes == MAP_FAILED) return {};
  return {static_cast<const std::byte*>(bytes), size};
}

std::optional<std::string> received_password() {
  constexpr std::uint32_t kMax = 4096;
  Opening opening;
  if (!receive(std::as_writable_bytes(std::span(&opening, 1))) || opening.password_bytes > kMax)
    return std::nullopt;
  std::string password(opening.password_bytes, ' ');
  return receive(std::as_writable_bytes(std::span(password))) ? std::optional(password) : std::nullopt;
}

int serve(const Limits& limits) {
  const std::span<const std::byte> file = mapped_file();
  const std::optional<std::string> password = received_password();
  if (file.empty() || !password) return EXIT_FAILURE;
  set_limit(RLIMIT_CORE, 0);
  limit_addresses(limits.bytes);
  allow_seconds_from_now(limits.seconds);
  std::unique_ptr<const Document> document;
  const bool opened = answer([&] {
    document = std::make_unique<const Document>(file, *password);
    const Reply reply{.pages = static_cast<std::uint32_t>(document->pages())};
    send(std::as_bytes(std::span(&reply, 1)));
  });
  if (!opened) return EXIT_SUCCESS;
  for (Request request{}; receive(std::as_writable_bytes(std::span(&request, 1)));) {
    allow_seconds_from_now(limits.seconds);
    answer([&] { send_page(*document, request, limits); });
  }
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace ocelli::internal::pdf

int main(int count, char** words) {
  using namespace ocelli::internal::pdf;
  if (count != 5 || std::atoi(words[1]) != kVersion) return EXIT_FAILURE;
  return serve({std::atoll(words[2]), std::atof(words[3]), std::strtoull(words[4], nullptr, 10)});
}
