#include "chain/rescans.h"

namespace cambio::chain {

namespace {

constexpr const char* add_rescan = R"sql(
    insert into chain_rescans (network_id, next_height, last_height) values ($1, $2, $3)
    on conflict (network_id) do update set next_height = least(chain_rescans.next_height, $2),
        last_height = greatest(chain_rescans.last_height, $3)
)sql";
constexpr const char* add_unlocking = R"sql(
    insert into chain_rescans (network_id, next_height, last_height)
    select n.id, greatest(min(b.height), max(b.height) - n.unlock_confirmations), max(b.height)
      from networks n join chain_blocks b on b.network_id = n.id group by n.id
    on conflict (network_id) do update
       set next_height = least(chain_rescans.next_height, excluded.next_height),
           last_height = greatest(chain_rescans.last_height, excluded.last_height)
)sql";
constexpr const char* advance_rescan = R"sql(
    update chain_rescans set next_height = $2 + 1 where network_id = $1 and next_height = $2
       and last_height > $2
)sql";
constexpr const char* finish_rescan = R"sql(
    delete from chain_rescans where network_id = $1 and next_height = $2 and last_height = $2
)sql";

}  // namespace

void order_rescan(pg::Transaction& tx, NetworkId network, std::int64_t first, std::int64_t last) {
    tx.change(1, add_rescan, {network, first, last});
}

void order_rescans_of_unlocking(pg::Transaction& tx) {
    tx.run(add_unlocking);
}

void rescanned(pg::Transaction& tx, NetworkId network, std::int64_t height) {
    if (tx.run(advance_rescan, {network, height}).affected() == 0)
        tx.run(finish_rescan, {network, height});
}

}  // namespace cambio::chain
