#include "program_run.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <span>
#include <thread>

#include "data_folder.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/require.hpp"

namespace ocelli::internal::bench {
namespace {

/// The line of /proc/cpuinfo with its name.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

}  // namespace

int run_program(int argc, char** argv, po::options_description options,
                const std::function<void()>& run) try {
  options.add_options()("help", "this text");
  po::variables_map given;
  po::store(po::parse_command_line(argc, argv, options), given);
  if (given.contains("help")) {
    std::cout << options;
    return 0;
  }
  po::notify(given);
  run();
  return 0;
} catch (const po::error& error) {
  std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
  return 2;
} catch (const Error& error) {
  std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
  return 1;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

std::string machine() {
  const double bytes =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  return processor() + ", " + std::to_string(std::thread::hardware_concurrency()) + " cores, " +
         std::to_string(std::lround(bytes / (1 << 30))) + " GiB";
}

std::filesystem::path result_path(const std::string& name) {
  return source_path() / "lab" / "notebook" / "images" / name;
}

void write_chart(const std::filesystem::path& path, const LineChart& chart) {
  const std::string svg = to_svg(chart);
  write_file_atomically(path, std::as_bytes(std::span(svg)));
  std::printf("written: %s\n", path.filename().c_str());
}

}  // namespace ocelli::internal::bench
