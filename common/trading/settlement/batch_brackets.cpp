#include <algorithm>

#include "pg/pipeline.h"
#include "settlement/batch.h"
#include "settlement/brackets.h"

/// What is attached to orders that this batch has ended: what traded waits for its pair from now
/// on, what did not is over. A batch without any has no statement for it. What waits ends with the
/// batch that places its pair, or that cancels all orders of its client: never with both.
namespace cambio::settlement {

namespace {

using Element = pg::BinaryArray::Element;

constexpr const char* insert_brackets = R"sql(
    insert into spot_brackets (order_id, client_id, state, ended_at)
    select o.id, o.client_id, case when o.filled > 0 then 1 else 4 end,
           case when o.filled > 0 then null else now() end
    from unnest($1::bigint[]) as v (id) join orders o on o.id = v.id
)sql";

/// One that waits no more must stop the batch: its client has cancelled it meanwhile.
constexpr const char* place_pairs = R"sql(
    with changed as (
        update spot_brackets b set state = 2, pair_id = v.pair, ended_at = now()
        from unnest($1::bigint[], $2::bigint[]) as v (id, pair)
        where b.order_id = v.id and b.state = 1
        returning 1)
    select expect_rows(count(*), cardinality($1)) from changed
)sql";

constexpr const char* sweep_waiting = R"sql(
    update spot_brackets b set state = 4, ended_at = now()
    from orders o
    where b.client_id = any($1::bigint[]) and b.state = 1 and o.id = b.order_id
          and o.market_id = any($2::smallint[]) and b.order_id <> all($3::bigint[])
)sql";

}  // namespace

void Batch::prepare_brackets(pg::Connection& connection) {
    pg::prepare(connection, "batch_brackets", insert_brackets);
    pg::prepare(connection, "batch_pairs", place_pairs);
    pg::prepare(connection, "batch_swept_brackets", sweep_waiting);
}

/// After the orders themselves.
void Batch::send_brackets(pg::Pipeline& pipeline) {
    pg::BinaryArray ids{Element::bigint};
    const auto add = [&](const Order& order) {
        if (order.bracket.given() && order.state != OrderState::pending) ids.add(order.id.value);
    };
    for (const LiveOrderPtr& live : placed_) add(live->order);
    for (const OrderUndo& changed : undo_) add(changed.live->order);
    if (ids.size() > 0) pipeline.send("batch_brackets", {ids.bytes()});
}

/// Whoever cancels everything wants nothing to appear later. Where something waits, the market's
/// sequence moves: a pair that another process has placed there meanwhile is a surprise.
void Batch::sweep_brackets(const Job& job, std::set<MarketId> markets) {
    const token::Session& caller = job.command.caller;
    const bool fresh = std::ranges::any_of(placed_, [&](const LiveOrderPtr& live) {
        return live->order.client == caller.client && live->order.bracket.given();
    });
    if (job.markets.empty() && !fresh) return;
    for (const MarketId id : job.brackets) {
        if (markets.contains(id)) touch(markets_.at(id)).written = true;
    }
    swept_.push_back({caller.client, std::move(markets), placed_.size()});
    if (!job.accepted) expect_caller(caller);
}

/// A pair comes after its client has cancelled everything in this batch.
void Batch::expect_bracket(const Job& job, const PlaceOrder& pair) const {
    if (pair.attached_to.value == 0) return;
    const ClientId client = job.command.caller.client;
    const bool gone = std::ranges::any_of(swept_, [&](const SweptBrackets& swept) {
        return swept.client == client && swept.markets.contains(pair.market);
    });
    if (gone) throw Error{Code::order_not_open, "order_id"};
}

void Batch::send_pairs(pg::Pipeline& pipeline) {
    // Everybody locks rows in the same order.
    std::ranges::sort(pairs_);
    pg::BinaryArray orders{Element::bigint}, pairs{Element::bigint};
    for (const auto& [order, pair] : pairs_) {
        orders.add(order.value);
        pairs.add(pair.value);
    }
    pipeline.send("batch_pairs", {orders.bytes(), pairs.bytes()});
}

/// After the brackets of orders that this batch has ended; those that were placed after the
/// cancellation are none of its business.
void Batch::send_swept(pg::Pipeline& pipeline) {
    for (const SweptBrackets& swept : swept_) {
        pg::BinaryArray client{Element::bigint}, markets{Element::smallint}, later{Element::bigint};
        client.add(swept.client.value);
        for (const MarketId id : swept.markets)
            markets.add_small(static_cast<std::int16_t>(id.value));
        for (std::size_t i = swept.placed; i < placed_.size(); ++i)
            later.add(placed_[i]->order.id.value);
        pipeline.send("batch_swept_brackets", {client.bytes(), markets.bytes(), later.bytes()});
    }
}

}  // namespace cambio::settlement
