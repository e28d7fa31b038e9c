#include <map>

#include "pg/pipeline.h"
#include "settlement/batch.h"
#include "settlement/nulls.h"

/// Changed orders as they are stored, and what was changed of each. A batch without any has no
/// statement for it.
namespace cambio::settlement {

namespace {

/// Those of this batch that were placed in it say so themselves.
constexpr const char* amend_orders = R"sql(
    with changed as (
        update orders o set price = v.price, quantity = v.quantity, seq = v.seq,
                            queue_id = v.queue_id, updated_at = now()
        from unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::bigint[], $5::bigint[])
             as v (id, price, quantity, seq, queue_id)
        where o.id = v.id and o.state + 0 = 1
        returning 1)
    select expect_rows(count(*), cardinality($1)) from changed
)sql";

/// What has a stop, whether it still waits or was triggered since. That its stop price has moved is
/// stored as if it had followed the price.
constexpr const char* amend_stops = R"sql(
    with changed as (
        update orders o set price = v.price, quantity = v.quantity, seq = v.seq,
                            queue_id = v.queue_id, trailing_delta = v.trailing_delta,
                            reserve = v.reserve, updated_at = now()
        from unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::bigint[], $5::bigint[],
                    $6::smallint[], $7::numeric[])
             as v (id, price, quantity, seq, queue_id, trailing_delta, reserve)
        where o.id = v.id and o.state + 0 = 1 and o.stop_price is not null
        returning 1)
    select expect_rows(count(*), cardinality($1)) from changed
)sql";

constexpr const char* insert_amendments = R"sql(
    insert into order_amendments (id, order_id, client_id, client_key, content_hash, market_id,
                                  seq, keeps_place, seq_before, price_before, quantity_before,
                                  stop_price_before, trailing_delta_before, price, quantity,
                                  stop_price, trailing_delta)
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[],
                         $6::smallint[], $7::bigint[], $8::boolean[], $9::bigint[],
                         $10::numeric[], $11::numeric[], $12::numeric[], $13::smallint[],
                         $14::numeric[], $15::numeric[], $16::numeric[], $17::smallint[])
)sql";

using Element = pg::BinaryArray::Element;

void add_delta(pg::BinaryArray& array, int delta) {
    if (delta == 0) return array.add_null();
    array.add_small(static_cast<std::int16_t>(delta));
}

/// The columns that every changed order has. An order that has no limit has no price, and a stop by
/// total no quantity.
struct OrderColumns {
    pg::BinaryArray id{Element::bigint}, price{Element::numeric}, quantity{Element::numeric},
        seq{Element::bigint}, queue{Element::bigint};

    void add(const Order& order) {
        id.add(order.id.value);
        add_or_null(price, order.price);
        quantity.add(order.quantity);
        seq.add(order.seq);
        add_or_null(queue, order.queue_id);
    }
};

}  // namespace

struct Batch::TermColumns {
    pg::BinaryArray price{Element::numeric}, quantity{Element::numeric},
        stop_price{Element::numeric}, trailing_delta{Element::smallint};

    void add(const Terms& terms) {
        add_or_null(price, terms.price);
        add_or_null(quantity, terms.quantity);
        add_or_null(stop_price, terms.stop_price);
        add_delta(trailing_delta, terms.trailing_delta);
    }
};

void Batch::prepare_amendments(pg::Connection& connection) {
    pg::prepare(connection, "batch_amended", amend_orders);
    pg::prepare(connection, "batch_amended_stops", amend_stops);
    pg::prepare(connection, "batch_amendments", insert_amendments);
}

void Batch::send_amendments(pg::Pipeline& pipeline) {
    send_amended_orders(pipeline);
    pg::BinaryArray id{Element::bigint}, order{Element::bigint}, client{Element::bigint},
        key{Element::text}, hash{Element::bigint}, market{Element::smallint}, seq{Element::bigint},
        keeps_place{Element::boolean}, seq_before{Element::bigint};
    TermColumns before, after;
    for (const Amendment& one : amendments_) {
        id.add(one.id);
        order.add(one.live->order.id.value);
        client.add(one.live->order.client.value);
        if (one.client_key.empty()) {
            key.add_null();
        } else {
            key.add(std::string_view{one.client_key});
        }
        hash.add(one.content_hash);
        market.add_small(static_cast<std::int16_t>(one.live->order.market.value));
        seq.add(one.seq);
        keeps_place.add_boolean(one.keeps_place);
        seq_before.add(one.seq_before);
        before.add(one.before);
        after.add(one.after);
    }
    pipeline.send("batch_amendments",
                  {id.bytes(), order.bytes(), client.bytes(), key.bytes(), hash.bytes(),
                   market.bytes(), seq.bytes(), keeps_place.bytes(), seq_before.bytes(),
                   before.price.bytes(), before.quantity.bytes(), before.stop_price.bytes(),
                   before.trailing_delta.bytes(), after.price.bytes(), after.quantity.bytes(),
                   after.stop_price.bytes(), after.trailing_delta.bytes()});
}

/// As they are now: an order may have been changed twice.
void Batch::send_amended_orders(pg::Pipeline& pipeline) {
    std::map<OrderId, const Order*> orders;
    for (const Amendment& one : amendments_) {
        if (one.live->touch == LiveOrder::Touch::placed) continue;
        orders[one.live->order.id] = &one.live->order;
    }
    OrderColumns plain, stops;
    pg::BinaryArray delta{Element::smallint}, reserve{Element::numeric};
    for (const auto& [number, order] : orders) {
        if (!order->stop()) {
            plain.add(*order);
            continue;
        }
        stops.add(*order);
        add_delta(delta, order->trailing_delta);
        add_or_null(reserve, order->reserve);
    }
    if (plain.id.size() > 0)
        pipeline.send("batch_amended",
                      {plain.id.bytes(), plain.price.bytes(), plain.quantity.bytes(),
                       plain.seq.bytes(), plain.queue.bytes()});
    if (stops.id.size() > 0)
        pipeline.send("batch_amended_stops",
                      {stops.id.bytes(), stops.price.bytes(), stops.quantity.bytes(),
                       stops.seq.bytes(), stops.queue.bytes(), delta.bytes(), reserve.bytes()});
}

}  // namespace cambio::settlement
