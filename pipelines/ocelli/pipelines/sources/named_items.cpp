#include "ocelli/pipelines/sources/named_items.hpp"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "ocelli/core/file_names.hpp"

namespace ocelli::internal {
namespace {

namespace fs = std::filesystem;

/// The file name without its extension, as a valid output name.
fs::path plain_name(const std::string& file) {
  std::string name = fs::path(file).filename().string();
  std::ranges::replace(name, ':', '-');
  if (ending_of(name) == ".gz") name = fs::path(name).stem().string();
  const fs::path stem = fs::path(name).stem();
  return stem.empty() ? fs::path("page") : stem;
}

bool is_up_to_date(const fs::path& output, fs::file_time_type input) {
  std::error_code failure;
  const fs::file_time_type written = fs::last_write_time(output, failure);
  return !failure && written >= input;
}

class NamedItems final : public Source {
 public:
  NamedItems(std::unique_ptr<Source> source, OutputFolder folder, const Shard& shard)
      : source_(std::move(source)), folder_(std::move(folder)), shard_(shard) {}

  std::optional<Item> next() override {
    while (std::optional<Item> item = source_->next()) {
      if (item->file != file_ || file_.empty()) {
        begin(*item);
      } else if (item->input == first_) {
        is_wanted_ = false;
      }
      if (is_wanted_) {
        item->output = output_;
        return item;
      }
      ++passed_;
    }
    return std::nullopt;
  }

  std::optional<std::size_t> total() const override {
    const std::optional<std::size_t> items = source_->total();
    return items && shard_.count == 1 ? std::optional(*items - std::min(*items, passed_)) : std::nullopt;
  }

  PassedOver passed_over() const override {
    PassedOver all = source_->passed_over();
    all.up_to_date += up_to_date_;
    return all;
  }

 private:
  void begin(const Item& item) {
    file_ = item.file;
    first_ = item.input;
    is_wanted_ = false;
    if (!files_.insert(file_).second) return;
    const bool is_ours = shard_.has(files_.size() - 1);
    output_ = free_name((subfolder_of(item) / plain_name(file_)).string());
    const bool is_up_to_date = is_ours && folder_.resume && is_done();
    if (is_up_to_date) ++up_to_date_;
    is_wanted_ = is_ours && !is_up_to_date;
  }

  std::string free_name(const std::string& wanted) {
    std::string name = wanted;
    for (int copy = 2; !names_.insert(name).second; ++copy) name = wanted + "-" + std::to_string(copy);
    return name;
  }

  bool is_done() const {
    std::error_code failure;
    const fs::file_time_type input = fs::last_write_time(file_, failure);
    return !failure && std::ranges::all_of(folder_.endings, [&](const std::string& ending) {
      return is_up_to_date(folder_.path / (output_ + ending), input);
    });
  }

  std::unique_ptr<Source> source_;
  OutputFolder folder_;
  Shard shard_;
  std::set<std::string> files_, names_;  ///< so far
  std::string file_, first_, output_;    ///< of the current input: itself, its first item, its name
  bool is_wanted_ = false;
  std::size_t passed_ = 0;      ///< items
  std::size_t up_to_date_ = 0;  ///< inputs
};

}  // namespace

fs::path subfolder_of(const Item& item) {
  if (item.folder.empty()) return {};
  const fs::path below = fs::path(item.file).parent_path().lexically_relative(item.folder);
  return below == "." || below.empty() || *below.begin() == ".." ? fs::path() : below;
}

std::unique_ptr<Source> named_items(std::unique_ptr<Source> source, const OutputFolder& folder,
                                    const Shard& shard) {
  return std::make_unique<NamedItems>(std::move(source), folder, shard);
}

}  // namespace ocelli::internal
