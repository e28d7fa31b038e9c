#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "fcgi/parameter.h"
#include "fcgi/reply.h"
#include "fcgi/request.h"

namespace cambio::fcgi {

enum class Method { get, post, get_or_post, put, del };

/// Who may call. There is no default.
enum class Access {
    guest,               ///< anybody; a session is recognised when a token comes along
    client,              ///< signed in and not frozen
    client_even_frozen,  ///< signed in, frozen or not: logout, and the call that tells a client so
    trading,   ///< as client, and the market's handlers check the transaction password and its lock
    api_key,   ///< a client's program, which signs; the function asks who it is
    internal,  ///< only nginx itself (authorize requests, metrics)
};

/// How often, counted in Redis for the address and, signed in, for the account.
enum class Limit {
    reads,    ///< 50 a second
    checks,   ///< does an e-mail exist: 20 a minute
    codes,    ///< 10 an hour for an address (and the code store's own limits)
    texts,    ///< sends a text message, which costs money: 10 an hour
    logins,   ///< 20 in 5 minutes for an address
    begins,   ///< begins a sign-in, in which there is nothing to guess: 100 in 5 minutes
    orders,   ///< 200 a second for an account
    changes,  ///< 60 a minute
    endings,  ///< ends sessions: 60 a minute for an address, so that no thief uses them up
    none,
};

/// A call that changes something refuses parameters that it does not know or that come twice; one
/// that carries a password or a code leaves no trace of its query in any log.
enum class Effect { reads, changes, changes_secretly };

/// Answers a request that gave its thread away, from any thread, exactly once. When it is destroyed
/// unanswered it answers Code::internal.
class Later {
  public:
    using Finish = std::function<void(Reply&&)>;
    explicit Later(std::shared_ptr<Request> request, Finish finish);
    ~Later();
    Later(Later&&) noexcept;
    Later& operator=(Later&&) noexcept;
    void answer(Reply reply);
    void answer(const std::exception& error);  ///< through the same boundary as a thrown error
    const Request& request() const { return *request_; }

  private:
    std::shared_ptr<Request> request_;
    Finish finish_;
};

/// What a request's body may take where its route says nothing else, in bytes.
constexpr std::size_t usual_body = 64u << 10;

using Function = Reply (*)(Request&);
/// How a refusal of a call reads, where not in the catalogue's words (Reply::error).
using Refusal = Reply (*)(const Error&, const Request&);
using DeferredFunction = void (*)(Request&, Later);

struct Route {
    Method method;
    std::string_view path;
    Access access;
    Limit limit;
    Effect effect;
    Function function = nullptr;
    DeferredFunction deferred = nullptr;  ///< instead of `function`: waits without a thread
    int cache_seconds = 0;                ///< nginx may serve guests a copy this old (reads only)
    std::span<const Parameter> parameters = {};
    std::string_view reply = {};            ///< the schema's name in a replies.json
    std::string_view meaning = {};          ///< what the call does, as a title: "Lists the news"
    std::size_t largest_body = usual_body;  ///< bytes
    Refusal refusal = nullptr;              ///< whoever refuses, the router too
    bool programs = false;                  ///< takes an API key in place of a session
    bool own_body = false;                  ///< the function reads Request::body, of any type

    /// The parameters that the function may ask for; without this line, none. A table reads
    ///   Route{Method::get, "/api/v3/news", …, list_news}.takes(parameters).gives("News").means(
    ///       "Lists the news")
    constexpr Route takes(std::span<const Parameter> list) const {
        Route route = *this;
        route.parameters = list;
        return route;
    }
    constexpr Route gives(std::string_view schema) const {
        Route route = *this;
        route.reply = schema;
        return route;
    }
    /// Also for programs with an API key: what changes something needs the right to trade.
    constexpr Route by_key() const {
        Route route = *this;
        route.programs = true;
        return route;
    }
    /// For uploads: so many bytes, from clients who are signed in and a few at a time.
    constexpr Route body_up_to(std::size_t bytes) const {
        Route route = *this;
        route.largest_body = bytes;
        return route;
    }

    /// For what others have laid down: the body is not read as parameters.
    constexpr Route reads_body_itself() const {
        Route route = *this;
        route.own_body = true;
        return route;
    }

    /// For calls whose clients were written for somebody else's errors.
    constexpr Route refuses(Refusal words) const {
        Route route = *this;
        route.refusal = words;
        return route;
    }

    constexpr Route means(std::string_view title) const {
        Route route = *this;
        route.meaning = title;
        return route;
    }

    /// Whether the API description has it: what only nginx or this machine's user may call has no
    /// place there.
    constexpr bool described() const {
        return access != Access::internal && !path.starts_with("/dev/");
    }
};

}  // namespace cambio::fcgi
