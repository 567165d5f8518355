#include "ocelli/data/annotations/mot_tracks.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/data/formats/text_lines.hpp"

namespace ocelli::internal {
namespace {

constexpr std::uint64_t kMaxMotBytes = std::uint64_t{1} << 30;

std::vector<std::string_view> numbers_of(std::string_view line) {
  if (line.find(',') == std::string_view::npos) return split_words(line);
  std::vector<std::string_view> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    cells.push_back(trim(line.substr(begin, end - begin)));
    begin = end + 1;
  }
  return cells;
}

MotBox box_of(std::string_view line) {
  const std::vector<std::string_view> cells = numbers_of(line);
  require(cells.size() >= 6, Kind::input, "expected frame,track,x,y,w,h");
  const std::optional<int> frame = parse_count(cells[0]), track = parse_count(cells[1]);
  require(frame && *frame >= 1, Kind::input,
          [&] { return "expected the number of a frame, from 1, got " + in_quotes(cells[0]); });
  require(track.has_value(), Kind::input,
          [&] { return "expected the number of a track, from 0, got " + in_quotes(cells[1]); });
  const Box box{parse_coordinate(cells[2], "x"), parse_coordinate(cells[3], "y"),
                parse_coordinate(cells[4], "w"), parse_coordinate(cells[5], "h")};
  require(box.w > 0 && box.h > 0, Kind::input, "the box has no width or height");
  const bool counts = cells.size() < 7 || parse_coordinate(cells[6], "score") != 0;
  return {*frame, *track, box, counts};
}

}  // namespace

std::vector<MotBox> parse_mot_tracks(std::string_view text, std::string_view name) {
  std::vector<MotBox> boxes;
  std::set<std::pair<int, int>> known;
  LineReader lines(text);
  while (const std::optional<NumberedLine> line = lines.next_with_text()) {
    if (trim(line->text).starts_with('#')) continue;
    try {
      boxes.push_back(box_of(line->text));
      require(known.emplace(boxes.back().frame, boxes.back().track).second, Kind::input,
              "the track is in this frame already");
    } catch (const Error& error) {
      throw Error(Kind::input, error.message(), std::string(name) + ", line " + std::to_string(line->number));
    }
  }
  return boxes;
}

std::vector<MotBox> read_mot_tracks(const std::filesystem::path& file) {
  return parse_mot_tracks(read_text(file, kMaxMotBytes), file.native());
}

}  // namespace ocelli::internal
