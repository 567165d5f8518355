#include "ocelli/text/glyph_lattice.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "ocelli/text/glyph_image.hpp"

namespace ocelli {
namespace {

/// In x-heights.
constexpr double kWidestGap = 0.25;   ///< between such blobs
constexpr double kQuoteBottom = 0.4;  ///< marks that end above this may be half of a double quote

constexpr std::size_t kMostJoined = 4;
constexpr float kSurely = 0.9F;  ///< a blob that is a glyph with this confidence is left whole
constexpr float kHardly = -7;    ///< log probability of a class that is not considered
constexpr float kWorse = 6;      ///< cost above the best candidate's from which on none is considered
constexpr std::size_t kMostCandidates = 6;

/// Segments first .. last, and whether they are surely one glyph.
struct Blob {
  std::uint32_t first = 0, last = 0;
  cv::Rect box;
  bool sure = false;
};

/// Turns scores to the logarithms of probabilities.
void normalise(std::span<float> scores) {
  const float most = *std::ranges::max_element(scores);
  float sum = 0;
  for (const float score : scores) sum += std::exp(score - most);
  const float log_sum = most + std::log(sum);
  for (float& score : scores) score -= log_sum;
}

/// What an arc's image (`logs`) and place make of it: likely classes, surest first.
void find_candidates(std::span<const float> logs, const GlyphPlace& place, const Reader& reader,
                     const ClassFilter& filter, std::vector<GlyphCandidate>& out) {
  out.clear();
  float sum = 0;
  for (std::size_t label = 0; label < logs.size(); ++label) {
    if (logs[label] < kHardly || !filter.allows(label)) continue;
    const float prior = label == reader.no_glyph() ? reader.weights().no_glyph : 0;
    const float suits =
        std::exp(logs[label] + prior + reader.weights().place * reader.places().log_density(label, place));
    sum += suits;
    if (label != reader.no_glyph()) out.push_back({static_cast<std::uint16_t>(label), 0, suits});
  }
  for (GlyphCandidate& candidate : out) {
    candidate.confidence /= sum;
    candidate.cost = -std::log(candidate.confidence);
  }
  std::ranges::stable_sort(out, {}, &GlyphCandidate::cost);
  while (out.size() > kMostCandidates || (!out.empty() && out.back().cost > out.front().cost + kWorse))
    out.pop_back();
}

/// The arcs of a lattice while they are found.
class ArcFinder {
 public:
  ArcFinder(const LineInk& ink, const LineFrame& frame, const Reader& reader)
      : ink_(ink), frame_(frame), reader_(reader), all_(reader) {}

  void add(std::uint32_t first, std::uint32_t last) {
    const cv::Rect box = ink_.box(first, last);
    arcs.push_back({first, last, box});
    logs.resize(arcs.size() * reader_.classes());
    const std::span<float> scores = std::span(logs).last(reader_.classes());
    GlyphPixels image;
    glyph_image(ink_.ink(first, last), image);
    reader_.glyphs().scores(image, scores);
    normalise(scores);
  }

  /// Whether the arc that was added last is surely a glyph.
  bool sure() {
    find_candidates(std::span<const float>(logs).last(reader_.classes()), frame_.place(arcs.back().box),
                    reader_, all_, candidates_);
    return !candidates_.empty() && candidates_[0].confidence > kSurely;
  }

  void add_pieces(const Blob& blob) {
    for (std::uint32_t first = blob.first; first <= blob.last; ++first) {
      for (std::uint32_t last = first; last <= blob.last; ++last) {
        if (first == blob.first && last == blob.last) continue;
        if (ink_.box(first, last).width > kWidestGlyph * frame_.x_height) break;
        add(first, last);
      }
    }
  }

  void add_joins(std::span<const Blob> blobs) {
    for (std::size_t first = 0; first < blobs.size(); ++first) {
      cv::Rect box = blobs[first].box;
      bool sure = blobs[first].sure;
      const std::size_t end = std::min(first + kMostJoined, blobs.size());
      for (std::size_t last = first + 1; last < end; ++last) {
        const int gap = blobs[last].box.x - (box.x + box.width);
        box |= blobs[last].box;
        sure = sure && blobs[last].sure;
        if (gap > kWidestGap * frame_.x_height || box.width > kWidestJoin * frame_.x_height) break;
        if (!sure || frame_.place(box).bottom > kQuoteBottom) add(blobs[first].first, blobs[last].last);
      }
    }
  }

  std::vector<GlyphArc> arcs;
  std::vector<float> logs;

 private:
  const LineInk& ink_;
  const LineFrame& frame_;
  const Reader& reader_;
  ClassFilter all_;
  std::vector<GlyphCandidate> candidates_;
};

}  // namespace

GlyphLattice::GlyphLattice(const LineInk& ink, const LineFrame& frame, const Reader& reader)
    : classes_(reader.classes()) {
  ArcFinder finder(ink, frame, reader);
  const std::vector<InkSegment>& segments = ink.segments();
  std::vector<Blob> blobs;
  for (std::uint32_t first = 0; first < segments.size();) {
    std::uint32_t last = first;
    while (last + 1 < segments.size() && segments[last + 1].blob == segments[first].blob) ++last;
    finder.add(first, last);
    blobs.push_back({first, last, ink.box(first, last), finder.sure()});
    if (!blobs.back().sure) finder.add_pieces(blobs.back());
    first = last + 1;
  }
  finder.add_joins(blobs);

  std::vector<std::uint32_t> order(finder.arcs.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](std::uint32_t one, std::uint32_t other) {
    const GlyphArc& a = finder.arcs[one];
    const GlyphArc& b = finder.arcs[other];
    return std::pair(a.first, a.last) < std::pair(b.first, b.last);
  });
  logs_.reserve(finder.logs.size());
  for (const std::uint32_t arc : order) {
    arcs_.push_back(finder.arcs[arc]);
    const auto row = finder.logs.begin() + static_cast<std::ptrdiff_t>(arc * classes_);
    logs_.insert(logs_.end(), row, row + static_cast<std::ptrdiff_t>(classes_));
  }
}

std::span<const float> GlyphLattice::logs(std::size_t arc) const {
  return std::span(logs_).subspan(arc * classes_, classes_);
}

void GlyphLattice::candidates(std::size_t arc, const LineFrame& frame, const Reader& reader,
                              const ClassFilter& filter, std::vector<GlyphCandidate>& out) const {
  find_candidates(logs(arc), frame.place(arcs_[arc].box), reader, filter, out);
}

}  // namespace ocelli
