// Futures positions and orders: what there is, cancelling orders, and closing positions that their
// owners have asked for where that is the policy (FUTURES_CLOSING=manual).
#include "commands.h"
#include "output.h"
#include "positions/endings.h"
#include "positions/orders.h"

namespace cambio::control {

namespace {

constexpr const char* list_positions = R"sql(
    select p.id, c.user_unique_id as client, p.pair,
           case p.side when 1 then 'BUY_MORE' else 'SELL_EMPTY' end as side, p.leverage,
           trim_scale(p.quantity) as quantity, trim_scale(p.opening_price) as opening_price,
           trim_scale(p.margin) as margin,
           trim_scale(round(p.liquidation_price, 8)) as liquidation_price,
           case p.state when 1 then 'OPEN' when 2 then 'CLOSE_REQUESTED' when 3 then 'CLOSED'
                        else 'LIQUIDATED' end as state,
           trim_scale(p.requested_price) as requested_price,
           to_char(p.requested_at, 'YYYY-MM-DD HH24:MI:SS') as requested_at
      from named_positions p join clients c on c.id = p.client_id
     where case $1 when 'requested' then p.state = 2 when 'open' then p.state in (1, 2)
                   else true end
     order by p.requested_at, p.id desc limit $2
)sql";
constexpr const char* list_orders = R"sql(
    select o.id, o.user_unique_id as client, o.pair,
           case o.kind when 1 then 'LIMIT' else 'TRIGGER' end as type,
           case o.side when 1 then 'BUY_MORE' else 'SELL_EMPTY' end as side, o.leverage,
           case when o.rises then '>=' else '<=' end as fills_at, trim_scale(o.price) as price,
           trim_scale(o.margin) as margin,
           trim_scale(case o.state when 1 then o.held else 0 end) as held,
           case o.state when 1 then 'OPEN' when 2 then 'FILLED' when 3 then 'CANCELLED'
                        else 'REFUSED' end as state,
           o.reason, to_char(o.waits_since, 'YYYY-MM-DD HH24:MI:SS') as waits_since,
           to_char(o.created_at, 'YYYY-MM-DD HH24:MI:SS') as created_at
      from named_futures_orders o
     where case $1 when 'waiting' then o.state = 1 and o.waits_since is not null
                   when 'open' then o.state = 1 else true end
     order by o.id desc limit $2
)sql";
constexpr const char* show_position = R"sql(
    select p.*, c.email, k.price as mark, l.formula
      from named_positions p join clients c on c.id = p.client_id
      left join marks k on k.market_id = p.market_id
      left join liquidations l on l.position_id = p.id
     where p.id = $1
)sql";

std::string text_of(const std::optional<Decimal>& amount) {
    return amount ? amount->str() : "";
}

void print_position(Control& control, std::int64_t id) {
    pg::Transaction tx{control.db};
    const auto row = tx.maybe(show_position, {id});
    if (!row) throw Refused{"There is no position " + std::to_string(id) + "."};
    const auto position = positions::Position::from(*row);
    const auto mark = row->maybe_decimal("mark");
    const auto time = [](const std::optional<pg::Time>& at) { return at ? pg::iso(*at) : ""; };
    Json::Value card;
    card["id"] = std::to_string(id);
    card["client"] = position.unique_id + " <" + row->str("email") + ">";
    card["part_of"] = position.part_of ? std::to_string(position.part_of->value) : "";
    card["pair"] = position.pair;
    card["side"] = std::string{positions::name_of(position.side)};
    card["leverage"] = std::to_string(position.leverage);
    card["quantity"] = position.quantity.str();
    card["opening_price"] = position.opening_price.str();
    card["margin"] = position.margin.str();
    card["added_margin"] = position.added_margin.str();
    card["funding"] = position.funding.str();
    card["unpaid_funding"] = position.unpaid_funding.str();
    card["closing_funding"] = position.closing_funding.str();
    card["mark"] = text_of(mark);
    card["unrealised"] =
        mark && !position.ended() ? futures::unrealised(position.rules(), *mark).str() : "";
    card["liquidation_price"] = text_of(position.liquidation_price);
    card["take_profit"] = text_of(position.take_profit);
    card["stop_loss"] = text_of(position.stop_loss);
    card["state"] = std::string{positions::name_of(position.state)};
    card["opened_at"] = pg::iso(position.opened_at);
    card["requested_price"] = text_of(position.requested_price);
    card["requested_at"] = time(position.requested_at);
    card["closing_price"] = text_of(position.closing_price);
    card["realised"] = text_of(position.realised);
    card["reversed_as"] = position.reversed_as ? std::to_string(position.reversed_as->value) : "";
    card["reason"] = position.reason ? std::string{positions::name_of(*position.reason)} : "";
    card["closed_at"] = time(position.closed_at);
    card["formula"] = row->maybe_str("formula").value_or("");
    tx.commit();
    print_card(card,
               {"id",
                "client",
                "part_of",
                "pair",
                "side",
                "leverage",
                "quantity",
                "opening_price",
                "margin",
                "added_margin",
                "funding",
                "unpaid_funding",
                "closing_funding",
                "mark",
                "unrealised",
                "liquidation_price",
                "take_profit",
                "stop_loss",
                "state",
                "opened_at",
                "requested_price",
                "requested_at",
                "closing_price",
                "realised",
                "reversed_as",
                "reason",
                "closed_at",
                "formula"},
               control.json);
}

void close(Control& control, std::int64_t id, const std::string& reason) {
    const std::string name = std::to_string(id);
    pg::Transaction tx{control.db};
    for (const positions::Position& position : positions::lock(tx, {PositionId{id}})) {
        if (position.state == positions::State::close_requested && position.reversed_as)
            throw Refused{"Position " + name +
                          " is being reversed: settle_futures ends it and opens the other."};
    }
    const auto result = positions::end(
        tx, control.config, {positions::Ending{PositionId{id}, positions::Reason::by_operator}});
    if (!result.waiting.empty())
        throw Refused{
            "Neither house:liquidity nor house:insurance can pay the profit of position " + name +
            " now."};
    if (result.ended.empty())
        throw Refused{"Nobody has asked for position " + name + " to be closed."};
    const positions::Position& position = result.ended.front();
    Json::Value data;
    data["position"] = name;
    data["price"] = position.closing_price->str();
    data["realised"] = position.realised->str();
    control.record(tx, "futures close", position.unique_id + " position " + name, reason, data);
    tx.commit();
    positions::announce(control.push, position);
    control.push.tell(position.unique_id, ClientEvent::notification);
    print_done("Position " + name + " was closed at " + position.closing_price->str() +
                   " with a result of " + position.realised->str() + " USDT.",
               data, control.json);
}

/// Gives back what it holds, also of a client who was frozen or a market that is halted.
void cancel(Control& control, std::int64_t id, const std::string& reason) {
    const std::string name = std::to_string(id);
    pg::Transaction tx{control.db};
    const auto orders = positions::lock_orders(tx, {PositionId{id}});
    if (orders.empty()) throw Refused{"There is no order " + name + "."};
    const positions::Order& order = orders.front();
    if (order.state != positions::OrderState::open)
        throw Refused{"The order " + name + " is not open."};
    positions::cancel(tx, orders);
    Json::Value data;
    data["order"] = name;
    data["released"] = order.held.str();
    control.record(tx, "futures cancel", order.unique_id + " order " + name, reason, data);
    tx.commit();
    positions::announce(control.push, order, positions::OrderState::cancelled);
    print_done("Order " + name + " was cancelled; " + order.held.str() + " USDT is available to " +
                   order.unique_id + " again.",
               data, control.json);
}

}  // namespace

void add_futures(Commands& commands) {
    const auto which = std::make_shared<std::string>("requested");
    const auto limit = std::make_shared<int>(100);
    const auto id = std::make_shared<std::int64_t>(0);
    auto& noun = commands.noun("futures", "Futures positions: list, show, close; orders, cancel");
    auto& listing =
        commands.verb(noun, "list", "List positions waiting to be closed", [=](Control& control) {
            print_list(control.db.run(list_positions, {*which, *limit}),
                       {"id", "client", "pair", "side", "leverage", "quantity", "opening_price",
                        "margin", "liquidation_price", "state", "requested_price", "requested_at"},
                       control.json);
        });
    listing.add_option("--state", *which, "Which ones")
        ->check(CLI::IsMember({"requested", "open", "all"}))
        ->capture_default_str();
    listing.add_option("--limit", *limit, "How many")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    const auto which_orders = std::make_shared<std::string>("open");
    auto& orders =
        commands.verb(noun, "orders", "List orders for positions", [=](Control& control) {
            print_list(control.db.run(list_orders, {*which_orders, *limit}),
                       {"id", "client", "pair", "type", "side", "leverage", "fills_at", "price",
                        "margin", "held", "state", "reason", "waits_since", "created_at"},
                       control.json);
        });
    orders.add_option("--state", *which_orders, "Which ones")
        ->check(CLI::IsMember({"waiting", "open", "all"}))
        ->capture_default_str();
    orders.add_option("--limit", *limit, "How many")
        ->check(CLI::Range(1, 10'000))
        ->capture_default_str();
    const auto named = [id](CLI::App& verb) {
        verb.add_option("id", *id, "Its number")
            ->required()
            ->type_name("ID")
            ->check(CLI::PositiveNumber);
    };
    named(commands.verb(noun, "show", "Show one position",
                        [id](Control& control) { print_position(control, *id); }));
    named(
        commands.act(noun, "close", "Close a position at the price of the client's request",
                     [id, &commands](Control& control) { close(control, *id, commands.reason); }));
    named(
        commands.act(noun, "cancel", "Cancel an order and give back what it holds",
                     [id, &commands](Control& control) { cancel(control, *id, commands.reason); }));
}

}  // namespace cambio::control
