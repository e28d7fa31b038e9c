#include "ledger/order_holds.h"

#include "pg/binary.h"

namespace cambio::ledger {

namespace {

using Element = pg::BinaryArray::Element;

constexpr const char* holds_statement = "order_holds";
constexpr const char* ended_statement = "order_holds_ended";

constexpr const char* insert_order_holds = R"sql(
    insert into waiting_holds (kind, id, reference, client_id, asset_id, market_id, amount, owner)
    select 5, * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[],
                                       $5::smallint[], $6::numeric[], $7::integer[])
)sql";
constexpr const char* end_order_holds = R"sql(
    with ended as (
        update waiting_holds set ended_at = now()
        where kind = 5 and id = any($1::bigint[]) and ended_at is null
        returning 1)
    select expect_rows(count(*), cardinality($1)) from ended
)sql";

}  // namespace

void prepare_order_holds(pg::Connection& connection) {
    pg::prepare(connection, holds_statement, insert_order_holds);
    pg::prepare(connection, ended_statement, end_order_holds);
}

void send_order_holds(pg::Pipeline& pipeline, const std::vector<OrderHold>& holds) {
    if (holds.empty()) return;
    pg::BinaryArray id{Element::bigint}, reference{Element::bigint}, client{Element::bigint},
        asset{Element::smallint}, market{Element::smallint}, amount{Element::numeric},
        owner{Element::integer};
    for (const OrderHold& hold : holds) {
        id.add(hold.id);
        reference.add(hold.reference);
        client.add(hold.client.value);
        asset.add_small(static_cast<std::int16_t>(hold.asset.value));
        market.add_small(static_cast<std::int16_t>(hold.market.value));
        amount.add(hold.amount);
        owner.add_integer(hold.owner);
    }
    pipeline.send(holds_statement, {id.bytes(), reference.bytes(), client.bytes(), asset.bytes(),
                                    market.bytes(), amount.bytes(), owner.bytes()});
}

void send_ended_order_holds(pg::Pipeline& pipeline, const std::vector<std::int64_t>& ids) {
    if (ids.empty()) return;
    pg::BinaryArray array{Element::bigint};
    for (const std::int64_t id : ids) array.add(id);
    pipeline.send(ended_statement, {array.bytes()});
}

}  // namespace cambio::ledger
