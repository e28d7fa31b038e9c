#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cambio {

enum class Code {
#define X(code, status, text) code,
#include "error/codes.def"
#undef X
};

/// The HTTP status of a code.
int status_of(Code code);
/// The name on the wire, the key of the site's catalogues.
std::string_view name_of(Code code);
/// The other way round; nothing: there is none of that name (any more).
std::optional<Code> code_named(std::string_view name);
/// One English sentence for people; the site translates by name.
std::string_view text_of(Code code);

/// An expected refusal. It travels to the one boundary in fcgi, which writes the reply; whatever
/// transaction was open has rolled back by then.
class Error : public std::exception {
  public:
    explicit Error(Code code, std::string field = {}) : code_{code}, field_{std::move(field)} {}

    /// Adds a fact that helps the client (a minimum, a remaining time); strings only, never
    /// secrets.
    Error& with(std::string name, std::string value) {
        details_.emplace_back(std::move(name), std::move(value));
        return *this;
    }

    Code code() const { return code_; }
    const std::string& field() const { return field_; }
    const std::vector<std::pair<std::string, std::string>>& details() const { return details_; }
    const char* what() const noexcept override { return name_of(code_).data(); }

  private:
    Code code_;
    std::string field_;
    std::vector<std::pair<std::string, std::string>> details_;
};

}  // namespace cambio
