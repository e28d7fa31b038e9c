#include "log/log.h"

#include <spdlog/details/file_helper.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <ctime>
#include <memory>
#include <mutex>
#include <optional>

namespace cambio::log {

namespace {

std::shared_ptr<spdlog::logger> logger;
std::string program_name, host_name;
thread_local std::string request_id;

/// A file that goes on under its name when somebody has renamed it, so that logs are rotated
/// without a line being lost or anybody being told.
class LogFile final : public spdlog::sinks::base_sink<std::mutex> {
  public:
    explicit LogFile(std::string path) : path_{std::move(path)} { open(); }

  protected:
    void sink_it_(const spdlog::details::log_msg& message) override {
        if (const auto now = identity(); !now || *now != identity_) reopen();
        spdlog::memory_buf_t text;
        formatter_->format(message, text);
        file_->write(text);
    }
    void flush_() override { file_->flush(); }

  private:
    using Identity = std::pair<dev_t, ino_t>;

    std::optional<Identity> identity() const {
        struct stat found {};
        if (::stat(path_.c_str(), &found) != 0) return std::nullopt;
        return Identity{found.st_dev, found.st_ino};
    }

    void open() {
        auto file = std::make_unique<spdlog::details::file_helper>();
        file->open(path_);
        file_ = std::move(file);
        identity_ = identity().value_or(Identity{});
    }

    /// Where no new file can be made, the one before takes the line.
    void reopen() {
        try {
            open();
        } catch (const spdlog::spdlog_ex&) {
            return;
        }
    }

    std::string path_;
    std::unique_ptr<spdlog::details::file_helper> file_;
    Identity identity_{};
};

std::string own_host() {
    char name[256] = "";
    if (::gethostname(name, sizeof name - 1) != 0) return "";
    return name;
}

void append_json(std::string& to, std::string_view text) {
    to += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            to += '\\';
            to += c;
        } else if (byte < 0x20 || byte == 0x7f) {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\u%04x", byte);
            to += escaped;
        } else {
            to += c;
        }
    }
    to += '"';
}

void append_member(std::string& to, std::string_view name, std::string_view value) {
    to += to.empty() ? '{' : ',';
    append_json(to, name);
    to += ':';
    append_json(to, value);
}

std::string now_text() {
    using namespace std::chrono;
    const auto now = system_clock::now();
    const std::time_t seconds = system_clock::to_time_t(now);
    const auto milliseconds =
        duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    char text[40];
    const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    std::snprintf(text + length, sizeof text - length, ".%03dZ", static_cast<int>(milliseconds));
    return text;
}

void write(spdlog::level::level_enum level, std::string_view level_name, std::string_view event,
           std::initializer_list<Field> fields) {
    if (!logger || !logger->should_log(level)) return;
    std::string line;
    append_member(line, "at", now_text());
    append_member(line, "level", level_name);
    append_member(line, "program", program_name);
    append_member(line, "host", host_name);
    append_member(line, "pid", std::to_string(::getpid()));
    if (!request_id.empty()) append_member(line, "request", request_id);
    append_member(line, "event", event);
    for (const auto& [name, value] : fields) append_member(line, name, value);
    line += '}';
    logger->log(level, spdlog::string_view_t{line});
}

}  // namespace

void open(const std::string& program, const std::string& level, const std::string& folder) {
    spdlog::sink_ptr sink;
    if (folder.empty())
        sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    else
        sink = std::make_shared<LogFile>(folder + "/" + program + ".log");
    sink->set_pattern("%v");
    program_name = program;
    host_name = own_host();
    logger = std::make_shared<spdlog::logger>(program, std::move(sink));
    logger->set_level(spdlog::level::from_str(level));
    logger->flush_on(spdlog::level::trace);
    // A full disk must not stop a request, and there is nowhere left to say it.
    logger->set_error_handler([](const std::string&) {});
}

void debug(std::string_view event, std::initializer_list<Field> fields) {
    write(spdlog::level::debug, "debug", event, fields);
}

void info(std::string_view event, std::initializer_list<Field> fields) {
    write(spdlog::level::info, "info", event, fields);
}

void warn(std::string_view event, std::initializer_list<Field> fields) {
    write(spdlog::level::warn, "warn", event, fields);
}

void error(std::string_view event, std::initializer_list<Field> fields) {
    write(spdlog::level::err, "error", event, fields);
}

RequestScope::RequestScope(std::string id) : before_{std::move(request_id)} {
    request_id = std::move(id);
}

RequestScope::~RequestScope() {
    request_id = std::move(before_);
}

}  // namespace cambio::log
