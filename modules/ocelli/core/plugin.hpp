#pragma once

#include <string_view>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {

/// Parts of Ocelli that need large libraries (video, windows, rare image formats) are separate shared
/// libraries, loaded on first use. A program that only processes still images starts without them.
///
/// A plugin is declared with ocelli_plugin() in CMake. It exports one function, defined by OCELLI_PLUGIN,
/// that returns an object of the interface shared by plugin and program. It contains no other Ocelli code.
///
/// Returns the object that libocelli-NAME.so exports. It lives until the program ends. The dynamic loader
/// searches the folder that the program was linked with (lib/ocelli next to an installed program's bin), then
/// LD_LIBRARY_PATH. Throws Error(kind) naming the file when it, or a library that it needs, is missing.
const void* load_plugin(std::string_view name, Kind kind);

/// The same, loaded once and shared by all callers. Interface::kName is the plugin's name.
template <class Interface>
const Interface& plugin(Kind kind) {
  static const auto& loaded = *static_cast<const Interface*>(load_plugin(Interface::kName, kind));
  return loaded;
}

}  // namespace ocelli::internal

/// Turns the current source file into a plugin: `Implementation` is a class derived from `Interface`.
#define OCELLI_PLUGIN(Interface, Implementation)                                  \
  extern "C" __attribute__((visibility("default"))) const void* ocelli_plugin() { \
    static const Implementation kImplementation;                                  \
    return static_cast<const Interface*>(&kImplementation);                       \
  }
