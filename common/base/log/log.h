#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace cambio::log {

using Field = std::pair<std::string_view, std::string>;

/// Opens the program's log: JSON lines {"at","level","program","host","pid","request","event",
/// …fields}. With a folder one file `<program>.log` is appended to, and begun anew when it has been
/// renamed; without, standard error. Call once at start.
void open(const std::string& program, const std::string& level, const std::string& folder);

/// One event. Fields never hold a password, code, token, image or address list.
void debug(std::string_view event, std::initializer_list<Field> fields = {});
void info(std::string_view event, std::initializer_list<Field> fields = {});
void warn(std::string_view event, std::initializer_list<Field> fields = {});
void error(std::string_view event, std::initializer_list<Field> fields = {});

/// The request id that this thread's lines carry until the scope ends.
class RequestScope {
  public:
    explicit RequestScope(std::string id);
    ~RequestScope();
    RequestScope(const RequestScope&) = delete;
    RequestScope& operator=(const RequestScope&) = delete;

  private:
    std::string before_;
};

}  // namespace cambio::log
