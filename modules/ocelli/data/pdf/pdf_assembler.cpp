// ocelli-pdf-assembler: lays pages of text over pages of PDF files, by qpdf. See pdf_assembly.hpp.
//   ocelli-pdf-assembler VERSION BYTES SECONDS inspect|clean|jpegs|assemble

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <qpdf/Buffer.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFAcroFormDocumentHelper.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFPageObjectHelper.hh>
#include <qpdf/QPDFWriter.hh>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "ocelli/core/platform.hpp"
#include "ocelli/data/pdf/pdf_assembly_protocol.hpp"
#include "ocelli/data/pdf/pdf_invisible_text.hpp"

namespace ocelli::internal::pdf {
namespace {

struct PlannedPage {
  std::string file;
  bool is_cleaned = false;  ///< whether its invisible text is removed
  std::size_t page = 0;
  bool has_layer = true;
  int quarters = 0;
};

/// The fields of the plan.
class Plan {
 public:
  Plan() : stream_(descriptor_path(kPlan), std::ios::binary) {}

  /// The next field, or nothing at the end.
  std::optional<std::string> next() {
    std::string field;
    return std::getline(stream_, field, '\0') ? std::optional(field) : std::nullopt;
  }
  std::string required() {
    const std::optional<std::string> field = next();
    if (!field) throw std::runtime_error("the plan is incomplete");
    return *field;
  }

 private:
  std::ifstream stream_;
};

std::vector<PlannedPage> read_pages(Plan& plan) {
  std::vector<PlannedPage> pages;
  while (const std::optional<std::string> file = plan.next()) {
    PlannedPage page{*file};
    page.is_cleaned = plan.required() == "1";
    page.page = std::stoul(plan.required());
    page.has_layer = plan.required() == "1";
    page.quarters = std::stoi(plan.required());
    pages.push_back(page);
  }
  return pages;
}

/// An open PDF file.
struct OpenPdf {
  QPDF document;
  std::vector<QPDFPageObjectHelper> pages;

  explicit OpenPdf(const std::string& path, const std::string& password = {}) {
    document.setSuppressWarnings(true);
    document.processFile(path.c_str(), password.c_str());
    pages = QPDFPageDocumentHelper(document).getAllPages();
  }

  void clean() {
    for (QPDFPageObjectHelper& page : pages) remove_invisible_text(page);
  }
};

/// Draws `form` over the content of a page, in the graphics state at the beginning of the page.
void lay_over(QPDF& document, QPDFPageObjectHelper& page, const QPDFObjectHandle& form) {
  QPDFObjectHandle resources = page.getAttribute("/Resources", true);
  if (!resources.isDictionary()) {
    resources = QPDFObjectHandle::newDictionary();
    page.getObjectHandle().replaceKey("/Resources", resources);
  }
  QPDFObjectHandle forms = QPDFObjectHandle::parse("<< /XObject << >> >>");
  resources.mergeResources(forms);
  int first = 1;
  const std::string name = resources.getUniqueResourceName("/OcelliText", first);
  const std::string content =
      page.placeFormXObject(form, name, page.getCropBox().getArrayAsRectangle(), true, true, true);
  if (content.empty()) return;
  resources.getKey("/XObject").replaceKey(name, form);
  page.addPageContents(document.newStream("q\n"), true);
  page.addPageContents(document.newStream("\nQ\n" + content), false);
}

void turn(QPDFPageObjectHelper& page, int quarters) {
  if (quarters != 0) page.rotatePage(90 * quarters, true);
}

void write(QPDF& document) {
  QPDFWriter writer(document);
  writer.setOutputFile("the output", ::fdopen(kAssembled, "wb"), true);
  // For a file that opens without a password but restricts its use: an encrypted file has no ID that depends
  // only on its content.
  writer.setPreserveEncryption(false);
  writer.setDeterministicID(true);
  writer.write();
}

bool is_whole_file(const std::vector<PlannedPage>& plan, std::size_t pages) {
  if (plan.size() != pages) return false;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (plan[i].file != plan[0].file || plan[i].page != i) return false;
  }
  return true;
}

/// Writes the file itself with layers over its pages. Everything else in it is kept.
void write_layered(OpenPdf& layers, OpenPdf& file, const std::vector<PlannedPage>& plan) {
  for (std::size_t i = 0; i < plan.size(); ++i) {
    QPDFPageObjectHelper& page = file.pages.at(i);
    if (plan[i].has_layer)
      lay_over(file.document, page,
               file.document.copyForeignObject(layers.pages.at(i).getFormXObjectForPage()));
    turn(page, plan[i].quarters);
  }
  write(file.document);
}

/// Writes the file of the layers. Each layer of a page of another file is replaced by that page.
void write_gathered(OpenPdf& layers, std::map<std::string, std::unique_ptr<OpenPdf>>& files,
                    const std::vector<PlannedPage>& plan) {
  QPDFPageDocumentHelper pages(layers.document);
  for (std::size_t i = 0; i < plan.size(); ++i) {
    if (plan[i].file.empty()) continue;
    QPDFPageObjectHelper layer = layers.pages.at(i);
    pages.addPageAt(files.at(plan[i].file)->pages.at(plan[i].page), true, layer);
    QPDFPageObjectHelper page = pages.getAllPages().at(i);
    if (plan[i].has_layer) lay_over(layers.document, page, layer.getFormXObjectForPage());
    pages.removePage(layer);
    turn(page, plan[i].quarters);
  }
  // The content of other files need not conform to PDF/A.
  QPDFObjectHandle catalog = layers.document.getRoot();
  catalog.removeKey("/Metadata");
  catalog.removeKey("/OutputIntents");
  write(layers.document);
}

void assemble() {
  Plan fields;
  const std::string password = fields.required();
  const std::vector<PlannedPage> plan = read_pages(fields);
  OpenPdf layers(descriptor_path(kLayers));
  if (plan.empty() || layers.pages.size() != plan.size())
    throw std::runtime_error("the plan does not match the pages");
  std::map<std::string, std::unique_ptr<OpenPdf>> files;
  for (const PlannedPage& page : plan) {
    if (page.file.empty() || files.count(page.file) > 0) continue;
    auto& file = files[page.file] = std::make_unique<OpenPdf>(page.file, password);
    if (page.is_cleaned) file->clean();
  }
  if (!plan[0].file.empty() && is_whole_file(plan, files.at(plan[0].file)->pages.size()))
    return write_layered(layers, *files.at(plan[0].file), plan);
  write_gathered(layers, files, plan);
}

/// Writes a file without its invisible text.
void clean() {
  Plan fields;
  OpenPdf file(descriptor_path(kOriginal), fields.required());
  file.clean();
  write(file.document);
}

/// Collects the names of what a page's content draws: images and forms.
class DrawnNames : public QPDFObjectHandle::ParserCallbacks {
 public:
  void handleObject(QPDFObjectHandle object) override {
    if (object.isOperator() && object.getOperatorValue() == "Do" && last_.isName())
      names_.insert(last_.getName());
    last_ = object;
  }
  void handleEOF() override {}

  const std::set<std::string>& names() const { return names_; }

 private:
  QPDFObjectHandle last_;
  std::set<std::string> names_;
};

bool is_jpeg(QPDFObjectHandle image) {
  QPDFObjectHandle filter = image.getDict().getKey("/Filter");
  if (filter.isArray() && filter.getArrayNItems() == 1) filter = filter.getArrayItem(0);
  return filter.isName() && filter.getName() == "/DCTDecode";
}

/// Writes the JPEG images that the content of a page draws, each once. Several pages may share their
/// resources.
void write_jpegs() {
  Plan fields;
  OpenPdf file(descriptor_path(kOriginal), fields.required());
  QPDFPageObjectHelper& page = file.pages.at(std::stoul(fields.required()));
  std::map<std::string, QPDFObjectHandle> jpegs = page.getImages();
  for (auto image = jpegs.begin(); image != jpegs.end();)
    image = is_jpeg(image->second) ? std::next(image) : jpegs.erase(image);
  if (jpegs.empty()) return;
  DrawnNames drawn;
  page.parseContents(&drawn);
  std::ofstream output(descriptor_path(kAssembled), std::ios::binary);
  std::set<QPDFObjGen> written;
  for (auto& [name, image] : jpegs) {
    if (drawn.names().count(name) == 0 || !written.insert(image.getObjGen()).second) continue;
    const auto data = image.getRawStreamData();
    output << data->getSize() << '\n';
    output.write(reinterpret_cast<const char*>(data->getBuffer()),
                 static_cast<std::streamsize>(data->getSize()));
  }
}

/// Whether a field contains a signature.
bool is_signature(QPDFFormFieldObjectHelper field) {
  return field.getFieldType() == "/Sig" && field.getValue().isDictionary();
}

/// Whether a signature of the document is filled in. Its permissions are signatures, too.
bool is_signed(QPDF& document, QPDFAcroFormDocumentHelper& form) {
  QPDFObjectHandle permissions = document.getRoot().getKey("/Perms");
  if (permissions.isDictionary() && !permissions.getKeys().empty()) return true;
  const std::vector<QPDFFormFieldObjectHelper> fields = form.getFormFields();
  return std::any_of(fields.begin(), fields.end(), is_signature);
}

/// Whether there is an XFA form, or there are fields besides signatures. Some may be for signatures to come.
bool has_fields(QPDF& document, QPDFAcroFormDocumentHelper& form) {
  QPDFObjectHandle entries = document.getRoot().getKey("/AcroForm");
  if (entries.isDictionary() && entries.hasKey("/XFA")) return true;
  const std::vector<QPDFFormFieldObjectHelper> fields = form.getFormFields();
  return !std::all_of(fields.begin(), fields.end(), is_signature);
}

/// Reports what an edited copy of the file would lose.
int inspect() {
  Plan fields;
  const std::string password = fields.required();
  OpenPdf file(fields.required(), password);
  if (file.pages.empty()) return EXIT_FAILURE;
  QPDFAcroFormDocumentHelper form(file.document);
  if (is_signed(file.document, form)) std::fputc(kSigned, stderr);
  if (file.document.isEncrypted()) std::fputc(kEncrypted, stderr);
  if (has_fields(file.document, form)) std::fputc(kForm, stderr);
  return EXIT_SUCCESS;
}

/// The document cannot raise it again.
void limit(decltype(RLIMIT_CPU) resource, unsigned long long max) {
  const ::rlimit both{max, max};
  ::setrlimit(resource, &both);
}

int run(const std::vector<std::string>& words) {
  limit(RLIMIT_CORE, 0);
#ifndef OCELLI_SANITIZED
  limit(RLIMIT_AS, std::stoull(words.at(2)));
#endif
  limit(RLIMIT_CPU, std::stoull(words.at(3)));
  if (words.at(4) == "inspect") return inspect();
  if (words.at(4) == "clean") {
    clean();
  } else if (words.at(4) == "jpegs") {
    write_jpegs();
  } else {
    assemble();
  }
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace ocelli::internal::pdf

int main(int count, char** words) {
  try {
    const std::vector<std::string> all(words, words + count);
    if (all.size() < 5 || all[1] != std::to_string(ocelli::internal::pdf::kAssemblyVersion))
      return EXIT_FAILURE;
    return ocelli::internal::pdf::run(all);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "%s", fault.what());
    return EXIT_FAILURE;
  }
}
