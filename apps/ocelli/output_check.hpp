#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/pipelines/sources/input_check.hpp"
#include "ocelli/pipelines/sources/named_items.hpp"

namespace ocelli::internal::app {

/// The outputs of a run over INPUT arguments; empty ones are not requested.
struct BatchOutputs {
  std::string file;      ///< of results
  std::string drawings;  ///< a folder
  OutputFolder folder = {};
};

/// Rejects a run that would overwrite its own inputs: its INPUT arguments, or other files, such as its model.
/// Throws  Error(Kind::usage) naming the input, as do the functions below.
void check_outputs(const BatchOutputs& outputs, const std::vector<std::string>& inputs,
                   const std::vector<std::filesystem::path>& files);

/// An option that names a file or a folder which is written.
struct OutputOption {
  std::string name;  ///< without dashes
  enum class Form { file, folder } form = Form::file;
  /// What the names of files end in, where that says their format. Empty: the verb checks them itself.
  std::vector<std::string_view> endings = {};
};

/// What such an option names in a run.
struct NamedOutput {
  OutputOption option;
  std::string path;

  /// "--roc x.svg", for messages.
  std::string words() const { return "--" + option.name + " " + path; }
};

/// Rejects a run whose outputs would overwrite each other (two options that name one file, a file among the
/// drawings of a folder), a file whose ending is that of another format than it gets, and a folder that is
/// named like a file. Every verb has this check: CommandLine knows which options name outputs.
void check_named_outputs(std::span<const NamedOutput> outputs);

/// The ending of an output by which its format is known, in lower case: ".pdf". None for a name without an
/// ending, or with one without letters, such as "run.2026", and for devices, pipes and folders, whose names
/// do not matter.
std::string format_ending(const std::string& output);

/// ".svg, .png or .csv"
std::string join_endings(std::span<const std::string_view> endings);

}  // namespace ocelli::internal::app
