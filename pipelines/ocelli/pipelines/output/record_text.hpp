#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "ocelli/pipelines/output/record.hpp"

namespace ocelli::internal {

/// The record as one JSON line, including the line feed:
///
///     {"input":"a.jpg","width":640,"height":480,"detections":[
///       {"x":1,"y":2,"w":30,"h":30,"score":7.1,"label":"face"}]}
///     {"input":"bad.jpg","error":"is empty"}
///
/// A detector with a verifier adds "probability" after the score; one with landmarks adds
/// "landmarks":[[x,y],...] (both eyes, nose, both corners of the mouth) and "pose":{"yaw":-45,"roll":10}. A
/// search for rotated objects adds the pose, too, without yaw where that is unknown. Objects that are
/// followed have "track":3, and "seen":false where the detector did not find them. Boxes and poses are
/// rounded to whole numbers, landmarks to a tenth, scores to four decimals. Bytes that are not UTF-8 become
/// U+FFFD.
std::string to_json_line(const Record& record);

/// The record of a classification as one JSON line, with the `top` labels of highest score:
///
///     {"input":"7.png","label":"7","score":3.2,"top":[["7",3.2],["1",0.4]]}
///
/// A classifier with probabilities adds two fields after the score: "probability" for the label, and
/// "probabilities" for `top`. Scores and errors are formatted as above.
std::string label_json_line(const Record& record, std::span<const std::string> classes, std::size_t top);

/// The names of the input and of detection_cells().
inline constexpr std::string_view kDetectionCsvCells = "input,x,y,w,h,score,label,probability";

/// The cells of a detection in CSV, with the same numbers as in JSON: "1,2,30,30,7.1,face,0.99".
std::string detection_cells(const Detection& detection);

/// The columns of detections in CSV, beside those that are always there.
struct DetectionColumns {
  bool landmarks = false;  ///< and the pose: lex,ley,rex,rey,nosex,nosey,lmx,lmy,rmx,rmy,yaw,roll
  bool tracks = false;     ///< track,seen
};

/// The first row of CSV: "input,width,height,x,y,w,h,score,label,probability" and the further columns.
/// Landmarks have the names that annotations use.
std::string csv_header(const DetectionColumns& columns);

/// The record as CSV rows (RFC 4180, lines end in LF), one per detection, with the same numbers as in JSON.
/// The probability is empty if the detector has none. An image without detections is one row with its last
/// cells empty, from the box on. An error record has no row.
std::string to_csv_rows(const Record& record, const DetectionColumns& columns = {});

/// The record in the text format of the MOT challenge: frame, track, x, y, w, h, score, -1, -1, -1, a row for
/// each object that is followed. Frames count from 1. An error record has no row.
/// Source  Leal-Taixe et al. 2015, "MOTChallenge 2015: towards a benchmark for multi-target tracking".
std::string to_mot_rows(const Record& record);

inline constexpr std::string_view kLabelCsvHeader = "input,label,score,second,second_score,probability\n";

/// The record of a classification as a CSV row: its two best labels and the probability of the best, empty if
/// the classifier has none. An error record has no row.
std::string label_csv_row(const Record& record, std::span<const std::string> classes);

}  // namespace ocelli::internal
