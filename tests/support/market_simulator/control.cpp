// The calls under /control: what a test does to the market. Their answers are the provider's
// envelope as well; a refusal is a 400 that says what is wrong.
#include <json/json.h>

#include <cmath>
#include <cstdlib>

#include "json_text.h"
#include "rest.h"

namespace simulator {
namespace {

// From one second to the next a swing's price moves on by half, and begins anew after some: the
// product doubts a tick that is a fifth away from the last one.
constexpr double swing_step = 1.5;
constexpr int swing_period = 16;
constexpr int swing_seconds = 120;

Reply done() {
    Reply reply;
    reply.body = envelope({});
    return reply;
}

Reply refused(const std::string& message) {
    return refusal(400, "control", message);
}

std::optional<double> number(const std::string& text) {
    if (text.empty()) return std::nullopt;
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (*end != '\0' || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<std::vector<Level>> levels(const Json::Value& list, const Instrument& it) {
    std::vector<Level> all;
    for (const Json::Value& row : list) {
        if (!row.isArray() || row.size() < 2 || !row[0].isString() || !row[1].isString()) {
            return std::nullopt;
        }
        const auto price = count_of(row[0].asString(), it.tick);
        const auto lots = count_of(row[1].asString(), it.lot);
        if (!price || !lots) return std::nullopt;
        all.push_back({*price, *lots, 1});
    }
    return all;
}

}  // namespace

Reply Rest::control(const Request& request) {
    if (request.path == "/control/state") return state();
    if (request.method != "POST") return refused("POST, please");
    if (request.path == "/control/fault") return set_fault(request);
    if (request.path == "/control/price") return set_price(request);
    if (request.path == "/control/funding") return set_funding(request);
    if (request.path == "/control/book") return set_book(request);
    if (request.path == "/control/time") return advance(request);
    if (request.path == "/control/clear") return clear(request);
    return refusal(404, "control", "no such control");
}

// All that was done to the market, or to the instId alone.
Reply Rest::clear(const Request& request) {
    const std::string id = request.param("instId");
    if (id.empty()) {
        world_.clear();
        return done();
    }
    const auto i = world_.market.find(id);
    if (!i) return refused("unknown instId " + id);
    world_.clear(*i);
    return done();
}

// A jump is one change; a swing is one in each second, for two minutes, so that of two ticks that
// somebody takes neither confirms the other.
void Rest::steer_by_factor(std::size_t i, const Request& request, double factor,
                           std::int64_t for_ms) {
    const std::int64_t now = world_.clock.now();
    const bool swings = request.param("kind") == "swing";
    const Steering first{Steering::Kind::factor, factor, 0};
    world_.market.steer(i, first, now, !swings && for_ms > 0 ? now + for_ms : 0);
    for (int second = 1; swings && second < swing_seconds; ++second) {
        const double further = factor * std::pow(swing_step, second % swing_period);
        world_.market.steer(i, {Steering::Kind::factor, further, 0}, now + second * 1000, 0);
    }
    world_.steered[i] = request.param("kind") + " " + request.param("value");
}

// kind, and as the kind needs: instId, path, value, for_ms.
Reply Rest::set_fault(const Request& request) {
    const std::string kind = request.param("kind");
    const std::string id = request.param("instId");
    const auto only = id.empty() ? std::nullopt : world_.market.find(id);
    if (!id.empty() && !only) return refused("unknown instId " + id);
    const double value = number(request.param("value")).value_or(0);
    const auto for_ms = static_cast<std::int64_t>(number(request.param("for_ms")).value_or(0));
    if (kind == "jump" || kind == "swing") {
        if (value <= 0) return refused(kind + ": value is a factor above 0");
        for (std::size_t i = 0; i < world_.market.instruments().size(); ++i) {
            if (!only || *only == i) steer_by_factor(i, request, value, for_ms);
        }
        return done();
    }
    const auto known = fault_kind(kind);
    if (!known) {
        return refused("kind: late, stale, malformed, 429, 5xx, close, down, jump or swing");
    }
    Fault fault;
    fault.kind = *known;
    fault.inst_id = id;
    fault.path = request.param("path");
    fault.value = static_cast<std::int64_t>(value);
    fault.since = world_.clock.now();
    if (*known == FaultKind::stale) fault.since -= fault.value;
    if (for_ms > 0) fault.until = wall_clock_ms() + for_ms;
    world_.faults.set(fault);
    return done();
}

Reply Rest::set_price(const Request& request) {
    const auto i = world_.market.find(request.param("instId"));
    if (!i) return refused("unknown instId");
    const auto ticks = count_of(request.param("price"), world_.instrument(*i).tick);
    if (!ticks || *ticks < 2) return refused("price: a multiple of the tick, two ticks at least");
    world_.pin_price(*i, *ticks);
    world_.steered[*i] = "price " + request.param("price");
    return done();
}

// Whatever it is: a provider may say anything.
Reply Rest::set_funding(const Request& request) {
    const auto i = world_.market.find(request.param("instId"));
    if (!i) return refused("unknown instId");
    world_.pinned_funding[*i] = {request.param("rate"), request.param("time"),
                                 request.param("after")};
    return done();
}

// {"bids":[["price","size"],…],"asks":[…]}, best first; a side may be empty.
Reply Rest::set_book(const Request& request) {
    const auto i = world_.market.find(request.param("instId"));
    if (!i) return refused("unknown instId");
    Json::Value body;
    const std::unique_ptr<Json::CharReader> reader{Json::CharReaderBuilder{}.newCharReader()};
    const char* text = request.body.data();
    if (!reader->parse(text, text + request.body.size(), &body, nullptr) || !body.isObject()) {
        return refused("the body is {\"bids\":[[price,size]],\"asks\":[…]}");
    }
    const auto asks = levels(body["asks"], world_.instrument(*i));
    const auto bids = levels(body["bids"], world_.instrument(*i));
    if (!asks || !bids) return refused("prices are multiples of the tick, sizes of the lot");
    for (std::size_t k = 1; k < asks->size(); ++k) {
        if ((*asks)[k].price <= (*asks)[k - 1].price) return refused("asks: lowest first");
    }
    for (std::size_t k = 1; k < bids->size(); ++k) {
        if ((*bids)[k].price >= (*bids)[k - 1].price) return refused("bids: highest first");
    }
    if (!asks->empty() && !bids->empty() && bids->front().price >= asks->front().price) {
        return refused("the best bid is below the best ask");
    }
    world_.pin_book(*i, Book{*asks, *bids});
    return done();
}

// Moves the market's clock forward, for clocks that stand still.
Reply Rest::advance(const Request& request) {
    const auto ms = number(request.param("advance_ms"));
    if (!ms || *ms < 0) return refused("advance_ms: 0 or more");
    world_.clock.advance(static_cast<std::int64_t>(*ms));
    return done();
}

Reply Rest::state() {
    std::string text = "{\"now\":" + std::to_string(world_.clock.now()) + ",\"faults\":[";
    bool first = true;
    for (const Fault& fault : world_.faults.all()) {
        if (!first) text += ',';
        first = false;
        text += object({{"kind", name_of(fault.kind)},
                        {"instId", fault.inst_id},
                        {"path", fault.path},
                        {"value", std::to_string(fault.value)}});
    }
    text += "],\"steered\":[";
    first = true;
    for (const auto& [i, what] : world_.steered) {
        if (!first) text += ',';
        first = false;
        text += object({{"instId", world_.instrument(i).id}, {"to", what}});
    }
    text += "],\"calls\":{";
    first = true;
    for (const auto& [path, count] : seen_) {
        if (!first) text += ',';
        first = false;
        text += quoted(path) + ":" + std::to_string(count);
    }
    Reply reply;
    reply.body = text + "},\"over_limit\":" + std::to_string(refused_) + "}";
    return reply;
}

}  // namespace simulator
