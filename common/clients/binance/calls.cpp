#include "binance/calls.h"

#include <json/reader.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>

#include "json/parse.h"
#include "markets/trades.h"

namespace cambio::binance {

namespace {

using fcgi::Reply, fcgi::Request;

/// How nginx calls who comes over a unix socket.
constexpr std::string_view here = "unix:";
constexpr auto kept_for = std::chrono::seconds{1};
constexpr std::size_t max_symbol = 20;
constexpr std::size_t max_list = 8000;
/// The year 2100, in milliseconds.
constexpr std::int64_t latest_time = 4'102'444'800'000;

bool legal(std::string_view symbol) {
    return !symbol.empty() && symbol.size() <= max_symbol &&
           std::ranges::all_of(symbol, [](char c) {
               return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
                      c == '.';
           });
}

const markets::Market& find(const markets::Directory& directory, const std::string& symbol,
                            const char* field) {
    if (!legal(symbol)) throw Error{Code::invalid_parameter, field};
    const auto* market = directory.find(symbol);
    if (market == nullptr) throw Error{Code::unknown_market, field};
    return *market;
}

/// ["BTCUSDT","ETHUSDT"]
std::vector<std::string> listed(const std::string& text) {
    const auto value = json::parse(text);
    if (!value || !value->isArray() || value->empty())
        throw Error{Code::invalid_parameter, "symbols"};
    std::vector<std::string> names;
    for (const auto& name : *value) {
        if (!name.isString()) throw Error{Code::invalid_parameter, "symbols"};
        names.push_back(name.asString());
    }
    return names;
}

}  // namespace

void weigh(Request& request, std::int64_t weight) {
    // The gateway of the streams asks for all who listen, over a socket that is closed to others.
    if (request.client_ip == here) return;
    auto& weights = request.services().weights;
    const auto use = weights.charge_or_ban(request.client_ip, weight);
    const auto wait = std::to_string(use.wait.count());
    if (use.banned()) {
        throw Error{Code::rate_limited, "banned"}
            .with("retry_after", wait)
            .with("until", std::to_string(markets::to_milliseconds(use.banned_until)));
    }
    request.reply_headers.emplace_back("X-MBX-USED-WEIGHT", std::to_string(use.weight));
    request.reply_headers.emplace_back("X-MBX-USED-WEIGHT-1M", std::to_string(use.weight));
    if (use.wait.count() == 0) return;
    throw Error{Code::rate_limited}
        .with("retry_after", wait)
        .with("limit", std::to_string(weights.most()))
        .with("interval", "1 MINUTE");
}

Reply answer(const Request& request, std::string body) {
    Reply reply = Reply::raw_json(std::move(body));
    for (const auto& [name, value] : request.reply_headers) reply.header(name, value);
    return reply;
}

Reply answer(const Request& request, const Json::Value& body) {
    return answer(request, Reply::json(body).body);
}

std::shared_ptr<const markets::Directory> directory(fcgi::Services& services) {
    static std::mutex mutex;
    static std::shared_ptr<const markets::Directory> kept;
    static std::chrono::steady_clock::time_point read_at;

    const std::lock_guard lock{mutex};
    const auto now = std::chrono::steady_clock::now();
    if (kept && now - read_at < kept_for) return kept;
    auto connection = services.pool.borrow();
    kept = std::make_shared<const markets::Directory>(markets::Directory::read(*connection));
    read_at = now;
    return kept;
}

const markets::Market& needed_market(Request& request, const markets::Directory& directory) {
    return find(directory, request.params.required<std::string>("symbol", max_symbol), "symbol");
}

bool one_asked(Request& request) {
    return request.params.optional<std::string>("symbol", max_symbol).has_value();
}

std::vector<const markets::Market*> chosen_markets(Request& request,
                                                   const markets::Directory& directory) {
    const auto one = request.params.optional<std::string>("symbol", max_symbol);
    const auto many = request.params.optional<std::string>("symbols", max_list);
    if (one && many) throw Error{Code::invalid_parameter, "combination"};
    if (one) return {&find(directory, *one, "symbol")};
    std::vector<const markets::Market*> chosen;
    if (!many) {
        for (const auto& market : directory.all()) chosen.push_back(&market);
        return chosen;
    }
    for (const auto& name : listed(*many)) {
        const auto* market = &find(directory, name, "symbols");
        if (std::ranges::find(chosen, market) != chosen.end())
            throw Error{Code::duplicate_parameter, "symbols"};
        chosen.push_back(market);
    }
    return chosen;
}

int read_limit(Request& request, int usual, int most) {
    const auto limit = request.params.optional<std::int64_t>("limit").value_or(usual);
    if (limit < 1) throw Error{Code::out_of_range, "limit"};
    return static_cast<int>(std::min<std::int64_t>(limit, most));
}

std::optional<pg::Time> read_time(Request& request, std::string_view name) {
    const auto time = request.params.optional<std::int64_t>(name);
    if (!time) return {};
    if (*time < 0 || *time > latest_time) throw Error{Code::out_of_range, std::string{name}};
    return pg::Time{std::chrono::milliseconds{*time}};
}

}  // namespace cambio::binance
