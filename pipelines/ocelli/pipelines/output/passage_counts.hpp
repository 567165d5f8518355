#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ocelli/core/new_file.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/detection.hpp"
#include "ocelli/pipelines/output/record.hpp"
#include "ocelli/pipelines/sources/source.hpp"

namespace ocelli::internal {

/// A line (two points) or a zone (the polygon of three or more) that objects pass, in pixels:
/// "0,360,1280,360".
struct CountingPlace {
  std::vector<Point> points;

  static const char* shape() { return "list of points x,y,x,y,..."; }
  static std::optional<CountingPlace> parse(std::string_view text);
  std::string text() const;
  bool allowed_by(const option::Spec&) const { return true; }

  /// What a move of an object's center counts as. In: into the zone, or over the line from its left to its
  /// right, as seen by someone who walks from its first point to its second.
  enum class Passage { none, in, out };
  Passage passage(const Point& from, const Point& to) const;
};

/// Counts the objects that pass lines and zones, in a CSV file:
///
///     input,minute,place,in,out,tracks_in,tracks_out
///     clip.mp4,0,"0,360,1280,360",2,1,1 4,3
///
/// There is a row for each place and each minute of a video up to its last frame. Tracks are separated by
/// blanks. Minutes count from 0 by the frame rate of the video, 25 if that is unknown.
class PassageCounts {
 public:
  /// Throws  Error(Kind::output) naming the file, here and below.
  PassageCounts(std::filesystem::path file, std::vector<CountingPlace> places);

  /// Requires  the records of a run with tracks, in their order.
  void take(const Item& item, const Record& record);
  /// Publishes the file.
  void finish();

  /// "7 in, 5 out", over all places.
  std::string summary() const;

 private:
  using Tracks = std::vector<int>;

  void end_minute();

  NewFile file_;
  std::vector<CountingPlace> places_;
  std::string input_;                          ///< the current video
  std::size_t minute_ = 0;                     ///< the current one
  std::map<int, Point> centers_;               ///< of the tracks, when they were last seen
  std::vector<std::array<Tracks, 2>> passed_;  ///< in and out in this minute, for each place
  std::size_t in_ = 0, out_ = 0;
};

}  // namespace ocelli::internal
