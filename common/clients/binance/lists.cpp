#include "binance/lists.h"

#include <algorithm>
#include <utility>

#include "binance/object_text.h"
#include "crypto/crypto.h"
#include "markets/trades.h"
#include "settlement/entry.h"

namespace cambio::binance {

namespace {

using fcgi::Request;
using markets::Market;
using matching::Side, matching::TimeInForce;
using settlement::Order, settlement::OrderState, settlement::PlaceOrder;

constexpr std::size_t max_value = 32;
constexpr std::size_t derived_key_bytes = 16;

constexpr const char* find_list_by_id = R"sql(
    select * from orders where oco_group = $1 and client_id = $2 order by id
)sql";
constexpr const char* find_list_by_key = R"sql(
    select l.* from orders h join orders l on l.oco_group = h.id
    where h.client_id = $1 and h.list_key = $2 and h.id = h.oco_group order by l.id
)sql";

enum class LegType { limit_maker, stop_loss_limit };

/// The parameters of a leg: above…, below….
class LegParameters {
  public:
    LegParameters(Request& request, std::string prefix)
        : request_{request}, prefix_{std::move(prefix)} {}

    std::string name(std::string_view what) const { return prefix_ + std::string{what}; }
    Decimal amount(std::string_view what) { return request_.params.amount(name(what)); }
    std::string key() { return read_order_key(request_, name("ClientOrderId")); }
    LegType type() {
        return static_cast<LegType>(
            request_.params.choice(name("Type"), {"LIMIT_MAKER", "STOP_LOSS_LIMIT"}));
    }
    TimeInForce time_in_force() {
        return static_cast<TimeInForce>(
            request_.params.choice(name("TimeInForce"), {"GTC", "IOC", "FOK"}));
    }
    bool given(std::string_view what) {
        return request_.params.optional<std::string>(name(what), max_value).has_value();
    }
    /// What belongs to another type of order would be forgotten silently here.
    void refuse(std::string_view what) {
        if (given(what)) throw Error{Code::unknown_parameter, name(what)};
    }
    /// What the engine has none of.
    void refuse_absent(std::initializer_list<std::string_view> names) {
        for (const auto what : names) {
            if (given(what)) throw Error{Code::invalid_parameter, name(what)};
        }
    }
    void read_strategy() {
        request_.params.optional<std::int64_t>(name("StrategyId"));
        request_.params.optional<std::int64_t>(name("StrategyType"));
    }

  private:
    Request& request_;
    std::string prefix_;
};

struct Keys {
    std::string list, limit, stop;
};

std::string derived(std::string_view label, std::string_view key) {
    return crypto::hex(
        crypto::hash(std::string{label} + " of " + std::string{key}, derived_key_bytes));
}

/// A client that sends a pair again for want of an answer may have named all of it by one key.
void take_keys(PlaceOrder& order, Keys keys) {
    std::string seed = "list " + keys.list;
    if (keys.list.empty()) seed = keys.limit.empty() ? "stop " + keys.stop : "limit " + keys.limit;
    if (keys.list.empty() && keys.limit.empty() && keys.stop.empty()) seed = make_order_key();
    order.list_key = keys.list.empty() ? derived("list", seed) : keys.list;
    order.client_key = keys.limit.empty() ? derived("limit", seed) : keys.limit;
    order.stop_key = keys.stop.empty() ? derived("stop", seed) : keys.stop;
    if (order.client_key == order.stop_key) throw Error{Code::client_id_reused, "client_id"};
}

/// What both kinds of call name alike.
PlaceOrder read_common(Request& request, const Market& market) {
    auto& params = request.params;
    PlaceOrder order;
    order.market = market.id;
    order.side = params.choice("side", {"BUY", "SELL"}) == 0 ? Side::buy : Side::sell;
    order.quantity = params.amount("quantity");
    const auto prevention = params.optional<std::string>("selfTradePreventionMode", max_value);
    if (prevention && *prevention != "EXPIRE_TAKER")
        throw Error{Code::invalid_parameter, "selfTradePreventionMode"};
    return order;
}

/// Above a sale's price its limit, below it its stop; a purchase's the other way around.
void check_places(Side side, LegType above, LegType below) {
    const auto refuse = [](const char* why) { throw Error{Code::invalid_parameter, why}; };
    if (above == LegType::limit_maker && below == LegType::limit_maker) refuse("two limits");
    if (side == Side::buy && above == LegType::limit_maker) refuse("buy limit above");
    if (side == Side::sell && below == LegType::limit_maker) refuse("sell limit below");
    if (side == Side::buy && below == LegType::stop_loss_limit) refuse("buy stop below");
    if (side == Side::sell && above == LegType::stop_loss_limit) refuse("sell stop above");
}

bool open(const Legs& legs) {
    return std::ranges::any_of(legs,
                               [](const Order& leg) { return leg.state == OrderState::pending; });
}

/// The stop leg stands first, as at Binance.
std::vector<const Order*> as_shown(const Legs& legs) {
    std::vector<const Order*> shown;
    for (const Order& leg : legs) shown.insert(shown.begin(), &leg);
    return shown;
}

ObjectText head_of(const Legs& legs, const Market& market, pg::Time at) {
    ObjectText list;
    list.number("orderListId", legs.front().oco_group.value);
    list.text("contingencyType", "OCO");
    list.text("listStatusType", open(legs) ? "EXEC_STARTED" : "ALL_DONE");
    list.text("listOrderStatus", open(legs) ? "EXECUTING" : "ALL_DONE");
    list.text("listClientOrderId", legs.front().list_key);
    list.number("transactionTime", markets::to_milliseconds(at));
    list.text("symbol", market.pair);
    std::vector<std::string> orders;
    for (const Order* leg : as_shown(legs)) {
        ObjectText row;
        row.text("symbol", market.pair);
        row.number("orderId", leg->id.value);
        row.text("clientOrderId", leg->client_key);
        orders.push_back(std::move(row).end());
    }
    list.json("orders", array_text(orders));
    return list;
}

pg::Time last_change(const Legs& legs) {
    return std::ranges::max_element(legs, {}, &Order::updated_at)->updated_at;
}

}  // namespace

PlaceOrder read_list(Request& request, const Market& market) {
    PlaceOrder order = read_common(request, market);
    LegParameters above{request, "above"};
    LegParameters below{request, "below"};
    const auto type_above = above.type();
    const auto type_below = below.type();
    check_places(order.side, type_above, type_below);
    for (auto* leg : {&above, &below}) {
        leg->refuse_absent(
            {"IcebergQty", "TrailingDelta", "PegPriceType", "PegOffsetType", "PegOffsetValue"});
        leg->read_strategy();
    }
    auto& limit = type_above == LegType::limit_maker ? above : below;
    auto& stop = type_above == LegType::limit_maker ? below : above;
    limit.refuse("StopPrice");
    limit.refuse("TimeInForce");
    order.price = limit.amount("Price");
    order.stop_price = stop.amount("StopPrice");
    order.stop_limit_price = stop.amount("Price");
    order.time_in_force = stop.time_in_force();
    take_keys(order, {read_order_key(request, "listClientOrderId"), limit.key(), stop.key()});
    order.content_hash = settlement::content_hash(order);
    return order;
}

PlaceOrder read_old_list(Request& request, const Market& market) {
    PlaceOrder order = read_common(request, market);
    LegParameters limit{request, "limit"};
    LegParameters stop{request, "stop"};
    LegParameters both{request, ""};
    both.refuse_absent({"trailingDelta"});
    for (auto* leg : {&limit, &stop}) {
        leg->refuse_absent({"IcebergQty"});
        leg->read_strategy();
    }
    order.price = both.amount("price");
    order.stop_price = both.amount("stopPrice");
    // Without a limit the stop leg would be an order at the market's price.
    if (!both.given("stopLimitPrice")) throw Error{Code::invalid_parameter, "stopType"};
    order.stop_limit_price = both.amount("stopLimitPrice");
    order.time_in_force = LegParameters{request, "stopLimit"}.time_in_force();
    take_keys(order, {read_order_key(request, "listClientOrderId"), limit.key(), stop.key()});
    order.content_hash = settlement::content_hash(order);
    return order;
}

Detail read_list_detail(Request& request) {
    const auto asked = request.params.maybe_choice("newOrderRespType", {"ACK", "RESULT", "FULL"});
    return asked ? static_cast<Detail>(*asked) : Detail::result;
}

ListName read_list_name(Request& request, std::string_view key_name) {
    ListName name;
    name.id = request.params.optional<OrderId>("orderListId");
    name.key = request.params.optional<std::string>(key_name, 64).value_or("");
    if (!name.id && name.key.empty())
        throw Error{Code::missing_parameter, "orderListId"}.with("key", std::string{key_name});
    return name;
}

std::vector<Legs> lists_of(const pg::Result& orders) {
    std::vector<Legs> lists;
    for (const pg::Row row : orders) {
        auto order = Order::from(row);
        if (lists.empty() || lists.back().front().oco_group != order.oco_group)
            lists.emplace_back();
        lists.back().push_back(std::move(order));
    }
    return lists;
}

Legs find_list(pg::Connection& connection, ClientId client, const ListName& name) {
    auto lists = lists_of(name.id ? connection.run(find_list_by_id, {*name.id, client})
                                  : connection.run(find_list_by_key, {client, name.key}));
    if (lists.empty()) return {};
    if (!name.key.empty() && lists.front().front().list_key != name.key) return {};
    return std::move(lists.front());
}

std::string stored_list(const Legs& legs, const Market& market) {
    return head_of(legs, market, last_change(legs)).end();
}

std::string placed_list(const Legs& legs, const Market& market, Detail detail) {
    std::vector<std::string> reports;
    for (const Order* leg : as_shown(legs)) reports.push_back(placed(*leg, market, detail, {}));
    auto reply = head_of(legs, market, legs.front().created_at);
    reply.json("orderReports", array_text(reports));
    return std::move(reply).end();
}

std::string cancelled_list(const Legs& legs, const Market& market, const std::string& key) {
    std::vector<std::string> reports;
    for (const Order* leg : as_shown(legs)) reports.push_back(cancelled(*leg, market, key));
    auto reply = head_of(legs, market, last_change(legs));
    reply.json("orderReports", array_text(reports));
    return std::move(reply).end();
}

}  // namespace cambio::binance
