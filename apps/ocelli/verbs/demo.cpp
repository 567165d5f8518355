#include <cstddef>
#include <filesystem>
#include <iostream>
#include <span>
#include <string>

#include "command_line.hpp"
#include "ocelli/core/file.hpp"
#include "ocelli/core/option_spec.hpp"
#include "ocelli/core/output_path.hpp"
#include "verb.hpp"

namespace ocelli::internal::app {

Verb detect_verb();
Verb ocr_verb();

// The files in demo/, which are part of the program (demo_pictures.cpp.in).
std::span<const std::byte> astronaut_picture();
std::span<const std::byte> page_picture();

namespace {

namespace fs = std::filesystem;

struct DemoRequest {
  std::string folder = "ocelli-demo";

  template <class Self, class Visit>
  static void describe(Self& self, Visit&& visit) {
    visit("output", self.folder, "folder for the pictures and the results",
          option::any().letter('o').value("folder"));
  }
};

/// Runs a verb after its command line, which anyone can repeat.
int show(const Verb& verb, const Arguments& arguments) {
  std::cout << "\n$ ocelli " << verb.name;
  for (const std::string& word : arguments) std::cout << " " << word;
  std::cout << "\n" << std::flush;
  return verb.run(arguments);
}

int run_demo(const Arguments& arguments) {
  DemoRequest request;
  CommandLine line("ocelli demo [-o FOLDER]", "ocelli demo");
  line.add(request);
  line.writes({{"output", OutputOption::Form::folder}});
  if (!line.parse(arguments)) return kFine;

  const fs::path folder = request.folder, photo = folder / "astronaut.jpg", page = folder / "page.png";
  const fs::path drawn = folder / "found";
  create_folder(folder, " for the pictures");
  write_file_atomically(photo, astronaut_picture());
  write_file_atomically(page, page_picture());
  std::cout << "A portrait and a printed page are in " << folder.string() << "/.\n";
  const int found = show(detect_verb(), {"--draw", drawn.string(), photo.string()});
  if (found != kFine) return found;
  std::cout << "The face is drawn in " << (drawn / "astronaut-found.png").string() << "\n";
  const int read = show(ocr_verb(), {page.string()});
  if (read == kFine) std::cout << "\nNext, on a photo of yours: ocelli detect --draw found/ photo.jpg\n";
  return read;
}

}  // namespace

Verb demo_verb() { return {"demo", "find a face and read a page in sample pictures", run_demo}; }

}  // namespace ocelli::internal::app
