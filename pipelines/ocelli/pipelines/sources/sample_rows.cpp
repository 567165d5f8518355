#include "ocelli/pipelines/sources/inputs.hpp"

#include <utility>
#include <vector>

namespace ocelli::internal {
namespace {

class SampleRows final : public Source {
 public:
  SampleRows(Samples samples, std::string name, std::vector<RowError> errors)
      : samples_(std::move(samples)), name_(std::move(name)), errors_(std::move(errors)) {}

  std::optional<Item> next() override {
    if (given_ == samples_.count()) return std::nullopt;
    const std::size_t sample = given_++;
    const std::string item = name_ + "#" + std::to_string(sample);
    if (next_error_ < errors_.size() && errors_[next_error_].sample == sample) {
      const Problem& problem = errors_[next_error_++].problem;
      return Item{item, Error(Kind::input, problem.message, problem.where)};
    }
    const std::span<const float> row = samples_.row(sample);
    return Item{item, std::vector<float>(row.begin(), row.end())};
  }

  std::optional<std::size_t> total() const override { return samples_.count(); }

 private:
  Samples samples_;
  std::string name_;
  std::vector<RowError> errors_;  ///< in the order of the samples
  std::size_t given_ = 0, next_error_ = 0;
};

}  // namespace

std::unique_ptr<Source> sample_rows(Samples samples, std::string name, std::vector<RowError> errors) {
  return std::make_unique<SampleRows>(std::move(samples), std::move(name), std::move(errors));
}

}  // namespace ocelli::internal
