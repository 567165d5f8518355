#include "ocelli/training/training_output.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "ocelli/core/new_file.hpp"
#include "ocelli/core/require.hpp"
#include "ocelli/model_io/container.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// The extensions of the files that a training writes next to its model.
constexpr std::string_view kLockEnding = ".ocelli-lock";
constexpr std::array<std::string_view, 8> kEndings = {
    "",         ".log.jsonl", ".rounds.svg", ".stages.svg", ".features.png", ".samples.png", ".checkpoint",
    kLockEnding};
constexpr std::size_t kLongestEnding =
    std::ranges::max(kEndings, {}, [](std::string_view ending) { return ending.size(); }).size();

/// The file that is written, after following links.
fs::path checked_target(const fs::path& model) {
  std::error_code failure;
  fs::path target = fs::weakly_canonical(fs::absolute(model), failure);
  require(
      !failure, Kind::output, [&] { return "cannot be reached: " + failure.message(); }, model.native());
  require(
      !fs::is_directory(target, failure), Kind::output,
      [&] { return "is a folder; give the model's file, such as " + (model / "mine.ocelli").string(); },
      model.native());
  const bool is_there = fs::exists(target, failure);
  require(!is_there || fs::is_regular_file(target, failure), Kind::output,
          "is not a regular file; a training keeps its model, checkpoint and log in files side by side",
          model.native());
  require(!is_there || ::access(target.c_str(), W_OK) == 0, Kind::output,
          "is not writable; change its permissions or choose another -o", model.native());
  constexpr std::size_t kMaxBytes = 255;  // of a name
  require(
      target.filename().native().size() + kLongestEnding <= kMaxBytes, Kind::output,
      [&] {
        return "has a name of more than " + std::to_string(kMaxBytes - kLongestEnding) +
               " bytes, which leaves no room for the extensions of its checkpoint and log; choose a shorter "
               "one";
      },
      model.native());
  const fs::path folder = target.parent_path();
  require(
      fs::is_directory(folder, failure), Kind::output,
      [&] { return "the folder " + folder.string() + " does not exist; create it or choose another -o"; },
      model.native());
  require(
      ::access(folder.c_str(), W_OK | X_OK) == 0, Kind::output,
      [&] { return "the folder " + folder.string() + " is not writable; choose another -o"; },
      model.native());
  return target;
}

FileLock lock_beside(const fs::path& target, const fs::path& model) {
  try {
    return FileLock(target.string().append(kLockEnding));
  } catch (const Error& error) {
    throw Error(error.kind(),
                "cannot be locked: " + std::string(error.what()) +
                    ". If another training is writing this model, wait for it to finish or choose another -o",
                model.string());
  }
}

constexpr std::size_t kFrontBytes = 8;  ///< of an Ocelli file, with its identifier

/// An unrelated file with the name of the checkpoint would be replaced, and removed at the end.
void require_ours(const fs::path& checkpoint) {
  std::error_code failure;
  if (!fs::exists(checkpoint, failure)) return;
  require(
      fs::is_regular_file(checkpoint, failure), Kind::output,
      "has the name of the training's checkpoint but is not a regular file; rename it or choose another -o",
      checkpoint.native());
  std::array<char, kFrontBytes> front{};
  std::ifstream stream(checkpoint, std::ios::binary);
  stream.read(front.data(), front.size());
  const auto length = static_cast<std::size_t>(stream.gcount());
  require(length == 0 || (length == kFrontBytes && schema::FileBufferHasIdentifier(front.data())),
          Kind::output,
          "has the name of the training's checkpoint but was not written by Ocelli; rename it or choose "
          "another -o",
          checkpoint.native());
}

}  // namespace

TrainingOutput::TrainingOutput(const fs::path& model, const fs::path& checkpoint)
    : lock_(lock_beside(checked_target(model), model)) {
  require_ours(checkpoint);
  remove_unfinished(checkpoint);
  remove_unfinished(model);
}

OutputGuard training_outputs(const std::filesystem::path& model) {
  OutputGuard guard;
  for (const std::string_view ending : kEndings) guard.add(model.string().append(ending));
  return guard;
}

}  // namespace ocelli::internal
