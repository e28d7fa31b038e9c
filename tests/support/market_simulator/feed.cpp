#include "feed.h"

#include <json/json.h>

#include <algorithm>
#include <memory>

#include "json_text.h"

namespace simulator {
namespace {

constexpr int operations_an_hour = 480;
constexpr std::size_t trades_at_once = 200;

std::string doesnt_exist(const std::string& channel, const std::string& inst_id) {
    return "Wrong URL or channel:" + channel + ",instId:" + inst_id +
           " doesn't exist. Please use the correct URL, channel and parameters referring to API "
           "document.";
}

std::string arg_text(const std::string& channel, const std::string& inst_id) {
    return object({{"channel", channel}, {"instId", inst_id}});
}

}  // namespace

Feed::Feed(World& world, bool business, std::string connection_id)
    : world_{world}, business_{business}, connection_id_{std::move(connection_id)} {}

std::vector<std::string> Feed::receive(const std::string& text) {
    if (text == "ping") return {"pong"};
    Json::Value message;
    const std::unique_ptr<Json::CharReader> reader{Json::CharReaderBuilder{}.newCharReader()};
    const bool parsed = reader->parse(text.data(), text.data() + text.size(), &message, nullptr);
    if (!parsed || !message.isObject() || !message["op"].isString()) {
        return {error("60012", "Invalid request: " + text, {})};
    }
    const Json::Value& id = message["id"];
    const std::string id_field = id.isString() ? "\"id\":" + quoted(id.asString()) + "," : "";
    const std::string op = message["op"].asString();
    if (op != "subscribe" && op != "unsubscribe") {
        return {error("60019", "Invalid op:" + op, id_field)};
    }
    const Json::Value& args = message["args"];
    if (!args.isArray() || args.empty()) return {error("60013", "Invalid args", id_field)};
    if (++operations_ > operations_an_hour) {
        return {error("60014", "Requests too frequent", id_field)};
    }
    std::vector<std::string> answers;
    for (const Json::Value& arg : args) {
        if (!arg.isObject() || !arg["channel"].isString() || !arg["instId"].isString()) {
            answers.push_back(error("60013", "Invalid args", id_field));
            continue;
        }
        const std::string name = arg["channel"].asString();
        const std::string inst_id = arg["instId"].asString();
        answers.push_back(op == "subscribe" ? subscribe(name, inst_id, id_field)
                                            : unsubscribe(name, inst_id, id_field));
    }
    return answers;
}

std::string Feed::error(const std::string& code, const std::string& message,
                        const std::string& id_field) const {
    return "{" + id_field + "\"event\":\"error\",\"code\":\"" + code +
           "\",\"msg\":" + quoted(message) + ",\"connId\":" + quoted(connection_id_) + "}";
}

std::string Feed::subscribe(const std::string& name, const std::string& inst_id,
                            const std::string& id_field) {
    const auto i = world_.market.find(inst_id);
    if (!i) return error("60018", doesnt_exist(name, inst_id), id_field);
    Subscription wanted{Channel::candle, name, *i, {}};
    if (name.starts_with("candle")) {
        const auto bar = bar_of(std::string_view{name}.substr(6));
        if (!bar || !business_) return error("60018", doesnt_exist(name, inst_id), id_field);
        wanted.bar = *bar;
    } else {
        struct Known {
            std::string_view name;
            Channel channel;
            bool swap_only;
        };
        constexpr Known known[] = {{"books5", Channel::books5, false},
                                   {"tickers", Channel::tickers, false},
                                   {"trades", Channel::trades, false},
                                   {"mark-price", Channel::mark_price, false},
                                   {"funding-rate", Channel::funding_rate, true}};
        const auto* found = std::find_if(std::begin(known), std::end(known),
                                         [&](const Known& k) { return k.name == name; });
        const bool exists = found != std::end(known) && !business_ &&
                            (!found->swap_only || world_.instrument(*i).swap);
        if (!exists) return error("60018", doesnt_exist(name, inst_id), id_field);
        wanted.channel = found->channel;
    }
    if (wanted.channel == Channel::trades) {
        wanted.seen = world_.market.last_trade(*i, world_.now(*i)).id;
    }
    std::erase_if(subscriptions_,
                  [&](const Subscription& s) { return s.instrument == *i && s.name == name; });
    subscriptions_.push_back(std::move(wanted));
    return "{" + id_field + "\"event\":\"subscribe\",\"arg\":" + arg_text(name, inst_id) +
           ",\"connId\":" + quoted(connection_id_) + "}";
}

std::string Feed::unsubscribe(const std::string& name, const std::string& inst_id,
                              const std::string& id_field) {
    const auto gone = std::erase_if(subscriptions_, [&](const Subscription& s) {
        return s.name == name && world_.instrument(s.instrument).id == inst_id;
    });
    if (gone == 0) return error("60018", doesnt_exist(name, inst_id), id_field);
    return "{" + id_field + "\"event\":\"unsubscribe\",\"arg\":" + arg_text(name, inst_id) +
           ",\"connId\":" + quoted(connection_id_) + "}";
}

std::string Feed::push(const Subscription& subscription, const std::string& row) const {
    const std::string& inst_id = world_.instrument(subscription.instrument).id;
    std::string text =
        "{\"arg\":" + arg_text(subscription.name, inst_id) + ",\"data\":[" + row + "]}";
    if (world_.faults.find(FaultKind::malformed, inst_id, "/ws") != nullptr) {
        text.resize(text.size() * 2 / 3);
    }
    return text;
}

std::vector<std::string> Feed::due() {
    std::vector<std::string> out;
    for (Subscription& subscription : subscriptions_) due_of(subscription, out);
    return out;
}

void Feed::due_trades(Subscription& subscription, std::int64_t now, std::vector<std::string>& out) {
    const std::size_t i = subscription.instrument;
    auto fresh = world_.market.trades(i, now, trades_at_once);
    std::erase_if(fresh, [&](const Trade& trade) { return trade.id <= subscription.seen; });
    for (auto trade = fresh.rbegin(); trade != fresh.rend(); ++trade) {
        const std::string more = ",\"count\":\"1\",\"seqId\":" + std::to_string(trade->id);
        out.push_back(push(subscription, world_.trade_row(i, *trade, more)));
        subscription.seen = trade->id;
    }
}

// A bar is told once more when it is over, with its last figures and confirm 1.
void Feed::due_candle(Subscription& subscription, std::int64_t now, std::vector<std::string>& out) {
    const std::size_t i = subscription.instrument;
    const std::int64_t start = subscription.bar.start_of(now);
    const auto send = [&](std::int64_t from) {
        const Candle candle = world_.market.candle(i, subscription.bar, from, now);
        out.push_back(push(subscription, world_.candle_row(i, candle)));
    };
    if (subscription.slot >= 0 && start > subscription.slot) send(subscription.slot);
    const std::int64_t last = world_.market.last_trade(i, now).id;
    if (start > subscription.slot || last != subscription.seen) send(start);
    subscription.slot = start;
    subscription.seen = last;
}

void Feed::due_of(Subscription& subscription, std::vector<std::string>& out) {
    const std::size_t i = subscription.instrument;
    const std::int64_t now = world_.now(i);
    // Sends when the value is another one, or when the slot of time is.
    const auto changed = [&](std::int64_t value, std::int64_t slot) {
        if (subscription.seen == value && subscription.slot == slot) return false;
        subscription.seen = value;
        subscription.slot = slot;
        return true;
    };
    switch (subscription.channel) {
        case Channel::books5:
            if (changed(world_.market.last_trade(i, now).id, now / 500)) {
                out.push_back(push(subscription, "{" + world_.book_fields(i, 5) + ",\"instId\":" +
                                                     quoted(world_.instrument(i).id) +
                                                     ",\"seqId\":" + std::to_string(now) + "}"));
            }
            break;
        case Channel::tickers:
            if (changed(world_.market.last_trade(i, now).id, now / 1000)) {
                out.push_back(push(subscription, world_.ticker_row(i)));
            }
            break;
        case Channel::mark_price:
            if (changed(world_.market.mark(i, now), now / 10'000)) {
                out.push_back(push(subscription, world_.mark_row(i)));
            }
            break;
        case Channel::funding_rate:
            if (changed(0, now / 30'000)) out.push_back(push(subscription, world_.funding_row(i)));
            break;
        case Channel::trades:
            due_trades(subscription, now, out);
            break;
        case Channel::candle:
            due_candle(subscription, now, out);
            break;
    }
}

}  // namespace simulator
