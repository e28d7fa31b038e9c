#include "ledger/fees_owed.h"

namespace cambio::ledger {

namespace {

constexpr const char* insert_owed = R"sql(
    insert into fees_owed (client_id, reference, asset_id, wallet, fee, worth)
    values ($1, $2, $3, $4, $5, $6)
)sql";
constexpr const char* delete_owed = "delete from fees_owed where id = any ($1::bigint[])";

}  // namespace

void owe_fee(pg::Transaction& tx, const OwedFee& fee) {
    tx.change(
        1, insert_owed,
        {fee.client, fee.reference, fee.asset, static_cast<int>(fee.wallet), fee.fee, fee.worth});
}

void owe_no_more(pg::Transaction& tx, const std::vector<std::int64_t>& ids) {
    tx.change(static_cast<std::int64_t>(ids.size()), delete_owed, {pg::Param::array(ids)});
}

}  // namespace cambio::ledger
