#include "withdrawals/hot_outputs.h"

#include <algorithm>
#include <set>

#include "chain/chain.h"
#include "jobs/marks.h"
#include "withdrawals/guarded.h"

namespace cambio::withdrawals {

namespace {

constexpr const char* outputs_mark = "hot_outputs";
constexpr const char* forget_outputs =
    "delete from hot_outputs where network = $1 and height > $2 and reserved_by is null";
constexpr const char* unspend_outputs = R"sql(
    update hot_outputs set spent_height = null where network = $1 and spent_height > $2
)sql";
constexpr const char* insert_output = R"sql(
    insert into hot_outputs (network, txid, position, value, height, block_hash)
    values ($1, $2, $3, $4::numeric / 100000000, $5, $6)
    on conflict (network, txid, position)
    do update set height = excluded.height, block_hash = excluded.block_hash
)sql";
constexpr const char* unspent_outputs = R"sql(
    select txid, position from hot_outputs where network = $1 and spent_height is null
)sql";
constexpr const char* spend_output = R"sql(
    update hot_outputs set spent_height = $4 where network = $1 and txid = $2 and position = $3
)sql";

/// Goes back to the last block that is still part of the chain.
std::int64_t common_height(jobs::Job& job, chain::Coins& coins, const std::string& network,
                           std::int64_t tip) {
    // Deeper than any reorganisation that a withdrawal would survive.
    constexpr std::int64_t deepest = 100;
    const auto read = outputs_read(job.db);
    if (!read) return std::max<std::int64_t>(-1, tip - deepest);
    if (coins.block_hash(read->height) == read->hash) return read->height;
    const auto back = std::max<std::int64_t>(-1, std::min(read->height, tip) - deepest);
    pg::Transaction tx{job.db};
    tx.run(forget_outputs, {network, back});
    tx.run(unspend_outputs, {network, back});
    tx.commit();
    return back;
}

void read_block(jobs::Job& job, chain::Coins& coins, const std::string& network,
                std::int64_t height, const std::string& hash) {
    const auto block = coins.block(hash);
    pg::Transaction tx{job.db};
    std::set<std::pair<std::string, std::int64_t>> ours;
    for (const auto row : tx.run(unspent_outputs, {network}))
        ours.emplace(row.str("txid"), row.integer("position"));
    for (const auto& moved : block) {
        for (const auto& spent : moved.spends)
            if (const std::int64_t position = spent.position; ours.contains({spent.txid, position}))
                tx.change(1, spend_output, {network, spent.txid, position, height});
        for (const auto& paid : moved.pays) {
            const std::int64_t position = paid.position;
            tx.run(insert_output, {network, moved.txid, position, paid.units, height, hash});
            ours.emplace(moved.txid, position);
        }
    }
    jobs::set_mark(job.db, outputs_mark, std::to_string(height) + ' ' + hash);
    tx.commit();
}

}  // namespace

std::optional<ReadBlock> outputs_read(pg::Connection& db) {
    const auto mark = jobs::read_mark(db, outputs_mark);
    if (!mark) return std::nullopt;
    return ReadBlock{std::stoll(mark->value), mark->value.substr(mark->value.find(' ') + 1)};
}

void read_hot_outputs(jobs::Job& job) {
    for (const auto& network : chain::networks(job.db)) {
        const auto settings = chain::settings_of(job.config, network);
        if (settings.node_url.empty()) continue;
        const auto coins =
            chain::chain_of(network).coins(network, settings.node_url, settings.hot_address);
        if (!coins) continue;
        guarded(job, network.name, [&] {
            const auto tip = coins->height();
            for (auto height = common_height(job, *coins, network.name, tip) + 1; height <= tip;
                 ++height) {
                const auto hash = coins->block_hash(height);
                if (!hash) return;
                read_block(job, *coins, network.name, height, *hash);
            }
        });
    }
}

}  // namespace cambio::withdrawals
