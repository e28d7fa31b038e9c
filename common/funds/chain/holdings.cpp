#include "chain/holdings.h"

#include <vector>

#include "chain/chain.h"
#include "chain/rpc.h"

namespace cambio::chain {

namespace {

using Addresses = std::vector<std::string>;

constexpr const char* chain_balance = R"sql(
    select coalesce(-sum(l.balance), 0) as books from ledger_accounts l
     where l.house = 'chain:' || $1 and l.asset_id = $2
)sql";
constexpr const char* deposit_addresses = R"sql(
    select address from deposit_addresses where kind = $1 order by id
)sql";
// Each was an output to a client's address; whether it is still there, the node says.
constexpr const char* deposit_outputs = R"sql(
    select txid, position, amount from deposits where network_id = $1 order by id
)sql";
constexpr const char* hot_outputs = R"sql(
    select coalesce(sum(value), 0) as value from hot_outputs
     where network = $1 and height is not null and spent_height is null
)sql";
// From its export on a withdrawal may be paid, by whoever holds a signature. What the chain takes
// for it comes out of the network's own coin ($3), at most what its form allows, and is booked when
// it is final or when house:fees has that much.
constexpr const char* on_the_way_out = R"sql(
    select round(coalesce((select sum(amount) from withdrawals
                            where network = $1 and asset_id = $2 and stage between 3 and 6), 0)
         + case when $3 then coalesce(
               (select sum(coalesce((form->>'gas_limit')::numeric
                                        * (form->>'max_fee_per_gas')::numeric / 10::numeric ^ $4,
                                    (form->>'fee')::numeric / 10::numeric ^ $4, 0))
                  from outgoing_transactions where network = $1 and stage < 5), 0)
             + coalesce((select sum(network_fee) from outgoing_transactions
                          where network = $1 and network_fee_asset = $2
                                and network_fee_booked_at is null), 0)
           else 0 end, 18) as leaving
)sql";

/// Addresses of a setting in their one spelling.
Addresses checked(const Network& network, const Addresses& list) {
    Addresses addresses;
    for (const auto& address : list) {
        if (check_address(network, address) != AddressFault::none)
            throw WrongAddress{address + " is not an address of " + network.title + '.'};
        addresses.push_back(normal_address(network, address));
    }
    return addresses;
}

/// Of a chain whose money lies in outputs: those at the hot address were read, and the deposits are
/// outputs.
Decimal deposits_unspent(pg::Connection& db, const Network& network, const std::string& node_url) {
    const auto rows = db.run(deposit_outputs, {network.id});
    std::vector<Outpoint> outputs;
    for (const auto row : rows)
        outputs.push_back({row.str("txid"), static_cast<std::uint32_t>(row.integer("position"))});
    const auto unspent = chain_of(network).unspent(node_url, outputs);
    Decimal sum;
    for (std::size_t i = 0; i < outputs.size(); ++i)
        if (unspent[i]) sum += rows[static_cast<int>(i)].decimal("amount");
    return sum;
}

class Asking {
  public:
    Asking(pg::Connection& db, const Network& network, const NetworkCoin& coin,
           NetworkSettings settings, const std::function<void(const std::string&)>& complain)
        : db_{db},
          network_{network},
          coin_{coin},
          settings_{std::move(settings)},
          complain_{complain} {}

    void fill(Holdings& found) {
        found.cold = held("cold", checked(network_, settings_.cold_addresses));
        if (chain_of(network_).facts().outputs) {
            found.hot = db_.run(hot_outputs, {network_.name})[0].decimal("value");
            found.deposits = asked("deposit addresses", [&]() -> std::optional<Decimal> {
                return deposits_unspent(db_, network_, settings_.node_url);
            });
            return;
        }
        Addresses hot, clients;
        if (!settings_.hot_address.empty()) hot.push_back(settings_.hot_address);
        found.hot = held("hot", checked(network_, hot));
        for (const auto row : db_.run(deposit_addresses, {name_of(network_.kind)}))
            clients.push_back(row.str("address"));
        found.deposits = held("deposit addresses", clients);
    }

  private:
    /// Runs `ask`; a node that cannot answer leaves nothing and a line of why.
    template <class Ask>
    std::optional<Decimal> asked(const char* what, const Ask& ask) {
        try {
            return ask();
        } catch (const RpcError& failure) {
            complain_(network_.name + ", " + what + ": " + failure.what());
            return std::nullopt;
        }
    }
    std::optional<Decimal> held(const char* what, const Addresses& addresses) {
        return asked(what, [&] {
            return chain_of(network_).held(network_, settings_.node_url, coin_, addresses);
        });
    }

    pg::Connection& db_;
    const Network& network_;
    const NetworkCoin& coin_;
    const NetworkSettings settings_;
    const std::function<void(const std::string&)>& complain_;
};

}  // namespace

std::optional<Decimal> Holdings::held() const {
    if (!hot || !cold || !deposits) return std::nullopt;
    return *hot + *cold + *deposits;
}

std::optional<Decimal> Holdings::difference() const {
    const auto all = held();
    return all ? std::optional{*all - books} : std::nullopt;
}

std::optional<Decimal> Holdings::shortage() const {
    const auto beyond = difference();
    if (!beyond) return std::nullopt;
    return maximum(-(*beyond + leaving), Decimal{});
}

Holdings holdings_of(pg::Connection& db, const Config& config, const Network& network,
                     const NetworkCoin& coin,
                     const std::function<void(const std::string&)>& complain) {
    Holdings found;
    const auto& facts = chain_of(network).facts();
    // Before the node is asked and the books are read: what becomes final meanwhile has left both.
    found.leaving = db.run(on_the_way_out, {network.name, coin.asset, !coin.contract.has_value(),
                                            facts.decimals})[0]
                        .decimal("leaving");
    auto settings = settings_of(config, network);
    if (!settings.node_url.empty())
        Asking{db, network, coin, std::move(settings), complain}.fill(found);
    found.books = db.run(chain_balance, {network.name, coin.asset})[0].decimal("books");
    return found;
}

}  // namespace cambio::chain
