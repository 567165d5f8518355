#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "ocelli/version.hpp"

namespace ocelli {

/// The category of an error, from which a caller can choose a remedy and an exit code.
enum class Kind {
  usage,     ///< an invalid option or argument
  input,     ///< a data file, annotation or stream is malformed or cannot be read
  image,     ///< an image has a type or size that the operation does not accept
  model,     ///< a model or checkpoint file is damaged or from another version
  training,  ///< the data is not sufficient for the requested training
  output,    ///< a result cannot be written
  canceled,  ///< the caller requested a stop
};

/// "usage", "input", ...
OCELLI_API std::string_view name(Kind kind);

/// The exception type of Ocelli.
///
/// `where` names the place to check: a file, "file:line" or an option. what() returns "where: message", or
/// just the message when `where` is empty.
class OCELLI_API Error : public std::runtime_error {
 public:
  Error(Kind kind, std::string message, std::string where = {});

  Kind kind() const { return kind_; }
  const std::string& message() const { return message_; }
  const std::string& where() const { return where_; }

 private:
  Kind kind_;
  std::string message_;
  std::string where_;
};

}  // namespace ocelli
