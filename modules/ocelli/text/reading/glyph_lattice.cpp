#include "ocelli/text/reading/glyph_lattice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string_view>

#include "ocelli/core/cancellation.hpp"
#include "ocelli/text/page_text.hpp"
#include "ocelli/text/reading/glyph_image.hpp"

namespace ocelli::internal {
namespace {

/// In x-heights.
constexpr double kWidestGap = 0.45;  ///< between blobs that may be parts of one glyph
/// Larger gaps and joins are only for letters that have lost a stroke.
constexpr double kNarrowGap = 0.25, kNarrowJoin = 1.5;
constexpr double kQuoteBottom = 0.4;  ///< marks that end above this may be half of a double quote
constexpr double kLargestMark = 0.6;  ///< either side of a dot, a comma or an accent

constexpr std::size_t kMaxJoined = 4;
constexpr float kSurely = 0.9F;  ///< a blob that is a glyph with this confidence is not split
constexpr float kHardly = -7;    ///< log probability below which a class is not considered
constexpr float kWorse = 6;      ///< cost above the best candidate's from which on a class is not considered
constexpr std::size_t kMaxCandidates = 6;
/// Log of how much rarer fragments are among whole marks than among pieces.
constexpr float kRareScraps = -2;
constexpr float kOftenApart = 3;  ///< log of how much more frequent clusters are if white separates the blobs
constexpr float kRarelyBroken = 4;  ///< the same beyond kNarrowGap and kNarrowJoin: an "m" without its arches
constexpr float kRarelyWide = 6;    ///< the same for wide joins of adjacent blobs: "tiles" has no "m"
constexpr float kHardlyOne = 8;     ///< the same for blobs too wide for a glyph and too tall for a dash
constexpr double kHighestDash = 0.6;  ///< in x-heights
/// Odds of dirt among blobs that are no glyphs: most are parts of a glyph, or several glyphs.
constexpr float kRareDirt = 0.05F;
constexpr float kMinDoubt = 1e-3F;

/// Lean of a tall stroke: how far its top third is to the right of its bottom third, as a share of the height
/// between them. A "1" has its flag on the left, and an oblique one leans less than a fraction bar.
constexpr double kLeansClearly = 0.16, kHardlyLeans = 0.08;
constexpr double kTallStroke = 1.1, kWidestStroke = 0.9;  ///< in x-heights
constexpr float kWrongLean = 5, kOddLean = 1.5F;  ///< log penalties of a class for a wrong or odd lean

/// Classes that are hard to distinguish by their images, digits included.
constexpr std::array<std::string_view, 2> kAlikeClasses = {"0OoQ", "1lI|"};
constexpr std::size_t kRing = 1, kUpright = 2;  ///< indices of these, from 1

/// Segments first .. last, and their candidates as one glyph.
struct LineBlob {
  std::uint32_t first = 0, last = 0;
  cv::Rect box;
  std::vector<GlyphCandidate> candidates;

  bool sure() const { return !candidates.empty() && candidates[0].confidence > kSurely; }
  float no_glyph() const {
    float left = 1;
    for (const GlyphCandidate& candidate : candidates) left -= candidate.confidence;
    return std::clamp(left, kMinDoubt, 1.0F);
  }
  float dirt() const {
    const float left = kRareDirt * no_glyph();
    return left / (left + 1 - no_glyph());
  }
};

/// See kLeansClearly.
/// Requires  ink of three rows or more.
double lean_of(const cv::Mat& ink) {
  const int third = ink.rows / 3;
  const auto middle = [&ink](int first, int last) {
    const cv::Moments moments = cv::moments(ink.rowRange(first, last), true);
    return moments.m00 > 0 ? moments.m10 / moments.m00 : ink.cols / 2.0;
  };
  return (middle(0, third) - middle(ink.rows - third, ink.rows)) / (ink.rows - third);
}

/// Converts scores to log probabilities.
void normalize(std::span<float> scores) {
  const float max = *std::ranges::max_element(scores);
  float sum = 0;
  for (const float score : scores) sum += std::exp(score - max);
  const float log_sum = max + std::log(sum);
  for (float& score : scores) score -= log_sum;
}

/// Finds the candidates for an arc and its image (`logs`) on a line with this frame, most likely first.
void find_candidates(const GlyphArc& arc, std::span<const float> logs, const LineFrame& frame,
                     const Reader& reader, const ClassFilter& filter, std::vector<GlyphCandidate>& out) {
  const GlyphPlace place = frame.place(arc.box);
  out.clear();
  float sum = 0;
  for (std::size_t label = 0; label < logs.size(); ++label) {
    if (logs[label] < kHardly || !filter.allows(label)) continue;
    const float prior = label == reader.no_glyph() ? reader.weights().no_glyph + arc.no_glyph : 0;
    const float suits =
        std::exp(logs[label] + prior + reader.weights().place * reader.places().log_density(label, place));
    sum += suits;
    if (label != reader.no_glyph()) out.push_back({static_cast<std::uint16_t>(label), 0, suits});
  }
  for (GlyphCandidate& candidate : out) {
    candidate.confidence /= sum;
    for (const ClassDoubt& doubt : arc.doubts)
      if (doubt.label == candidate.label) candidate.confidence *= doubt.dirt;
    candidate.cost = -std::log(candidate.confidence);
  }
  std::ranges::stable_sort(out, {}, &GlyphCandidate::cost);
  while (out.size() > kMaxCandidates || (!out.empty() && out.back().cost > out.front().cost + kWorse))
    out.pop_back();
}

/// The arcs of a lattice under construction.
class ArcFinder {
 public:
  ArcFinder(const LineInk& ink, const LineFrame& frame, const Reader& reader, const ClassFilter& expected)
      : ink_(ink), frame_(frame), reader_(reader), expected_(expected), alike_(reader.classes()) {
    const std::vector<std::string>& classes = reader.glyphs().classes();
    for (std::size_t label = 0; label < classes.size(); ++label) {
      if (classes[label] == "\u2116") numero_ = label;
      if (classes[label].size() != 1) continue;
      for (std::size_t kind = 0; kind < kAlikeClasses.size(); ++kind)
        if (kAlikeClasses[kind].find(classes[label][0]) != std::string_view::npos) alike_[label] = kind + 1;
      if (classes[label] == "/") slash_ = label;
      if (classes[label] == "1") one_ = label;
    }
  }

  /// Adds a blob as a whole, with its candidates.
  LineBlob add_blob(std::uint32_t first, std::uint32_t last) {
    const cv::Rect box = ink_.box(first, last);
    const bool mark = std::max(box.width, box.height) <= kLargestMark * frame_.x_height;
    add(first, last, mark ? kRareScraps : first < last && is_filled_word(box) ? kHardlyOne : 0);
    LineBlob blob{first, last, box, {}};
    find_candidates(arcs.back(), last_logs(), frame_, reader_, expected_, blob.candidates);
    return blob;
  }

  void add(std::uint32_t first, std::uint32_t last, float no_glyph) {
    check_canceled();
    const cv::Rect box = ink_.box(first, last);
    arcs.push_back({first, last, box, no_glyph, {}});
    logs.resize(arcs.size() * reader_.classes());
    const std::span<float> scores = last_logs();
    const cv::Mat ink = ink_.ink(first, last);
    GlyphPixels image;
    glyph_image(ink, image);
    reader_.glyphs().scores(image, scores);
    tell_by_lean(ink, scores);
    normalize(scores);
  }

  void add_pieces(const LineBlob& blob) {
    for (std::uint32_t first = blob.first; first <= blob.last; ++first) {
      for (std::uint32_t last = first; last <= blob.last; ++last) {
        if (first == blob.first && last == blob.last) continue;
        if (ink_.box(first, last).width > kWidestGlyph * frame_.x_height) break;
        add(first, last, 0);
      }
    }
  }

  /// Adds each run of segments begin .. end - 1.
  void add_all(std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t first = begin; first < end; ++first) {
      for (std::uint32_t last = first; last < end; ++last) {
        if (last > first && ink_.box(first, last).width > kWidestGlyph * frame_.x_height) break;
        add(first, last, 0);
      }
    }
  }

  /// Goes from right to left, so that the candidates for the rest of a join are known.
  void add_joins(std::span<const LineBlob> blobs) {
    joins_ = arcs.size();
    for (std::size_t first = blobs.size(); first-- > 0;) {
      cv::Rect box = blobs[first].box;
      bool sure = blobs[first].sure(), apart = false, overlap = false, broken = false;
      const std::size_t end = std::min(first + kMaxJoined, blobs.size());
      for (std::size_t last = first + 1; last < end; ++last) {
        const double gap = (blobs[last].box.x - (box.x + box.width)) / frame_.x_height;
        box |= blobs[last].box;
        sure = sure && blobs[last].sure();
        apart = apart || gap > kTouching;
        overlap = overlap || gap < -kTouching;
        const double width = box.width / frame_.x_height;
        if (gap > kWidestGap || width > widest_arc(apart)) break;
        const bool quote = frame_.place(box).bottom > kQuoteBottom;
        broken = broken || (gap > kNarrowGap && !quote) || (apart && width > kNarrowJoin);
        if (broken && std::ranges::any_of(blobs.subspan(first, last - first + 1),
                                          [this](const LineBlob& blob) { return is_no_stem(blob); }))
          break;
        if (is_fraction(blobs.subspan(first, last - first + 1))) break;
        if (sure && frame_.place(box).bottom <= kQuoteBottom) continue;
        const bool rare = !overlap && width > kNarrowJoin;
        add(blobs[first].first, blobs[last].last,
            broken  ? kRarelyBroken
            : apart ? kOftenApart
            : rare  ? kRarelyWide
                    : 0);
        if (apart && last - first > 1) expect_no_ring();
        if (ends_with_point(blobs[last])) expect_no_numero();
        expect_ink_of_all(blobs.subspan(first, last - first + 1));
        expect_ink_of_edges(blobs.subspan(first, last - first + 1));
      }
    }
  }

  std::vector<GlyphArc> arcs;
  std::vector<float> logs;

 private:
  std::span<float> last_logs() { return std::span(logs).last(reader_.classes()); }

  /// Penalizes classes by lean: leaning strokes belong to fractions or dates, upright ones are digits and
  /// letters.
  void tell_by_lean(const cv::Mat& ink, std::span<float> scores) const {
    if (ink.rows < kTallStroke * frame_.x_height || ink.cols > kWidestStroke * frame_.x_height ||
        ink.rows < 3)
      return;
    const double lean = lean_of(ink);
    if (lean < kHardlyLeans && slash_) scores[*slash_] -= kWrongLean;
    if (lean < kLeansClearly) return;
    for (std::size_t label = 0; label < scores.size(); ++label)
      if (alike_[label] == kUpright) scores[label] -= label == one_ ? kWrongLean : kOddLean;
  }

  /// If one of the blobs joined last is a glyph of some class by itself, and so is the join, the other blobs
  /// contribute nothing and must be dirt. "3." is not "3".
  void expect_ink_of_all(std::span<const LineBlob> joined) {
    for (const LineBlob& blob : joined) {
      float others = 1;
      for (const LineBlob& other : joined)
        if (&other != &blob) others *= other.dirt();
      expect(blob.candidates, others);
    }
  }

  /// Broken rings have two halves and nothing between them: "(1)" is not "0".
  void expect_no_ring() {
    for (std::size_t label = 0; label < alike_.size(); ++label)
      if (alike_[label] == kRing)
        arcs.back().doubts.push_back({static_cast<std::uint16_t>(label), kMinDoubt});
  }

  /// "Nr." and "No." are no numero sign, whose ring has nothing on its right.
  void expect_no_numero() {
    if (numero_) arcs.back().doubts.push_back({static_cast<std::uint16_t>(*numero_), kMinDoubt});
  }
  bool ends_with_point(const LineBlob& blob) const {
    constexpr double kLargestPoint = 0.45, kOnLine = 0.25;  ///< in x-heights
    return std::max(blob.box.width, blob.box.height) <= kLargestPoint * frame_.x_height &&
           std::abs(frame_.place(blob.box).bottom) <= kOnLine;
  }

  /// The same if all but the first or the last blob form a glyph: ",0" is not "0", even if the 0 is broken
  /// into "()".
  void expect_ink_of_edges(std::span<const LineBlob> joined) {
    if (joined.size() < 3) return;
    expect(candidates_of(joined[1].first, joined.back().last), joined.front().dirt());
    expect(candidates_of(joined.front().first, joined[joined.size() - 2].last), joined.back().dirt());
  }

  /// The likely classes of a join, if there is one. It was added recently, after those farther to the right.
  std::vector<GlyphCandidate> candidates_of(std::uint32_t first, std::uint32_t last) const {
    std::vector<GlyphCandidate> found;
    for (std::size_t i = arcs.size(); i-- > joins_ && arcs[i].first <= first;) {
      if (arcs[i].first != first || arcs[i].last != last) continue;
      find_candidates(arcs[i], std::span(logs).subspan(i * reader_.classes(), reader_.classes()), frame_,
                      reader_, expected_, found);
      break;
    }
    return found;
  }

  /// Whether a blob is a dot, or probably a digit or a slash, and so not part of a letter that has lost a
  /// stroke.
  bool is_no_stem(const LineBlob& blob) const {
    constexpr float kLikely = 0.5F;
    constexpr double kLowestStem = 0.5;  ///< x-heights
    if (blob.box.height < kLowestStem * frame_.x_height) return true;
    if (blob.candidates.empty() || blob.candidates[0].confidence < kLikely) return false;
    const std::string& text = reader_.glyphs().classes()[blob.candidates[0].label];
    return is_figure(text[0]) || text == "/";
  }

  /// Whether blobs are probably a slash beside a stroke: "1/" is not "M".
  bool is_fraction(std::span<const LineBlob> blobs) const {
    for (std::size_t i = 0; i + 1 < blobs.size(); ++i) {
      const bool before = is_slash(blobs[i + 1]) && is_stroke(blobs[i]);
      if (before || (is_slash(blobs[i]) && is_stroke(blobs[i + 1]))) return true;
    }
    return false;
  }
  bool is_slash(const LineBlob& blob) const {
    constexpr float kLikely = 0.3F;  // all other classes are far behind one that may be a slash
    return slash_ && !blob.candidates.empty() && blob.candidates[0].label == *slash_ &&
           blob.candidates[0].confidence >= kLikely;
  }
  bool is_stroke(const LineBlob& blob) const {
    return !blob.candidates.empty() && alike_[blob.candidates[0].label] == kUpright;
  }

  /// Records that part of the arc added last is probably one of these classes by itself. `dirt` is the odds
  /// that the rest is dirt.
  void expect(std::span<const GlyphCandidate> alone, float dirt) {
    for (const GlyphCandidate& candidate : alone) {
      const float share = std::min(share_of_alike(alone, candidate.label), 1.0F);
      arcs.back().doubts.push_back({candidate.label, 1 - share + share * std::max(dirt, kMinDoubt)});
    }
  }

  /// Whether a blob is a filled word. Scaled to a glyph image, it would look like a dash.
  bool is_filled_word(const cv::Rect& box) const {
    return box.width > kWidestGlyph * frame_.x_height && box.height > kHighestDash * frame_.x_height;
  }

  /// The total confidence of a candidate and its look-alikes.
  float share_of_alike(std::span<const GlyphCandidate> candidates, std::size_t label) const {
    float share = 0;
    for (const GlyphCandidate& other : candidates) {
      const bool alike = alike_[label] != 0 && alike_[other.label] == alike_[label];
      if (alike || other.label == label) share += other.confidence;
    }
    return share;
  }

  const LineInk& ink_;
  const LineFrame& frame_;
  const Reader& reader_;
  const ClassFilter& expected_;
  std::size_t joins_ = 0;           ///< index of the first arc that is a join
  std::vector<std::size_t> alike_;  ///< for each class, 1 + its index in kAlikeClasses, or 0
  std::optional<std::size_t> slash_, one_, numero_;
};

}  // namespace

GlyphLattice::GlyphLattice(const LineInk& ink, const LineFrame& frame, const Reader& reader,
                           const ClassFilter& expected)
    : classes_(reader.classes()) {
  ArcFinder finder(ink, frame, reader, expected);
  const std::vector<InkSegment>& segments = ink.segments();
  std::vector<LineBlob> blobs;
  for (std::uint32_t first = 0; first < segments.size();) {
    std::uint32_t last = first;
    while (last + 1 < segments.size() && segments[last + 1].blob == segments[first].blob) ++last;
    blobs.push_back(finder.add_blob(first, last));
    if (!blobs.back().sure()) finder.add_pieces(blobs.back());
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

GlyphLattice GlyphLattice::of_segments(const LineInk& ink, const LineFrame& frame, const Reader& reader,
                                       std::uint32_t first, std::uint32_t last) {
  const ClassFilter expected(reader);
  ArcFinder finder(ink, frame, reader, expected);
  finder.add_all(first, last);
  GlyphLattice lattice(reader.classes());
  lattice.arcs_ = std::move(finder.arcs);
  lattice.logs_ = std::move(finder.logs);
  return lattice;
}

std::span<const float> GlyphLattice::logs(std::size_t arc) const {
  return std::span(logs_).subspan(arc * classes_, classes_);
}

void GlyphLattice::candidates(std::size_t arc, const LineFrame& frame, const Reader& reader,
                              const ClassFilter& filter, std::vector<GlyphCandidate>& out) const {
  find_candidates(arcs_[arc], logs(arc), frame, reader, filter, out);
}

float confidence_alone(const cv::Mat& ink, const cv::Rect& box, const LineFrame& frame, const Reader& reader,
                       const ClassFilter& filter) {
  GlyphPixels image;
  glyph_image(ink, image);
  std::vector<float> scores(reader.classes());
  reader.glyphs().scores(image, scores);
  normalize(scores);
  std::vector<GlyphCandidate> found;
  find_candidates({0, 0, box, 0, {}}, scores, frame, reader, filter, found);
  return found.empty() ? 0 : found.front().confidence;
}

}  // namespace ocelli::internal
