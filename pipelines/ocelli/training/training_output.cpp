#include "ocelli/training/training_output.hpp"

#include <array>

#include <unistd.h>

#include <system_error>

#include "ocelli/core/error.hpp"
#include "ocelli/core/new_file.hpp"

namespace ocelli {
namespace {

namespace fs = std::filesystem;

/// The file that is written, at the end of any links.
fs::path checked_target(const fs::path& model) {
  std::error_code failure;
  fs::path target = fs::weakly_canonical(fs::absolute(model), failure);
  require(
      !failure, Kind::output, [&] { return "cannot be reached: " + failure.message(); }, model.native());
  require(
      !fs::is_directory(target, failure), Kind::output,
      [&] { return "is a folder; name the model's file, such as " + (model / "mine.ocelli").string(); },
      model.native());
  const bool is_there = fs::exists(target, failure);
  require(!is_there || fs::is_regular_file(target, failure), Kind::output,
          "is no regular file; a training keeps its model, checkpoint and log in files side by side",
          model.native());
  require(!is_there || ::access(target.c_str(), W_OK) == 0, Kind::output,
          "may not be written; change its permissions or choose another -o", model.native());
  const fs::path folder = target.parent_path();
  require(
      fs::is_directory(folder, failure), Kind::output,
      [&] { return "there is no folder " + folder.string() + "; make it or choose another -o"; },
      model.native());
  require(
      ::access(folder.c_str(), W_OK | X_OK) == 0, Kind::output,
      [&] { return "nothing may be written to the folder " + folder.string() + "; choose another -o"; },
      model.native());
  return target;
}

FileLock lock_beside(const fs::path& target, const fs::path& model) {
  try {
    return FileLock(target.string() + ".lock");
  } catch (const Error& error) {
    throw Error(error.kind(),
                "cannot be taken: " + std::string(error.what()) +
                    ". Where another training writes this model, wait for its end or choose another -o",
                model.string());
  }
}

}  // namespace

TrainingOutput::TrainingOutput(const fs::path& model, const fs::path& checkpoint)
    : lock_(lock_beside(checked_target(model), model)) {
  remove_unfinished(checkpoint);
  remove_unfinished(model);
}

OutputGuard training_outputs(const std::filesystem::path& model) {
  constexpr std::array kEndings = {"", ".log.jsonl", ".rounds.svg", ".stages.svg", ".features.png"};
  OutputGuard guard;
  for (const char* const ending : kEndings) guard.add(model.string() + ending);
  return guard;
}

}  // namespace ocelli
