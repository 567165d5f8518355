#include "ocelli/pipelines/sources/shard.hpp"

#include <charconv>
#include <string>
#include <utility>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

class ShardItems final : public Source {
 public:
  ShardItems(std::unique_ptr<Source> source, const Shard& shard)
      : source_(std::move(source)), shard_(shard) {}

  std::optional<Item> next() override {
    for (; !shard_.has(passed_); ++passed_) {
      if (!source_->skip()) return std::nullopt;
    }
    ++passed_;
    return source_->next();
  }

  std::optional<std::size_t> total() const override {
    const std::optional<std::size_t> items = source_->total();
    return items ? std::optional(shard_.size(*items)) : std::nullopt;
  }

  PassedOver passed_over() const override { return source_->passed_over(); }

 private:
  std::unique_ptr<Source> source_;
  Shard shard_;
  std::size_t passed_ = 0;  ///< items of the source
};

/// 0 unless it is all digits and not too large.
std::size_t whole_number(std::string_view text) {
  std::size_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failure == std::errc{} && end == text.data() + text.size() ? number : 0;
}

}  // namespace

Shard shard_of(std::string_view text) {
  const std::size_t slash = text.find('/');
  Shard shard{.number = 0, .count = 0};
  if (slash != std::string_view::npos)
    shard = {.number = whole_number(text.substr(0, slash)), .count = whole_number(text.substr(slash + 1))};
  require(
      shard.number >= 1 && shard.number <= shard.count, Kind::usage,
      [&] { return "must be K/N with K from 1 to N, such as 3/16, got '" + std::string(text) + "'"; },
      "--shard");
  return shard;
}

std::unique_ptr<Source> shard_items(std::unique_ptr<Source> source, const Shard& shard) {
  if (shard.count == 1) return source;
  return std::make_unique<ShardItems>(std::move(source), shard);
}

}  // namespace ocelli::internal
