#include "futures_gains.h"

namespace cambio::wallet {

namespace {

// What the house could not pay at the time of funding comes when it can, also after the end; the
// position itself does not change any more then. Kind 15 is what fee credit gave back of fees; a
// part has its share of what was given back under the number of the position that it was a part of.
constexpr const char* ended_positions = R"sql(
    with given_back as materialized (
        select reference as position_id, sum(amount) as amount from ledger_transfers
         where kind = 15
               and credit in (select id from ledger_accounts
                               where client_id = $1 and wallet = 2 and not held)
         group by reference
    )
    select pair, coin, side = 1 as is_long, state = 4 as liquidated, quantity, opened_at, closed_at,
           realised,
           fee + closing_fee - fee_returned
               - coalesce((select amount from given_back where position_id = p.id), 0) as fees,
           funding - closing_funding + coalesce((select sum(o.amount) from funding_owed o
                                where o.position_id = p.id and o.paid_at > p.closed_at), 0)
               as funding
      from named_positions p
     where client_id = $1 and state in (3, 4) and closed_at >= $2 and closed_at < $3
     order by closed_at, id limit $4
)sql";

}  // namespace

std::vector<FuturesGain> futures_gains_of(pg::Snapshot& tx, ClientId client, const Period& period,
                                          int most) {
    const auto rows = tx.run(ended_positions, {client, period.from, period.until, most + 1});
    if (rows.size() > most) throw Error{Code::statement_too_long, "from"};
    std::vector<FuturesGain> list;
    for (const auto row : rows)
        list.push_back({row.str("pair"), row.str("coin"), row.boolean("is_long"),
                        row.boolean("liquidated"), row.decimal("quantity"), row.time("opened_at"),
                        row.time("closed_at"), row.decimal("realised"), row.decimal("fees"),
                        row.decimal("funding")});
    return list;
}

}  // namespace cambio::wallet
