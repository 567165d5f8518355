#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/core/option_table.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/pdf/pdf_access.hpp"
#include "ocelli/options.hpp"

namespace ocelli::internal {

/// The default limit for the pixels of an image.
inline constexpr std::int64_t kMaxPixels = ocelli::InputLimits{}.max_pixels;

/// Limits per input. An input that exceeds one is rejected with an error that names the input and the option
/// to raise. Later inputs are still read. The defaults are those of the public limits.
struct InputLimits {
  std::int64_t max_pixels = kMaxPixels;
  int max_pages = ocelli::InputLimits{}.max_pages;
  double max_seconds = ocelli::InputLimits{}.max_seconds;
  int max_megabytes = ocelli::InputLimits{}.max_megabytes;
  /// Not an option. Checked while an input is decoded, so that a stop does not wait for a slow input.
  std::stop_token stop = {};
  /// Not an option either: how PDF files are opened.
  PdfAccess pdf = {};

  /// max_seconds as text: "60", "0.5".
  std::string seconds() const {
    std::string text = std::to_string(max_seconds);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
  }

  std::uint64_t max_bytes() const { return static_cast<std::uint64_t>(max_megabytes) << 20; }

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("max-pixels", self.max_pixels, "maximum number of pixels of an image or page",
          option::from(1).to(1 << 30));
    visit("max-pages", self.max_pages, "maximum number of pages of a file", option::from(1).to(1'000'000));
    visit("max-seconds", self.max_seconds, "maximum time to decode, render or read an image or page",
          option::above(0).to(86'400).in("seconds"));
    visit("max-megabytes", self.max_megabytes, "maximum memory to decode or render one input",
          option::from(64).to(1'048'576).in("MiB"));
  }

  /// Throws Error(Kind::usage) naming the option.
  void validate() const { check_options(*this); }
};

/// Measures the seconds spent on one image or page, from construction.
class InputClock {
 public:
  explicit InputClock(const InputLimits& limits)
      : limits_(limits),
        end_(Clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.max_seconds))) {
  }

  bool is_over() const { return is_stopped() || Clock::now() >= end_; }

  /// Requires  is_over().
  /// Throws    Error(Kind::canceled) after a stop, else Error(Kind::input).
  [[noreturn]] void refuse(const std::string& name) const {
    if (is_stopped()) throw Error(Kind::canceled, "stopped while decoding", name);
    throw Error(
        Kind::input,
        "took more than " + limits_.seconds() + " s to decode; it is damaged, or --max-seconds is too low",
        name);
  }

  void check(const std::string& name) const {
    if (is_over()) refuse(name);
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool is_stopped() const { return limits_.stop.stop_requested() || is_canceled(); }

  InputLimits limits_;
  Clock::time_point end_;
};

/// Throws Error(Kind::input) naming the file when an image of this size has more than limits.max_pixels.
inline void require_pixels(std::int64_t width, std::int64_t height, const InputLimits& limits,
                           const std::string& name) {
  require(width > 0 && height > 0, Kind::input, "has no pixels", name);
  require(
      width <= limits.max_pixels / height, Kind::input,
      [&] {
        return "has " + std::to_string(width) + " x " + std::to_string(height) + " pixels, more than the " +
               std::to_string(limits.max_pixels) + " allowed (--max-pixels)";
      },
      name);
}

}  // namespace ocelli::internal
