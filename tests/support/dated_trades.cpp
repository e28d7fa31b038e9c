#include "support/dated_trades.h"

#include <gtest/gtest.h>

namespace cambio::test {

namespace {

constexpr const char* undated = R"sql(
    select t.kind, t.reference, l.client_id
      from ledger_transfers t
      join ledger_accounts l on l.id in (t.debit, t.credit) and l.client_id is not null
     where t.kind in (5, 6, 7, 8)
           and not exists (select from orders o
                            where o.client_id = l.client_id
                                  and t.at in (o.created_at, o.triggered_at, o.updated_at))
           and not exists (select from order_amendments a
                            where a.client_id = l.client_id and a.at = t.at)
           and not exists (select from waiting_holds w
                            where w.client_id = l.client_id and t.at in (w.at, w.ended_at))
           and not exists (select from fills f
                            where f.at = t.at
                                  and l.client_id in (f.taker_client, f.maker_client))
     limit 10
)sql";

}  // namespace

void expect_trades_are_dated(World& world) {
    for (const auto row : world.superuser().run(undated)) {
        ADD_FAILURE() << "no order, amendment, wait or fill has the time of a transfer of kind "
                      << row.integer("kind") << " for " << row.integer("reference") << ", client "
                      << row.integer("client_id");
    }
}

}  // namespace cambio::test
