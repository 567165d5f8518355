#include "command_line.hpp"

#include <algorithm>
#include <array>
#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/positional_options.hpp>
#include <boost/program_options/variables_map.hpp>
#include <iostream>
#include <optional>
#include <regex>
#include <span>
#include <utility>

#include "ocelli/core/option_lookup.hpp"
#include "ocelli/core/wording.hpp"
#include "ocelli/data/formats/text_lines.hpp"
#include "option_records.hpp"
#include "printable.hpp"
#include "thread_limit.hpp"

namespace ocelli::internal::app {
namespace {

namespace po = boost::program_options;

struct ThreadOptions {
  std::optional<int> threads;

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("threads", self.threads, "maximum number of threads (auto: one per core)",
          option::from(1).to(1024).or_auto(0));
  }
};

/// The names of our options in OpenCV's and Tesseract's programs, where they differ by more than spelling.
constexpr std::array kOthersNames = {std::pair{"scale-factor", "scale-step"},
                                     std::pair{"vec", "positives"},
                                     std::pair{"info", "positives"},
                                     std::pair{"bg", "negatives"},
                                     std::pair{"data", "output"},
                                     std::pair{"lang", "language"},
                                     std::pair{"whitelist", "charset"},
                                     std::pair{"tessedit-char-whitelist", "charset"}};

/// The option that a mistyped name, or another program's name, probably meant; empty if none.
std::string option_meant_by(std::string_view mistyped, std::span<const OptionGroup> groups) {
  std::vector<std::string> names = {"threads", "help", "help-all"}, options = names;
  const auto add = [&](const char* name, const std::string& option) {
    names.emplace_back(name);
    options.push_back(option);
  };
  for (const OptionGroup& group : groups) {
    for (const Option& option : group.options) {
      add(option.name.c_str(), option.name);
      for (const auto& [theirs, ours] : kOthersNames)
        if (option.name == ours) add(theirs, option.name);
    }
  }
  const std::string nearest = nearest_name(mistyped, names);
  const auto found = std::ranges::find(names, nearest);
  return found == names.end() ? nearest : options[static_cast<std::size_t>(found - names.begin())];
}

/// In lowercase.
std::string without_dashes(const std::string& name) {
  std::string letters = in_lower_case(name);
  std::erase(letters, '-');
  return letters;
}

/// The name of an option written with one dash, as in OpenCV's programs; otherwise empty.
std::string name_after_one_dash(const std::string& word, std::span<const OptionGroup> groups) {
  if (word.size() < 4 || word[0] != '-' || word[1] == '-') return {};
  const std::string name = american_spelling("--" + word.substr(1, word.find('=') - 1)).substr(2);
  std::string ours = name;
  for (const auto& [theirs, option] : kOthersNames)
    if (name == theirs) ours = option;
  const auto is_it = [&](const Option& option) {
    return without_dashes(option.name) == without_dashes(name) || option.name == ours;
  };
  const bool is_known = std::ranges::any_of(
      groups, [&](const OptionGroup& group) { return std::ranges::any_of(group.options, is_it); });
  return is_known || name == "threads" || name == "help" ? name : std::string();
}

/// No abbreviations: adding an option must not change the meaning of a script.
constexpr int kStyle = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;

/// The arguments with option names in American spelling.
Arguments in_american(Arguments arguments) {
  for (std::string& word : arguments) {
    if (word == "--") break;
    if (!word.starts_with("--")) continue;
    const std::size_t end = std::min(word.find('='), word.size());
    word = american_spelling(word.substr(0, end)) + word.substr(end);
  }
  return arguments;
}

/// The outputs that the options name.
std::vector<NamedOutput> named_outputs(const std::vector<OutputOption>& options,
                                       const po::variables_map& values) {
  std::vector<NamedOutput> outputs;
  for (const OutputOption& option : options) {
    if (values.count(option.name) == 0) continue;
    const auto& path = values[option.name].as<std::string>();
    require(!path.empty() || values[option.name].defaulted(), Kind::usage, "must not be empty",
            "--" + option.name);
    if (!path.empty()) outputs.push_back({option, path});
  }
  return outputs;
}

}  // namespace

CommandLine::CommandLine(std::string usage, std::string example)
    : page_{.usage = std::move(usage), .example = std::move(example), .brief = {}, .detail = {}} {}

void CommandLine::add(const std::vector<Option>& options) { add("", options); }

void CommandLine::add(const std::string& heading, const std::vector<Option>& options) {
  const std::vector<Option> own = offered(options);
  add_options(table_, own);
  const std::vector<OptionGroup> groups = grouped(heading, own);
  groups_.insert(groups_.end(), groups.begin(), groups.end());
}

bool CommandLine::parse(const Arguments& arguments) {
  constexpr const char* kArguments = "argument";
  constexpr const char* kPage = "options-page";
  constexpr const char* kRecords = "option-records";
  ThreadOptions threads;
  const std::vector<Option> own = option_table(threads);
  add_options(table_, own);
  po::options_description all = table_;
  all.add_options()("help,h", "")("help-all", "");
  all.add_options()(kPage, po::value<std::string>()->implicit_value(""))(kRecords, "");
  po::positional_options_description places;
  if (arguments_) {
    all.add_options()(kArguments, po::value(arguments_));
    places.add(kArguments, -1);
  }
  refuse_single_dashes(arguments);
  try {
    po::variables_map values;
    po::store(
        po::command_line_parser(in_american(arguments)).options(all).positional(places).style(kStyle).run(),
        values);
    const bool wants_records = values.count(kRecords) > 0;
    if (wants_records || values.count("help") + values.count("help-all") > 0)
      groups_.push_back({"Every verb", own});
    if (wants_records) return std::cout << option_record(page_, groups_) << "\n" << std::flush, false;
    if (values.count("help") + values.count("help-all") > 0) {
      std::cout << (values.count("help-all") > 0 ? full_help(page_, groups_) : basic_help(page_, groups_));
      return false;
    }
    if (values.count(kPage) > 0) {
      std::cout << options_in_markdown(page_.usage, groups_, values[kPage].as<std::string>());
      return false;
    }
    po::notify(values);
    check_named_outputs(named_outputs(outputs_, values));
  } catch (const po::unknown_option& error) {
    refuse_unknown(error.get_option_name());
  } catch (const po::error& error) {
    refuse(error.what());
  } catch (const Error& error) {
    refuse(error.what());
  }
  limit_threads(static_cast<std::size_t>(threads.threads.value_or(0)));
  return true;
}

void CommandLine::refuse(const std::string& why) const {
  const std::string on_one_line = std::regex_replace(page_.usage, std::regex("\\n *"), " or ");
  throw Error(Kind::usage,
              why + (why.ends_with('?') ? " Usage: " : "; usage: ") + on_one_line + " (more: --help)");
}

const std::string& CommandLine::only(const std::vector<std::string>& given, const std::string& name,
                                     const std::string& expected) const {
  if (given.empty()) refuse("one " + name + " is required" + (expected.empty() ? "" : ": " + expected));
  if (given.size() > 1)
    refuse("expected one " + name + ", got " + std::to_string(given.size()) + ": " + given[0] + ", " +
           given[1] + (given.size() > 2 ? ", ..." : ""));
  return given.front();
}

/// "-min-size" would be parsed as the value "in-size" of "-m".
void CommandLine::refuse_single_dashes(const Arguments& arguments) const {
  for (const std::string& word : arguments) {
    if (word == "--") return;
    const std::string name = name_after_one_dash(word, groups_);
    if (!name.empty()) refuse_unknown("-" + name);
  }
}

void CommandLine::refuse_unknown(const std::string& option) const {
  const std::string meant = option_meant_by(option.substr(option.find_first_not_of('-')), groups_);
  refuse("unknown option '" + option + "'" + did_you_mean(meant.empty() ? meant : "--" + meant));
}

}  // namespace ocelli::internal::app
