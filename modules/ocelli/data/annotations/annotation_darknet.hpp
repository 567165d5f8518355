#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ocelli/data/annotations/annotation.hpp"
#include "ocelli/data/annotations/annotation_format.hpp"

namespace ocelli::internal {

/// What a YOLO data set description names: folders of images, or lists of their paths.
struct YoloParts {
  std::string root{};                           ///< base of the other paths; may be empty
  std::vector<std::string> train, val, test{};  ///< each may be empty
  std::string names_file{};                     ///< of Darknet's obj.data
  std::vector<std::string> names{};             ///< of data.yaml

  bool is_empty() const { return train.empty() && val.empty() && test.empty(); }
};

/// Parses data.yaml (path, train, val, test, names), or Darknet's obj.data (lines "train = data/train.txt",
/// valid, names). No disk access; `name` is the file for messages. Throws Error(Kind::input) like
/// parse_yolo_names().
YoloParts parse_yolo_parts(std::string_view text, bool is_yaml, std::string_view name);

/// YOLO's data.yaml or a folder with it, Darknet's obj.data, or a list of images with label files.
///
/// From a description, the requested part is read (AnnotationReading): train, or else test or val. A note
/// names it. Parts are relative to the entry `path` or to the description's folder. If they lead nowhere,
/// their last folders are searched there. The labels of images/a.jpg are in labels/a.txt, or next to it. An
/// image without labels is skipped, because nothing is known about it, and counted.
extern const AnnotationFormat darknet_format;

}  // namespace ocelli::internal
