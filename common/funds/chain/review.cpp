#include "chain/review.h"

#include <algorithm>

#include "chain/chain.h"
#include "chain/encoding.h"
#include "chain/evm/node.h"
#include "chain/evm/source.h"
#include "chain/units.h"
#include "crypto/crypto.h"

namespace cambio::chain {

namespace {

// The watcher's lock: no reorganisation is undone meanwhile.
constexpr const char* lock_network = R"sql(
    select pg_advisory_xact_lock(hashtext('chain'), $1::integer)
)sql";
constexpr const char* networks_among = R"sql(
    select distinct network_id from deposits where txid = any ($1::text[]) order by network_id
)sql";
// Blocks that old are kept no more: nothing undoes them.
constexpr const char* recorded_of = R"sql(
    select d.id, d.state, coalesce(d.reason, '') as reason, d.amount, d.confirmations_needed,
           a.code, n.name as network, c.user_unique_id,
           (select max(height) from chain_blocks where network_id = d.network_id)
               - d.block_height + 1 as depth,
           exists (select from chain_blocks b where b.network_id = d.network_id
                   and b.height = d.block_height and b.hash <> d.block_hash) as replaced,
           exists (select from outgoing_transactions t
                   where t.network = n.name and t.txid = d.txid and t.stage = 5) as withdrawn
      from deposits d join assets a on a.id = d.asset_id join networks n on n.id = d.network_id
      join clients c on c.id = d.client_id
     where d.txid = any ($1::text[]) order by d.id for update of d
)sql";
constexpr const char* owner_of = R"sql(
    select p.id, p.client_id, p.address, c.user_unique_id
      from deposit_addresses p join clients c on c.id = p.client_id
     where p.kind = $1 and p.address = $2
)sql";
constexpr const char* hash_at = R"sql(
    select hash from chain_blocks where network_id = $1 and height = $2
)sql";
constexpr const char* last_read = R"sql(
    select height, hash from chain_blocks where network_id = $1 order by height desc limit 1
)sql";
// In the chain's units, also of what was not credited; a deposit that is gone is not there.
constexpr const char* recorded_at = R"sql(
    select coalesce(sum(raw_amount), 0)::text as units from deposits
     where network_id = $1 and address_id = $2 and asset_id = $3 and state in (1, 2, 3, 6)
)sql";
constexpr const char* being_read_again = R"sql(
    select exists (select from chain_rescans where network_id = $1
                   and $2 between next_height and last_height) as yes
)sql";
constexpr const char* insert_inner = R"sql(
    insert into deposits (network_id, asset_id, client_id, address_id, txid, position, raw_amount,
        amount, block_height, block_hash, confirmations, confirmations_needed,
        unlock_confirmations, state)
    values ($1, $2, $3, $4, $5, -1, $6, $7, $8, $9, $10, $11, $12, 2)
    on conflict (network_id, txid, position, address_id, asset_id) do nothing returning id
)sql";
constexpr const char* addresses_of = R"sql(
    select p.id, p.address, c.user_unique_id
      from deposit_addresses p join clients c on c.id = p.client_id
     where p.kind = $1 order by p.id
)sql";

/// 64 lower-case hexadecimal digits; throws NotCredited.
std::string bare_txid(const std::string& txid) {
    const auto raw = from_hex(txid);
    if (!raw || raw->size() != 32)
        throw NotCredited{"A transaction is named by 64 hexadecimal digits."};
    return crypto::hex(*raw);
}

/// Tron's and Bitcoin's are written without "0x".
pg::Param spellings(const std::string& txid) {
    const auto bare = bare_txid(txid);
    return pg::Param::array(std::vector<std::string>{bare, "0x" + bare});
}

/// Why a recorded deposit is not the operator's to credit; empty: it is.
std::string objection(const pg::Row& row) {
    switch (static_cast<DepositState>(row.integer("state"))) {
        case DepositState::seen:
        case DepositState::confirming:
            return "will be credited automatically";
        case DepositState::credited:
            return "is already credited";
        case DepositState::orphaned:
        case DepositState::reversed:
            return "is no longer in a block; it comes back automatically when another block "
                   "contains it";
        case DepositState::ignored:
            break;
    }
    const auto reason = row.str("reason");
    if (row.null("amount")) return "is more than a balance can hold";
    if (reason == "own_transfer" && !row.boolean("withdrawn"))
        return "was sent by the house itself: it brought nothing in";
    if (row.boolean("replaced")) return "is in a block that was replaced";
    if (row.null("depth") || row.integer("depth") < row.integer("confirmations_needed"))
        return "has too few confirmations: it needs " + row.str("confirmations_needed");
    return {};
}

/// The block that was read last. What later ones pay is not recorded yet: an address's surplus is
/// what it held after this one. Nothing: none was read.
struct LastRead {
    std::int64_t height = 0;
    std::string hash;
};

std::optional<LastRead> read_last(pg::Connection& connection, const Network& network) {
    const auto rows = connection.run(last_read, {network.id});
    if (rows.empty()) return std::nullopt;
    return LastRead{rows[0].integer("height"), rows[0].str("hash")};
}

/// What an address held by its node after a block, and what was recorded for it. Nothing: no
/// balance holds it.
std::optional<Surplus> compare(pg::Connection& connection, EvmNode& node, const Network& network,
                               const NetworkCoin& coin, const pg::Row& owner, std::int64_t height) {
    const auto address = owner.str("address");
    const auto holds = amount_of(coin.contract ? node.token_balance(*coin.contract, address, height)
                                               : node.balance(address, height),
                                 coin.decimals);
    const auto sum = connection.run(recorded_at, {network.id, owner.integer("id"), coin.asset});
    const auto recorded = amount_of(sum[0].str("units"), coin.decimals);
    if (!holds || !recorded) return std::nullopt;
    return Surplus{owner.str("user_unique_id"), address, coin.code, *holds, *recorded};
}

const NetworkCoin& carried(const Network& network, const std::string& code) {
    const auto* coin = network.coin(code);
    if (coin == nullptr) throw NotCredited{network.name + " does not carry " + code + "."};
    return *coin;
}

/// The block of a transaction that is done and stays so.
struct Place {
    std::int64_t height = 0, depth = 0;
    std::string hash;
    std::vector<EvmLog> logs;  ///< of the transaction
};

Place place_of(pg::Transaction& tx, const Network& network, EvmNode& node, const std::string& txid,
               const LastRead& read) {
    const auto receipt = node.receipt(txid);
    if (!receipt) throw NotCredited{"The node does not have that transaction in a block."};
    if (!receipt->succeeded) throw NotCredited{"That transaction failed, so it paid nothing."};
    Place place{receipt->block_height, 0, receipt->block_hash, receipt->logs};
    place.depth = read.height - place.height + 1;
    const auto known = tx.maybe(hash_at, {network.id, place.height});
    if (node.block_hash(place.height) != place.hash ||
        (known && known->str("hash") != place.hash) || node.block_hash(read.height) != read.hash)
        throw NotCredited{"Its block is not part of the chain."};
    if (place.depth < network.confirmations)
        throw NotCredited{"It has too few confirmations: it needs " +
                          std::to_string(network.confirmations) + "."};
    return place;
}

/// What a token's contract has told of in a log is the watcher's: whenever it reads the block
/// again, it credits that by itself, whatever the operator has credited.
void require_hidden(pg::Transaction& tx, const Network& network, const NetworkCoin& coin,
                    const std::string& address, const Place& place) {
    if (tx.one(being_read_again, {network.id, place.height}).boolean("yes"))
        throw NotCredited{"Its block is going to be read again: wait for what that brings."};
    if (!coin.contract) return;
    const auto told = [&](const EvmLog& log) {
        const auto transfer = token_transfer(network.kind, log);
        return transfer && transfer->contract == *coin.contract && transfer->to == address;
    };
    const auto height = std::to_string(place.height);
    if (std::ranges::any_of(place.logs, told))
        throw NotCredited{
            "The contract shows that payment, so the watcher credits it: cambioctl "
            "networks rescan " +
            network.name + " --from " + height + " --to " + height};
}

}  // namespace

std::vector<Credited> credit_recorded(pg::Transaction& tx, const std::string& txid) {
    const auto named = spellings(txid);
    for (const auto row : tx.run(networks_among, {named}))
        tx.one(lock_network, {row.integer("network_id")});
    std::vector<Credited> credited;
    std::string objections;
    for (const auto row : tx.run(recorded_of, {named})) {
        if (const auto why = objection(row); !why.empty()) {
            objections += "Deposit " + row.str("id") + " " + why + ". ";
            continue;
        }
        const DepositId id{row.integer("id")};
        credit(tx, id, row.integer("depth"));
        credited.push_back({id, row.str("user_unique_id"), row.str("network"), row.str("code"),
                            row.decimal("amount")});
    }
    if (!credited.empty()) return credited;
    if (objections.empty())
        throw NotCredited{
            "Nothing of that transaction was recorded: see cambioctl deposits explain"};
    objections.pop_back();
    throw NotCredited{objections};
}

Credited credit_inner(pg::Transaction& tx, const Config& config, const InnerPayment& payment) {
    const auto network = find_network(tx.connection(), payment.network);
    if (!network || !chain_of(*network).facts().inner_payments)
        throw NotCredited{"Payments inside transactions exist only on EVM networks."};
    const auto& coin = carried(*network, payment.coin);
    const auto url = settings_of(config, *network).node_url;
    if (url.empty()) throw NotCredited{"Name the node of " + network->name + "."};
    const auto address = normal_address(*network, payment.address);
    const auto owner = tx.maybe(owner_of, {name_of(network->kind), address});
    if (!owner) throw NotCredited{"That is not a client's address."};
    tx.one(lock_network, {network->id});

    EvmNode node{url};
    if (const auto why = wrong_decimals(node, *network, coin)) throw NotCredited{*why + "."};
    const auto txid = "0x" + bare_txid(payment.txid);
    const auto read = read_last(tx.connection(), *network);
    if (!read) throw NotCredited{"No block of " + network->name + " was read yet."};
    const auto place = place_of(tx, *network, node, txid, *read);
    require_hidden(tx, *network, coin, address, place);
    const auto found = compare(tx.connection(), node, *network, coin, *owner, read->height);
    if (!found) throw NotCredited{"The address holds more than a balance can hold."};
    if (found->holds - found->recorded < payment.amount)
        throw NotCredited{"The address holds " + found->holds.str() + ' ' + coin.code + ", and " +
                          found->recorded.str() + " were recorded: the rest is less than that."};
    const auto units = units_of(payment.amount, coin.decimals);
    if (!payment.amount.positive() || !units)
        throw NotCredited{"The network cannot count that amount."};
    const auto made =
        tx.maybe(insert_inner,
                 {network->id, coin.asset, owner->id<ClientId>("client_id"), owner->integer("id"),
                  txid, digits_of(*units), payment.amount, place.height, place.hash, place.depth,
                  network->confirmations, network->unlock_confirmations});
    if (!made) throw NotCredited{"That payment of the transaction is already recorded."};
    const auto id = made->id<DepositId>("id");
    credit(tx, id, place.depth);
    return {id, owner->str("user_unique_id"), network->name, coin.code, payment.amount};
}

std::vector<Surplus> surpluses(pg::Connection& connection, const Config& config,
                               const Network& network) {
    std::vector<Surplus> found;
    const auto url = settings_of(config, network).node_url;
    if (!chain_of(network).facts().inner_payments || url.empty()) return found;
    const auto read = read_last(connection, network);
    if (!read) return found;
    EvmNode node{url};
    for (const auto row : connection.run(addresses_of, {name_of(network.kind)})) {
        for (const auto& coin : network.coins) {
            const auto one = compare(connection, node, network, coin, row, read->height);
            if (one && one->holds > one->recorded) found.push_back(*one);
        }
    }
    return found;
}

}  // namespace cambio::chain
