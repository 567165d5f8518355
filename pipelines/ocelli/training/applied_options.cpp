#include "ocelli/training/applied_options.hpp"

#include <algorithm>
#include <set>

#include "ocelli/data/samples/augmentation.hpp"
#include "ocelli/data/samples/table_columns.hpp"
#include "ocelli/features/channel_templates/channel_templates.hpp"
#include "ocelli/recognition/training/template_tuning.hpp"

namespace ocelli::internal {
namespace {

using Names = std::set<std::string>;

/// The names that a struct of options describes.
template <class Options>
Names names_of() {
  Names names;
  for (const auto& [name, value] : listed(Options())) names.insert(name);
  return names;
}

/// Options without which another one does nothing.
class Applied {
 public:
  explicit Applied(const OptionList& options) : options_(options) {}

  /// Leaves out `names` unless `holds`.
  void only_if(bool holds, const Names& names) {
    if (!holds) left_out_.insert(names.begin(), names.end());
  }

  /// Whether an option is there with another value than this one.
  bool differs(const std::string& name, const std::string& from) const {
    return std::ranges::any_of(
        options_, [&](const auto& option) { return option.first == name && option.second != from; });
  }
  /// Whether an option is there whose value is the word, or words separated by commas with it.
  bool names(const std::string& name, const std::string& word) const {
    return std::ranges::any_of(options_, [&](const auto& option) {
      return option.first == name && ("," + option.second + ",").find("," + word + ",") != std::string::npos;
    });
  }

  OptionList rest() const {
    OptionList rest;
    for (const auto& option : options_)
      if (!left_out_.contains(option.first)) rest.push_back(option);
    return rest;
  }

 private:
  const OptionList& options_;
  Names left_out_;
};

}  // namespace

OptionList applied(const OptionList& options, const Samples& samples, bool from_table) {
  Applied list(options);
  const bool images = samples.shape.has_value();
  list.only_if(from_table, names_of<TableOptions>());
  list.only_if(list.differs("category-columns", ""), {"category-columns"});
  list.only_if(list.differs("class-weights", "none"), {"class-weights"});
  list.only_if(list.differs("weight-column", ""), {"weight-column"});
  list.only_if(images, {"width", "height", "tilt", "normalized-side", "augmentation"});
  list.only_if(images && list.differs("augmentation", "0"), names_of<DeformationOptions>());
  list.only_if(list.names("features", "templates"), {"templates", "mask-grid", "mask-sigma", "mask-reach"});
  list.only_if(list.names("features", "channel-templates"), names_of<ChannelTemplateOptions>());
  list.only_if(list.names("features", "balls"), {"centers", "radii"});
  list.only_if(list.names("features", "gaussians"), {"gaussians", "gaussian-width"});
  list.only_if(list.names("features", "balls") || (images && list.names("features", "gaussians")),
               {"components"});
  list.only_if(list.names("features", "trees"), {"pool-trees", "pool-leaves"});
  list.only_if(list.differs("tune-epochs", "none"), names_of<TuningOptions>());
  list.only_if(list.differs("tune-epochs", "none"), {"choose-from"});
  list.only_if(list.differs("rule", "gradient"), {"shortlist"});
  list.only_if(list.differs("validation", "0"), {"patience"});
  return list.rest();
}

}  // namespace ocelli::internal
