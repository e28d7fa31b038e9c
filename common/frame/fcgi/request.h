#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "error/error.h"
#include "fcgi/parameter.h"
#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"
#include "token/sessions.h"

namespace cambio {
class Redis;
class Push;
struct Config;
}  // namespace cambio

namespace cambio::fcgi {

class Reply;
class Request;
struct Services;

/// The parameters of a request: query, then form or JSON body (an object of scalars; numbers keep
/// their own text, so that no float ever stands between the client and a Decimal). Every getter
/// throws Error naming the field, duplicate_parameter for one given twice included. JSON null and
/// absence are the same; an empty text counts as given.
class Params {
  public:
    void add(std::string name, std::string value);

    /// What the route's table says. From then on a getter that asks for anything else throws
    /// std::logic_error naming it, so that the API description cannot forget a parameter.
    void declare(std::span<const Parameter> parameters) { declared_ = parameters; }

    /// T: std::string (at most `longest` bytes, valid UTF-8 without control characters), Decimal
    /// (plain notation), std::int64_t, bool ("true" or "false", "1", "0"), or any Id<Tag> (> 0).
    template <class T>
    T required(std::string_view name, std::size_t longest = 256);
    template <class T>
    std::optional<T> optional(std::string_view name, std::size_t longest = 256);

    /// A text of several lines, which only '\n' parts; otherwise as a std::string.
    std::string required_lines(std::string_view name, std::size_t longest);

    /// A Decimal > 0 with at most `places` places: missing_parameter, invalid_amount, not_positive,
    /// too_many_places, out_of_range.
    Decimal amount(std::string_view name, int places = Decimal::places);
    std::optional<Decimal> maybe_amount(std::string_view name, int places = Decimal::places);

    /// One of the names, as an index into `names`; else invalid_parameter.
    std::size_t choice(std::string_view name, std::initializer_list<std::string_view> names);
    std::optional<std::size_t> maybe_choice(std::string_view name,
                                            std::initializer_list<std::string_view> names);

    /// Throws unknown_parameter for a parameter nobody asked for and duplicate_parameter for one
    /// given twice. Calls that change something call it after their last getter.
    void refuse_others() const;

    /// What programs sign who send their parameters over the WebSocket API: name=value of all but
    /// `signature`, parted by '&', in the order of their names' bytes. Throws bad_request where the
    /// text could be one of other parameters, too, and duplicate_parameter.
    std::string sorted_text() const;
    /// The value of a parameter, which from then on was not given. Throws duplicate_parameter.
    std::optional<std::string> take(std::string_view name);

  private:
    struct Given {
        std::string value;
        int times = 1;
        bool asked = false;
    };
    /// What was given under that name, or null; marks it as asked for.
    const std::string* find(std::string_view name);
    const std::string& needed(std::string_view name);

    template <class T>
    static T convert(std::string_view name, const std::string& value, std::size_t longest);
    static std::string to_text(std::string_view name, const std::string& value,
                               std::size_t longest);
    static Decimal to_decimal(std::string_view name, std::string_view value);
    static std::int64_t to_integer(std::string_view name, std::string_view value);
    static std::int64_t to_id(std::string_view name, std::string_view value);
    static bool to_bool(std::string_view name, std::string_view value);
    static Decimal to_amount(std::string_view name, std::string_view value, int places);

    std::map<std::string, Given, std::less<>> given_;
    std::optional<std::span<const Parameter>> declared_;
};

template <class T>
T Params::convert(std::string_view name, const std::string& value, std::size_t longest) {
    if constexpr (std::is_same_v<T, std::string>)
        return to_text(name, value, longest);
    else if constexpr (std::is_same_v<T, Decimal>)
        return to_decimal(name, value);
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return to_integer(name, value);
    else if constexpr (std::is_same_v<T, bool>)
        return to_bool(name, value);
    else
        return T{to_id(name, value)};
}

template <class T>
T Params::required(std::string_view name, std::size_t longest) {
    return convert<T>(name, needed(name), longest);
}

template <class T>
std::optional<T> Params::optional(std::string_view name, std::size_t longest) {
    const std::string* value = find(name);
    if (value == nullptr) return {};
    return convert<T>(name, *value, longest);
}

class Request {
  public:
    std::string method;     ///< GET, POST …
    std::string path;       ///< without the query
    std::string query;      ///< as it came, which is what a signature is of
    std::string id;         ///< nginx's $request_id
    std::string client_ip;  ///< as nginx saw it
    std::string user_agent;
    std::string accept_language;  ///< as it came, printable
    std::string body;             ///< at most what its route allows; a large one is gone once read
    std::string bearer;           ///< the session's token, or empty
    std::string api_key;          ///< X-MBX-APIKEY
    bool by_gateway = false;      ///< sent over the WebSocket API: a signature is of `signed_text`
    std::string signed_text;      ///< Params::sorted_text()
    std::string logon_key;        ///< X-Cambio-Logon: proven by the gateway's connection
    std::map<std::string, std::string> cookies;
    std::string host, origin, fetch_site;  ///< Host, Origin, Sec-Fetch-Site
    /// X-Cambio-Key, -Timestamp and -Signature: a program's (fcgi/program.h).
    std::string key_id, key_timestamp, key_signature;
    std::string page_client;    ///< X-Cambio-Client: whom the page that asks shows
    bool unattended = false;    ///< X-Cambio-Unattended: nobody has touched that page for a while
    bool wants_cookie = false;  ///< X-Cambio-Session: cookie; the token shall not be in the reply
    bool by_cookie = false;     ///< `bearer` came by the site's cookie
    std::optional<Code> doubt;  ///< why the site's cookie, which is there, does not count
    std::string subprotocol;    ///< Sec-WebSocket-Protocol, for stream tickets
    std::string original_uri;   ///< X-Original-URI of authorize requests
    Params params;
    /// What goes along with the reply, be it a refusal.
    std::vector<std::pair<std::string, std::string>> reply_headers;
    /// How the call that was found words its refusals; null: as all do.
    Reply (*refusal)(const Error&, const Request&) = nullptr;

    /// The caller; throws unauthorized (guest routes: check signed_in() first).
    const token::Session& session() const;
    bool signed_in() const { return session_.has_value(); }
    ClientId client() const { return session().client; }

    /// What the process shares: configuration, database pool, Redis, pushes.
    Services& services() const { return *services_; }
    const Config& config() const;
    pg::Pool::Lease db() const;  ///< borrows a connection
    Redis& redis() const;
    Push& push() const;
    /// Where the address is (geo/places.h): a country's code, geo::this_network or nothing.
    std::string place() const;

    void attach(Services& services) { services_ = &services; }
    void sign_in(token::Session session) { session_ = session; }
    /// Keeps something until the request has been answered.
    void hold(std::shared_ptr<void> thing) { held_ = std::move(thing); }

  private:
    Services* services_ = nullptr;
    std::optional<token::Session> session_;
    std::shared_ptr<void> held_;
};

}  // namespace cambio::fcgi
