#include "ocelli/pipelines/sources/inputs.hpp"

#include <utility>
#include <vector>

namespace ocelli::internal {
namespace {

class SampleRows final : public Source {
 public:
  SampleRows(Samples samples, std::string name) : samples_(std::move(samples)), name_(std::move(name)) {}

  std::optional<Item> next() override {
    if (given_ == samples_.count()) return std::nullopt;
    const std::span<const float> row = samples_.row(given_);
    return Item{name_ + "#" + std::to_string(given_++), std::vector<float>(row.begin(), row.end())};
  }

  std::optional<std::size_t> total() const override { return samples_.count(); }

 private:
  Samples samples_;
  std::string name_;
  std::size_t given_ = 0;
};

}  // namespace

std::unique_ptr<Source> sample_rows(Samples samples, std::string name) {
  return std::make_unique<SampleRows>(std::move(samples), std::move(name));
}

}  // namespace ocelli::internal
