#include "support/fastcgi_client.h"

#include <json/reader.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "json/write.h"

namespace cambio::test {

namespace {

// Record types, roles and flags of the specification's section 8.
constexpr unsigned char begin_request = 1, end_request = 3, params_record = 4, stdin_record = 5,
                        stdout_record = 6;
constexpr char begin_responder[8] = {0, 1 /* responder */, 1 /* keep the connection */};
constexpr std::size_t largest_content = 65535;
constexpr int max_wait_seconds = 60;

void append_record(std::string& out, unsigned char type, std::string_view content) {
    const auto size = content.size();
    const char header[8] = {1,
                            static_cast<char>(type),
                            0,
                            1,
                            static_cast<char>(size >> 8),
                            static_cast<char>(size & 255),
                            0,
                            0};
    out.append(header, sizeof header);
    out.append(content);
}

/// A stream: records of at most 65,535 bytes and an empty one at the end.
void append_stream(std::string& out, unsigned char type, std::string_view content) {
    for (; !content.empty(); content.remove_prefix(std::min(content.size(), largest_content))) {
        append_record(out, type, content.substr(0, largest_content));
    }
    append_record(out, type, {});
}

void append_length(std::string& out, std::size_t length) {
    if (length < 128) {
        out += static_cast<char>(length);
        return;
    }
    for (const int shift : {24, 16, 8, 0}) {
        out += static_cast<char>((length >> shift & 255) | (shift == 24 ? 128 : 0));
    }
}

std::string encoded(const std::map<std::string, std::string>& variables) {
    std::string out;
    for (const auto& [name, value] : variables) {
        append_length(out, name.size());
        append_length(out, value.size());
        out += name + value;
    }
    return out;
}

Answer parse_answer(const std::string& text) {
    Answer answer;
    answer.status = 200;
    std::size_t at = 0;
    for (;;) {
        const std::size_t end = text.find("\r\n", at);
        if (end == std::string::npos) throw NoAnswer{"not a CGI answer: " + text.substr(0, 200)};
        const std::string line = text.substr(at, end - at);
        at = end + 2;
        if (line.empty()) break;
        const std::size_t colon = line.find(':');
        std::string name = line.substr(0, colon);
        std::transform(name.begin(), name.end(), name.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const std::size_t value = line.find_first_not_of(' ', colon + 1);
        answer.headers.emplace_back(name, value == std::string::npos ? "" : line.substr(value));
        if (name == "status") answer.status = std::stoi(answer.headers.back().second);
    }
    answer.body = text.substr(at);
    return answer;
}

/// A reply without what differs from one call to the next: the same shape is kept once.
std::string shape_of(std::string_view body) {
    std::string shape;
    for (const char c : body) {
        if (std::isdigit(static_cast<unsigned char>(c)) == 0) shape += c;
    }
    return shape;
}

/// Keeps the replies of this process in $CAMBIO_TEST_REPLIES, a line of JSON for each, for the test
/// api.replies, which holds them against the API description.
class Recorder {
  public:
    static Recorder& instance() {
        static Recorder recorder;
        return recorder;
    }

    void keep(const std::string& method, const std::string& path, const Answer& answer) {
        if (!file_.is_open()) return;
        const std::string call = method + ' ' + path + ' ' + std::to_string(answer.status);
        const std::lock_guard lock{mutex_};
        auto& shapes = kept_[call];
        if (shapes.size() >= max_of_a_call || !shapes.insert(shape_of(answer.body)).second) return;
        Json::Value line;
        line["method"] = method;
        line["path"] = path;
        line["status"] = answer.status;
        line["type"] = answer.header("content-type");
        // A picture is no text.
        line["body"] = line["type"].asString().starts_with("image/") ? "" : answer.body;
        file_ << json::compact(line) << std::endl;
    }

  private:
    static constexpr std::size_t max_of_a_call = 500;

    Recorder() {
        if (const char* folder = std::getenv("CAMBIO_TEST_REPLIES"))
            file_.open(std::string{folder} + '/' + std::to_string(getpid()) + ".jsonl",
                       std::ios::app);
    }

    std::mutex mutex_;
    std::ofstream file_;
    std::map<std::string, std::set<std::string>> kept_;
};

Json::Value object_of(const FastCgiClient::Params& fields) {
    Json::Value object{Json::objectValue};
    for (const auto& [name, value] : fields) object[name] = value;
    return object;
}

}  // namespace

std::string url_encoded(const FastCgiClient::Params& fields) {
    constexpr char digits[] = "0123456789ABCDEF";
    const auto append = [&](std::string& out, const std::string& text) {
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            if (std::isalnum(byte) != 0 || std::strchr("-_.~", c) != nullptr) {
                out += c;
            } else {
                out += {'%', digits[byte >> 4], digits[byte & 15]};
            }
        }
    };
    std::string out;
    for (const auto& [name, value] : fields) {
        if (!out.empty()) out += '&';
        append(out, name);
        out += '=';
        append(out, value);
    }
    return out;
}

std::string Answer::header(std::string_view name) const {
    for (const auto& [known, value] : headers) {
        if (known == name) return value;
    }
    return "";
}

Json::Value Answer::json() const {
    Json::CharReaderBuilder builder;
    Json::CharReaderBuilder::strictMode(&builder.settings_);
    const std::unique_ptr<Json::CharReader> reader{builder.newCharReader()};
    Json::Value value;
    if (!reader->parse(body.data(), body.data() + body.size(), &value, nullptr)) {
        throw std::runtime_error{"not JSON: " + body.substr(0, 500)};
    }
    return value;
}

std::string Answer::message() const {
    const Json::Value value = json();
    return value.isObject() && value["message"].isString() ? value["message"].asString() : "";
}

FastCgiClient::FastCgiClient(std::string socket, std::string secret)
    : socket_{std::move(socket)}, secret_{std::move(secret)} {}

FastCgiClient::~FastCgiClient() {
    disconnect();
}

FastCgiClient::FastCgiClient(FastCgiClient&& other) noexcept
    : socket_{std::move(other.socket_)},
      secret_{std::move(other.secret_)},
      token_{std::move(other.token_)},
      address_{std::move(other.address_)},
      variables_{std::move(other.variables_)},
      fd_{std::exchange(other.fd_, -1)},
      requests_{other.requests_} {}

FastCgiClient& FastCgiClient::variable(const std::string& name, std::string value) {
    variables_[name] = std::move(value);
    return *this;
}

FastCgiClient& FastCgiClient::bearer(std::string token) {
    token_ = std::move(token);
    return *this;
}

FastCgiClient& FastCgiClient::address(std::string ip) {
    address_ = std::move(ip);
    return *this;
}

Answer FastCgiClient::get(const std::string& path, const Params& query) {
    return raw(
        {{"REQUEST_METHOD", "GET"}, {"DOCUMENT_URI", path}, {"QUERY_STRING", url_encoded(query)}},
        "");
}

Answer FastCgiClient::post_value(const std::string& path, const Json::Value& body) {
    return post(path, "application/json", json::compact(body));
}

Answer FastCgiClient::post_json(const std::string& path, const Params& fields) {
    return post_value(path, object_of(fields));
}

Answer FastCgiClient::post_form(const std::string& path, const Params& fields) {
    return post(path, "application/x-www-form-urlencoded", url_encoded(fields));
}

Answer FastCgiClient::post(const std::string& path, const std::string& content_type,
                           const std::string& body) {
    return raw({{"REQUEST_METHOD", "POST"}, {"DOCUMENT_URI", path}, {"CONTENT_TYPE", content_type}},
               body);
}

Answer FastCgiClient::raw(std::map<std::string, std::string> variables, const std::string& body) {
    variables.emplace("REQUEST_METHOD", "GET");
    variables.emplace("DOCUMENT_URI", "/");
    const std::string method = variables["REQUEST_METHOD"], path = variables["DOCUMENT_URI"];
    Answer answer = send_bytes(bytes_of(std::move(variables), body));
    Recorder::instance().keep(method, path, answer);
    return answer;
}

std::string FastCgiClient::bytes_of(std::map<std::string, std::string> variables,
                                    const std::string& body) {
    variables.emplace("SCRIPT_NAME", variables["DOCUMENT_URI"]);
    variables.emplace("QUERY_STRING", "");
    variables.emplace("CONTENT_TYPE", "");
    variables.emplace("CONTENT_LENGTH", std::to_string(body.size()));
    variables.insert(variables_.begin(), variables_.end());
    variables.emplace("REMOTE_ADDR", address_);
    variables.emplace("HTTP_USER_AGENT", "cambio tests");
    variables.emplace("REQUEST_ID", "test-" + std::to_string(++requests_));
    variables.emplace("CAMBIO_SECRET", secret_);
    if (!token_.empty()) variables.emplace("HTTP_AUTHORIZATION", "Bearer " + token_);

    std::string out;
    append_record(out, begin_request, {begin_responder, sizeof begin_responder});
    append_stream(out, params_record, encoded(variables));
    append_stream(out, stdin_record, body);
    return out;
}

/// As ngx_http_upstream_keepalive_close_handler sees it.
bool FastCgiClient::kept() const {
    char byte;
    return fd_ >= 0 && recv(fd_, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

Answer FastCgiClient::send_bytes(const std::string& bytes) {
    if (!kept()) {
        disconnect();
        connect();
    }
    try {
        write(bytes);
        return receive();
    } catch (...) {
        disconnect();
        throw;
    }
}

void FastCgiClient::send_only(const std::string& bytes) {
    if (fd_ < 0) connect();
    write(bytes);
}

void FastCgiClient::connect() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (socket_.size() >= sizeof address.sun_path) throw NoAnswer{"too long a path: " + socket_};
    std::memcpy(address.sun_path, socket_.data(), socket_.size());
    fd_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const timeval patience{max_wait_seconds, 0};
    setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        disconnect();
        throw NotListening{"nobody listens on " + socket_};
    }
}

void FastCgiClient::disconnect() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
}

void FastCgiClient::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (written <= 0) throw NoAnswer{"the handler closed the connection while it was asked"};
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

std::string FastCgiClient::read(std::size_t count) {
    std::string bytes(count, '\0');
    std::size_t have = 0;
    while (have < count) {
        const ssize_t got = recv(fd_, bytes.data() + have, count - have, 0);
        if (got <= 0) throw NoAnswer{"the handler closed the connection or fell silent"};
        have += static_cast<std::size_t>(got);
    }
    return bytes;
}

Answer FastCgiClient::receive() {
    std::string output;
    for (;;) {
        const std::string header = read(8);
        const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(header[i]); };
        const std::string content = read(byte(4) * 256u + byte(5));
        read(byte(6));
        if (byte(1) == stdout_record) output += content;
        if (byte(1) == end_request) return parse_answer(output);
    }
}

}  // namespace cambio::test
