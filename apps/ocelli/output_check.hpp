#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/pipelines/sources/input_check.hpp"
#include "ocelli/pipelines/sources/named_items.hpp"

namespace ocelli::internal::app {

/// The outputs of a run over INPUT arguments. Empty ones are not requested.
struct BatchOutputs {
  std::string file;      ///< of results
  std::string drawings;  ///< a folder
  OutputFolder folder = {};
  std::string crops = {};  ///< a folder
};

/// Rejects a run that would overwrite its own inputs: its INPUT arguments, or other files such as its model.
/// Throws  Error(Kind::usage) naming the input, as do the functions below.
void check_outputs(const BatchOutputs& outputs, const std::vector<std::string>& inputs,
                   const std::vector<std::filesystem::path>& files);

/// An option that names an output file or folder.
struct OutputOption {
  std::string name;  ///< without dashes
  enum class Form { file, folder } form = Form::file;
  /// Allowed extensions, if they determine the format. Empty: the verb checks them itself.
  std::vector<std::string_view> endings = {};
};

/// The value of such an option in a run.
struct NamedOutput {
  OutputOption option;
  std::string path;

  /// "--roc x.svg", for messages.
  std::string words() const { return "--" + option.name + " " + path; }
};

/// Rejects outputs that would overwrite each other (two options that name one file, or a file among the
/// drawings of a folder), a file with the extension of another format, and a folder named like a file.
/// Applies to every verb: CommandLine knows which options name outputs.
void check_named_outputs(std::span<const NamedOutput> outputs);

/// The extension that determines an output's format, in lowercase: ".pdf". Empty for a name without an
/// extension, for one without letters such as "run.2026", and for devices, pipes and folders, where the name
/// does not matter.
std::string format_ending(const std::string& output);

/// ".svg, .png or .csv"
std::string join_endings(std::span<const std::string_view> endings);

}  // namespace ocelli::internal::app
