#include <algorithm>

#include "ledger/order_holds.h"
#include "markets/state.h"
#include "notices/notices.h"
#include "pg/pipeline.h"
#include "settlement/batch.h"
#include "settlement/nulls.h"

namespace cambio::settlement {

namespace {

// The arrays of a batch are unnested in the select list, side by side: `from unnest($1, $2, …)`
// keeps each of them in a store of its own first, which cost up to a third of an insertion's time.

/// A session that was revoked, or that sent an order and may not trade, or a client that was frozen
/// since the command came must stop the batch, and the time is asked only here. Whoever is locked
/// still cancels: that is no reason to try the batch again, or a thief's guesses and cancels would
/// slow down everybody. What is due by itself, such as the pair of an order that was filled, has no
/// session (0).
constexpr const char* check_callers = R"sql(
    select expect_rows((
               select count(*)
               from (select unnest($1::bigint[]) as id, unnest($2::bigint[]) as client,
                            unnest($3::bigint[]) as epoch, unnest($4::boolean[]) as trades) as v
               join clients c on c.id = v.client and c.epoch = v.epoch
               left join sessions s on s.id = v.id
               where not client_frozen(c)
                     and (v.id = 0
                          or session_alive(s)
                             and (not v.trades
                                  or coalesce(trading_lock(s, c), '-infinity') <= now()))),
               cardinality($1)),
           now() as at
)sql";

constexpr const char* read_time = "select now() as at";

constexpr const char* insert_orders = R"sql(
    insert into orders (id, client_id, market_id, seq, client_key, content_hash, side, type,
                        time_in_force, post_only, price, quantity, total, filled, filled_total,
                        fee, state, reason)
    select unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::smallint[]),
           unnest($4::bigint[]), unnest($5::text[]), unnest($6::bigint[]),
           unnest($7::smallint[]), unnest($8::smallint[]), unnest($9::smallint[]),
           unnest($10::boolean[]), unnest($11::numeric[]), unnest($12::numeric[]),
           unnest($13::numeric[]), unnest($14::numeric[]), unnest($15::numeric[]),
           unnest($16::numeric[]), unnest($17::smallint[]), unnest($18::smallint[])
)sql";

/// The same for a batch with stop orders, pairs or brackets among them; all others do without these
/// columns.
constexpr const char* insert_stop_orders = R"sql(
    insert into orders (id, client_id, market_id, seq, client_key, content_hash, side, type,
                        time_in_force, post_only, price, quantity, total, filled, filled_total,
                        fee, state, reason, stop_price, stop_direction, triggered_at, oco_group,
                        queue_id, list_key, reserve, trailing_delta, reached_at, take_profit,
                        stop_loss, stop_loss_limit, session_id)
    select id, client_id, market_id, seq, client_key, content_hash, side, type, time_in_force,
           post_only, price, quantity, total, filled, filled_total, fee, state, reason, stop_price,
           stop_direction, case when triggered then now() end, oco_group, queue_id, list_key,
           reserve, trailing_delta, reached_at, take_profit, stop_loss, stop_loss_limit, session_id
    from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::bigint[], $5::text[],
                $6::bigint[], $7::smallint[], $8::smallint[], $9::smallint[], $10::boolean[],
                $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[], $15::numeric[],
                $16::numeric[], $17::smallint[], $18::smallint[], $19::numeric[], $20::smallint[],
                $21::boolean[], $22::bigint[], $23::bigint[], $24::text[], $25::numeric[],
                $26::smallint[], $27::timestamptz[], $28::numeric[], $29::numeric[],
                $30::numeric[], $31::bigint[])
         as v (id, client_id, market_id, seq, client_key, content_hash, side, type, time_in_force,
               post_only, price, quantity, total, filled, filled_total, fee, state, reason,
               stop_price, stop_direction, triggered, oco_group, queue_id, list_key, reserve,
               trailing_delta, reached_at, take_profit, stop_loss, stop_loss_limit, session_id)
)sql";

/// `state + 0`: a plain comparison may make the planner read the whole index of open orders.
constexpr const char* change_orders = R"sql(
    with changed as (
        update orders o set filled = v.filled, filled_total = v.filled_total, fee = v.fee,
                            state = v.state, reason = v.reason, updated_at = now()
        from (select unnest($1::bigint[]) as id, unnest($2::numeric[]) as filled,
                     unnest($3::numeric[]) as filled_total, unnest($4::numeric[]) as fee,
                     unnest($5::smallint[]) as state, unnest($6::smallint[]) as reason) as v
        where o.id = v.id and o.state + 0 = 1
        returning 1)
    select expect_rows(count(*), cardinality($1)) from changed
)sql";

constexpr const char* insert_fills = R"sql(
    insert into fills (market_id, seq, position, taker_order, maker_order, taker_client,
                       maker_client, taker_side, price, quantity, taker_fee, maker_fee)
    select unnest($1::smallint[]), unnest($2::bigint[]), unnest($3::integer[]),
           unnest($4::bigint[]), unnest($5::bigint[]), unnest($6::bigint[]),
           unnest($7::bigint[]), unnest($8::smallint[]), unnest($9::numeric[]),
           unnest($10::numeric[]), unnest($11::numeric[]), unnest($12::numeric[])
)sql";

/// Orders that were filled while their owners looked elsewhere.
constexpr std::string_view filled_notices = R"sql(
    select unnest($1::bigint[]), 'order_filled', unnest($2::text[])::jsonb
)sql";

using Element = pg::BinaryArray::Element;

std::int16_t number_of(Side side) {
    return side == Side::buy ? 1 : 2;
}

std::int16_t small(MarketId market) {
    return static_cast<std::int16_t>(market.value);
}

std::int16_t type_of(const Order& order) {
    const bool limit = order.kind == OrderKind::limit;
    if (order.stop()) return limit ? 3 : 4;
    return limit ? 1 : 2;
}

/// Whether nothing of the order changed that send_changes() writes.
bool same_progress(const Order& now, const Order& before) {
    return now.filled == before.filled && now.state == before.state;
}

/// The columns that only stop orders, pairs and orders with a bracket have.
struct StopColumns {
    pg::BinaryArray stop_price{Element::numeric}, direction{Element::smallint},
        triggered{Element::boolean}, oco_group{Element::bigint}, queue{Element::bigint},
        list_key{Element::text}, reserve{Element::numeric}, trailing_delta{Element::smallint},
        reached_at{Element::timestamptz}, take_profit{Element::numeric},
        stop_loss{Element::numeric}, stop_loss_limit{Element::numeric}, session{Element::bigint};

    void add(const Order& order);
};

void StopColumns::add(const Order& order) {
    add_or_null(stop_price, order.stop_price);
    if (order.stop()) {
        direction.add_small(static_cast<std::int16_t>(order.direction));
    } else {
        direction.add_null();
    }
    triggered.add_boolean(order.triggered);
    add_or_null(oco_group, order.oco_group);
    add_or_null(queue, order.queue_id);
    add_or_null(list_key, std::string_view{order.list_key});
    add_or_null(reserve, order.reserve);
    add_or_null(take_profit, order.bracket.take_profit);
    add_or_null(stop_loss, order.bracket.stop_loss);
    add_or_null(stop_loss_limit, order.bracket.stop_loss_limit);
    if (order.trailing_delta != 0) {
        trailing_delta.add_small(static_cast<std::int16_t>(order.trailing_delta));
    } else {
        trailing_delta.add_null();
    }
    if (order.reached_at) {
        reached_at.add(*order.reached_at);
    } else {
        reached_at.add_null();
    }
    add_or_null(session, order.session);
}

/// What the notification of a filled order says, in JSON: no part needs escaping, for pairs are
/// letters and digits.
std::string notice_of(const Order& order, const markets::Market& market) {
    return "{\"order_id\":\"" + std::to_string(order.id.value) + "\",\"pair\":\"" + market.pair +
           "\",\"delegate_type\":\"" + (order.side == Side::buy ? "BUY" : "SELL") +
           "\",\"quantity\":\"" + order.filled.str() + "\",\"total\":\"" +
           order.filled_total.str() + "\"}";
}

template <class T>
void make_distinct(std::vector<T>& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

void Batch::prepare(pg::Connection& connection) {
    pg::prepare(connection, "batch_callers", check_callers);
    pg::prepare(connection, "batch_time", read_time);
    markets::prepare_moves(connection);
    pg::prepare(connection, "batch_orders", insert_orders);
    pg::prepare(connection, "batch_stop_orders", insert_stop_orders);
    pg::prepare(connection, "batch_changes", change_orders);
    pg::prepare(connection, "batch_fills", insert_fills);
    pg::prepare(connection, "batch_notices", notices::bell_for_each(filled_notices).c_str());
    prepare_triggers(connection);
    prepare_amendments(connection);
    ledger::prepare_order_holds(connection);
    prepare_brackets(connection);
    Refusals::prepare(connection);
    ledger::Batch::prepare(connection);
}

pg::Time Batch::write(pg::Connection& connection, bool callers_too) {
    pg::Pipeline pipeline{connection};
    if (callers_too) {
        make_distinct(callers_);
        pg::BinaryArray sessions{Element::bigint}, clients{Element::bigint},
            epochs{Element::bigint}, trades{Element::boolean};
        for (const ExpectedCaller& caller : callers_) {
            sessions.add(caller.session);
            clients.add(caller.client);
            epochs.add(caller.epoch);
            trades.add_boolean(caller.trades);
        }
        pipeline.send("batch_callers",
                      {sessions.bytes(), clients.bytes(), epochs.bytes(), trades.bytes()});
    } else {
        pipeline.send("batch_time", {});
    }
    send_markets(pipeline);
    ledger_.send(pipeline);
    if (!placed_.empty()) send_orders(pipeline);
    // Everybody locks rows in the same order.
    std::ranges::sort(undo_, {}, [](const OrderUndo& changed) { return changed.live->order.id; });
    send_followed(pipeline);
    if (reached_) send_reached(pipeline);
    if (!triggered_.empty()) send_triggered(pipeline);
    if (!amendments_.empty()) send_amendments(pipeline);
    send_changes(pipeline);
    send_brackets(pipeline);
    if (!fills_.empty()) send_fills(pipeline);
    if (!refusals_.empty()) refusals_.send(pipeline);
    send_waits(pipeline);
    if (!triggered_.empty()) send_stop_notices(pipeline);
    if (!taken_back_.empty()) send_taken_back(pipeline);
    send_notices(pipeline);
    const std::vector<pg::Result> results = pipeline.finish();
    return results.front()[0].time("at");
}

void Batch::send_markets(pg::Pipeline& pipeline) {
    std::vector<const Touched*> written;
    for (const Touched& touched : touched_) {
        if (touched.written) written.push_back(&touched);
    }
    if (written.empty()) return;
    std::sort(written.begin(), written.end(), [](const Touched* a, const Touched* b) {
        return a->state->market.id < b->state->market.id;
    });
    pg::BinaryArray ids{Element::smallint}, seqs{Element::bigint}, open{Element::boolean};
    for (const Touched* touched : written) {
        ids.add_small(small(touched->state->market.id));
        seqs.add(touched->state->seq);
        open.add_boolean(touched->needs_open);
    }
    markets::send_moves(pipeline, ids.bytes(), seqs.bytes(), open.bytes());
}

void Batch::send_orders(pg::Pipeline& pipeline) {
    pg::BinaryArray id{Element::bigint}, client{Element::bigint}, market{Element::smallint},
        seq{Element::bigint}, key{Element::text}, hash{Element::bigint}, side{Element::smallint},
        type{Element::smallint}, force{Element::smallint}, post_only{Element::boolean},
        price{Element::numeric}, quantity{Element::numeric}, total{Element::numeric},
        filled{Element::numeric}, filled_total{Element::numeric}, fee{Element::numeric},
        state{Element::smallint}, reason{Element::smallint};
    std::optional<StopColumns> stops;
    // One that has waited, or was changed in the batch that placed it, may have another place than
    // its number says.
    const bool special = std::any_of(placed_.begin(), placed_.end(), [](const LiveOrderPtr& live) {
        const Order& order = live->order;
        return order.stop() || order.oco_group.value != 0 || order.queue_id.value != 0 ||
               order.bracket.given();
    });
    if (special) stops.emplace();
    for (const LiveOrderPtr& live : placed_) {
        const Order& order = live->order;
        if (stops) stops->add(order);
        id.add(order.id.value);
        client.add(order.client.value);
        market.add_small(small(order.market));
        seq.add(order.seq);
        add_or_null(key, std::string_view{order.client_key});
        hash.add(order.content_hash);
        side.add_small(number_of(order.side));
        type.add_small(type_of(order));
        force.add_small(static_cast<std::int16_t>(static_cast<int>(order.time_in_force) + 1));
        post_only.add_boolean(order.post_only);
        add_or_null(price, order.price);
        quantity.add(order.quantity);
        add_or_null(total, order.total);
        filled.add(order.filled);
        filled_total.add(order.filled_total);
        fee.add(order.fee);
        state.add_small(static_cast<std::int16_t>(order.state));
        reason.add_small(static_cast<std::int16_t>(order.reason));
    }
    if (!stops) {
        pipeline.send("batch_orders",
                      {id.bytes(), client.bytes(), market.bytes(), seq.bytes(), key.bytes(),
                       hash.bytes(), side.bytes(), type.bytes(), force.bytes(), post_only.bytes(),
                       price.bytes(), quantity.bytes(), total.bytes(), filled.bytes(),
                       filled_total.bytes(), fee.bytes(), state.bytes(), reason.bytes()});
        return;
    }
    pipeline.send("batch_stop_orders", {id.bytes(),
                                        client.bytes(),
                                        market.bytes(),
                                        seq.bytes(),
                                        key.bytes(),
                                        hash.bytes(),
                                        side.bytes(),
                                        type.bytes(),
                                        force.bytes(),
                                        post_only.bytes(),
                                        price.bytes(),
                                        quantity.bytes(),
                                        total.bytes(),
                                        filled.bytes(),
                                        filled_total.bytes(),
                                        fee.bytes(),
                                        state.bytes(),
                                        reason.bytes(),
                                        stops->stop_price.bytes(),
                                        stops->direction.bytes(),
                                        stops->triggered.bytes(),
                                        stops->oco_group.bytes(),
                                        stops->queue.bytes(),
                                        stops->list_key.bytes(),
                                        stops->reserve.bytes(),
                                        stops->trailing_delta.bytes(),
                                        stops->reached_at.bytes(),
                                        stops->take_profit.bytes(),
                                        stops->stop_loss.bytes(),
                                        stops->stop_loss_limit.bytes(),
                                        stops->session.bytes()});
}

/// Not those that only followed the price, were triggered or amended: the statements for that say
/// all of it.
void Batch::send_changes(pg::Pipeline& pipeline) {
    pg::BinaryArray id{Element::bigint}, filled{Element::numeric}, total{Element::numeric},
        fee{Element::numeric}, state{Element::smallint}, reason{Element::smallint};
    for (const OrderUndo& changed : undo_) {
        const Order& order = changed.live->order;
        if (same_progress(order, changed.before)) continue;
        id.add(order.id.value);
        filled.add(order.filled);
        total.add(order.filled_total);
        fee.add(order.fee);
        state.add_small(static_cast<std::int16_t>(order.state));
        reason.add_small(static_cast<std::int16_t>(order.reason));
    }
    if (id.size() == 0) return;
    pipeline.send("batch_changes", {id.bytes(), filled.bytes(), total.bytes(), fee.bytes(),
                                    state.bytes(), reason.bytes()});
}

void Batch::send_fills(pg::Pipeline& pipeline) {
    pg::BinaryArray market{Element::smallint}, seq{Element::bigint}, position{Element::integer},
        taker{Element::bigint}, maker{Element::bigint}, taker_client{Element::bigint},
        maker_client{Element::bigint}, side{Element::smallint}, price{Element::numeric},
        quantity{Element::numeric}, taker_fee{Element::numeric}, maker_fee{Element::numeric};
    for (const Fill& fill : fills_) {
        market.add_small(small(fill.market));
        seq.add(fill.seq);
        position.add_integer(fill.position);
        taker.add(fill.taker.value);
        add_or_null(maker, fill.maker);
        add_or_null(taker_client, fill.taker_client);
        add_or_null(maker_client, fill.maker_client);
        side.add_small(number_of(fill.side));
        price.add(fill.price);
        quantity.add(fill.quantity);
        taker_fee.add(fill.taker_fee);
        maker_fee.add(fill.maker_fee);
    }
    pipeline.send("batch_fills",
                  {market.bytes(), seq.bytes(), position.bytes(), taker.bytes(), maker.bytes(),
                   taker_client.bytes(), maker_client.bytes(), side.bytes(), price.bytes(),
                   quantity.bytes(), taker_fee.bytes(), maker_fee.bytes()});
}

void Batch::send_notices(pg::Pipeline& pipeline) {
    pg::BinaryArray client{Element::bigint}, data{Element::text};
    const auto tell = [&](const Order& order) {
        client.add(order.client.value);
        data.add(std::string_view{notice_of(order, markets_.at(order.market).market)});
    };
    for (const OrderUndo& changed : undo_) {
        if (changed.live->order.state == OrderState::approved) tell(changed.live->order);
    }
    for (const LiveOrderPtr& profit : profits_) tell(profit->order);
    if (client.size() > 0) pipeline.send("batch_notices", {client.bytes(), data.bytes()});
}

}  // namespace cambio::settlement
