#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ocelli::internal {

/// A set of images that a model was trained on or selected with.
struct DataSet {
  std::string name;
  std::string role;  ///< "positives", "negatives" or "validation"
  std::uint64_t images = 0;
  std::uint64_t objects = 0;  ///< annotated objects in them
  std::string checksum;       ///< of the files, prefixed with the method: "crc32:9ae0daaf"

  friend bool operator==(const DataSet&, const DataSet&) = default;
};

/// What a part of a model consists of.
struct ModelPart {
  std::string name;  ///< "cascade", "verifier"
  std::string text;  ///< "1536 trees and a network"

  friend bool operator==(const ModelPart&, const ModelPart&) = default;
};

/// A measured figure and the command that reproduces it.
struct Figure {
  std::string name;     ///< "detection rate at 31 false positives"
  std::string value;    ///< "0.87"
  std::string data;     ///< what it was measured on
  std::string command;  ///< the command that measured it

  friend bool operator==(const Figure&, const Figure&) = default;
};

/// The origin and the performance of a model: part of every model file.
///
/// It records no time, machine or user, so that the same training produces the same file bit for bit. Strings
/// are stored byte for byte, even if they are not UTF-8 (paths may not be). Code that prints them must expect
/// that.
struct ModelCard {
  std::string description;
  std::vector<ModelPart> components;  ///< in execution order
  std::string trained_by;             ///< program and version
  std::vector<DataSet> data;
  /// Name and value, in the order of the option table.
  std::vector<std::pair<std::string, std::string>> options;
  std::uint64_t seed = 0;
  std::vector<Figure> figures;
  std::string license;  ///< of the model and of the data behind it

  friend bool operator==(const ModelCard&, const ModelCard&) = default;

  /// Adds a component, replacing one with the same name.
  void set_component(ModelPart component) {
    std::erase_if(components, [&](const ModelPart& other) { return other.name == component.name; });
    components.push_back(std::move(component));
  }
};

}  // namespace ocelli::internal
