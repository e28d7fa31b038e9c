#include "chain/explain.h"

#include "chain/chain.h"
#include "chain/deposits.h"
#include "chain/encoding.h"
#include "chain/rpc.h"
#include "text/letters.h"

namespace cambio::chain {

namespace {

using Sentences = std::vector<std::string>;

constexpr const char* recorded = R"sql(
    select n.name as network, a.code, c.user_unique_id || ' <' || c.email || '>' as client,
           d.position, coalesce(trim_scale(d.amount)::text, d.raw_amount || ' units of') as amount,
           d.state, d.reason, d.confirmations, d.confirmations_needed, d.unlock_confirmations,
           d.block_height, d.credited_at, d.unlocked_at, d.credited,
           trim_scale(k.minimum_deposit)::text as minimum
      from deposits d join networks n on n.id = d.network_id join assets a on a.id = d.asset_id
      join clients c on c.id = d.client_id
      join network_coins k on k.network_id = d.network_id and k.asset_id = d.asset_id
     where d.txid = any ($1::text[]) order by d.id
)sql";
constexpr const char* owner_of = R"sql(
    select c.user_unique_id from deposit_addresses p join clients c on c.id = p.client_id
     where p.kind = $1 and p.address = $2
)sql";
constexpr const char* read_until = R"sql(
    select coalesce(max(height), -1) as height from chain_blocks where network_id = $1
)sql";

std::string why_not(const pg::Row& row) {
    const auto reason = row.maybe_str("reason").value_or("");
    if (reason == "below_minimum")
        return "not credited, because it is below the minimum of " + row.str("minimum");
    if (reason == "own_transfer")
        return "not credited, because the house itself sent it (OWN_ADDRESSES, or a sweep)";
    return "not credited, because no balance can hold that amount";
}

std::string state_of(const pg::Row& row) {
    switch (static_cast<DepositState>(row.integer("state"))) {
        case DepositState::seen:
        case DepositState::confirming:
            return "not credited yet: it has " + row.str("confirmations") + " of " +
                   row.str("confirmations_needed") + " confirmations";
        case DepositState::credited:
            return "credited at " + pg::iso(row.time("credited_at")) +
                   (row.null("unlocked_at")
                        ? "; it can be withdrawn after " + row.str("unlock_confirmations") +
                              " confirmations and has " + row.str("confirmations")
                        : "; it can be withdrawn");
        case DepositState::orphaned:
            return "not credited, because a reorganization removed its block; it comes back "
                   "automatically when another block contains it";
        case DepositState::reversed:
            return "credited at " + pg::iso(row.time("credited_at")) +
                   " and taken back, because a reorganization removed its block; " +
                   row.decimal("credited").str() + " could not be taken back";
        case DepositState::ignored:
            return why_not(row);
    }
    return {};
}

/// What there is to say of a payment that a node knows and that is not recorded.
class Examination {
  public:
    Examination(pg::Connection& connection, const Network& network)
        : connection_{connection}, network_{network} {}

    std::string payment(const std::string& to, const std::optional<std::string>& contract,
                        std::int64_t height) const {
        bool known = false;
        for (const auto& coin : network_.coins) known = known || coin.contract == contract;
        const std::string start = network_.name + ": it pays " + to;
        if (!known)
            return start +
                   (contract
                        ? " by the contract " + *contract +
                              ", which is not a listed coin: not credited, whatever it calls itself"
                        : " with the network's own coin, which is not taken here");
        const auto owner = connection_.run(owner_of, {name_of(network_.kind), to});
        if (owner.empty()) return start + ", which is not a client's address";
        const auto until = connection_.run(read_until, {network_.id})[0].integer("height");
        const auto whose = start + ", the address of " + owner[0].str("user_unique_id");
        const auto block = std::to_string(height);
        if (height > until)
            return whose + ", in block " + block +
                   ", which has not been read yet: the watcher is "
                   "at " +
                   std::to_string(until);
        return whose + ", in block " + block +
               ", which was read before the address was created: cambioctl networks rescan " +
               network_.name + " --from " + block + " --to " + block;
    }
    std::string nothing() const {
        return network_.name +
               ": its node does not know it: it was never sent, was dropped, or belongs to another "
               "network";
    }
    std::string waiting() const {
        return network_.name + ": it is waiting to be included in a block";
    }

  private:
    pg::Connection& connection_;
    const Network& network_;
};

Sentences ask(const Examination& examine, const Network& network, const std::string& url,
              const std::string& txid) {
    using State = SeenTransaction::State;
    const auto seen = chain_of(network).seen(network, url, txid);
    switch (seen.state) {
        case State::unknown:
            return {examine.nothing()};
        case State::waiting:
            return {examine.waiting()};
        case State::failed:
            return {network.name + ": it failed, so it paid nothing"};
        case State::unreadable:
            return {network.name + ": its node's answer cannot be read"};
        case State::in_a_block:
            break;
    }
    Sentences said;
    for (const auto& paid : seen.pays)
        said.push_back(examine.payment(paid.address, paid.contract, seen.height));
    if (said.empty() && chain_of(network).facts().contracts)
        said.push_back(network.name +
                       ": it contains no transfer that counts; payments by contracts inside it are "
                       "not seen, so compare the address's balance");
    return said;
}

}  // namespace

std::vector<std::string> explain(pg::Connection& connection, const Config& config,
                                 const std::string& txid) {
    const auto bare = text::lower(txid.starts_with("0x") ? txid.substr(2) : txid);
    if (const auto raw = from_hex(bare); !raw || raw->size() != 32)
        return {"A transaction is named by 64 hexadecimal digits."};

    Sentences said;
    for (const auto row :
         connection.run(recorded, {pg::Param::array(std::vector<std::string>{bare, "0x" + bare})}))
        said.push_back(row.str("network") + ": " + row.str("amount") + " " + row.str("code") +
                       " for " + row.str("client") + " in block " + row.str("block_height") + ": " +
                       state_of(row));
    if (!said.empty()) return said;
    for (const auto& network : networks(connection)) {
        const auto settings = settings_of(config, network);
        if (!settings.open()) {
            said.push_back(network.name + ": closed and not watched");
            continue;
        }
        const Examination examine{connection, network};
        try {
            const auto more = ask(examine, network, settings.node_url, bare);
            said.insert(said.end(), more.begin(), more.end());
        } catch (const RpcError& error) {
            said.push_back(network.name + ": its node does not answer (" +
                           std::string{name_of(error.fault)} + ")");
        }
    }
    return said;
}

}  // namespace cambio::chain
