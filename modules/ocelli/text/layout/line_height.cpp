#include "ocelli/text/layout/layout_steps.hpp"

#include <algorithm>
#include <cmath>

namespace ocelli::internal {
namespace {

constexpr double kSmallOfCapital = 0.72;
constexpr double kAlike = 0.12;       // maximum relative difference in height between lines of the same size
constexpr std::ptrdiff_t kNear = 40;  // range of the search for similar lines, before and after
constexpr std::size_t kEnoughLetters = 8;  // minimum letters for a line to determine the heights of others

/// Interprets heights of one kind as the small letters or as the capitals of a line with both, whichever fits
/// better.
struct Guess {
  double cost = kAlike;
  double height = 0;

  void compare(double height_seen, const LineFit& other, double distance) {
    const double far = 0.05 * distance / static_cast<double>(kNear);
    const double as_tall = std::abs(std::log(height_seen / other.tall)) + far;
    const double as_small = std::abs(std::log(height_seen / other.height)) + far;
    if (as_tall < cost) *this = {as_tall, height_seen * other.height / other.tall};
    if (as_small < cost) *this = {as_small, height_seen};
  }
};

}  // namespace

std::vector<double> small_heights(const std::vector<LetterRun>& lines) {
  std::vector<std::ptrdiff_t> known;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].fit.mixed && lines[i].letters.size() >= kEnoughLetters)
      known.push_back(static_cast<std::ptrdiff_t>(i));
  }
  std::vector<double> heights;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const LineFit& fit = lines[i].fit;
    if (fit.mixed) {
      heights.push_back(fit.height);
      continue;
    }
    Guess guess{kAlike, kSmallOfCapital * fit.height};
    const auto at = static_cast<std::ptrdiff_t>(i);
    const auto after = std::lower_bound(known.begin(), known.end(), at);
    const auto first = after - std::min(after - known.begin(), kNear);
    const auto last = after + std::min(known.end() - after, kNear);
    for (auto other = first; other != last; ++other) {
      const LineFit& both = lines[static_cast<std::size_t>(*other)].fit;
      guess.compare(fit.height, both, static_cast<double>(std::min(std::abs(*other - at), kNear)));
    }
    heights.push_back(guess.height);
  }
  return heights;
}

}  // namespace ocelli::internal
