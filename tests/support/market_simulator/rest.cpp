#include "rest.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "json_text.h"

namespace simulator {
namespace {

constexpr std::int64_t limit_window_ms = 2'000;
constexpr std::size_t largest_depth = 400;
constexpr std::int64_t recent_candles = 1'440;

Reply missing(const std::string& name) {
    return refusal(400, "50014", "Parameter " + name + " can not be empty.");
}

Reply wrong(const std::string& name) {
    return refusal(400, "51000", "Parameter " + name + " error");
}

Reply unknown_instrument() {
    return refusal(200, "51001", "Instrument ID, Instrument ID code or Spread ID doesn't exist.");
}

Reply rows(const std::string& text) {
    Reply reply;
    reply.body = envelope(text);
    return reply;
}

std::optional<std::int64_t> whole(const std::string& text) {
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size() || value < 0)
        return std::nullopt;
    return value;
}

// A count with the provider's default; more than its maximum counts as the maximum.
std::optional<std::size_t> count_param(const Request& request, const std::string& name,
                                       std::size_t usual, std::size_t maximum) {
    const std::string text = request.param(name);
    if (text.empty()) return usual;
    const auto value = whole(text);
    if (!value || *value == 0) return std::nullopt;
    return std::min(static_cast<std::size_t>(*value), maximum);
}

std::string joined(const std::vector<std::string>& all) {
    std::string text;
    for (const std::string& one : all) {
        if (!text.empty()) text += ',';
        text += one;
    }
    return text;
}

// The rows of every instrument of the type that the call names, or of its one instId.
template <class Row>
Reply by_type(World& world, const Request& request, bool spot_too, Row row) {
    const std::string type = request.param("instType");
    const std::string id = request.param("instId");
    if (type.empty()) return missing("instType");
    const bool swap = type == "SWAP";
    if (!swap && !(spot_too ? type == "SPOT" : type == "MARGIN")) return wrong("instType");
    std::vector<std::string> found;
    for (std::size_t i = 0; i < world.market.instruments().size(); ++i) {
        const Instrument& it = world.instrument(i);
        if (it.swap == swap && (id.empty() || id == it.id)) found.push_back(row(i));
    }
    if (found.empty()) return unknown_instrument();
    return rows(joined(found));
}

Reply tickers(World& world, const Request& request) {
    return by_type(world, request, true, [&](std::size_t i) { return world.ticker_row(i); });
}

Reply instruments(World& world, const Request& request) {
    return by_type(world, request, true, [&](std::size_t i) { return world.instrument_row(i); });
}

Reply mark_prices(World& world, const Request& request) {
    return by_type(world, request, false, [&](std::size_t i) { return world.mark_row(i); });
}

Reply funding_rates(World& world, const Request& request) {
    const std::string id = request.param("instId");
    if (id.empty()) return missing("instId");
    std::vector<std::string> found;
    for (std::size_t i = 0; i < world.market.instruments().size(); ++i) {
        const Instrument& it = world.instrument(i);
        if (it.swap && (id == "ANY" || id == it.id)) found.push_back(world.funding_row(i));
    }
    if (found.empty()) return unknown_instrument();
    return rows(joined(found));
}

Reply server_time(World& world, const Request&) {
    return rows(object({{"ts", std::to_string(world.clock.now())}}));
}

// Calls about one instrument look it up in the same way.
template <class Act>
Reply of_one(World& world, const Request& request, Act act) {
    const std::string id = request.param("instId");
    if (id.empty()) return missing("instId");
    const auto i = world.market.find(id);
    if (!i) return unknown_instrument();
    return act(*i);
}

Reply ticker(World& world, const Request& request) {
    return of_one(world, request, [&](std::size_t i) { return rows(world.ticker_row(i)); });
}

Reply books(World& world, const Request& request) {
    return of_one(world, request, [&](std::size_t i) {
        const auto depth = count_param(request, "sz", 1, largest_depth + 1);
        if (!depth || *depth > largest_depth) return wrong("sz");
        return rows("{" + world.book_fields(i, *depth) + "}");
    });
}

Reply trades(World& world, const Request& request) {
    return of_one(world, request, [&](std::size_t i) {
        const auto limit = count_param(request, "limit", 100, 500);
        if (!limit) return wrong("limit");
        std::vector<std::string> found;
        for (const Trade& trade : world.market.trades(i, world.now(i), *limit)) {
            found.push_back(world.trade_row(i, trade));
        }
        return rows(joined(found));
    });
}

struct Range {
    std::int64_t newest;  // the start of the newest bar that may be listed
    std::int64_t oldest;
    std::size_t limit;
};

// `after` asks for bars before it, `before` for bars after it; both leave out their own.
Reply candle_rows(World& world, std::size_t i, const Bar& bar, const Range& range) {
    std::vector<std::string> found;
    const std::int64_t now = world.now(i);
    for (std::int64_t start = range.newest; start >= range.oldest && found.size() < range.limit;
         start -= bar.length) {
        found.push_back(world.candle_row(i, world.market.candle(i, bar, start, now)));
    }
    return rows(joined(found));
}

Reply candle_list(World& world, const Request& request, bool history) {
    return of_one(world, request, [&](std::size_t i) {
        const std::string name = request.param("bar");
        const auto bar = bar_of(name.empty() ? "1m" : name);
        if (!bar) return wrong("bar");
        const auto limit = count_param(request, "limit", 100, 300);
        if (!limit) return wrong("limit");
        const std::int64_t current = bar->start_of(world.now(i));
        Range range{history ? current - bar->length : current, bar->start_of(listed_at), *limit};
        if (!history) {
            range.oldest = std::max(range.oldest, current - (recent_candles - 1) * bar->length);
        }
        if (const std::string text = request.param("after"); !text.empty()) {
            const auto after = whole(text);
            if (!after) return wrong("after");
            range.newest = std::min(range.newest, bar->start_of(*after - 1));
        }
        if (const std::string text = request.param("before"); !text.empty()) {
            const auto before = whole(text);
            if (!before) return wrong("before");
            range.oldest = std::max(range.oldest, bar->start_of(*before) + bar->length);
        }
        return candle_rows(world, i, *bar, range);
    });
}

Reply candles(World& world, const Request& request) {
    return candle_list(world, request, false);
}

Reply history(World& world, const Request& request) {
    return candle_list(world, request, true);
}

struct Call {
    std::string_view path;
    int allowed;  // in two seconds, for each address
    Reply (*answer)(World&, const Request&);
};

constexpr Call calls[] = {
    {"/api/v5/market/ticker", 20, ticker},
    {"/api/v5/market/tickers", 20, tickers},
    {"/api/v5/market/books", 40, books},
    {"/api/v5/market/trades", 100, trades},
    {"/api/v5/market/candles", 40, candles},
    {"/api/v5/market/history-candles", 20, history},
    {"/api/v5/public/instruments", 20, instruments},
    {"/api/v5/public/mark-price", 10, mark_prices},
    {"/api/v5/public/funding-rate", 10, funding_rates},
    {"/api/v5/public/time", 10, server_time},
};

Reply server_error(std::int64_t status) {
    if (status == 500) return refusal(500, "50026", "System error. Try again later.");
    if (status == 0 || status == 503) {
        return refusal(503, "50001", "Service temporarily unavailable. Try again later.");
    }
    Reply reply;
    reply.status = static_cast<int>(status);
    reply.type = "text/html";
    reply.body = "<html><head><title>" + std::to_string(status) + "</title></head></html>";
    return reply;
}

}  // namespace

std::string Request::param(const std::string& name) const {
    const auto found = query.find(name);
    return found == query.end() ? std::string{} : found->second;
}

std::string envelope(const std::string& rows) {
    return "{\"code\":\"0\",\"msg\":\"\",\"data\":[" + rows + "]}";
}

Reply refusal(int status, const std::string& code, const std::string& message) {
    Reply reply;
    reply.status = status;
    reply.body = "{\"code\":" + quoted(code) + ",\"msg\":" + quoted(message) + ",\"data\":[]}";
    return reply;
}

std::optional<Request> parse_target(std::string_view target) {
    const auto decode = [](std::string_view text) -> std::optional<std::string> {
        std::string out;
        for (std::size_t k = 0; k < text.size(); ++k) {
            if (text[k] != '%') {
                out += text[k] == '+' ? ' ' : text[k];
                continue;
            }
            unsigned value = 0;
            if (k + 2 >= text.size()) return std::nullopt;
            const char* from = text.data() + k + 1;
            if (std::from_chars(from, from + 2, value, 16).ptr != from + 2) return std::nullopt;
            out += static_cast<char>(value);
            k += 2;
        }
        return out;
    };
    Request request;
    const auto mark = target.find('?');
    request.path = std::string{target.substr(0, mark)};
    std::string_view rest = mark == std::string_view::npos ? "" : target.substr(mark + 1);
    while (!rest.empty()) {
        const std::string_view pair = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
        const auto equals = pair.find('=');
        const auto name = decode(pair.substr(0, equals));
        const auto value = decode(equals == std::string_view::npos ? "" : pair.substr(equals + 1));
        if (!name || !value) return std::nullopt;
        request.query[*name] = *value;
    }
    return request;
}

bool Rest::over_limit(const Request& request, int allowed) {
    if (!limits_) return false;
    const std::int64_t number = wall_clock_ms() / limit_window_ms;
    Window& window = windows_[request.address + request.path];
    if (window.number != number) window = {number, 0};
    return ++window.used > allowed;
}

Reply Rest::provider(const Request& request) {
    for (const Call& call : calls) {
        if (call.path != request.path) continue;
        if (request.method != "GET") return refusal(405, "405", "Invalid request method");
        if (over_limit(request, call.allowed)) {
            ++refused_;
            return refusal(429, "50011", "Too Many Requests");
        }
        return call.answer(world_, request);
    }
    return refusal(404, "404", "Not Found");
}

Reply Rest::answer(const Request& request) {
    if (request.path.starts_with("/control/")) return control(request);
    const bool known = std::any_of(std::begin(calls), std::end(calls),
                                   [&](const Call& call) { return call.path == request.path; });
    if (known) ++seen_[request.path];
    const std::string id = request.param("instId");
    const auto fault = [&](FaultKind kind) { return world_.faults.find(kind, id, request.path); };
    if (fault(FaultKind::down) != nullptr) {
        Reply reply;
        reply.delivery = Reply::Delivery::none;
        return reply;
    }
    Reply reply;
    if (fault(FaultKind::too_many) != nullptr) {
        reply = refusal(429, "50011", "Too Many Requests");
    } else if (const Fault* server = fault(FaultKind::server)) {
        reply = server_error(server->value);
    } else {
        reply = provider(request);
    }
    if (fault(FaultKind::malformed) != nullptr) reply.body.resize(reply.body.size() * 2 / 3);
    if (fault(FaultKind::close) != nullptr) reply.delivery = Reply::Delivery::cut;
    if (const Fault* late = fault(FaultKind::late)) {
        reply.after = std::chrono::milliseconds{late->value};
    }
    return reply;
}

}  // namespace simulator
