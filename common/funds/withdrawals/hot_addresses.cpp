#include "withdrawals/hot_addresses.h"

#include "chain/address.h"
#include "chain/networks.h"

namespace cambio::withdrawals {

namespace {

// Only a change is written; one that a clock which was ahead has noted is none.
constexpr const char* note_hot_address = R"sql(
    insert into hot_addresses (network, address)
    select $1::text, $2::text
     where $2 is distinct from (select address from hot_addresses
                                 where network = $1 and seen_at <= now()
                                 order by seen_at desc limit 1)
    on conflict (network, address) do update set seen_at = excluded.seen_at
)sql";
constexpr const char* all_hot_addresses = R"sql(
    select address from hot_addresses where network = $1
    union select sender from outgoing_transactions where network = $1
)sql";
// Jobs have noted what is configured since then.
constexpr const char* hot_address_before = R"sql(
    select address from hot_addresses
     where network = $1 and seen_at <= (select max(guarded_at) from restores)
     order by seen_at desc limit 1
)sql";

}  // namespace

void note_hot_addresses(jobs::Job& job) {
    for (const auto& network : chain::networks(job.db)) {
        const auto hot = chain::settings_of(job.config, network).hot_address;
        if (!hot.empty())
            job.db.run(note_hot_address, {network.name, chain::normal_address(network, hot)});
    }
}

std::set<std::string> hot_addresses(pg::Connection& db, const std::string& network) {
    std::set<std::string> all;
    for (const auto row : db.run(all_hot_addresses, {network})) all.insert(row.str("address"));
    return all;
}

std::optional<std::string> hot_address_before_restore(pg::Connection& db,
                                                      const std::string& network) {
    const auto rows = db.run(hot_address_before, {network});
    return rows.empty() ? std::nullopt : std::optional{rows[0].str("address")};
}

}  // namespace cambio::withdrawals
