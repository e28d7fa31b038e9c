#include "chain/bitcoin/draft.h"

#include <algorithm>

#include "chain/bitcoin/fees.h"
#include "chain/bitcoin/form.h"
#include "chain/bitcoin/node.h"
#include "chain/units.h"

namespace cambio::chain {

namespace {

/// Nodes take no line of more transactions that wait for each other than 25.
constexpr std::int64_t max_line = 24;
/// Nor one in the place of more than a hundred.
constexpr std::int64_t max_driven_out = 100;

constexpr std::uint64_t usual_fee_rate = 10;  ///< satoshi for each virtual byte

/// The rate that the operator names, within the ceiling.
std::uint64_t allowed(const Order& order, std::uint64_t rate) {
    const auto ceiling = static_cast<std::uint64_t>(order.config.max_fee_per_byte);
    if (rate > ceiling)
        throw NotPossible{"It would take " + std::to_string(rate) +
                          " satoshi per virtual byte; MAX_FEE_PER_BYTE does not allow more than " +
                          std::to_string(ceiling) + '.'};
    return rate;
}

/// The coins that nobody has taken, as the node has them unspent: those in a block first, the
/// largest of them foremost, then the change that waits for a block.
class FreeCoins {
  public:
    FreeCoins(OutgoingBooks& books, const Order& order)
        : in_blocks_{books.free_coins()}, waiting_{books.waiting_change()}, node_{order.node_url} {}

    std::optional<Coin> next_in_a_block() {
        while (at_ < in_blocks_.size())
            if (const auto& coin = in_blocks_[at_++]; unspent(coin)) return coin;
        return {};
    }
    std::optional<Coin> next() {
        if (auto coin = next_in_a_block()) return coin;
        while (at_waiting_ < waiting_.size()) {
            const auto& coin = waiting_[at_waiting_++];
            const auto after = unspent(coin) ? node_.waits_after(coin.txid) : std::nullopt;
            // Who was paid by the same transaction may have made a line of it, too.
            const auto spends = after ? node_.after(coin.txid) : std::nullopt;
            if (!spends || line_ + *after > max_line || line_ + spends->count > max_line) continue;
            line_ += *after;
            return coin;
        }
        return {};
    }

  private:
    bool unspent(const Coin& coin) { return node_.unspent(coin.txid, coin.position); }

    std::vector<Coin> in_blocks_, waiting_;
    std::size_t at_ = 0, at_waiting_ = 0;
    std::int64_t line_ = 0;
    BitcoinNode node_;
};

constexpr const char* too_few =
    "The hot address has too few unspent coins that are in a block or are its own change.";

/// The coins that a form spends; each has to be unspent in the blocks still, or to wait for one.
std::vector<Coin> coins_of(const Json::Value& form, BitcoinNode& node) {
    std::vector<Coin> coins;
    for (const auto& input : form["inputs"]) {
        Coin coin{input["txid"].asString(),
                  static_cast<std::uint32_t>(std::stoul(input["vout"].asString())),
                  std::stoull(input["value"].asString()), false};
        if (!node.unspent_in_blocks(coin.txid, coin.position) && !node.waits_after(coin.txid))
            throw NotPossible{
                "A block already contains a transaction that spends one of its coins. If it is one "
                "of these, the job send_withdrawals follows it."};
        coins.push_back(std::move(coin));
    }
    return coins;
}

/// The satoshi that the waiting version and all that spends it pay, `least` at least: a replacement
/// drives all of it out.
std::uint64_t driven_out(OutgoingBooks& books, BitcoinNode& node, std::uint64_t least) {
    auto paid = least;
    for (const auto& txid : books.versions()) {
        const auto after = node.after(txid);
        if (!after) continue;
        if (after->count > max_driven_out)
            throw NotPossible{"Its receiver spends it already: " + std::to_string(after->count) +
                              " transactions would be driven out, and nodes do not do that for "
                              "more than " +
                              std::to_string(max_driven_out) + '.'};
        paid = std::max(paid, after->satoshi);
    }
    return paid;
}

/// A receiver that spends what has not arrived yet makes a replacement dearer: it pays for that,
/// too.
std::uint64_t rate_for_all(const Order& order, std::uint64_t rate, std::uint64_t least) {
    if (rate >= least) return rate;
    const auto ceiling = static_cast<std::uint64_t>(order.config.max_fee_per_byte);
    if (least > ceiling)
        throw NotPossible{"Its receiver spends it already: to replace that, too, would take " +
                          std::to_string(least) +
                          " satoshi per virtual byte; MAX_FEE_PER_BYTE does not allow more than " +
                          std::to_string(ceiling) + '.'};
    return least;
}

}  // namespace

Draft bitcoin_draft(const Order& order, const SigningTerms& terms, OutgoingBooks& books) {
    std::vector<Payee> payees;
    for (const auto& each : order.all)
        payees.push_back(
            {each.address,
             static_cast<std::uint64_t>(units_of(each.amount, order.coin.decimals).value_or(0))});
    const auto rate = allowed(order, terms.bitcoin_fee_rate.value_or(usual_fee_rate));
    FreeCoins free{books, order};
    Draft draft;
    while (const auto coin = free.next()) {
        draft.coins.push_back(*coin);
        auto form = bitcoin_form(order.network, order.sender, payees, draft.coins, rate);
        if (!form) continue;
        draft.form = std::move(*form);
        return draft;
    }
    throw TooFewCoins{too_few};
}

/// It spends all coins of the last one, so that of all versions a block can take one alone, and
/// others only where the change is too small for the higher fee. Nodes want those to be in a block.
Draft bitcoin_replacement(const Order& order, const Json::Value& last, const SigningTerms& terms,
                          OutgoingBooks& books) {
    const BitcoinFee replaced{std::stoull(last["fee"].asString()), virtual_size(last)};
    const auto wanted =
        allowed(order, terms.bitcoin_fee_rate.value_or(usual_replacing_rate(replaced)));
    if (wanted <= replaced.rate())
        throw NotPossible{"It offers " + std::to_string(replaced.rate()) +
                          " satoshi per virtual byte already: set a higher --fee-rate."};
    BitcoinNode node{order.node_url};
    const auto replaced_all = driven_out(books, node, replaced.satoshi);
    const auto rate = rate_for_all(order, wanted, least_replacing_rate(replaced, replaced_all));
    auto coins = coins_of(last, node);
    const auto payees = payees_of(last);
    FreeCoins free{books, order};
    Draft draft;
    for (;;) {
        auto form = bitcoin_form(order.network, order.sender, payees, coins, rate);
        if (form && may_replace({std::stoull((*form)["fee"].asString()), virtual_size(*form)},
                                replaced, replaced_all)) {
            draft.form = std::move(*form);
            return draft;
        }
        const auto more = free.next_in_a_block();
        if (!more) throw TooFewCoins{too_few};
        coins.push_back(*more);
        draft.coins.push_back(*more);
    }
}

}  // namespace cambio::chain
