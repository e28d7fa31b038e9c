#pragma once

#include <deque>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fcgi/connection.h"
#include "fcgi/route.h"
#include "metrics/metrics.h"

namespace cambio::fcgi {

struct Services;

using Tables = std::initializer_list<std::span<const Route>>;

/// A route and what is counted of it.
struct Entry {
    const Route* route = nullptr;
    metrics::StatusCounts statuses;
};

/// From what came to what is answered: secret, path, method, who asks, how often, parameters, the
/// route's function; whatever is thrown on the way becomes a reply in one place.
class Router {
  public:
    /// Hands a reply to the connection.
    using Send = std::function<void(Connection&, const Reply&, std::string_view cache_control)>;

    /// Throws std::logic_error naming a route that is listed twice, does not have exactly one
    /// function, is internal outside /internal/ (or the other way around), does not name its
    /// reply, or declares a parameter wrongly.
    Router(std::string group, Tables tables, Services& services, Send send);

    void handle(Connection& connection, Incoming&& incoming);

    /// Room for a body that is larger than usual: only where the route takes one, only from a
    /// client who is signed in, and only for a few at a time. What gets none is read, thrown away
    /// and refused.
    Room room_for(const Incoming& incoming);

  private:
    struct Place {
        Entry* get = nullptr;
        Entry* post = nullptr;
        Entry* put = nullptr;
        Entry* del = nullptr;
    };

    void add(const Route& route);
    static void claim(Entry*& slot, Entry& entry);
    Entry& find(Incoming& incoming);
    std::optional<token::Session> look_up(Request& request, const Route& route);
    void admit(Incoming& incoming, const Route& route);
    void admit_program(Request& request, const Route& route);
    token::Session proven(const Request& request, const Route& route);
    void answer(Connection& connection, Incoming& incoming);
    void defer(Connection& connection, const std::shared_ptr<Request>& request,
               DeferredFunction function);
    void finish(Connection& connection, const Reply& reply);
    std::string metrics_text() const;

    std::string group_;
    Services& services_;
    Send send_;
    std::unordered_map<std::string_view, Place> places_;
    std::deque<Entry> entries_;
    metrics::StatusCounts elsewhere_;  ///< of requests that met no route
    metrics::TimeHistogram seconds_;
    std::atomic<int> in_flight_ = 0;
    std::atomic<int> deferred_ = 0;
    std::shared_ptr<std::atomic<int>> large_bodies_ = std::make_shared<std::atomic<int>>(0);
};

/// One line of JSON for each route: {"group","method","path","access","limit","cache_seconds",
/// "changes","secret","largest_body","described","meaning","reply","parameters":[{"name","type","choices",
/// "meaning","required"}]}; `method` is GET, POST or "GET POST", `choices` has '|' between them.
/// Throws std::logic_error as the Router does.
std::string describe(std::string_view group, Tables tables);

}  // namespace cambio::fcgi
