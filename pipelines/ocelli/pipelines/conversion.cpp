#include "ocelli/pipelines/conversion.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "ocelli/core/file.hpp"
#include "ocelli/core/file_names.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/detection/opencv/cascade_xml.hpp"
#include "ocelli/portable/c99_header.hpp"
#include "ocelli/portable/onnx_classifier.hpp"
#include "ocelli/portable/xgboost_json.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

void write_own(const Model& model, const fs::path& path) {
  std::visit([&](const auto& some) { save_model(path, some); }, model);
}

/// OpenCV's XML: writes what it can represent, and reports why it cannot represent the rest.
struct XmlWriter {
  const fs::path& path;

  void operator()(const OpenCvModel& model) const { save_cascade_xml(path, model.cascade); }
  void operator()(const DetectorModel& /*model*/) const {
    throw Error(
        Kind::usage,
        "OpenCV's XML supports only cascades of stumps and trees whose stages have separate sums; this "
        "detector has lookup tables with a running sum. To train one for OpenCV: ocelli train detector "
        "--for opencv",
        path.string());
  }
  template <class Other>
  void operator()(const Other& /*model*/) const {
    throw Error(Kind::usage, "OpenCV's XML supports only detectors", path.string());
  }
};

void write_xml(const Model& model, const fs::path& path) { std::visit(XmlWriter{path}, model); }

void write_text(const std::string& text, const fs::path& path) {
  write_file_atomically(path, std::as_bytes(std::span(text)));
}

/// Writes the output of a generator for a model, or throws its reason with the name of the file.
template <class Generate>
void write_generated(const fs::path& path, const Generate& generate) {
  std::string text;
  try {
    text = generate(path.stem().string());
  } catch (const Error& error) {
    throw Error(error.kind(), error.message(), path.string());
  }
  write_text(text, path);
}

/// A C99 header.
struct C99Writer {
  const fs::path& path;

  void operator()(const DetectorModel& model) const { write(model); }
  void operator()(const OpenCvModel& model) const { write(model); }
  void operator()(const ClassifierModel& model) const { write(model); }
  template <class Other>
  void operator()(const Other& /*model*/) const {
    throw Error(Kind::usage, "C99 supports only detectors and classifiers", path.string());
  }
  template <class Some>
  void write(const Some& model) const {
    write_generated(path, [&](const std::string& name) { return c99_header(model, name); });
  }
};

void write_c99(const Model& model, const fs::path& path) { std::visit(C99Writer{path}, model); }

/// ONNX.
struct OnnxWriter {
  const fs::path& path;

  void operator()(const ClassifierModel& model) const {
    write_generated(path, [&](const std::string& name) { return onnx_file(model, name); });
  }
  template <class Other>
  void operator()(const Other& /*model*/) const {
    throw Error(Kind::usage, "ONNX supports only classifiers", path.string());
  }
};

void write_onnx(const Model& model, const fs::path& path) { std::visit(OnnxWriter{path}, model); }

/// XGBoost's JSON.
struct TreeWriter {
  const fs::path& path;

  void operator()(const ClassifierModel& model) const {
    write_generated(path, [&](const std::string& /*name*/) { return xgboost_json(model); });
  }
  template <class Other>
  void operator()(const Other& /*model*/) const {
    throw Error(Kind::usage, "XGBoost's format supports only classifiers of trees", path.string());
  }
};

void write_trees(const Model& model, const fs::path& path) { std::visit(TreeWriter{path}, model); }

constexpr std::array kFormats{
    ModelFormat{".ocelli", "a model file of Ocelli's", "every model", write_own},
    ModelFormat{".xml", "OpenCV's XML, for OpenCV 3 and 4", "OpenCV cascades", write_xml},
    ModelFormat{
        ".h", "a C99 header without dependencies",
        "detectors of one shape, OpenCV cascades; classifiers except those of balls and of multi-layer "
        "boosting, and those with --tilt",
        write_c99},
    ModelFormat{".onnx", "ONNX, for onnxruntime and others",
                "classifiers except those of multi-layer boosting and those with --tilt", write_onnx},
    ModelFormat{".json", "a model of XGBoost, in JSON", "classifiers of trees with --pairs 0, and of stumps",
                write_trees},
};

}  // namespace

std::span<const ModelFormat> model_formats() { return kFormats; }

const ModelFormat* model_format_of(const fs::path& path) {
  const auto* const found = std::ranges::find(kFormats, ending_of(path), &ModelFormat::ending);
  return found == kFormats.end() ? nullptr : found;
}

std::string model_format_table() {
  std::string table;
  for (const ModelFormat& format : kFormats) {
    std::string line = "  NAME" + std::string(format.ending);
    line.resize(std::max<std::size_t>(line.size() + 2, 18), ' ');
    table += line + std::string(format.title) + "; supports " + std::string(format.holds) + "\n";
  }
  return table;
}

}  // namespace ocelli::internal
