#include "old_names.hpp"

#include <algorithm>
#include <boost/program_options/value_semantic.hpp>

#include "ocelli/core/error.hpp"

namespace ocelli::app {
namespace {

namespace po = boost::program_options;

using Given = po::basic_option<char>;

bool is_given(const po::parsed_options& parsed, std::string_view name) {
  return std::ranges::any_of(parsed.options, [&](const Given& given) { return given.string_key == name; });
}

std::string warning(const std::string& old, const std::string& now) {
  return "ocelli: " + old + " is now " + now + "; the old name will go with the next version";
}

}  // namespace

void OldNames::add(const std::vector<Option>& options) {
  std::ranges::copy_if(options, std::back_inserter(renamed_), [](const Option& option) {
    return !option.spec.old_name().empty() || !option.spec.old_word().empty();
  });
}

po::options_description OldNames::options() const {
  po::options_description old;
  for (const Option& option : renamed_) {
    if (option.spec.old_name().empty()) continue;
    old.add_options()(std::string(option.spec.old_name()).c_str(), po::value<std::string>());
  }
  return old;
}

std::vector<std::string> OldNames::renew(po::parsed_options& parsed) const {
  std::vector<std::string> warnings;
  for (const Option& option : renamed_) {
    const std::string old(option.spec.old_name());
    require(
        old.empty() || !is_given(parsed, old) || !is_given(parsed, option.name), Kind::usage,
        [&] { return "is the old name of --" + option.name + ": give one of the two"; }, "--" + old);
    for (Given& given : parsed.options) {
      if (!old.empty() && given.string_key == old) {
        given.string_key = option.name;
        warnings.push_back(warning("--" + old, "--" + option.name));
      }
      if (given.string_key != option.name || option.spec.old_word().empty()) continue;
      for (std::string& word : given.value) {
        if (word != option.spec.old_word()) continue;
        word = option.spec.new_word();
        warnings.push_back(warning("--" + option.name + " " + std::string(option.spec.old_word()),
                                   "--" + option.name + " " + word));
      }
    }
  }
  return warnings;
}

}  // namespace ocelli::app
