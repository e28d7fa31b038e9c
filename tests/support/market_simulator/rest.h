#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "world.h"

namespace simulator {

struct Request {
    std::string method;
    std::string path;
    std::map<std::string, std::string> query;
    std::string body;
    std::string address;  // the client's, for the limits

    std::string param(const std::string& name) const;
};

struct Reply {
    enum class Delivery { whole, cut, none };

    int status = 200;
    std::string body;
    std::string type = "application/json";
    std::chrono::milliseconds after{0};
    Delivery delivery = Delivery::whole;
};

// Splits and decodes the target of a request line. Nothing when the encoding is broken.
std::optional<Request> parse_target(std::string_view target);

// The envelope of every answer.
std::string envelope(const std::string& rows);
Reply refusal(int status, const std::string& code, const std::string& message);

// The provider's public calls and, under /control, those by which tests steer it.
class Rest {
  public:
    Rest(World& world, bool limits) : world_{world}, limits_{limits} {}

    Reply answer(const Request& request);

  private:
    struct Window {
        std::int64_t number = 0;
        int used = 0;
    };

    Reply provider(const Request& request);
    bool over_limit(const Request& request, int allowed);
    Reply control(const Request& request);
    Reply clear(const Request& request);
    void steer_by_factor(std::size_t i, const Request& request, double factor, std::int64_t for_ms);
    Reply set_fault(const Request& request);
    Reply set_price(const Request& request);
    Reply set_funding(const Request& request);
    Reply set_book(const Request& request);
    Reply advance(const Request& request);
    Reply state();

    World& world_;
    bool limits_;
    std::map<std::string, Window> windows_;     // by address and path
    std::map<std::string, std::int64_t> seen_;  // calls by path, for tests
    std::int64_t refused_ = 0;                  // over a limit
};

}  // namespace simulator
