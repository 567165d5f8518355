#include "shard_option.hpp"

#include <algorithm>

#include "ocelli/core/require.hpp"
#include "ocelli/pipelines/sources/input_words.hpp"
#include "ocelli/pipelines/sources/video.hpp"

namespace ocelli::internal::app {

Shard ShardOption::shard(std::span<const std::string> inputs) const {
  if (!is_given()) return {};
  const auto live = std::ranges::find_if(
      inputs, [](const std::string& input) { return camera_number(input) || is_live_address(input); });
  require(live == inputs.end(), Kind::usage,
          "does not support cameras and live streams: each process would get different frames", "--shard");
  return shard_of(text);
}

}  // namespace ocelli::internal::app
