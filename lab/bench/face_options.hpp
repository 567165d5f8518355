#pragma once

#include <cstddef>
#include <string>

#include "data_folder.hpp"
#include "program_run.hpp"

namespace ocelli::internal::bench {

/// The bundled model.
inline std::string face_model() { return (source_path() / "models" / "face-frontal.ocelli").string(); }

/// The annotation file of a test set, e.g. "cmu_mit".
inline std::string face_set(const std::string& name) {
  return (data_path() / "faces" / "test" / (name + ".csv")).string();
}

/// Options shared by all benches that time scans.
struct ScanBenchOptions {
  std::string model = face_model();
  std::string set = face_set("cmu_mit");
  std::size_t rounds = 3;
  std::string folder = result_path("").string();

  /// Adds them to a table; `files` are those that the bench writes.
  void describe(po::options_description& table, const std::string& files) {
    table.add_options()("model", po::value(&model), "face model (default: the bundled one)")(
        "set", po::value(&set), "annotation file of the pictures (default: cmu_mit)")(
        "rounds", po::value(&rounds), "medians are over so many (default: 3)")(
        "folder", po::value(&folder), ("where " + files + " go (default: lab/notebook/images)").c_str());
  }
};

}  // namespace ocelli::internal::bench
