#include "positions/orders.h"

#include <map>

#include "error/error.h"
#include "ledger/ledger.h"

namespace cambio::positions {

namespace {

/// Of one client in one contract.
constexpr int max_open_orders = 50;

constexpr const char* lock_order_rows = R"sql(
    select id from futures_orders where id = any($1::bigint[]) order by id for update
)sql";
constexpr const char* read_order_rows = R"sql(
    select * from named_futures_orders where id = any($1::bigint[]) order by id
)sql";
constexpr const char* read_order_row = R"sql(
    select * from named_futures_orders where id = $1 and client_id = $2
)sql";
constexpr const char* find_open_orders = R"sql(
    select id from futures_orders
    where client_id = $1 and state = 1 and ($2::bigint is null or market_id = $2) order by id
)sql";
constexpr const char* count_open_orders = R"sql(
    select count(*) as orders from futures_orders
    where client_id = $1 and state = 1 and market_id = $2
)sql";
constexpr const char* insert_order = R"sql(
    insert into futures_orders (id, client_id, market_id, client_key, content_hash, kind, side,
                                price, rises, leverage, margin, held, take_profit, stop_loss)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
)sql";
constexpr const char* find_being_filled = R"sql(
    select o.id from futures_orders o
    join marks m on m.market_id = o.market_id join markets k on k.id = o.market_id and k.tradable
    where o.id = any($1::bigint[]) and o.waits_since is null and m.held_back is null
        and case when o.rises then m.price >= o.price else m.price <= o.price end
        and least(m.provider_at, m.received_at) >= clock_timestamp() - $2 * interval '1 millisecond'
        and exists (select from job_runs where name = 'settle_futures'
                        and succeeded_at > clock_timestamp() - interval '15 seconds')
)sql";
constexpr const char* set_cancelled = R"sql(
    update futures_orders set state = 3, ended_at = clock_timestamp()
    where id = any($1::bigint[]) and state = 1
)sql";

std::vector<std::int64_t> numbers_of(const std::vector<Order>& orders) {
    std::vector<std::int64_t> numbers;
    for (const Order& order : orders) numbers.push_back(order.id.value);
    return numbers;
}

}  // namespace

std::string_view name_of(OrderKind kind) {
    return kind == OrderKind::limit ? "LIMIT" : "TRIGGER";
}

std::string_view name_of(OrderState state) {
    switch (state) {
        case OrderState::open:
            return "OPEN";
        case OrderState::filled:
            return "FILLED";
        case OrderState::cancelled:
            return "CANCELLED";
        case OrderState::refused:
            return "REFUSED";
    }
    return {};
}

Order Order::from(const pg::Row& row) {
    Order order;
    order.id = row.id<PositionId>("id");
    order.client = row.id<ClientId>("client_id");
    order.unique_id = row.str("user_unique_id");
    order.frozen = row.boolean("frozen");
    order.pair = row.str("pair");
    order.coin = row.str("coin");
    order.image = row.str("icon");
    order.client_key = row.maybe_str("client_key").value_or("");
    order.contract = {row.id<MarketId>("market_id"), row.id<AssetId>("quote_id"),
                      row.decimal("tick"), row.decimal("lot"), row.decimal("minimum_total")};
    order.tradable = row.boolean("tradable");
    order.kind = static_cast<OrderKind>(row.integer("kind"));
    order.price = row.decimal("price");
    order.rises = row.boolean("rises");
    order.wish.side = static_cast<futures::Side>(row.integer("side"));
    order.wish.leverage = static_cast<int>(row.integer("leverage"));
    order.wish.margin = row.decimal("margin");
    order.wish.targets = {row.maybe_decimal("take_profit"), row.maybe_decimal("stop_loss")};
    order.wish.hash = row.integer("content_hash");
    order.held = row.decimal("held");
    order.state = static_cast<OrderState>(row.integer("state"));
    order.reason = row.maybe_str("reason").value_or("");
    order.filled_price = row.maybe_decimal("filled_price");
    order.waits_since = row.maybe_time("waits_since");
    order.ended_at = row.maybe_time("ended_at");
    order.created_at = row.time("created_at");
    return order;
}

std::vector<Order> lock_orders(pg::Transaction& tx, const std::vector<PositionId>& ids) {
    std::vector<std::int64_t> numbers;
    for (const PositionId id : ids) numbers.push_back(id.value);
    tx.run(lock_order_rows, {pg::Param::array(numbers)});
    std::vector<Order> found;
    for (const pg::Row row : tx.run(read_order_rows, {pg::Param::array(numbers)}))
        found.push_back(Order::from(row));
    return found;
}

Order read_order(pg::Transaction& tx, ClientId client, PositionId id) {
    const auto row = tx.maybe(read_order_row, {id, client});
    if (!row) throw Error{Code::not_found, "order_id"};
    return Order::from(*row);
}

std::vector<PositionId> open_orders(pg::Transaction& tx, ClientId client,
                                    std::optional<MarketId> market) {
    std::vector<PositionId> ids;
    for (const pg::Row row : tx.run(find_open_orders, {client, market}))
        ids.push_back(row.id<PositionId>("id"));
    return ids;
}

PositionId place(pg::Transaction& tx, const NewOrder& order) {
    const auto& [client, contract, kind, price, rises, wish] = order;
    const auto own = [&, who = client, asset = contract.quote](bool held) {
        return ledger::client_account(tx, who, ledger::Wallet::future, held, asset);
    };
    const AccountId available = own(false), held = own(true);
    // Of one client one at a time comes on from here.
    const Decimal balance = ledger::lock(tx, {available, held}).at(available);
    const Decimal most = most_of(wish);
    if (balance < most) {
        throw Error{Code::insufficient_balance, "margin"}
            .with("available", balance.str())
            .with("needed", most.str());
    }
    if (tx.one(count_open_orders, {client, contract.market}).integer("orders") >= max_open_orders)
        throw Error{Code::too_many_open_orders};
    const PositionId id{next_number(tx)};
    tx.change(1, insert_order,
              {id, client, contract.market, wish.key, wish.hash, static_cast<int>(kind),
               static_cast<int>(wish.side), price, rises, wish.leverage, wish.margin, most,
               wish.targets.take_profit, wish.targets.stop_loss});
    ledger::transfer(tx, available, held, most, ledger::Kind::margin_hold, id.value);
    return id;
}

std::set<PositionId> being_filled(pg::Transaction& tx, const std::vector<Order>& orders,
                                  int stale_ms) {
    std::set<PositionId> found;
    for (const pg::Row row :
         tx.run(find_being_filled, {pg::Param::array(numbers_of(orders)), stale_ms}))
        found.insert(row.id<PositionId>("id"));
    return found;
}

void cancel(pg::Transaction& tx, const std::vector<Order>& orders) {
    if (orders.empty()) return;
    tx.change(static_cast<std::int64_t>(orders.size()), set_cancelled,
              {pg::Param::array(numbers_of(orders))});
    std::vector<ledger::Movement> movements;
    for (const Order& order : orders) {
        const auto own = [&](bool held) {
            return ledger::client_account(tx, order.client, ledger::Wallet::future, held,
                                          order.contract.quote);
        };
        movements.push_back(
            {own(true), own(false), order.held, ledger::Kind::margin_release, order.id.value});
    }
    ledger::transfer_all(tx, movements);
}

void announce(Push& push, const Order& order, OrderState state) {
    std::string data = R"({"id":")" + std::to_string(order.id.value) + R"(","pair":")" +
                       order.pair + R"(","state":")";
    data += name_of(state);
    data += "\"}";
    push.tell(order.unique_id, ClientEvent::futures_order, std::move(data));
}

}  // namespace cambio::positions
