#pragma once

#include <cstddef>
#include <span>

namespace ocelli::internal::app {

/// The files in demo/, which are part of the program: a portrait as JPEG, a printed page as PNG.
std::span<const std::byte> astronaut_picture();
std::span<const std::byte> page_picture();

}  // namespace ocelli::internal::app
