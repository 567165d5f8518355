// Writes small files of samples: the fuzzers' first inputs.

#include <filesystem>
#include <fstream>
#include <iostream>

#include "data/gzip_bytes.hpp"
#include "data/idx_bytes.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_samples FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  const auto write = [&folder](const std::string& name, const std::string& content) {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << content;
  };
  write("idx/images.idx", ocelli::test::idx_images(2, 3, 4));
  write("idx/images.idx.gz", ocelli::test::gzip(ocelli::test::idx_images(2, 3, 4)));
  write("idx/labels.idx", ocelli::test::idx_labels("\1\2\3"));
  write("idx/numbers.idx", ocelli::test::idx(0x0B, {2, 1}, "\1\2\3\4"));
  write("labelled_csv/numbers.csv", "1, 2.5,-3e2,10\n\n0,0.25,7,9\r\n");
  write("labelled_csv/words.csv", "1,2,\"a, \"\"b\"\"\"\n3,4,c\n");
}
