#include "ocelli/data/pdf/pdf_invisible_text.hpp"

#include <cstdlib>
#include <qpdf/Buffer.hh>
#include <qpdf/Pl_Buffer.hh>
#include <qpdf/QPDFTokenizer.hh>
#include <string>
#include <vector>

namespace ocelli::internal::pdf {
namespace {

constexpr int kInvisible = 3;

/// Copies a content stream without the operators that show invisible text.
class VisibleContent : public QPDFObjectHandle::TokenFilter {
 public:
  void handleToken(const QPDFTokenizer::Token& token) override {
    const bool is_operator = token.getType() == QPDFTokenizer::tt_word;
    operation_.push_back(token);
    if (is_operator) end_operation(token.getValue());
  }
  void handleEOF() override { write_operation(); }

  bool has_removed() const { return has_removed_; }

 private:
  void end_operation(const std::string& name) {
    follow(name);
    if (mode_ != kInvisible || !shows_text(name)) return write_operation();
    has_removed_ = true;
    write_effect(name);
    operation_.clear();
  }

  void follow(const std::string& name) {
    constexpr std::size_t kDeepest = 1000;
    if (name == "q" && saved_.size() < kDeepest) saved_.push_back(mode_);
    if (name == "Q" && !saved_.empty()) {
      mode_ = saved_.back();
      saved_.pop_back();
    }
    if (name == "Tr") mode_ = std::atoi(operand(0).c_str());
  }

  static bool shows_text(const std::string& name) {
    return name == "Tj" || name == "TJ" || name == "'" || name == "\"";
  }

  /// What an operator does besides showing text: it moves to the next line, and sets the spaces.
  void write_effect(const std::string& name) {
    if (name == "\"") write(operand(0) + " Tw " + operand(1) + " Tc ");
    if (name == "\"" || name == "'") write("T*");
    write("\n");
  }

  /// The operand with this number, as it is written; empty if there is none.
  std::string operand(std::size_t number) const {
    for (const QPDFTokenizer::Token& token : operation_) {
      if (token.getType() == QPDFTokenizer::tt_space || token.getType() == QPDFTokenizer::tt_comment)
        continue;
      if (number-- == 0) return token.getRawValue();
    }
    return {};
  }

  void write_operation() {
    for (const QPDFTokenizer::Token& token : operation_) writeToken(token);
    operation_.clear();
  }

  std::vector<QPDFTokenizer::Token> operation_;  ///< the operands so far, with the spaces between them
  std::vector<int> saved_;                       ///< modes
  int mode_ = 0;
  bool has_removed_ = false;
};

/// The content of a page or form without invisible text; nothing if it has none.
std::shared_ptr<Buffer> visible_content(QPDFPageObjectHelper drawing) {
  VisibleContent visible;
  Pl_Buffer kept("content");
  drawing.filterContents(&visible, &kept);
  kept.finish();
  return visible.has_removed() ? kept.getBufferSharedPointer() : nullptr;
}

}  // namespace

void remove_invisible_text(QPDFPageObjectHelper& page) {
  QPDF* const document = page.getObjectHandle().getOwningQPDF();
  if (document == nullptr) return;
  if (const auto content = visible_content(page))
    page.getObjectHandle().replaceKey("/Contents", document->newStream(content));
  page.forEachFormXObject(true, [](QPDFObjectHandle& form, QPDFObjectHandle&, const std::string&) {
    if (const auto content = visible_content(QPDFPageObjectHelper(form)))
      form.replaceStreamData(content, QPDFObjectHandle::newNull(), QPDFObjectHandle::newNull());
  });
}

}  // namespace ocelli::internal::pdf
