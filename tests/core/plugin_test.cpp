#include "ocelli/core/plugin.hpp"

#include <gmock/gmock.h>

namespace ocelli::internal::plugin_test {
namespace {

TEST(Plugin, ThatIsNotThereIsNamedWithWhereItBelongs) {
  try {
    load_plugin("absent", Kind::output);
    FAIL() << "no Error was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Kind::output);
    EXPECT_EQ(error.where(), "libocelli-absent.so");
    EXPECT_THAT(error.message(), testing::HasSubstr("lib/ocelli"));
  }
}

}  // namespace
}  // namespace ocelli::internal::plugin_test
