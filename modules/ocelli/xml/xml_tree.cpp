#include "ocelli/xml/xml_tree.hpp"

#include <expat.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "ocelli/core/error.hpp"

namespace ocelli {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 30;
constexpr std::string_view kWhiteSpace = " \t\r\n";

struct Freed {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

/// Builds the tree of one text while Expat goes through it.
class TreeBuilder {
 public:
  TreeBuilder(int most_depth, std::string_view source)
      : parser_(XML_ParserCreate("UTF-8")),
        most_depth_(static_cast<std::size_t>(most_depth)),
        source_(source) {
    if (!parser_) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(
        parser_.get(),
        [](void* self, const XML_Char* name, const XML_Char**) { guarded(self, &TreeBuilder::open, name); },
        [](void* self, const XML_Char*) { guarded(self, &TreeBuilder::close); });
    XML_SetCharacterDataHandler(parser_.get(), [](void* self, const XML_Char* text, int count) {
      guarded(self, &TreeBuilder::add, std::string_view(text, static_cast<std::size_t>(count)));
    });
    XML_SetStartDoctypeDeclHandler(parser_.get(),
                                   [](void* self, const XML_Char*, const XML_Char*, const XML_Char*, int) {
                                     guarded(self, &TreeBuilder::refuse_document_type);
                                   });
  }

  XmlElement parse(std::string_view text) && {
    // Some files have empty lines before their declaration, which Expat refuses.
    const std::size_t first = std::min(text.find_first_not_of(kWhiteSpace), text.size());
    lines_before_ = static_cast<int>(std::ranges::count(text.substr(0, first), '\n'));
    text.remove_prefix(first);
    const XML_Status status = XML_Parse(parser_.get(), text.data(), static_cast<int>(text.size()), XML_TRUE);
    if (failure_) std::rethrow_exception(failure_);
    if (status == XML_STATUS_ERROR) {
      fail(std::string("is not well-formed XML: ") + XML_ErrorString(XML_GetErrorCode(parser_.get())));
    }
    return std::move(document_.children.front());
  }

 private:
  /// Calls a handler. Exceptions may not pass through Expat, which is written in C: they wait for parse().
  template <class Handler, class... Arguments>
  static void guarded(void* self, Handler handler, Arguments... arguments) {
    auto& builder = *static_cast<TreeBuilder*>(self);
    if (builder.failure_) return;
    try {
      (builder.*handler)(arguments...);
    } catch (...) {
      builder.failure_ = std::current_exception();
      XML_StopParser(builder.parser_.get(), XML_FALSE);
    }
  }

  int line() const { return lines_before_ + static_cast<int>(XML_GetCurrentLineNumber(parser_.get())); }

  [[noreturn]] void fail(const std::string& message) const {
    throw Error(Kind::input, message, std::string(source_) + ":" + std::to_string(line()));
  }

  void open(const XML_Char* name) {
    if (open_.size() > most_depth_) fail("nests elements more than " + std::to_string(most_depth_) + " deep");
    // A parent's children do not move while one of them is open.
    open_.push_back(&open_.back()->children.emplace_back(XmlElement{.name = name, .line = line()}));
  }

  void close() { open_.pop_back(); }

  void add(std::string_view text) { open_.back()->text += text; }

  void refuse_document_type() { fail("has a document type declaration, which is not supported; remove it"); }

  std::unique_ptr<std::remove_pointer_t<XML_Parser>, Freed> parser_;
  std::size_t most_depth_;
  std::string_view source_;
  int lines_before_ = 0;
  XmlElement document_;  ///< around the root
  std::vector<XmlElement*> open_{&document_};
  std::exception_ptr failure_;
};

}  // namespace

const XmlElement* XmlElement::find(std::string_view path) const {
  const std::size_t point = path.find('.');
  const auto child = std::ranges::find(children, path.substr(0, point), &XmlElement::name);
  if (child == children.end()) return nullptr;
  return point == std::string_view::npos ? &*child : child->find(path.substr(point + 1));
}

XmlElement parse_xml(std::string_view text, int most_depth, std::string_view source) {
  require(text.size() <= kMostBytes, Kind::input, "is too large to be read as XML", source);
  return TreeBuilder(most_depth, source).parse(text);
}

}  // namespace ocelli
