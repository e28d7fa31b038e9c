#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "chain/address.h"
#include "chain/broadcaster.h"
#include "chain/coins.h"
#include "chain/networks.h"
#include "chain/outgoing.h"
#include "chain/search.h"
#include "chain/source.h"

/// What differs from one kind of chain to another. Each kind has a folder of its own, and only
/// chain_of() tells them apart.
namespace cambio::chain {

/// What all networks of a kind have in common.
struct KindFacts {
    std::string_view name;        ///< evm, as the table of networks has it
    std::string_view keys;        ///< ETHEREUM, for a network whose entry names none
    std::string_view key_prefix;  ///< with what its account keys begin; empty: there are several
    int decimals = 0;             ///< of a network's own coin
    /// Whether a number names a network (chain_id); else it is what its addresses begin with (hrp).
    bool numbered = false;
    bool contracts = false;          ///< whether other coins are carried, each a contract
    std::int64_t demonstration = 0;  ///< chain_id of nginx/demo_chain; 0: it is of another kind
    bool bare_txids = false;         ///< whether ids are written without "0x"
    bool own_coin = false;           ///< whether payments of a network's own coin are seen
    bool pays_several = false;       ///< whether one transaction can pay several withdrawals
    /// Whether the operator may credit what a contract has paid inside a transaction: no block
    /// shows it, and a node tells what an address held after one.
    bool inner_payments = false;
    /// Whether money lies in outputs of transactions, which are spent as a whole (coins()), and not
    /// in accounts.
    bool outputs = false;
};

/// What a node knows of a transaction.
struct SeenTransaction {
    enum class State { unknown, waiting, failed, unreadable, in_a_block } state = State::unknown;
    std::int64_t height = 0;  ///< of its block
    struct Payee {
        std::string address;                  ///< normal_address
        std::optional<std::string> contract;  ///< nothing: the network's own coin
    };
    std::vector<Payee> pays;  ///< in its order
};

/// One object for each kind, without state. Whatever takes the address of a node asks that node and
/// throws RpcError.
class Chain {
  public:
    Chain() = default;
    Chain(const Chain&) = delete;
    Chain& operator=(const Chain&) = delete;
    virtual ~Chain() = default;

    virtual const KindFacts& facts() const = 0;

    // Addresses.

    /// `address` is not empty.
    virtual AddressFault check_address(const Network& network, std::string_view address) const = 0;
    /// Of an address that passes.
    virtual std::string normal_address(const Network& network, std::string_view address) const = 0;
    /// The address of a compressed public key.
    virtual std::string address_of(const Network& network, std::string_view public_key) const = 0;
    /// The 20 bytes of an account, and back; nothing where the kind has none.
    virtual std::optional<std::string> account_bytes(std::string_view address) const;
    /// Throws std::logic_error where the kind has no accounts.
    virtual std::string account_address(std::string_view raw) const;

    // What comes in, and what lies there.

    virtual std::unique_ptr<Source> source(const Network& network,
                                           const std::string& node_url) const = 0;
    /// `txid`: 64 digits, in lower case and without "0x".
    virtual SeenTransaction seen(const Network& network, const std::string& node_url,
                                 const std::string& txid) const = 0;
    /// What these addresses, which pass, hold of a coin; nothing: more than a Decimal can. It may
    /// take minutes.
    virtual std::optional<Decimal> held(const Network& network, const std::string& node_url,
                                        const NetworkCoin& coin,
                                        const std::vector<std::string>& addresses) const = 0;
    /// Of a kind that has outputs: those at an address. Nothing: the kind has none, or it is no
    /// address of the network.
    virtual std::unique_ptr<Coins> coins(const Network& network, const std::string& node_url,
                                         const std::string& address) const;
    /// Which of these outputs no block spends, in their order: what waits to come to another own
    /// address does not count there yet. Throws std::logic_error where the kind has none.
    virtual std::vector<bool> unspent(const std::string& node_url,
                                      const std::vector<Outpoint>& outputs) const;

    // What goes out.

    /// What is to be signed now. Throws NotPossible, too.
    virtual Draft draft(const Order& order, const SigningTerms& terms,
                        OutgoingBooks& books) const = 0;
    /// The same payment as the form `last`, with a higher fee. Throws NotPossible also where a
    /// block has taken it, or something else that excludes it.
    virtual Draft replacement(const Order& order, const Json::Value& last,
                              const SigningTerms& terms, OutgoingBooks& books) const = 0;
    /// Compares signed bytes with the form that was exported, field by field. Throws Mismatch.
    virtual VerifiedTransaction verify(const Json::Value& form, std::string_view raw) const = 0;
    virtual std::unique_ptr<Broadcaster> broadcaster(const Network& network,
                                                     const std::string& node_url) const = 0;
    /// Whether the transaction `txid` is final with `needed` confirmations, excludes what was
    /// exported by that form and pays nobody whom the form pays. Throws NotPossible saying what is
    /// missing. `form_of` finds the form of another transaction of the network.
    using FormOf = std::function<std::optional<Json::Value>(const std::string& txid)>;
    virtual void require_conflict(const std::string& node_url, const Json::Value& form,
                                  const std::string& txid, std::int64_t needed,
                                  const FormOf& form_of) const = 0;
    /// Whether two forms pay the same.
    virtual bool pays_the_same(const Json::Value& one, const Json::Value& other) const = 0;
    /// Looks for all that these hot addresses have sent since a while before `moment`.
    virtual void look_for_sent(const Network& network, const std::string& node_url,
                               const std::set<std::string>& hot, pg::Time moment, SentBooks& books,
                               Search& search) const = 0;
};

inline constexpr std::array kinds{Kind::evm, Kind::tron, Kind::bitcoin};

const Chain& chain_of(Kind kind);
inline const Chain& chain_of(const Network& network) {
    return chain_of(network.kind);
}
/// By its name in the table of networks; nothing for another one.
std::optional<Kind> kind_named(std::string_view name);

}  // namespace cambio::chain
