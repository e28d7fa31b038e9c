#include "view.h"

#include "guard.h"

namespace cambio::positions {

namespace {

constexpr std::int64_t rows_per_page = 50;
constexpr std::int64_t max_rows = 200;
constexpr std::int64_t last_page = 100'000;

Json::Value text_or_null(const std::optional<Decimal>& amount) {
    return amount ? Json::Value{amount->str()} : Json::Value{};
}

/// On the tick that is reached first, as a page shows it.
std::optional<Decimal> on_tick(const Position& position) {
    if (!position.liquidation_price) return std::nullopt;
    int128 ticks = position.liquidation_price->units() / position.tick.units();
    const bool up = position.side == futures::Side::buy_more;
    if (up && !position.liquidation_price->multiple_of(position.tick)) ++ticks;
    return Decimal::from_units(ticks * position.tick.units());
}

std::int64_t number_of(fcgi::Request& request, std::string_view name, std::int64_t otherwise,
                       std::int64_t most) {
    if (!fcgi::given(request.params, name)) return otherwise;
    const auto number = request.params.required<std::int64_t>(name);
    if (number < 1 || number > most) throw Error{Code::out_of_range, std::string{name}};
    return number;
}

}  // namespace

Figures figures_of(const Position& position, const std::optional<Mark>& mark) {
    const futures::Position rules = position.rules();
    Figures figures;
    figures.price = position.opening_price;
    if (mark) figures.price = mark->price;
    if (position.requested_price) figures.price = *position.requested_price;
    if (position.closing_price) figures.price = *position.closing_price;
    figures.size = futures::notional(position.quantity, figures.price);
    if (position.ended()) {
        figures.return_on_equity =
            futures::percent(position.realised.value_or(Decimal{}), position.put_in());
        return figures;
    }
    figures.unrealised = futures::unrealised(rules, figures.price);
    figures.equity = futures::equity(rules, figures.price);
    figures.maintenance = futures::maintenance(rules, figures.price);
    figures.margin_ratio = futures::margin_ratio(rules, figures.price);
    figures.return_on_equity = futures::percent(figures.unrealised, position.put_in());
    return figures;
}

Json::Value json_of(const Position& position, const Figures& figures) {
    Json::Value row;
    row["id"] = std::to_string(position.id.value);
    row["client_id"] = position.client_key;
    row["part_of"] =
        position.part_of ? Json::Value{std::to_string(position.part_of->value)} : Json::Value{};
    row["reversed_as"] = position.reversed_as
                             ? Json::Value{std::to_string(position.reversed_as->value)}
                             : Json::Value{};
    row["coin_pair"]["pair_name"] = position.pair;
    row["coin_pair"]["image"] = position.image;
    row["delegate_type"] = std::string{name_of(position.side)};
    row["leverage"] = position.leverage;
    row["state"] = std::string{name_of(position.state)};
    const auto put = [&row](const char* name, Decimal amount) { row[name] = amount.str(); };
    put("opening_price", position.opening_price);
    put("current_price", figures.price);
    put("quantity", position.quantity);
    put("open_interest", position.quantity);
    put("size", figures.size);
    put("margin", position.margin);
    put("initial_margin", position.initial_margin);
    put("added_margin", position.added_margin);
    put("unrealised", figures.unrealised);
    put("return_on_equity", figures.return_on_equity);
    put("margin_ratio", figures.margin_ratio);
    put("maintenance_margin", figures.maintenance);
    put("beside", position.beside);
    put("funding_paid", position.closing_funding - position.funding);
    put("unpaid_funding", position.unpaid_funding);
    put("fee", position.fee + position.closing_fee);
    row["liquidation_price"] = text_or_null(on_tick(position));
    row["estimated_force_parity"] = row["liquidation_price"];
    row["take_profit"] = text_or_null(position.take_profit);
    row["stop_loss"] = text_or_null(position.stop_loss);
    row["requested_price"] = text_or_null(position.requested_price);
    row["start_date"] = pg::iso(position.opened_at);
    row["end_date"] =
        position.closed_at ? Json::Value{pg::iso(*position.closed_at)} : Json::Value{};
    const auto specified = futures::specified(position.added_margin, figures.unrealised,
                                              figures.size, figures.return_on_equity);
    put("total_top_up", specified.total_top_up);
    put("total_asset", specified.total_asset);
    put("income", specified.income);
    put("rate_of_return", specified.rate_of_return);
    return row;
}

fcgi::Reply position_reply(const Position& position, const std::optional<Mark>& mark) {
    Json::Value reply;
    reply["message"] = "success";
    reply["position"] = json_of(position, figures_of(position, mark));
    return fcgi::Reply::json(reply);
}

Json::Value json_of(const Order& order) {
    const auto time = [](const std::optional<pg::Time>& at) {
        return at ? Json::Value{pg::iso(*at)} : Json::Value{};
    };
    Json::Value row;
    row["id"] = std::to_string(order.id.value);
    row["client_id"] = order.client_key;
    row["coin_pair"]["pair_name"] = order.pair;
    row["coin_pair"]["image"] = order.image;
    row["order_type"] = std::string{name_of(order.kind)};
    row["delegate_type"] = std::string{name_of(order.wish.side)};
    row["price"] = order.price.str();
    row["fills_when"] = order.rises ? "RISES" : "FALLS";
    row["leverage"] = order.wish.leverage;
    row["margin"] = order.wish.margin.str();
    row["held"] = (order.state == OrderState::open ? order.held : Decimal{}).str();
    row["take_profit"] = text_or_null(order.wish.targets.take_profit);
    row["stop_loss"] = text_or_null(order.wish.targets.stop_loss);
    row["state"] = std::string{name_of(order.state)};
    row["reason"] = order.reason.empty() ? Json::Value{} : Json::Value{order.reason};
    row["waits"] = order.state == OrderState::open && order.waits_since;
    const bool filled = order.state == OrderState::filled;
    row["position_id"] = filled ? row["id"] : Json::Value{};
    row["filled_price"] = text_or_null(order.filled_price);
    row["created_at"] = pg::iso(order.created_at);
    row["ended_at"] = time(order.ended_at);
    return row;
}

Json::Value json_of(const ClosingOrder& order) {
    const auto id_or_null = [](const std::optional<PositionId>& id) {
        return id ? Json::Value{std::to_string(id->value)} : Json::Value{};
    };
    Json::Value row;
    row["id"] = std::to_string(order.id.value);
    row["client_id"] = order.client_key;
    row["reduce_only"] = true;
    row["position_id"] = std::to_string(order.position.value);
    row["coin_pair"]["pair_name"] = order.pair;
    row["coin_pair"]["image"] = order.image;
    row["order_type"] = std::string{name_of(order.kind)};
    row["delegate_type"] = std::string{name_of(order.side)};
    row["price"] = order.price.str();
    row["fills_when"] = order.rises ? "RISES" : "FALLS";
    row["quantity"] = order.quantity.str();
    row["state"] = std::string{name_of(order.state)};
    row["closed_id"] = id_or_null(order.closed_as);
    row["filled_price"] = text_or_null(order.filled_price);
    row["filled_quantity"] = text_or_null(order.filled_quantity);
    row["created_at"] = pg::iso(order.created_at);
    row["ended_at"] = order.ended_at ? Json::Value{pg::iso(*order.ended_at)} : Json::Value{};
    return row;
}

Page read_page(fcgi::Request& request) {
    Page page;
    page.limit = number_of(request, "per_page", rows_per_page, max_rows);
    page.offset = (number_of(request, "page", 1, last_page) - 1) * page.limit;
    return page;
}

}  // namespace cambio::positions
