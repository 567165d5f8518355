#include "ocelli/xml/xml_tree.hpp"

#include <expat.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "ocelli/core/require.hpp"

namespace ocelli::internal {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 30;
constexpr std::string_view kWhiteSpace = " \t\r\n";

struct Freed {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

/// Builds the tree of one text while Expat parses it.
class TreeBuilder {
 public:
  TreeBuilder(const char* encoding, int max_depth, std::string_view source)
      : parser_(XML_ParserCreate(encoding)),
        max_depth_(static_cast<std::size_t>(max_depth)),
        source_(source) {
    if (!parser_) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(
        parser_.get(),
        [](void* self, const XML_Char* name, const XML_Char** attributes) {
          guarded(self, &TreeBuilder::open, name, attributes);
        },
        [](void* self, const XML_Char*) { guarded(self, &TreeBuilder::close); });
    XML_SetCharacterDataHandler(parser_.get(), [](void* self, const XML_Char* text, int count) {
      guarded(self, &TreeBuilder::add, std::string_view(text, static_cast<std::size_t>(count)));
    });
    XML_SetStartDoctypeDeclHandler(parser_.get(),
                                   [](void* self, const XML_Char*, const XML_Char*, const XML_Char*, int) {
                                     guarded(self, &TreeBuilder::refuse_document_type);
                                   });
  }

  /// Ignores anything after the root.
  void end_with_root() { ends_with_root_ = true; }

  XmlElement parse(std::string_view text) && {
    // Some files have empty lines before their declaration, which Expat rejects.
    const std::size_t first = std::min(text.find_first_not_of(kWhiteSpace), text.size());
    lines_before_ = static_cast<int>(std::ranges::count(text.substr(0, first), '\n'));
    text.remove_prefix(first);
    const XML_Status status = XML_Parse(parser_.get(), text.data(), static_cast<int>(text.size()), XML_TRUE);
    if (failure_) std::rethrow_exception(failure_);
    const bool has_root = ends_with_root_ && open_.size() == 1 && !document_.children.empty();
    if (status == XML_STATUS_ERROR && !has_root) {
      fail(std::string("is not well-formed XML: ") + XML_ErrorString(XML_GetErrorCode(parser_.get())));
    }
    return std::move(document_.children.front());
  }

 private:
  /// Calls a handler. Exceptions must not pass through Expat, which is written in C, so parse() rethrows
  /// them.
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

  void open(const XML_Char* name, const XML_Char** attributes) {
    if (open_.size() > max_depth_) fail("nests elements more than " + std::to_string(max_depth_) + " deep");
    // A parent's children do not move while one of them is open.
    open_.push_back(&open_.back()->children.emplace_back(XmlElement{.name = name, .line = line()}));
    for (; *attributes != nullptr; attributes += 2)
      open_.back()->attributes.push_back({attributes[0], attributes[1]});
  }

  void close() {
    open_.pop_back();
    if (ends_with_root_ && open_.size() == 1) XML_StopParser(parser_.get(), XML_FALSE);
  }

  void add(std::string_view text) { open_.back()->text += text; }

  void refuse_document_type() { fail("has a document type declaration, which is not supported; remove it"); }

  std::unique_ptr<std::remove_pointer_t<XML_Parser>, Freed> parser_;
  std::size_t max_depth_;
  std::string_view source_;
  int lines_before_ = 0;
  bool ends_with_root_ = false;
  XmlElement document_;  ///< contains the root
  std::vector<XmlElement*> open_{&document_};
  std::exception_ptr failure_;
};

/// Replaces text[from, to) by blanks, except line ends, so that what follows keeps its position.
void blank(std::string& text, std::size_t from, std::size_t to) {
  const auto at = [&](std::size_t place) { return text.begin() + static_cast<std::ptrdiff_t>(place); };
  std::replace_if(
      at(from), at(to), [](char c) { return c != '\n'; }, ' ');
}

/// The text with its byte order mark, its declaration and its comments replaced by blanks. An unterminated
/// comment stays.
std::string without_comments(std::string_view given) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf", kOpen = "<!--", kClose = "-->";
  std::string text(given);
  if (given.starts_with(kByteOrderMark)) blank(text, 0, kByteOrderMark.size());
  for (std::size_t open = text.find(kOpen); open != std::string::npos; open = text.find(kOpen, open)) {
    const std::size_t close = text.find(kClose, open + kOpen.size());
    if (close == std::string::npos) break;
    blank(text, open, close + kClose.size());
  }
  const std::size_t first = std::min(text.find_first_not_of(kWhiteSpace), text.size());
  const std::size_t end = text.find("?>", first);
  if (text.compare(first, 5, "<?xml") == 0 && end != std::string::npos) blank(text, first, end + 2);
  return text;
}

}  // namespace

const XmlElement* XmlElement::find(std::string_view path) const {
  const std::size_t point = path.find('.');
  const auto child = std::ranges::find(children, path.substr(0, point), &XmlElement::name);
  if (child == children.end()) return nullptr;
  return point == std::string_view::npos ? &*child : child->find(path.substr(point + 1));
}

const std::string* XmlElement::attribute(std::string_view wanted) const {
  const auto found = std::ranges::find(attributes, wanted, &XmlAttribute::name);
  return found == attributes.end() ? nullptr : &found->value;
}

XmlElement parse_xml(std::string_view text, int max_depth, std::string_view source) {
  require(text.size() <= kMaxBytes, Kind::input, "is too large to be read as XML", source);
  return TreeBuilder("UTF-8", max_depth, source).parse(text);
}

XmlElement parse_lenient_xml(std::string_view text, int max_depth, std::string_view source) {
  require(text.size() <= kMaxBytes, Kind::input, "is too large to be read as XML", source);
  // Every byte is a Latin-1 letter.
  TreeBuilder builder("ISO-8859-1", max_depth, source);
  builder.end_with_root();
  return std::move(builder).parse(without_comments(text));
}

}  // namespace ocelli::internal
