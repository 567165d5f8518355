#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "data/temporary_folder.hpp"
#include "process.hpp"
#include "source_path.hpp"

namespace ocelli::internal::test {

using Words = std::vector<std::string>;

inline bool is_installed(const std::string& compiler) {
  return Program({compiler, "--version"}).finish().exit_code == 0;
}

/// What generated headers have to compile with, without a warning; only what is installed.
inline std::vector<Words> c_compilers() {
  const Words strict{"-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-O2"};
  std::vector<Words> all{{"gcc", "-x", "c", "-std=c99"},
                         {"clang", "-x", "c", "-std=c99"},
                         {"g++", "-x", "c++", "-std=c++11"},
                         {"clang++", "-x", "c++", "-std=c++20"}};
  std::vector<Words> installed;
  for (Words& command : all) {
    if (!is_installed(command[0])) continue;
    command.insert(command.end(), strict.begin(), strict.end());
    installed.push_back(command);
  }
  return installed;
}

/// A generated header and a C program that includes it.
class CProgram {
 public:
  /// The header becomes "model.h"; the source, a file of tests/portable, includes it.
  CProgram(const std::string& header, const std::string& source)
      : source_((source_path() / "tests" / "portable" / source).string()) {
    folder_.write("model.h", header);
  }

  /// Compiles it; the test fails with what the compiler says.
  void compile(Words command) {
    const Words more{"-I", folder_.path().string(), source_, "-o", program()};
    command.insert(command.end(), more.begin(), more.end());
    const Finished compiled = Program(command).finish(std::chrono::seconds(300));
    ASSERT_EQ(compiled.exit_code, 0) << command[0] << ":\n" << compiled.err;
  }
  void compile() { compile({"cc", "-x", "c", "-std=c99", "-O1"}); }

  Finished run(Words arguments, const std::string& input = "") const {
    arguments.insert(arguments.begin(), program());
    return Program(arguments, input).finish(std::chrono::seconds(600));
  }

 private:
  std::string program() const { return (folder_.path() / "program").string(); }

  TemporaryFolder folder_;
  std::string source_;
};

}  // namespace ocelli::internal::test

/// Skips the test, loudly, on a machine without a C compiler.
#define OCELLI_NEEDS_C_COMPILER                                           \
  if (!ocelli::internal::test::is_installed("cc")) {                      \
    std::cerr << "\n*** SKIPPED for want of a C compiler named cc ***\n"; \
    GTEST_SKIP();                                                         \
  }
