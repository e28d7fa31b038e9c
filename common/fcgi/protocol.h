#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

/// FastCGI 1.0 as nginx speaks it: one request at a time on a connection, role responder
/// (https://fastcgi-archives.github.io/FastCGI_Specification.html). libfcgi ends the process on
/// lengths that it cannot allocate and writes past its stack on repeated management variables, so
/// the records are read here.
namespace cambio::fcgi {

/// Puts a request together from pieces of any size.
class RequestReader {
  public:
    enum class State { incomplete, complete, broken };

    /// Takes further bytes. `broken`: not FastCGI, multiplexed, aborted or absurdly large; nothing
    /// can follow. After `complete` the accessors hold until clear().
    State take(std::string_view bytes);

    /// What cannot be part of the request any more came after it.
    bool has_rest() const { return !rest_.empty(); }
    int request_id() const { return request_id_; }
    bool keep_connection() const { return keep_connection_; }
    std::string& body() { return body_; }
    bool body_too_large() const { return body_size_ > largest_body; }

    using Variable = std::function<void(std::string_view name, std::string_view value)>;
    /// Calls `variable` for each CGI variable; false when their encoding is broken.
    bool each_variable(const Variable& variable) const;

    void clear();

    static constexpr std::size_t largest_body = 64u << 10;

  private:
    struct Record {
        int type = 0;
        int request_id = 0;
        std::string_view content;
    };
    static std::optional<Record> first_record(std::string_view& bytes, bool& broken);
    bool take_record(const Record& record);
    bool begin(const Record& record);

    enum class Phase { begin, variables, body, complete };
    Phase phase_ = Phase::begin;
    int request_id_ = 0;
    bool keep_connection_ = false;
    std::string variables_;
    std::string body_;
    std::size_t body_size_ = 0;
    std::string rest_;  ///< the start of a record
};

/// All records of an answer: `head` and `body` as standard output, then the end of the request.
std::string answer_records(int request_id, std::string_view head, std::string_view body);

}  // namespace cambio::fcgi
