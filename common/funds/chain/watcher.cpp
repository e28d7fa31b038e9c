#include "chain/watcher.h"

#include "chain/address.h"
#include "chain/rescans.h"
#include "log/log.h"

namespace cambio::chain {

namespace {

constexpr std::int64_t blocks_kept = 2000;

// Every change of a network's blocks begins with it, so that two watchers follow one another.
constexpr const char* lock_network = R"sql(
    select pg_advisory_xact_lock(hashtext('chain'), $1::integer)
)sql";
constexpr const char* last_block = R"sql(
    select height, hash, parent from chain_blocks where network_id = $1
     order by height desc limit 1
)sql";
constexpr const char* hash_at = R"sql(
    select hash from chain_blocks where network_id = $1 and height = $2
)sql";
constexpr const char* insert_block = R"sql(
    insert into chain_blocks (network_id, height, hash, parent) values ($1, $2, $3, $4)
)sql";
constexpr const char* forget_old = R"sql(
    delete from chain_blocks where network_id = $1 and height < $2
)sql";
constexpr const char* forget_above = R"sql(
    delete from chain_blocks where network_id = $1 and height > $2
)sql";
constexpr const char* addresses_among = R"sql(
    select address from deposit_addresses where kind = $1 and address = any ($2::text[])
)sql";
constexpr const char* outputs_among = R"sql(
    select txid || ':' || position as output from deposits
     where network_id = $1 and txid = any ($2::text[])
)sql";
constexpr const char* next_rescan = R"sql(
    select next_height, last_height from chain_rescans where network_id = $1
)sql";

std::set<std::string> column(const pg::Result& rows, const char* name) {
    std::set<std::string> values;
    for (const auto row : rows) values.insert(row.str(name));
    return values;
}

void lock(pg::Transaction& tx, const Network& network) {
    tx.one(lock_network, {network.id});
}

std::optional<BlockName> read_tip(pg::Transaction& tx, const Network& network) {
    const auto row = tx.maybe(last_block, {network.id});
    if (!row) return {};
    return BlockName{row->integer("height"), row->str("hash"), row->str("parent")};
}

}  // namespace

Watcher::Watcher(pg::Connection& db, Push& push, const Config& config, Network network,
                 std::unique_ptr<Source> source)
    : db_{db},
      push_{push},
      config_{config},
      network_{std::move(network)},
      source_{std::move(source)} {}

Watcher::Progress Watcher::step(std::chrono::milliseconds budget, const Tell& tell) {
    const auto deadline = std::chrono::steady_clock::now() + budget;
    Progress progress;
    source_->check_chain();
    progress.head = source_->height();
    if (roll_back(progress, tell)) {
        while (read_next(progress) && std::chrono::steady_clock::now() < deadline) {
        }
        read_again(progress);
    }
    collect(tell);
    if (const auto last = tip()) progress.scanned = last->height;
    return progress;
}

std::optional<BlockName> Watcher::tip() {
    pg::Transaction tx{db_};
    auto last = read_tip(tx, network_);
    tx.commit();
    return last;
}

Known Watcher::known() {
    Known known;
    for (const auto& address : config_.own_addresses)
        known.house.insert(normal_address(network_, address));
    known.addresses = [this](const std::vector<std::string>& asked) {
        return column(db_.run(addresses_among, {name_of(network_.kind), pg::Param::array(asked)}),
                      "address");
    };
    known.outputs = [this](const std::vector<std::string>& asked) {
        std::vector<std::string> transactions;
        for (const auto& output : asked) transactions.push_back(output.substr(0, output.find(':')));
        const auto paid =
            column(db_.run(outputs_among, {network_.id, pg::Param::array(transactions)}), "output");
        std::set<std::string> among;
        for (const auto& output : asked)
            if (paid.contains(output)) among.insert(output);
        return among;
    };
    return known;
}

void Watcher::collect(const Tell& tell) {
    pg::Transaction tx{db_};
    lock(tx, network_);
    const auto sentences = collect_owed(tx, network_);
    tx.commit();
    tell(sentences);
}

bool Watcher::roll_back(Progress& progress, const Tell& tell) {
    const auto last = tip();
    if (!last) return true;
    // A chain that has won is at least as long as the one before: a shorter one is a node that
    // lags.
    if (progress.head < last->height) return false;
    std::int64_t common = last->height;
    for (;; --common) {
        const auto read = db_.run(hash_at, {network_.id, common});
        if (read.empty())
            throw std::runtime_error{"a reorganization goes deeper than the " +
                                     std::to_string(blocks_kept) + " blocks that are kept"};
        const auto now = source_->block_hash(common);
        if (!now) return false;
        if (read[0].text("hash") == *now) break;
    }
    if (common == last->height) return true;

    pg::Transaction tx{db_};
    lock(tx, network_);
    const auto still = read_tip(tx, network_);
    if (!still || still->hash != last->hash) return false;
    const auto taken = revert_blocks(tx, network_, common);
    tx.run(forget_above, {network_.id, common});
    tx.commit();
    progress.rolled_back = static_cast<int>(last->height - common);
    log::warn("chain_reorganized", {{"network", network_.name},
                                    {"blocks", std::to_string(progress.rolled_back)},
                                    {"deposits", std::to_string(taken.changed.size())}});
    tell(taken.told);
    announce(db_, push_, taken.changed);
    return true;
}

bool Watcher::read_next(Progress& progress) {
    const auto last = tip();
    // The first time: far enough back for what was sent just before.
    const std::int64_t height =
        last ? last->height + 1
             : std::max<std::int64_t>(0, progress.head - network_.unlock_confirmations);
    if (height > progress.head) return false;
    const auto block = source_->scan(height, known());
    // Gone meanwhile, or on another branch: the next step undoes it.
    if (!block || (last && block->name.parent != last->hash)) return false;

    pg::Transaction tx{db_};
    lock(tx, network_);
    const auto still = read_tip(tx, network_);
    if (still.has_value() != last.has_value() || (still && still->hash != last->hash)) return false;
    tx.change(1, insert_block, {network_.id, height, block->name.hash, block->name.parent});
    auto changed =
        record(tx, network_, block->name, block->payments, height, config_.deposits_early_up_to);
    const auto moved = confirm(tx, network_, height);
    tx.run(forget_old, {network_.id, height - blocks_kept});
    tx.commit();
    changed.insert(changed.end(), moved.begin(), moved.end());
    announce(db_, push_, changed);
    progress.blocks += 1;
    return true;
}

/// A part of what the operator wants read again, with each step.
void Watcher::read_again(Progress& progress) {
    constexpr int blocks_at_once = 50;
    for (int i = 0; i < blocks_at_once; ++i) {
        const auto wanted = db_.run(next_rescan, {network_.id});
        const auto last = tip();
        if (wanted.empty() || !last) return;
        const auto height = wanted[0].integer("next_height");
        // What is above has not been read a first time.
        if (height > last->height) return;
        const auto block = source_->scan(height, known());
        if (!block) return;
        pg::Transaction tx{db_};
        lock(tx, network_);
        const auto read = tx.maybe(hash_at, {network_.id, height});
        if (read && read->text("hash") != block->name.hash) return;
        auto changed = record(tx, network_, block->name, block->payments, last->height,
                              config_.deposits_early_up_to);
        const auto moved = confirm(tx, network_, last->height);
        rescanned(tx, network_.id, height);
        tx.commit();
        changed.insert(changed.end(), moved.begin(), moved.end());
        announce(db_, push_, changed);
        progress.blocks += 1;
    }
}

}  // namespace cambio::chain
