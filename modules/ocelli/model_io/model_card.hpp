#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ocelli {

/// A set of images that a model was trained or chosen with.
struct DataSet {
  std::string name;
  std::string role;  ///< "positives", "negatives" or "validation"
  std::uint64_t images = 0;
  std::uint64_t objects = 0;  ///< annotated objects in them
  std::string checksum;       ///< of the files, with the name of the method in front: "crc32:9ae0daaf"

  friend bool operator==(const DataSet&, const DataSet&) = default;
};

/// A measured figure and how to measure it again.
struct Figure {
  std::string name;     ///< "detection rate at 31 false positives"
  std::string value;    ///< "0.87"
  std::string data;     ///< what it was measured on
  std::string command;  ///< what measured it

  friend bool operator==(const Figure&, const Figure&) = default;
};

/// Where a model comes from and what it can do: part of every model file.
///
/// No time, machine or user is recorded, so that the same training gives the same file bit for bit. Texts are
/// kept byte for byte, even when they are not UTF-8 (as paths may be): whoever prints them must expect that.
struct ModelCard {
  std::string description;
  std::string trained_by;  ///< program and version
  std::vector<DataSet> data;
  /// Name and value, in the order of the option table.
  std::vector<std::pair<std::string, std::string>> options;
  std::uint64_t seed = 0;
  std::vector<Figure> figures;
  std::string licence;  ///< of the model, and the rights of the data behind it

  friend bool operator==(const ModelCard&, const ModelCard&) = default;
};

}  // namespace ocelli
