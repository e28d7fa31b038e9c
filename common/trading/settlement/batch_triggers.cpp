#include <algorithm>

#include "json/write.h"
#include "notices/notices.h"
#include "pg/pipeline.h"
#include "settlement/batch.h"

/// Stop orders whose price has come, and those whose stop was moved, as they are stored and told.
/// A batch without any has no statement for it.
namespace cambio::settlement {

namespace {

/// An order that was triggered counts as one of this batch: its fills and its place in the queue
/// are of now, and of one by total the quantity is what it bought. One of a client who is frozen
/// stops the batch.
constexpr const char* trigger_orders = R"sql(
    with changed as (
        update orders o set triggered_at = now(), seq = v.seq, queue_id = v.queue_id,
                            quantity = v.quantity, updated_at = now()
        from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::numeric[])
             as v (id, seq, queue_id, quantity), clients c
        where o.id = v.id and o.state + 0 = 1 and o.type between 3 and 4 and o.triggered_at is null
              and c.id = o.client_id and not client_frozen(c)
        returning 1)
    select expect_rows(count(*), cardinality($1)) from changed
)sql";

constexpr const char* move_stops = R"sql(
    with changed as (
        update orders o set stop_price = v.stop_price, updated_at = now()
        from unnest($1::bigint[], $2::numeric[]) as v (id, stop_price)
        where o.id = v.id and o.state + 0 = 1 and o.stop_price is not null
              and o.triggered_at is null
        returning 1)
    select expect_rows(count(*), cardinality($1)) from changed
)sql";

constexpr const char* store_reached = R"sql(
    with changed as (
        update orders o set reached_at = v.reached_at, updated_at = now()
        from unnest($1::bigint[], $2::timestamptz[]) as v (id, reached_at)
        where o.id = v.id and o.state + 0 = 1 and o.triggered_at is null
        returning 1)
    select expect_rows(count(*), cardinality($1)) from changed
)sql";

/// The price that its owner waited for, and with an order that has no limit, what came of it.
constexpr std::string_view stop_notices = R"sql(
    select o.client_id, 'stop_triggered',
           jsonb_build_object('order_id', o.id::text, 'pair', m.pair, 'delegate_type',
                              case o.side when 1 then 'BUY' else 'SELL' end,
                              'stop_price', trim_scale(o.stop_price)::text)
           || case o.type when 4 then
                  jsonb_build_object('filled', trim_scale(o.filled)::text,
                                     'total', trim_scale(o.filled_total)::text)
              else jsonb_build_object('price', trim_scale(o.price)::text,
                                      'quantity', trim_scale(o.quantity)::text) end
    from unnest($1::bigint[]) as v (id)
    join orders o on o.id = v.id
    join markets m on m.id = o.market_id
)sql";

constexpr std::string_view taken_back = R"sql(
    select unnest($1::bigint[]), unnest($2::text[])::jsonb
)sql";

using Element = pg::BinaryArray::Element;

/// So many of the stops that were taken back together are named.
constexpr std::size_t named_stops = 5;

}  // namespace

void Batch::prepare_triggers(pg::Connection& connection) {
    pg::prepare(connection, "batch_triggered", trigger_orders);
    pg::prepare(connection, "batch_followed", move_stops);
    pg::prepare(connection, "batch_reached", store_reached);
    pg::prepare(connection, "batch_stop_notices", notices::bell_for_each(stop_notices).c_str());
    pg::prepare(connection, "batch_taken_back",
                notices::tell_for_each(notices::Kind::stops_cancelled, taken_back).c_str());
}

/// Those that this batch placed say so themselves.
void Batch::send_triggered(pg::Pipeline& pipeline) {
    pg::BinaryArray id{Element::bigint}, seq{Element::bigint}, queue{Element::bigint},
        quantity{Element::numeric};
    for (const LiveOrderPtr& live : triggered_) {
        if (live->touch == LiveOrder::Touch::placed) continue;
        id.add(live->order.id.value);
        seq.add(live->order.seq);
        queue.add(live->order.queue_id.value);
        quantity.add(live->order.quantity);
    }
    if (id.size() == 0) return;
    pipeline.send("batch_triggered", {id.bytes(), seq.bytes(), queue.bytes(), quantity.bytes()});
}

/// Before they count as triggered: one that has followed the price, or was moved by its owner, may
/// have met it in this batch.
/// For most of them this is all: a climbing price moves many of them in each batch.
void Batch::send_followed(pg::Pipeline& pipeline) {
    pg::BinaryArray id{Element::bigint}, stop_price{Element::numeric};
    for (const OrderUndo& changed : undo_) {
        const Order& order = changed.live->order;
        if (order.stop_price == changed.before.stop_price) continue;
        id.add(order.id.value);
        stop_price.add(order.stop_price);
    }
    if (id.size() > 0) pipeline.send("batch_followed", {id.bytes(), stop_price.bytes()});
}

void Batch::send_reached(pg::Pipeline& pipeline) {
    pg::BinaryArray id{Element::bigint}, reached_at{Element::timestamptz};
    for (const OrderUndo& changed : undo_) {
        const Order& order = changed.live->order;
        if (order.reached_at == changed.before.reached_at) continue;
        id.add(order.id.value);
        if (order.reached_at) {
            reached_at.add(*order.reached_at);
        } else {
            reached_at.add_null();
        }
    }
    if (id.size() > 0) pipeline.send("batch_reached", {id.bytes(), reached_at.bytes()});
}

void Batch::send_stop_notices(pg::Pipeline& pipeline) {
    pg::BinaryArray id{Element::bigint};
    for (const LiveOrderPtr& live : triggered_) id.add(live->order.id.value);
    pipeline.send("batch_stop_notices", {id.bytes()});
}

void Batch::send_taken_back(pg::Pipeline& pipeline) {
    pg::BinaryArray clients{Element::bigint}, told{Element::text};
    for (const auto& [client, stops] : taken_back_) {
        std::string names;
        for (std::size_t i = 0; i < std::min(stops.size(), named_stops); ++i) {
            const auto& [market, stop] = stops[i];
            names += (i == 0 ? "" : ", ") + markets_.at(market).market.pair + " @ " + stop.str();
        }
        if (stops.size() > named_stops) names += ", …";
        Json::Value data;
        data["orders"] = names;
        clients.add(client);
        told.add(std::string_view{json::compact(data)});
    }
    pipeline.send("batch_taken_back", {clients.bytes(), told.bytes()});
}

}  // namespace cambio::settlement
