#include "output_check.hpp"

#include <array>
#include <string_view>
#include <system_error>

#include "ocelli/data/images/image_folder.hpp"
#include "ocelli/pipelines/output/drawing.hpp"
#include "ocelli/pipelines/sources/input_check.hpp"

namespace ocelli::app {
namespace {

namespace fs = std::filesystem;

/// An image, or what is known of one.
bool is_sample(const fs::path& name) {
  return has_image_extension(name) || name.extension() == ".txt" || name.extension() == ".xml";
}

}  // namespace

void check_outputs(const BatchOutputs& outputs, const std::vector<std::string>& inputs,
                   const std::vector<fs::path>& files) {
  OutputGuard guard;
  guard.add(outputs.file);
  if (!outputs.drawings.empty()) guard.add_in(outputs.drawings, kDrawingMark);
  check_inputs(inputs, guard);
  check_outputs(guard, files);
}

void check_outputs(const OutputGuard& outputs, const std::vector<fs::path>& sources) {
  for (const fs::path& source : sources) {
    std::error_code failure;
    if (fs::is_directory(source, failure)) {
      outputs.check_all_in(source, is_sample);
    } else {
      outputs.check(source);
    }
  }
}

OutputGuard training_outputs(const fs::path& model) {
  constexpr std::array kEndings = {"", ".log.jsonl", ".rounds.svg", ".stages.svg", ".features.png"};
  OutputGuard guard;
  for (const char* const ending : kEndings) guard.add(model.string() + ending);
  return guard;
}

}  // namespace ocelli::app
