#include "output_check.hpp"

#include "ocelli/pipelines/output/drawing.hpp"
#include "ocelli/pipelines/sources/input_check.hpp"

namespace ocelli::app {

namespace fs = std::filesystem;

void check_outputs(const BatchOutputs& outputs, const std::vector<std::string>& inputs,
                   const std::vector<fs::path>& files) {
  OutputGuard guard;
  guard.add(outputs.file);
  if (!outputs.drawings.empty()) guard.add_in(outputs.drawings, kDrawingMark);
  if (!outputs.folder.path.empty()) guard.add_all_in(outputs.folder.path, outputs.folder.endings);
  check_inputs(inputs, guard);
  check_outputs(guard, files);
}

}  // namespace ocelli::app
