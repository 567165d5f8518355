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
  // Never closed: libraries such as Qt do not survive being unloaded.
  void* const library = ::dlopen(file.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    throw Error(kind,
                "this part of Ocelli cannot be loaded (" + loader_message() +
                    "); it is installed in lib/ocelli beside bin, and needs the OpenCV packages that Ocelli "
                    "was built with",
                file);
  }
  void* const entry = ::dlsym(library, "ocelli_plugin");
  require(entry != nullptr, kind, "is not a part of this version of Ocelli", file);
  return reinterpret_cast<const void* (*)()>(entry)();
}

}  // namespace ocelli::internal
