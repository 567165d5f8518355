#include "option_records.hpp"

#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>

namespace ocelli::internal::app {
namespace {

using Json = nlohmann::ordered_json;

Json words_of(const Option& option) {
  Json words = Json::array();
  const std::string_view placeholder = placeholder_of(option);
  if (placeholder.find('|') == std::string_view::npos) return words;
  std::istringstream list{std::string(placeholder)};
  for (std::string word; std::getline(list, word, '|');) words.push_back(word);
  return words;
}

Json to_json(const Option& option, const std::string& heading) {
  Json json = {{"name", option.name}, {"help", option.help}, {"heading", heading}};
  if (option.spec.letter() != 0) json["letter"] = std::string(1, option.spec.letter());
  if (option.spec.is_flag()) return json;
  const Json words = words_of(option);
  json["value"] = words.empty() ? std::string(placeholder_of(option)) : "word";
  json["words"] = words;
  json["allowed"] = option.spec.allowed();
  json["unit"] = option.spec.unit();
  json["default"] = option.value;
  return json;
}

void print_line(const Json& json) { std::cout << json.dump() << "\n" << std::flush; }

/// The arguments that print another part of the options page, for its records.
Arguments for_records(Arguments words) {
  for (std::string& word : words)
    if (word.starts_with("--options-page")) word = "--option-records";
  return words;
}

}  // namespace

std::string option_record(const HelpPage& page, std::span<const OptionGroup> groups) {
  Json options = Json::array();
  for (const OptionGroup& group : groups)
    for (const Option& option : group.options) options.push_back(to_json(option, group.heading));
  const Json json = {
      {"usage", page.usage}, {"example", page.example}, {"detail", page.detail}, {"options", options}};
  return json.dump();
}

void print_option_records(std::span<const Verb> verbs, const std::string& exit_codes) {
  print_line({{"version", OCELLI_VERSION}, {"exit_codes", exit_codes}});
  for (const Verb& verb : verbs) {
    print_line({{"verb", verb.name}, {"summary", verb.summary}});
    verb.run({"--option-records"});
    if (verb.more_options == nullptr) continue;
    for (const Arguments& more : verb.more_options()) verb.run(for_records(more));
  }
}

}  // namespace ocelli::internal::app
