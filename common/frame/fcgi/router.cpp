#include "fcgi/router.h"

#include <unistd.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "crypto/crypto.h"
#include "fcgi/body.h"
#include "fcgi/boundary.h"
#include "fcgi/later.h"
#include "fcgi/program.h"
#include "fcgi/serve.h"
#include "fcgi/site_session.h"
#include "fcgi/text.h"
#include "log/log.h"
#include "metrics/process.h"

namespace cambio::fcgi {

namespace {

/// As many as nginx lets in (nginx/locations). They may come slowly; together they take some
/// hundred megabytes at worst.
constexpr int max_large_bodies = 16;

constexpr std::string_view metrics_path = "/internal/metrics";

std::string_view methods_of(Method method) {
    switch (method) {
        case Method::get:
            return "GET";
        case Method::post:
            return "POST";
        case Method::put:
            return "PUT";
        case Method::del:
            return "DELETE";
        case Method::get_or_post:
            break;
    }
    return "GET POST";
}

/// The tables do not tell whether a frozen client may call.
std::string_view name_of(Access access) {
    switch (access) {
        case Access::guest:
            return "guest";
        case Access::client:
        case Access::client_even_frozen:
            return "client";
        case Access::trading:
            return "trading";
        case Access::api_key:
            return "api_key";
        case Access::internal:
            break;
    }
    return "internal";
}

std::string_view name_of(Limit limit) {
    switch (limit) {
        case Limit::reads:
            return "reads";
        case Limit::checks:
            return "checks";
        case Limit::codes:
            return "codes";
        case Limit::texts:
            return "texts";
        case Limit::logins:
            return "logins";
        case Limit::begins:
            return "begins";
        case Limit::orders:
            return "orders";
        case Limit::changes:
            return "changes";
        case Limit::endings:
            return "endings";
        case Limit::none:
            break;
    }
    return "none";
}

void check_parameters(const Route& route) {
    const std::string path{route.path};
    std::set<std::string_view> names;
    for (const Parameter& parameter : route.parameters) {
        const auto about = "the parameter " + std::string{parameter.name} + " of " + path;
        if (!names.insert(parameter.name).second)
            throw std::logic_error{about + " is listed twice"};
        if (parameter.meaning.empty()) throw std::logic_error{about + " has no description"};
        if ((parameter.type == Type::choice) == parameter.choices.empty())
            throw std::logic_error{about +
                                   " must list choices if, and only if, its type is choice"};
        if (parameter.type == Type::secret && route.effect != Effect::changes_secretly)
            throw std::logic_error{about + " is secret, so the effect must be changes_secretly"};
    }
}

void check(const Route& route) {
    const std::string path{route.path};
    if ((route.function == nullptr) == (route.deferred == nullptr))
        throw std::logic_error{"the route " + path + " must have exactly one function"};
    if ((route.access == Access::internal) != path.starts_with("/internal/"))
        throw std::logic_error{"the route " + path +
                               " must be internal if, and only if, its path is below /internal/"};
    if (route.largest_body > usual_body &&
        (route.access == Access::guest || route.method != Method::post))
        throw std::logic_error{"the route " + path + " takes large bodies from guests or by GET"};
    // Addresses stay in histories and in the logs of whatever stands in between.
    if (route.method == Method::get_or_post &&
        std::ranges::any_of(route.parameters, [](const Parameter& parameter) {
            return parameter.type == Type::secret;
        }))
        throw std::logic_error{"the route " + path + " takes a secret by GET"};
    if (route.programs && route.access != Access::client && route.access != Access::trading)
        throw std::logic_error{"the route " + path + " is for programs but not for clients"};
    if (route.cache_seconds > 0 && route.effect != Effect::reads)
        throw std::logic_error{"the route " + path + " changes something, so it cannot be cached"};
    if (route.described() && route.reply.empty())
        throw std::logic_error{"the route " + path + " does not name its reply"};
    check_parameters(route);
}

/// What the WebSocket API takes as parameters is a header elsewhere, or for the gateway to read.
void read_signed(Request& request) {
    request.signed_text = request.params.sorted_text();
    if (auto key = request.params.take("apiKey")) request.api_key = std::move(*key);
    request.params.take("returnRateLimits");
}

void read_parameters(Incoming& incoming, const Route& route) {
    Request& request = *incoming.request;
    if (incoming.crowded) throw Error{Code::unavailable};
    if (incoming.body_too_large) throw Error{Code::body_too_large};
    if (!incoming.body_complete) throw Error{Code::bad_request};
    add_form(request.params, request.query);
    if (request.body.empty() || route.own_body) return;
    // nginx keeps answers to a GET by its address: a parameter that is not part of it would be
    // answered to others who did not ask for it. The gateway's answers are not kept.
    if (request.method == "GET" && !request.by_gateway) throw Error{Code::bad_request, "body"};
    if (incoming.content_type == "application/json")
        add_json(request.params, request.body);
    else if (incoming.content_type == "application/x-www-form-urlencoded")
        add_form(request.params, request.body);
    else
        throw Error{Code::unsupported_media_type};
    if (request.by_gateway) read_signed(request);
    // The parameters have it now; an upload need not be in memory twice.
    if (request.body.size() > usual_body) {
        request.body.clear();
        request.body.shrink_to_fit();
    }
}

std::string_view name_of(Type type) {
    switch (type) {
        case Type::text:
            return "text";
        case Type::secret:
            return "secret";
        case Type::email:
            return "email";
        case Type::phone:
            return "phone";
        case Type::amount:
            return "amount";
        case Type::integer:
            return "integer";
        case Type::boolean:
            return "boolean";
        case Type::id:
            return "id";
        case Type::choice:
            return "choice";
        case Type::image:
            break;
    }
    return "image";
}

/// With a comma behind it.
void append_member(std::string& to, std::string_view name, std::string_view value) {
    append_json_string(to, name);
    to += ':';
    append_json_string(to, value);
    to += ',';
}

void append_parameter(std::string& to, const Parameter& parameter) {
    to += '{';
    append_member(to, "name", parameter.name);
    append_member(to, "type", name_of(parameter.type));
    if (!parameter.choices.empty()) append_member(to, "choices", parameter.choices);
    append_member(to, "meaning", parameter.meaning);
    to += parameter.need == Need::required ? R"("required":true},)" : R"("required":false},)";
}

/// What tells everybody something, and counts as nothing but that: where a program says who it is,
/// it counts for its key and not for the address, which others share.
bool reads_for_all(const Route& route) {
    return route.access == Access::guest && route.effect == Effect::reads &&
           route.limit == Limit::reads;
}

/// A thrown thing that is no std::exception is a bug like any other.
Reply reply_for_unknown(const Request& request) {
    return reply_for(std::logic_error{"something other than an exception was thrown"}, request);
}

void add_requests(metrics::Exposition& to, std::string_view methods, std::string_view path,
                  const metrics::StatusCounts& counts) {
    for (int hundreds = 2; hundreds < 6; ++hundreds) {
        const auto number = counts.by_class[hundreds].value();
        if (number == 0) continue;
        to.sample(
            {{"method", methods}, {"path", path}, {"status", std::to_string(hundreds) + "xx"}},
            static_cast<std::int64_t>(number));
    }
}

}  // namespace

Router::Router(std::string group, Tables tables, Services& services, Send send)
    : group_{std::move(group)}, services_{services}, send_{std::move(send)} {
    for (const auto& table : tables)
        for (const Route& route : table) add(route);
}

void Router::add(const Route& route) {
    check(route);
    if (services_.hash_keys.empty() && (route.programs || route.access == Access::api_key))
        throw std::logic_error{"the route " + std::string{route.path} +
                               " is for programs, whose keys this group cannot check"};
    Entry& entry = entries_.emplace_back();
    entry.route = &route;
    Place& place = places_[route.path];
    const bool both = route.method == Method::get_or_post;
    if (both || route.method == Method::get) claim(place.get, entry);
    if (both || route.method == Method::post) claim(place.post, entry);
    if (route.method == Method::put) claim(place.put, entry);
    if (route.method == Method::del) claim(place.del, entry);
}

void Router::claim(Entry*& slot, Entry& entry) {
    if (slot != nullptr)
        throw std::logic_error{"the route " + std::string{entry.route->path} + " is listed twice"};
    slot = &entry;
}

Entry& Router::find(Incoming& incoming) {
    Request& request = *incoming.request;
    const auto found = places_.find(request.path);
    if (found == places_.end()) throw Error{Code::no_such_call};
    const Place& place = found->second;
    const struct {
        std::string_view method;
        Entry* entry;
    } entries[] = {
        {"GET", place.get}, {"POST", place.post}, {"PUT", place.put}, {"DELETE", place.del}};
    const std::string asked = request.method == "HEAD" ? "GET" : request.method;
    std::string allowed;
    for (const auto& [method, entry] : entries) {
        if (entry == nullptr) continue;
        request.refusal = entry->route->refusal;
        if (method == asked) return *entry;
        allowed += (allowed.empty() ? "" : ", ") + std::string{method};
    }
    throw Error{Code::method_not_allowed}.with("allow", allowed);
}

Room Router::room_for(const Incoming& incoming) {
    Request& request = *incoming.request;
    const auto found = places_.find(request.path);
    const Entry* entry =
        found != places_.end() && request.method == "POST" ? found->second.post : nullptr;
    if (entry == nullptr || entry->route->largest_body <= usual_body ||
        !crypto::equal(incoming.secret, services_.fastcgi_secret))
        return {};
    try {
        const auto session = session_of(request, services_);
        if (!session || session->frozen) return {};
    } catch (const std::exception&) {
        // Whatever hinders this hinders the request a moment later, and is answered there.
        return {};
    }
    Room room;
    // The counter outlives the router where a request is still being answered at the very end.
    room.place = {nullptr, [count = large_bodies_](void*) { --*count; }};
    room.crowded = large_bodies_->fetch_add(1) >= max_large_bodies;
    if (!room.crowded) room.bytes = entry->route->largest_body;
    return room;
}

/// What everybody may read is told to a client, too, whom nobody can look up while PostgreSQL is
/// away: that it is, above all.
std::optional<token::Session> Router::look_up(Request& request, const Route& route) {
    try {
        return session_of(request, services_);
    } catch (const pg::Failure&) {
        if (route.access != Access::guest || route.effect != Effect::reads) throw;
        return {};
    }
}

void Router::admit(Incoming& incoming, const Route& route) {
    Request& request = *incoming.request;
    const bool frozen_too = route.access == Access::client_even_frozen;
    const bool for_clients =
        frozen_too || route.access == Access::client || route.access == Access::trading;
    // A group without hash keys can check nobody's key: who reads there counts for the address.
    const bool for_keys = for_clients || (reads_for_all(route) && !services_.hash_keys.empty());
    if (!request.key_id.empty() && for_keys) {
        try {
            return admit_program(request, route);
        } catch (const pg::Failure&) {
            if (for_clients) throw;  // as in look_up()
        }
    }
    services_.limits.count_address(route.limit, request.client_ip);
    if (route.access != Access::internal && route.access != Access::api_key) {
        const auto session = look_up(request, route);
        if (request.doubt && for_clients) throw Error{*request.doubt};
        if (session && session->ended) {
            if (for_clients) throw Error{Code::frozen_account};
        } else if (session) {
            services_.limits.count_client(route.limit, session->client);
            request.sign_in(*session);
        }
    }
    if (for_clients && request.session().frozen && !frozen_too) throw Error{Code::frozen_account};
}

/// What proves no key counts for the address, as it does where programs call as at Binance: nothing
/// of it counts for a key, whose requests a stranger may have seen.
token::Session Router::proven(const Request& request, const Route& route) {
    try {
        if (!route.programs && !reads_for_all(route)) throw Error{Code::api_key_scope};
        return program_of(request, services_, route.limit == Limit::orders);
    } catch (const Error& error) {
        if (error.code() == Code::rate_limited) throw;
        services_.limits.count_if_forged(request.client_ip, error);
        const auto use = services_.weights.charge(request.client_ip, usual_weight);
        if (use.wait.count() == 0) throw;
        throw Error{Code::rate_limited}.with("retry_after", std::to_string(use.wait.count()));
    }
}

/// Whoever has a key is no person: what is not for programs is refused them. Calls count for the
/// key, so that nobody else behind the same address is slowed down by it.
void Router::admit_program(Request& request, const Route& route) {
    if (services_.limits.many_forged(request.client_ip))
        throw Error{Code::rate_limited}.with("retry_after", "1");
    const auto program = proven(request, route);
    if (route.effect != Effect::reads) token::expect_may_trade(program);
    services_.limits.count_key(route.limit, program.key->id);
    request.sign_in(program);
}

void Router::handle(Connection& connection, Incoming&& incoming) {
    ++in_flight_;
    connection.started = std::chrono::steady_clock::now();
    connection.entry = nullptr;
    connection.deferred = false;
    connection.may_be_cached = false;
    const auto request = incoming.request;
    request->attach(services_);
    const log::RequestScope scope{request->id};
    try {
        answer(connection, incoming);
    } catch (const std::exception& problem) {
        finish(connection, reply_for(problem, *request));
    } catch (...) {
        finish(connection, reply_for_unknown(*request));
    }
}

/// Nothing may be thrown here once the reply is on its way: finish() comes last.
void Router::answer(Connection& connection, Incoming& incoming) {
    if (!crypto::equal(incoming.secret, services_.fastcgi_secret)) throw Error{Code::forbidden};
    Request& request = *incoming.request;
    if (request.path == metrics_path) {
        const Reply reply = Reply::text(metrics_text(), "text/plain; version=0.0.4");
        finish(connection, reply);
        return;
    }
    Entry& entry = find(incoming);
    connection.entry = &entry;
    const Route& route = *entry.route;
    admit(incoming, route);
    connection.may_be_cached = route.cache_seconds > 0 && !request.signed_in();
    if (incoming.body_too_slow) {
        Reply reply = Reply::error(Error{Code::bad_request}, request.id);
        reply.status = 408;  // as nginx says of a body that has stopped coming
        finish(connection, reply);
        return;
    }
    read_parameters(incoming, route);
    request.params.declare(route.parameters);
    if (route.deferred != nullptr) {
        defer(connection, incoming.request, route.deferred);
        return;
    }
    const Reply reply = route.function(request);
    finish(connection, reply);
}

void Router::defer(Connection& connection, const std::shared_ptr<Request>& request,
                   DeferredFunction function) {
    connection.deferred = true;
    ++deferred_;
    Dispatch dispatch{*request};
    try {
        function(*request,
                 Later{request, [this, &connection](Reply&& reply) { finish(connection, reply); }});
    } catch (const std::exception& problem) {
        // Thrown before the Later was given away, the error is the answer; afterwards somebody else
        // answers, and this is only worth a line.
        const Reply reply = reply_for(problem, *request);
        if (dispatch.returned()) dispatch.returned()(Reply{reply});
    } catch (...) {
        const Reply reply = reply_for_unknown(*request);
        if (dispatch.returned()) dispatch.returned()(Reply{reply});
    }
}

void Router::finish(Connection& connection, const Reply& reply) {
    metrics::StatusCounts& counts =
        connection.entry != nullptr ? connection.entry->statuses : elsewhere_;
    counts.count(reply.status);
    seconds_.observe(std::chrono::steady_clock::now() - connection.started);
    if (connection.deferred) --deferred_;
    --in_flight_;
    if (connection.may_be_cached && reply.status == 200) {
        const int seconds = connection.entry->route->cache_seconds;
        send_(connection, reply, "public, max-age=" + std::to_string(seconds));
    } else {
        send_(connection, reply, "no-store");
    }
}

/// Two processes of a group, of which one may only finish what it has, count apart.
std::string Router::metrics_text() const {
    const std::string process = std::to_string(::getpid());
    metrics::Exposition to{{{"group", group_}, {"process", process}}};
    to.family("cambio_process_info", "gauge", "Always 1; the version that this process is of.")
        .sample({{"version", CAMBIO_VERSION}}, 1);
    to.family("cambio_requests_total", "counter",
              "Requests answered, by route and class of status; no path: no such call.");
    for (const Entry& entry : entries_)
        add_requests(to, methods_of(entry.route->method), entry.route->path, entry.statuses);
    add_requests(to, "", "", elsewhere_);
    to.family("cambio_request_seconds", "histogram", "Seconds from a request to its answer.")
        .sample(seconds_);
    to.family("cambio_in_flight", "gauge", "Requests that are being answered.")
        .sample({}, in_flight_.load());
    to.family("cambio_deferred", "gauge", "Requests that wait for their answer without a thread.")
        .sample({}, deferred_.load());
    metrics::write(to, metrics::process());
    return std::move(to).text();
}

std::string describe(std::string_view group, Tables tables) {
    std::string text;
    for (const auto& table : tables) {
        for (const Route& route : table) {
            check(route);
            const auto truth = [](bool value) { return value ? "true" : "false"; };
            text += '{';
            append_member(text, "group", group);
            append_member(text, "method", methods_of(route.method));
            append_member(text, "path", route.path);
            append_member(text, "access", name_of(route.access));
            append_member(text, "limit", name_of(route.limit));
            text += "\"cache_seconds\":" + std::to_string(route.cache_seconds);
            text += std::string{",\"changes\":"} + truth(route.effect != Effect::reads);
            text += std::string{",\"secret\":"} + truth(route.effect == Effect::changes_secretly);
            text += ",\"largest_body\":" + std::to_string(route.largest_body);
            text += std::string{",\"programs\":"} + truth(route.programs);
            text += std::string{",\"described\":"} + truth(route.described()) + ',';
            append_member(text, "meaning", route.meaning);
            append_member(text, "reply", route.reply);
            text += "\"parameters\":[";
            for (const Parameter& parameter : route.parameters) append_parameter(text, parameter);
            if (text.back() == ',') text.pop_back();
            text += "]}\n";
        }
    }
    return text;
}

}  // namespace cambio::fcgi
