#include "binance/user_events.h"

#include <json/writer.h>

#include <algorithm>

#include "binance/figures.h"

namespace cambio::binance {

namespace {

using Json::Value;

/// What is being committed while a look is taken may have an older time.
constexpr std::int64_t overlap = 10'000;

Decimal decimal(const Value& value) {
    return value.isString() ? Decimal::parse(value.asString()).value_or(Decimal{}) : Decimal{};
}

Value time_of(std::int64_t at) {
    return Json::Int64{at};
}

/// What has become of an order in one step.
struct Step {
    const char* execution;
    const char* status;
    std::int64_t at = 0;
    Decimal filled, filled_total;  ///< with this step
    const Value* fill = nullptr;
};

Value report(const Value& order, const Step& step, bool working, std::int64_t now) {
    const bool cancelled = std::string_view{step.execution} == "CANCELED";
    Value event;
    event["e"] = "executionReport";
    event["E"] = time_of(now);
    event["s"] = order["symbol"];
    event["c"] = order["clientOrderId"];
    event["S"] = order["side"];
    event["o"] = order["type"];
    event["f"] = order["timeInForce"];
    event["q"] = order["origQty"];
    event["p"] = order["price"];
    event["P"] = order.isMember("stopPrice") ? order["stopPrice"] : Value{figure({})};
    if (order.isMember("trailingDelta")) {
        event["d"] = order["trailingDelta"];
        event["D"] = order["trailingTime"];
    }
    event["F"] = figure({});
    event["g"] = order["orderListId"];
    event["C"] = cancelled ? order["clientOrderId"] : Value{""};
    event["x"] = step.execution;
    event["X"] = step.status;
    event["r"] = "NONE";
    event["i"] = order["orderId"];
    event["z"] = figure(step.filled);
    event["Z"] = figure(step.filled_total);
    event["T"] = time_of(step.at);
    event["O"] = order["time"];
    event["Q"] = order["origQuoteOrderQty"];
    event["V"] = order["selfTradePreventionMode"];
    event["w"] = working;
    if (working) event["W"] = order["workingTime"];
    event["M"] = event["m"] = false;
    event["l"] = event["L"] = event["Y"] = event["n"] = figure({});
    event["N"] = Value{};
    event["t"] = -1;
    if (step.fill == nullptr) return event;
    const auto& fill = *step.fill;
    event["l"] = fill["qty"];
    event["L"] = fill["price"];
    event["Y"] = fill["quoteQty"];
    event["n"] = fill["commission"];
    event["N"] = order["side"] == "BUY" ? order["baseAsset"] : order["quoteAsset"];
    event["t"] = fill["tradeId"];
    event["m"] = fill["isMaker"];
    return event;
}

/// Of an order's trades, oldest first, those that were the last to fill so much of it.
std::vector<const Value*> last_fills(const Value& fills, Decimal quantity) {
    std::vector<const Value*> found;
    for (auto at = fills.size(); at > 0 && quantity.positive(); --at) {
        found.push_back(&fills[at - 1]);
        quantity -= decimal(fills[at - 1]["qty"]);
    }
    std::ranges::reverse(found);
    return found;
}

bool is_open(const Value& order) {
    return order["status"] == "NEW" || order["status"] == "PARTIALLY_FILLED";
}

}  // namespace

UserView::UserView(const Value& look) : coins_{coins_of(look)} {
    take(look);
}

std::vector<Value> UserView::changes(const Value& look, std::int64_t now) {
    std::vector<Value> events;
    Sums traded;
    for (const auto& order : look["orders"]) tell_order(order, now, events, traded);
    std::ranges::stable_sort(events, {}, [](const Value& event) { return event["T"].asInt64(); });
    tell_lists(look, now, events);
    tell_coins(look, traded, now, events);
    take(look);
    return events;
}

std::string UserView::question() const {
    std::string open;
    for (const auto& [id, known] : orders_) {
        if (known.open) open += (open.empty() ? "" : ",") + std::to_string(id);
    }
    return "{\"open\":\"" + open + "\",\"after\":" + std::to_string(after_) +
           ",\"since\":" + std::to_string(std::max<std::int64_t>(time_ - overlap, 0)) + '}';
}

UserView::Known UserView::known_of(const Value& order) {
    return {.filled = decimal(order["executedQty"]),
            .filled_total = decimal(order["cummulativeQuoteQty"]),
            .fee = decimal(order["commission"]),
            .open = is_open(order),
            .working = order["isWorking"].asBool(),
            .list = order["orderListId"].asInt64()};
}

std::map<std::string, UserView::Coin> UserView::coins_of(const Value& look) {
    std::map<std::string, Coin> coins;
    const auto& balances = look["balances"];
    for (const auto& code : balances.getMemberNames()) {
        const auto& balance = balances[code];
        coins[code] = {decimal(balance["free"]), decimal(balance["locked"])};
    }
    return coins;
}

/// Orders that have ended are known as long as looks may show them again.
void UserView::take(const Value& look) {
    after_ = std::max(after_, look["after"].asInt64());
    time_ = look["time"].asInt64();
    for (const auto& order : look["orders"]) orders_[order["orderId"].asInt64()] = known_of(order);
    std::erase_if(orders_,
                  [this](const auto& item) { return !item.second.open && item.first <= after_; });
    std::map<std::int64_t, List> lists;
    for (const auto& [id, known] : orders_) {
        if (known.list <= 0) continue;
        auto& list = lists[known.list];
        list.legs = lists_[known.list].legs;
        list.open = list.open || known.open;
    }
    for (const auto& order : look["orders"]) {
        const auto list = lists.find(order["orderListId"].asInt64());
        if (list == lists.end()) continue;
        list->second.legs[order["orderId"].asInt64()] = order["clientOrderId"].asString();
    }
    lists_ = std::move(lists);
}

void UserView::tell_order(const Value& order, std::int64_t now, std::vector<Value>& events,
                          Sums& traded) {
    const auto found = orders_.find(order["orderId"].asInt64());
    const bool fresh = found == orders_.end();
    const Known before = fresh ? Known{.open = true, .working = false} : found->second;
    const Known after = known_of(order);
    if (!fresh && before.open == after.open && before.filled == after.filled &&
        before.working == after.working)
        return;
    Step step{"NEW", "NEW", order["time"].asInt64(), before.filled, before.filled_total};
    const bool conditional = order.isMember("stopPrice");
    if (fresh) events.push_back(report(order, step, !conditional, now));
    step.at = order["updateTime"].asInt64();
    const bool reached =
        conditional && !before.working && after.working && (after.open || after.filled.positive());
    if (reached) events.push_back(report(order, step, true, now));

    const auto fills = last_fills(order["fills"], after.filled - before.filled);
    for (const auto* fill : fills) {
        step.filled += decimal((*fill)["qty"]);
        step.filled_total += decimal((*fill)["quoteQty"]);
        const bool all = order["status"] == "FILLED" && fill == fills.back();
        step.execution = "TRADE";
        step.status = all ? "FILLED" : "PARTIALLY_FILLED";
        step.at = (*fill)["time"].asInt64();
        step.fill = fill;
        events.push_back(report(order, step, after.open, now));
    }
    if (before.open && !after.open && order["status"] != "FILLED") {
        const auto status = order["status"].asString();
        step = {status == "CANCELED" ? "CANCELED" : "EXPIRED", status.c_str(),
                order["updateTime"].asInt64(), after.filled, after.filled_total};
        if (status == "EXPIRED_IN_MATCH") step.execution = "TRADE_PREVENTION";
        events.push_back(report(order, step, false, now));
    }

    auto& base = traded[order["baseAsset"].asString()];
    auto& quote = traded[order["quoteAsset"].asString()];
    const Decimal quantity = after.filled - before.filled;
    const Decimal total = after.filled_total - before.filled_total;
    const Decimal fee = after.fee - before.fee;
    if (order["side"] == "BUY") {
        base += quantity - fee;
        quote -= total;
    } else {
        base -= quantity;
        quote += total - fee;
    }
}

/// A pair of orders begins with both, and ends with both.
void UserView::tell_lists(const Value& look, std::int64_t now, std::vector<Value>& events) {
    std::map<std::int64_t, std::vector<const Value*>> lists;
    for (const auto& order : look["orders"]) {
        const auto list = order["orderListId"].asInt64();
        if (list > 0) lists[list].push_back(&order);
    }
    for (const auto& [number, legs] : lists) {
        const auto known = lists_.find(number);
        const bool fresh = known == lists_.end();
        const bool open = std::ranges::any_of(legs, [](const Value* leg) { return is_open(*leg); });
        if (!fresh && known->second.open == open) continue;
        // One that ended before the other is not shown any more.
        auto all = fresh ? std::map<std::int64_t, std::string>{} : known->second.legs;
        Value event;
        event["e"] = "listStatus";
        event["E"] = time_of(now);
        event["s"] = (*legs.front())["symbol"];
        event["g"] = time_of(number);
        event["c"] = "OCO";
        event["r"] = "NONE";
        event["C"] = (*legs.front())["listClientOrderId"];
        event["O"] = Json::arrayValue;
        std::int64_t ended = 0;
        for (const auto* leg : legs) {
            all[(*leg)["orderId"].asInt64()] = (*leg)["clientOrderId"].asString();
            ended = std::max(ended, (*leg)["updateTime"].asInt64());
        }
        for (const auto& [id, name] : all) {
            Value one;
            one["s"] = event["s"];
            one["i"] = Json::Int64{id};
            one["c"] = name;
            event["O"].append(std::move(one));
        }
        const auto tell = [&](const char* status, const char* of_orders, std::int64_t at) {
            event["l"] = status;
            event["L"] = of_orders;
            event["T"] = time_of(at);
            events.push_back(event);
        };
        if (fresh) tell("EXEC_STARTED", "EXECUTING", (*legs.front())["time"].asInt64());
        if (!open) tell("ALL_DONE", "ALL_DONE", ended);
    }
}

/// What trades do not explain came from elsewhere: a deposit, a withdrawal, another wallet.
void UserView::tell_coins(const Value& look, const Sums& traded, std::int64_t now,
                          std::vector<Value>& events) {
    const auto coins = coins_of(look);
    Value position;
    position["e"] = "outboundAccountPosition";
    position["E"] = time_of(now);
    position["u"] = look["time"];
    position["B"] = Json::arrayValue;
    std::vector<Value> updates;
    for (const auto& [code, coin] : coins) {
        const Coin before = coins_[code];
        const auto trade = traded.find(code);
        if (coin == before && trade == traded.end()) continue;
        Value balance;
        balance["a"] = code;
        balance["f"] = figure(coin.free);
        balance["l"] = figure(coin.locked);
        position["B"].append(std::move(balance));
        const Decimal other = coin.free + coin.locked - before.free - before.locked -
                              (trade == traded.end() ? Decimal{} : trade->second);
        if (other.zero()) continue;
        Value update;
        update["e"] = "balanceUpdate";
        update["E"] = time_of(now);
        update["a"] = code;
        update["d"] = figure(other);
        update["T"] = look["time"];
        updates.push_back(std::move(update));
    }
    if (!position["B"].empty()) events.push_back(std::move(position));
    events.insert(events.end(), updates.begin(), updates.end());
    coins_ = coins;
}

}  // namespace cambio::binance
