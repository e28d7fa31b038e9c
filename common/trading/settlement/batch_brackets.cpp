#include "pg/pipeline.h"
#include "settlement/batch.h"
#include "settlement/brackets.h"

/// What is attached to orders that this batch has ended: what traded waits for its pair from now
/// on, what did not is over. A batch without any has no statement for it.
namespace cambio::settlement {

namespace {

constexpr const char* insert_brackets = R"sql(
    insert into spot_brackets (order_id, client_id, state, ended_at)
    select o.id, o.client_id, case when o.filled > 0 then 1 else 4 end,
           case when o.filled > 0 then null else now() end
    from unnest($1::bigint[]) as v (id) join orders o on o.id = v.id
)sql";

}  // namespace

void Batch::prepare_brackets(pg::Connection& connection) {
    pg::prepare(connection, "batch_brackets", insert_brackets);
}

/// After the orders themselves.
void Batch::send_brackets(pg::Pipeline& pipeline) {
    pg::BinaryArray ids{pg::BinaryArray::Element::bigint};
    const auto add = [&](const Order& order) {
        if (order.bracket.given() && order.state != OrderState::pending) ids.add(order.id.value);
    };
    for (const LiveOrderPtr& live : placed_) add(live->order);
    for (const OrderUndo& changed : undo_) add(changed.live->order);
    if (ids.size() > 0) pipeline.send("batch_brackets", {ids.bytes()});
}

}  // namespace cambio::settlement
