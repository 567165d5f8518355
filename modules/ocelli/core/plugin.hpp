#pragma once

#include <string_view>

#include "ocelli/core/error.hpp"

namespace ocelli {

/// Parts of Ocelli that need large libraries (video, windows, rare image formats) are shared libraries of their own,
/// loaded when they are first used: what only looks at photos starts without them.
///
/// A plugin is declared by ocelli_plugin() in CMake and exports one function, defined by OCELLI_PLUGIN, that returns an
/// object of the interface that it and its user agree on. It holds no other code of Ocelli.
///
/// The object that libocelli-NAME.so offers; it lives until the program ends. The dynamic loader looks for the file: in
/// the folder that the program was linked with (lib/ocelli beside an installed program's bin), then in LD_LIBRARY_PATH.
/// Throws Error(kind) naming the file when it or a library that it needs is not there.
const void* load_plugin(std::string_view name, Kind kind);

/// The same, once for all callers. Interface::kName is the plugin's name.
template <class Interface>
const Interface& plugin(Kind kind) {
  static const auto& loaded = *static_cast<const Interface*>(load_plugin(Interface::kName, kind));
  return loaded;
}

}  // namespace ocelli

/// Makes the source file that it stands in a plugin: `Implementation` is a class derived from `Interface`.
#define OCELLI_PLUGIN(Interface, Implementation)                                  \
  extern "C" __attribute__((visibility("default"))) const void* ocelli_plugin() { \
    static const Implementation kImplementation;                                  \
    return static_cast<const Interface*>(&kImplementation);                       \
  }
