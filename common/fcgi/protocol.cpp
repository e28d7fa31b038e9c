#include "fcgi/protocol.h"

#include <algorithm>

namespace cambio::fcgi {

namespace {

constexpr int version = 1;
constexpr int begin_request = 1, end_request = 3, variables = 4, standard_input = 5,
              standard_output = 6;
constexpr std::size_t header_size = 8;
constexpr std::size_t begin_size = 8;
constexpr int responder = 1;
constexpr int keep_flag = 1;
constexpr std::size_t largest_variables = 128u << 10;
constexpr std::size_t largest_discarded_body = 32u << 20;
constexpr std::size_t largest_content = 65528;  // needs no padding

int byte_at(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]);
}

/// A length of one byte, or of four when the first bit is set.
std::optional<std::size_t> take_length(std::string_view& bytes) {
    if (bytes.empty()) return {};
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
    if (byte(0) < 0x80) {
        const std::size_t length = byte(0);
        bytes.remove_prefix(1);
        return length;
    }
    if (bytes.size() < 4) return {};
    const std::size_t length = (static_cast<std::size_t>(byte(0) & 0x7fu) << 24) |
                               (static_cast<std::size_t>(byte(1)) << 16) |
                               (static_cast<std::size_t>(byte(2)) << 8) | byte(3);
    bytes.remove_prefix(4);
    return length;
}

void append_record(std::string& to, int type, int request_id, std::size_t size) {
    const auto put = [&](std::size_t byte) { to += static_cast<char>(byte & 0xff); };
    const auto id = static_cast<std::size_t>(request_id);
    put(version);
    put(static_cast<std::size_t>(type));
    put(id >> 8);
    put(id);
    put(size >> 8);
    put(size);
    put(0);
    put(0);
}

}  // namespace

std::optional<RequestReader::Record> RequestReader::first_record(std::string_view& bytes,
                                                                 bool& broken) {
    if (bytes.size() < header_size) return {};
    broken = byte_at(bytes, 0) != version;
    const auto length = static_cast<std::size_t>(byte_at(bytes, 4) * 256 + byte_at(bytes, 5));
    const auto size = header_size + length + static_cast<std::size_t>(byte_at(bytes, 6));
    if (broken || bytes.size() < size) return {};
    const Record record{byte_at(bytes, 1), byte_at(bytes, 2) * 256 + byte_at(bytes, 3),
                        bytes.substr(header_size, length)};
    bytes.remove_prefix(size);
    return record;
}

RequestReader::State RequestReader::take(std::string_view bytes) {
    // Nearly always a request comes in one piece and is read where it lies.
    const bool pieced = !rest_.empty();
    if (pieced) rest_ += bytes;
    std::string_view left = pieced ? std::string_view{rest_} : bytes;
    bool broken = false;
    while (phase_ != Phase::complete) {
        const auto record = first_record(left, broken);
        if (broken) return State::broken;
        if (!record) break;
        if (!take_record(*record)) return State::broken;
    }
    rest_ = std::string{left};
    return phase_ == Phase::complete ? State::complete : State::incomplete;
}

bool RequestReader::take_record(const Record& record) {
    if (phase_ == Phase::begin) return begin(record);
    if (record.request_id != request_id_) return false;
    if (phase_ == Phase::variables) {
        if (record.type != variables) return false;
        if (record.content.empty()) phase_ = Phase::body;
        variables_ += record.content;
        return variables_.size() <= largest_variables;
    }
    if (record.type != standard_input) return false;
    if (record.content.empty()) phase_ = Phase::complete;
    body_size_ += record.content.size();
    // The rest of a body that is too large has to pass before the next request can come, up to a
    // point.
    if (!body_too_large()) body_ += record.content;
    return body_size_ <= largest_discarded_body;
}

bool RequestReader::begin(const Record& record) {
    if (record.type != begin_request || record.request_id == 0 ||
        record.content.size() != begin_size)
        return false;
    request_id_ = record.request_id;
    keep_connection_ = (byte_at(record.content, 2) & keep_flag) != 0;
    phase_ = Phase::variables;
    return byte_at(record.content, 0) * 256 + byte_at(record.content, 1) == responder;
}

bool RequestReader::each_variable(const Variable& variable) const {
    std::string_view left = variables_;
    while (!left.empty()) {
        const auto name_length = take_length(left);
        const auto value_length = name_length ? take_length(left) : std::nullopt;
        if (!value_length || *name_length > left.size() ||
            *value_length > left.size() - *name_length)
            return false;
        variable(left.substr(0, *name_length), left.substr(*name_length, *value_length));
        left.remove_prefix(*name_length + *value_length);
    }
    return true;
}

void RequestReader::clear() {
    phase_ = Phase::begin;
    variables_.clear();
    body_.clear();
    body_size_ = 0;
    rest_.clear();
}

std::string answer_records(int request_id, std::string_view head, std::string_view body) {
    std::string records;
    records.reserve(head.size() + body.size() + 64 + 8 * (body.size() / largest_content));
    // The head shares its record with the start of the body.
    auto part = body.substr(0, largest_content - std::min(largest_content, head.size()));
    append_record(records, standard_output, request_id, head.size() + part.size());
    records += head;
    records += part;
    for (body.remove_prefix(part.size()); !body.empty(); body.remove_prefix(part.size())) {
        part = body.substr(0, largest_content);
        append_record(records, standard_output, request_id, part.size());
        records += part;
    }
    append_record(records, standard_output, request_id, 0);
    append_record(records, end_request, request_id, 8);
    records.append(8, '\0');  // status 0, request complete
    return records;
}

}  // namespace cambio::fcgi
