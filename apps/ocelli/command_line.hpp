#pragma once

#include <boost/program_options/options_description.hpp>
#include <string>
#include <utility>
#include <vector>

#include "help_page.hpp"
#include "output_check.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {

/// The command line of every verb: usage, an example, --help, --threads, and the verb's own options and
/// arguments.
///
///     CommandLine line("ocelli info [--json] MODEL", "ocelli info models/face.ocelli");
///     line.add(request);  // a struct that describes itself
///     line.take_arguments(models);
///     if (!line.parse(arguments)) return kFine;  // --help was printed
class CommandLine {
 public:
  CommandLine(std::string usage, std::string example);

  /// Adds the verb's own options, a struct that describes itself. Constants are skipped (offered()).
  template <class Options>
  void add(Options& options) {
    add(option_table(options));
  }
  void add(const std::vector<Option>& options);

  /// Adds options under their own heading.
  template <class Options>
  void add(const std::string& heading, Options& options) {
    add(heading, option_table(options));
  }
  void add(const std::string& heading, const std::vector<Option>& options);

  /// Stores all words that are not options here. Without this call, none are allowed.
  void take_arguments(std::vector<std::string>& arguments) { arguments_ = &arguments; }

  /// Declares the options that name output files or folders: parse() checks these names
  /// (check_named_outputs()).
  void writes(std::vector<OutputOption> outputs) { outputs_ = std::move(outputs); }

  /// Describes the arguments, in complete lines: `brief` for --help, `detail` for --help-all.
  void explain(std::string brief, std::string detail) {
    page_.brief = std::move(brief);
    page_.detail = std::move(detail);
  }

  /// Sets all options and arguments; false when --help was requested and has been printed. (The undocumented
  /// options --options-page and --option-records print the verb's section of docs/options.md and its
  /// option_record().) From then on, at most --threads threads run (limit_threads()). British spellings are
  /// accepted. Throws  Error(Kind::usage) with a hint to use --help.
  bool parse(const Arguments& arguments);

  /// Throws  the error for a command line that parses but is invalid.
  [[noreturn]] void refuse(const std::string& why) const;

  /// The single argument given, named as in the usage.
  /// Throws  as refuse() for none, with what is expected, or for several.
  const std::string& only(const std::vector<std::string>& given, const std::string& name,
                          const std::string& expected = {}) const;

 private:
  [[noreturn]] void refuse_unknown(const std::string& option) const;
  void refuse_single_dashes(const Arguments& arguments) const;

  HelpPage page_;
  boost::program_options::options_description table_;
  std::vector<OptionGroup> groups_;
  std::vector<OutputOption> outputs_;
  std::vector<std::string>* arguments_ = nullptr;
};

}  // namespace ocelli::internal::app
