#pragma once

#include <concepts>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ocelli {

/// The category of an error: coarse, so that callers can choose a remedy and an exit code.
enum class Kind {
  usage,      ///< an invalid option or argument
  input,      ///< a data file, annotation or stream cannot be read or is malformed
  image,      ///< an image has a type or size that the operation does not accept
  model,      ///< a model or checkpoint file is damaged or of another version
  training,   ///< the data do not allow the requested training
  output,     ///< a result cannot be written
  cancelled,  ///< the user asked to stop
};

std::string_view name(Kind kind);

/// The one exception type of Ocelli.
///
/// `where` names the place to check: a file, "file:line", an option. what() reads "where: message", or just the message when
/// `where` is empty.
class Error : public std::runtime_error {
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

/// Throws Error(kind, message, where) unless `holds`.
inline void require(bool holds, Kind kind, std::string_view message, std::string_view where = {}) {
  if (!holds) throw Error(kind, std::string(message), std::string(where));
}

/// The same with a message that is put together only when it is needed: `message()` returns it.
template <std::invocable Message>
void require(bool holds, Kind kind, const Message& message, std::string_view where = {}) {
  if (!holds) throw Error(kind, message(), std::string(where));
}

}  // namespace ocelli
