#include "earn/transactions.h"

#include "earn/subscriptions.h"

namespace cambio::earn {

namespace {

constexpr const char* insert_entry = R"sql(
    insert into earn_transactions (client_id, client_key, content_hash, asset_id, product, type,
                                   subscription_id, run_id, amount, price)
    values ($1, nullif($2, ''), $3, $4, $5, $6, $7, $8, $9,
            (select price_or_zero from asset_prices where asset_id = $4))
)sql";

}  // namespace

void write_transaction(pg::Transaction& tx, const Entry& entry) {
    tx.change(
        1, insert_entry,
        {entry.client, entry.key, entry.content_hash, entry.asset, static_cast<int>(entry.product),
         static_cast<int>(entry.type), entry.subscription, entry.run, entry.amount});
}

}  // namespace cambio::earn
