#include "ocelli/core/plugin.hpp"

#include <dlfcn.h>

#include <string>

namespace ocelli::internal {
namespace {

std::string loader_message() {
  const char* const message = ::dlerror();
  return message != nullptr ? message : "no reason given";
}

}  // namespace

const void* load_plugin(std::string_view name, Kind kind) {
  const std::string file = "libocelli-" + std::string(name) + ".so";
  // Never closed: libraries such as Qt cannot be unloaded safely.
  void* const library = ::dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    throw Error(kind,
                "cannot load this plugin (" + loader_message() + "); install the package ocelli-" +
                    std::string(name) +
                    ", or put the plugin of this build in lib/ocelli next to bin. A wheel has no plugins: it "
                    "handles no videos, windows and formats such as BMP",
                file);
  }
  void* const entry = ::dlsym(library, "ocelli_plugin");
  require(entry != nullptr, kind, "is not a plugin of this version of Ocelli", file);
  return reinterpret_cast<const void* (*)()>(entry)();
}

}  // namespace ocelli::internal
