#include <fcntl.h>
#include <json/value.h>
#include <unistd.h>

#include <array>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "fcgi/serve.h"

using namespace cambio;
using namespace cambio::fcgi;

namespace {

/// Answers what was given to it from a thread of its own, as the settlement does.
class Responder {
  public:
    void start() {
        thread_ = std::thread{[this] { run(); }};
    }

    void stop() {
        {
            const std::lock_guard lock{mutex_};
            stopping_ = true;
        }
        wake_.notify_one();
        thread_.join();
    }

    void answer_soon(Later later) {
        {
            const std::lock_guard lock{mutex_};
            queue_.push_back(std::move(later));
        }
        wake_.notify_one();
    }

    void park(Later later) {
        const std::lock_guard lock{mutex_};
        parked_.push_back(std::move(later));
    }

    std::size_t release() {
        std::deque<Later> parked;
        {
            const std::lock_guard lock{mutex_};
            parked.swap(parked_);
        }
        const auto count = parked.size();
        for (auto& later : parked) answer_soon(std::move(later));
        return count;
    }

    std::size_t parked() {
        const std::lock_guard lock{mutex_};
        return parked_.size();
    }

  private:
    void run() {
        for (;;) {
            std::unique_lock lock{mutex_};
            wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
            if (queue_.empty()) return;
            Later later = std::move(queue_.front());
            queue_.pop_front();
            lock.unlock();
            later.answer(Reply::message(later.request().id));
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Later> queue_, parked_;
    bool stopping_ = false;
    std::thread thread_;
};

Responder responder;

Reply echo(Request& request) {
    Json::Value reply;
    reply["method"] = request.method;
    reply["path"] = request.path;
    reply["id"] = request.id;
    reply["ip"] = request.client_ip;
    reply["user_agent"] = request.user_agent;
    reply["subprotocol"] = request.subprotocol;
    reply["cookie"] = request.cookies["flavour"];
    reply["signed_in"] = request.signed_in();
    if (const auto value = request.params.optional<std::string>("value", 100'000))
        reply["value"] = *value;
    return Reply::json(reply);
}

Reply change(Request& request) {
    Json::Value reply;
    auto& params = request.params;
    reply["amount"] = params.amount("amount", 8).str();
    reply["order_id"] = std::to_string(params.required<OrderId>("order_id").value);
    reply["side"] = static_cast<int>(params.choice("side", {"BUY", "SELL"}));
    reply["flag"] = params.optional<bool>("flag").value_or(false);
    params.refuse_others();
    return Reply::json(reply);
}

Reply large(Request& request) {
    const auto size = request.params.required<std::int64_t>("size");
    return Reply::text(std::string(static_cast<std::size_t>(size), 'x'), "text/plain");
}

/// Notes on disk that the request was begun, before it is answered.
void mark(Request& request) {
    const auto line = request.params.required<std::string>("mark") + '\n';
    const int fd = ::open(std::getenv("ECHO_MARKS"), O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (::write(fd, line.data(), line.size()) < 0) throw std::runtime_error{"no mark"};
    ::close(fd);
}

Reply marked(Request& request) {
    mark(request);
    return Reply::message("success");
}

void marked_later(Request& request, Later later) {
    mark(request);
    responder.answer_soon(std::move(later));
}

void later_soon(Request&, Later later) {
    responder.answer_soon(std::move(later));
}

void later_parked(Request&, Later later) {
    responder.park(std::move(later));
}

/// The length of what was uploaded, once somebody asks for /release.
void upload(Request& request, Later later) {
    request.id = std::to_string(request.params.required<std::string>("value", 1u << 20).size());
    responder.park(std::move(later));
}

void later_lost(Request&, Later) {}

void later_throws(Request&, Later) {
    throw Error{Code::stale_price, "price"};
}

void later_answers_error(Request&, Later later) {
    later.answer(Error{Code::insufficient_balance, "total"});
}

Reply release(Request&) {
    return Reply::message(std::to_string(responder.release()));
}

Reply parked(Request&) {
    return Reply::message(std::to_string(responder.parked()));
}

Reply throws(Request& request) {
    const Decimal large = Decimal::of(9'000'000'000'000'000'000);
    switch (request.params.choice("kind", {"error", "runtime", "number", "postgres", "lost"})) {
        case 0:
            throw Error{Code::below_minimum, "amount"}.with("minimum", "5");
        case 1:
            throw std::runtime_error{"as asked"};
        case 2:
            return Reply::message(Decimal::multiply(large, large, Rounding::down).str());
        case 3:
            throw pg::Failure{"23514", "balance_not_negative", "a secret stands here"};
        default:
            throw pg::Failure{"08006", "", "gone"};
    }
}

Reply throws_what_is_no_exception(Request&) {
    throw 7;
}

Reply who(Request& request) {
    return Reply::message(request.signed_in() ? std::to_string(request.client().value) : "nobody");
}

Reply elsewhere(Request&) {
    return Reply::redirect("/a\r\nSet-Cookie: forged=1").header("X-Note", "one\ntwo");
}

constexpr Parameter echo_parameters[] = {
    {"value", Type::text, Need::optional, "What comes back."},
};
constexpr Parameter change_parameters[] = {
    {"amount", Type::amount, Need::required, "An amount."},
    {"order_id", Type::id, Need::required, "An order."},
    {"side", Type::choice, Need::required, "A side.", "BUY|SELL"},
    {"flag", Type::boolean, Need::optional, "A flag."},
};
Reply in_other_words(const Error& error, const Request& request) {
    return Reply::text(std::string{name_of(error.code())} + ' ' + request.query, "text/plain", 418);
}

constexpr Parameter size_parameters[] = {
    {"size", Type::integer, Need::required, "Bytes of the reply."},
};
constexpr Parameter mark_parameters[] = {
    {"mark", Type::text, Need::required, "What is noted on disk."},
};
constexpr Parameter throws_parameters[] = {
    {"kind", Type::choice, Need::required, "What is thrown.", "error|runtime|number|postgres|lost"},
};

constexpr auto routes = [] {
    auto table = std::to_array<Route>({
        Route{Method::get, "/echo", Access::guest, Limit::none, Effect::reads, echo}.takes(
            echo_parameters),
        Route{Method::post, "/echo", Access::guest, Limit::none, Effect::reads, echo}.takes(
            echo_parameters),
        Route{Method::get_or_post, "/change", Access::guest, Limit::none, Effect::changes, change}
            .takes(change_parameters)
            .means("Changes \"nothing\""),
        Route{Method::put, "/echo", Access::guest, Limit::none, Effect::changes, echo}.takes(
            echo_parameters),
        Route{Method::del, "/echo", Access::guest, Limit::none, Effect::changes, echo}.takes(
            echo_parameters),
        Route{Method::del, "/in-other-words", Access::guest, Limit::none, Effect::changes, throws}
            .takes(throws_parameters)
            .refuses(in_other_words),
        {Method::get, "/forgetful", Access::guest, Limit::none, Effect::reads, echo},
        Route{Method::get, "/large", Access::guest, Limit::none, Effect::reads, large}.takes(
            size_parameters),
        Route{Method::get, "/mark", Access::guest, Limit::none, Effect::changes, marked}.takes(
            mark_parameters),
        Route{Method::get, "/mark-later", Access::guest, Limit::none, Effect::changes, nullptr,
              marked_later}
            .takes(mark_parameters),
        {Method::get, "/soon", Access::guest, Limit::none, Effect::reads, nullptr, later_soon},
        {Method::get, "/parked", Access::guest, Limit::none, Effect::reads, nullptr, later_parked},
        {Method::get, "/lost", Access::guest, Limit::none, Effect::reads, nullptr, later_lost},
        {Method::get, "/later-throws", Access::guest, Limit::none, Effect::reads, nullptr,
         later_throws},
        {Method::get, "/later-error", Access::guest, Limit::none, Effect::reads, nullptr,
         later_answers_error},
        {Method::get, "/release", Access::guest, Limit::none, Effect::reads, release},
        {Method::get, "/parked-count", Access::guest, Limit::none, Effect::reads, parked},
        Route{Method::get, "/throws", Access::guest, Limit::none, Effect::reads, throws}.takes(
            throws_parameters),
        {Method::get, "/throws-a-number", Access::guest, Limit::none, Effect::reads,
         throws_what_is_no_exception},
        {Method::get, "/elsewhere", Access::guest, Limit::none, Effect::reads, elsewhere},
        {Method::get, "/cached", Access::guest, Limit::none, Effect::reads, who, nullptr, 2},
        {Method::get, "/guest", Access::guest, Limit::none, Effect::reads, who},
        {Method::get, "/client", Access::client, Limit::none, Effect::reads, who},
        {Method::get, "/frozen-too", Access::client_even_frozen, Limit::none, Effect::reads, who},
        {Method::post, "/trading", Access::trading, Limit::orders, Effect::changes_secretly, who},
        Route{Method::post, "/upload", Access::client, Limit::none, Effect::changes, nullptr,
              upload}
            .takes(echo_parameters)
            .body_up_to(1u << 20),
        {Method::get, "/limited", Access::guest, Limit::checks, Effect::reads, who},
        {Method::get, "/limited-by-second", Access::guest, Limit::reads, Effect::reads, who},
        {Method::get, "/internal/authorize", Access::internal, Limit::none, Effect::reads, who},
    });
    for (Route& route : table) route.reply = "Anything";
    return table;
}();

}  // namespace

int main(int argc, char** argv) {
    Lifecycle lifecycle;
    lifecycle.start = [](Services&) { responder.start(); };
    lifecycle.stop = [](Services&) { responder.stop(); };
    return serve(argc, argv, "fcgi_echo", {routes}, lifecycle);
}
