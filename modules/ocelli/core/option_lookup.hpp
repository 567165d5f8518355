#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ocelli/core/option_table.hpp"

namespace ocelli::internal {

/// Joins two tables of options.
std::vector<Option> joined(std::vector<Option> table, const std::vector<Option>& more);

/// The option with that name, or null. - and _ are equivalent, and so are British and American spellings. A
/// name that is a keyword in a language may end in an underscore: for_.
const Option* find_option(const std::vector<Option>& table, std::string_view name);

/// From now on offered() includes the constants of methods (option::Spec::fixed()): for experiments.
/// Requires  a single call, before any option is read.
void offer_constants();

/// The options that this program offers: without constants, unless it has called offer_constants().
std::vector<Option> offered(const std::vector<Option>& table);

/// The name of the option that a mistyped name probably means; empty if there is none.
std::string nearest_option(const std::vector<Option>& table, std::string_view mistyped);

/// Refuses options without effect, because whoever sets one expects one: throws Error(Kind::usage) with `why`
/// for the first of `names` whose value in `given` differs from its default in `defaults`.
/// Requires  the listed() options of one struct.
void refuse_changed(const OptionList& given, const OptionList& defaults,
                    std::span<const std::string_view> names, const char* why);

}  // namespace ocelli::internal
