#include "ocelli/tracker.hpp"

#include <utility>

#include "ocelli/api/model_access.hpp"
#include "ocelli/api/option_access.hpp"
#include "ocelli/api/public_values.hpp"

namespace ocelli {
namespace {

internal::FrameFollower follower_of(const internal::Model& model, const std::string& name,
                                    const Options& given) {
  internal::FollowOptions options;
  internal::set_options(internal::option_table(options), given);
  return {model, options, name};
}

}  // namespace

Tracker::Tracker(const std::filesystem::path& model, const Options& options)
    : impl_(std::make_unique<Impl>(follower_of(internal::load_model(model), model.string(), options))) {}

Tracker::Tracker(std::span<const std::byte> model, const std::string& name, const Options& options)
    : impl_(std::make_unique<Impl>(follower_of(internal::load_model(model, name), name, options))) {}

Tracker::Tracker(Tracker&&) noexcept = default;
Tracker& Tracker::operator=(Tracker&&) noexcept = default;
Tracker::~Tracker() = default;

std::vector<Detection> Tracker::follow(const ImageView& frame) {
  return impl_->follower.follow(internal::matrix_of(frame));
}

std::vector<OptionInfo> tracker_options() {
  internal::FollowOptions options;
  return internal::infos_of(internal::option_table(options));
}

}  // namespace ocelli
