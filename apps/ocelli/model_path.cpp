#include "model_path.hpp"

#include <array>
#include <system_error>

#include "ocelli/core/error.hpp"

namespace ocelli::app {

namespace fs = std::filesystem;

fs::path shipped_model(const std::string& name) {
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  const fs::path installed = (program.parent_path() / OCELLI_MODELS_FROM_PROGRAM).lexically_normal();
  const std::array places = {installed / name, fs::path(OCELLI_SOURCE_MODELS) / name};
  for (const fs::path& place : places) {
    if (fs::exists(place, failure)) return place;
  }
  throw Error(
      Kind::model,
      "is neither " + places[0].string() + " nor " + places[1].string() + "; name a model with --model",
      name);
}

Reader load_reader_for(const ReadingJob& job, const std::string& model) {
  if (model.empty()) return reader_for(job, shipped_model).reader;
  return reader_for(job, load_reader(model), shipped_model).reader;
}

}  // namespace ocelli::app
