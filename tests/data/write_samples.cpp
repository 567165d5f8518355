// Writes small files of samples and images as seeds for the fuzzers.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "data/bmp_bytes.hpp"
#include "data/gzip_bytes.hpp"
#include "data/idx_bytes.hpp"
#include "data/tiff_bytes.hpp"

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
  write("idx/images.idx", ocelli::internal::test::idx_images(2, 3, 4));
  write("idx/images.idx.gz", ocelli::internal::test::gzip(ocelli::internal::test::idx_images(2, 3, 4)));
  write("idx/labels.idx", ocelli::internal::test::idx_labels("\1\2\3"));
  write("idx/numbers.idx", ocelli::internal::test::idx(0x0B, {2, 1}, "\1\2\3\4"));
  write("labeled_csv/numbers.csv", "1, 2.5,-3e2,10\n\n0,0.25,7,9\r\n");
  write("labeled_csv/header.csv", "x;\"y; z\";kind\r\n1,5;?;a\r\n2,5;7;\"b\r\nc\"\r\n");
  write("labeled_csv/tabs.tsv", "1\t2\ta\r3\tNA\tb\r");
  cv::Mat noise(7, 9, CV_8UC3);
  cv::RNG(5).fill(noise, cv::RNG::UNIFORM, 0, 255);
  for (const std::string kind : {"jpg", "png", "bmp", "ppm", "tif", "webp"}) {
    std::vector<unsigned char> bytes;
    cv::imencode("." + kind, noise, bytes);
    write("image_file/noise." + kind, {bytes.begin(), bytes.end()});
  }
  std::vector<unsigned char> jpeg;
  cv::imencode(".jpg", noise, jpeg);
  jpeg.insert(jpeg.begin() + 2, {0, 17, 0xFF, 0, 3});
  write("image_file/junk.jpg", {jpeg.begin(), jpeg.end()});
  write("image_file/masks.bmp",
        ocelli::internal::test::bmp_with_masks(108, {0xF800, 0x7E0, 0x1F}, {1, 0xFFFF, 0x7E0}));
  const auto page = ocelli::internal::test::gray_tags(2, 2, 8);
  write("paged_file/pages.tif", ocelli::internal::test::tiff_file("abcd", {page, page}));
  const auto big_page = ocelli::internal::test::gray_tags(2, 2, 16);
  for (const bool is_big_endian : {false, true})
    write(is_big_endian ? "paged_file/motorola.btf" : "paged_file/intel.btf",
          ocelli::internal::test::big_tiff_file("abcd", {big_page, big_page}, is_big_endian));
  const std::string packed = ocelli::internal::test::zlib("abcd");
  auto deflated = page;
  for (ocelli::internal::test::TiffTag& tag : deflated) {
    if (tag.tag == 259) tag.value = 8;
    if (tag.tag == 279) tag.value = static_cast<std::uint32_t>(packed.size());
  }
  write("image_file/deflate.tif", ocelli::internal::test::tiff_file(packed, {deflated}));
  write("labeled_csv/words.csv", "1,2,\"a, \"\"b\"\"\"\n3,4,c\n");
}
