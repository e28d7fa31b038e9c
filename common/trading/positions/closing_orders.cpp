#include "positions/closing_orders.h"

#include <algorithm>

#include "error/error.h"
#include "markets/market.h"
#include "positions/changes.h"
#include "positions/endings.h"
#include "positions/opening.h"
#include "positions/parts.h"
#include "risk/gate.h"

namespace cambio::positions {

namespace {

/// Of one position.
constexpr int max_closing_orders = 20;

constexpr const char* read_closing_row = R"sql(
    select * from named_closing_orders where id = $1 and client_id = $2
)sql";
constexpr const char* read_open_of = R"sql(
    select * from named_closing_orders where position_id = $1 and state = 1 order by id
)sql";
constexpr const char* find_positions_of = R"sql(
    select distinct position_id from closing_orders
    where client_id = $1 and state = 1 and ($2::bigint is null or market_id = $2)
)sql";
constexpr const char* count_open_of = R"sql(
    select count(*) as orders from closing_orders where position_id = $1 and state = 1
)sql";
constexpr const char* insert_closing = R"sql(
    insert into closing_orders (id, position_id, client_id, market_id, client_key, content_hash,
                                kind, price, rises, quantity)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
)sql";
constexpr const char* set_closing_cancelled = R"sql(
    update closing_orders set state = 3, ended_at = clock_timestamp() where id = $1 and state = 1
)sql";
constexpr const char* set_closing_filled = R"sql(
    update closing_orders set state = 2, closed_as = $2, ended_at = clock_timestamp()
    where id = $1 and state = 1
)sql";

/// The mark at which the position could be closed now.
std::optional<Mark> mark_for(pg::Transaction& tx, const Config& config, const Position& position) {
    if (!markets::tradable(tx.connection(), position.market)) return std::nullopt;
    const auto mark = read_mark(tx, position.market);
    if (!mark || mark->stale(pg::now(), config.house_stale_after_ms)) return std::nullopt;
    // The liquidation goes first, although the job has not been here yet.
    if (futures::liquidated(position.rules(), mark->price)) return std::nullopt;
    return mark;
}

bool closes_at(const Config& config, const Position& position, const ClosingOrder& order,
               Decimal mark) {
    if (!order.reached(mark)) return false;
    if (order.kind == OrderKind::trigger) return true;
    const futures::Terms terms{config.futures_minimum_days, config.futures_close_target};
    const auto age = std::chrono::floor<std::chrono::days>(pg::now() - position.opened_at).count();
    return futures::early_close(terms, age, position.rules(), position.put_in(), mark).allowed;
}

/// Asks for the position, or the order's part of it, to be closed, and gives what is asked for.
/// The position becomes what is left.
Position close_for(pg::Transaction& tx, const ClosingOrder& order, Position& position,
                   Decimal mark) {
    if (position.quantity < order.quantity + least_part(tx, position)) {
        // Before the database cancels all that is open.
        tx.change(1, set_closing_filled, {order.id, position.id});
        request_close(tx, position.id, mark, std::nullopt);
        position = read_own(tx, position.client, position.id);
        return position;
    }
    const Division division = divide(position, order.quantity);
    Position part = split(tx, division, mark, std::nullopt);
    tx.change(1, set_closing_filled, {order.id, part.id});
    position = division.rest;
    return part;
}

void fill_of(pg::Transaction& tx, const Config& config, Position position, ClosingFills& result) {
    const auto mark = mark_for(tx, config, position);
    if (!mark) return;
    const pg::Time made = std::min(mark->provider_at, mark->received_at);
    bool parted = false;
    for (const pg::Row row : tx.run(read_open_of, {position.id})) {
        ClosingOrder order = ClosingOrder::from(row);
        if (config.house_last_look && risk::made_before(made, order.created_at)) continue;
        if (!closes_at(config, position, order, mark->price)) continue;
        result.changed.push_back(close_for(tx, order, position, mark->price));
        result.filled.push_back(std::move(order));
        if (position.state != State::open) return;
        parted = true;
    }
    if (parted) result.changed.push_back(std::move(position));
}

}  // namespace

ClosingOrder ClosingOrder::from(const pg::Row& row) {
    ClosingOrder order;
    order.id = row.id<PositionId>("id");
    order.position = row.id<PositionId>("position_id");
    order.client = row.id<ClientId>("client_id");
    order.unique_id = row.str("user_unique_id");
    order.market = row.id<MarketId>("market_id");
    order.pair = row.str("pair");
    order.coin = row.str("coin");
    order.image = row.str("icon");
    order.client_key = row.maybe_str("client_key").value_or("");
    order.hash = row.integer("content_hash");
    order.side = static_cast<futures::Side>(row.integer("side"));
    order.kind = static_cast<OrderKind>(row.integer("kind"));
    order.price = row.decimal("price");
    order.rises = row.boolean("rises");
    order.quantity = row.decimal("quantity");
    order.state = static_cast<OrderState>(row.integer("state"));
    if (const auto closed = row.maybe_integer("closed_as")) order.closed_as = PositionId{*closed};
    order.filled_price = row.maybe_decimal("filled_price");
    order.filled_quantity = row.maybe_decimal("filled_quantity");
    order.created_at = row.time("created_at");
    order.ended_at = row.maybe_time("ended_at");
    return order;
}

ClosingOrder read_closing_order(pg::Transaction& tx, ClientId client, PositionId id) {
    const auto row = tx.maybe(read_closing_row, {id, client});
    if (!row) throw Error{Code::not_found, "order_id"};
    return ClosingOrder::from(*row);
}

PositionId place(pg::Transaction& tx, const NewClosingOrder& order) {
    const auto& [position, kind, price, rises, quantity, key, hash] = order;
    check_part(tx, position, quantity);
    // Its part would be one more until it is closed, for which the operator may have to be asked.
    if (quantity < position.quantity) need_room_for_another(tx, position.client);
    if (tx.one(count_open_of, {position.id}).integer("orders") >= max_closing_orders)
        throw Error{Code::too_many_open_orders};
    const PositionId id{next_number(tx)};
    tx.change(1, insert_closing,
              {id, position.id, position.client, position.market, key, hash, static_cast<int>(kind),
               price, rises, quantity});
    return id;
}

bool being_filled(pg::Transaction& tx, const Config& config, const Position& position,
                  const ClosingOrder& order) {
    const auto mark = mark_for(tx, config, position);
    return mark && closes_at(config, position, order, mark->price) && job_is_at_work(tx);
}

void cancel(pg::Transaction& tx, const ClosingOrder& order) {
    tx.change(1, set_closing_cancelled, {order.id});
}

std::vector<ClosingOrder> cancel_closing_orders(pg::Transaction& tx, ClientId client,
                                                std::optional<MarketId> market) {
    std::vector<PositionId> ids;
    for (const pg::Row row : tx.run(find_positions_of, {client, market}))
        ids.push_back(row.id<PositionId>("position_id"));
    std::vector<ClosingOrder> cancelled;
    for (const Position& position : positions::lock(tx, ids)) {
        for (const pg::Row row : tx.run(read_open_of, {position.id})) {
            cancelled.push_back(ClosingOrder::from(row));
            cancel(tx, cancelled.back());
        }
    }
    return cancelled;
}

ClosingFills fill_closing_orders(pg::Transaction& tx, const Config& config,
                                 const std::vector<PositionId>& ids) {
    ClosingFills result;
    for (Position& position : lock(tx, ids))
        if (position.state == State::open) fill_of(tx, config, std::move(position), result);
    return result;
}

void announce(Push& push, const ClosingOrder& order, OrderState state) {
    std::string data = R"({"id":")" + std::to_string(order.id.value) + R"(","pair":")" +
                       order.pair + R"(","position_id":")" + std::to_string(order.position.value) +
                       R"(","state":")";
    data += name_of(state);
    data += "\"}";
    push.tell(order.unique_id, ClientEvent::futures_order, std::move(data));
}

}  // namespace cambio::positions
