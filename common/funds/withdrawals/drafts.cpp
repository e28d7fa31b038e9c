#include "withdrawals/drafts.h"

#include "chain/chain.h"

namespace cambio::withdrawals {

namespace {

constexpr const char* unused_nonce = R"sql(
    select coalesce(max(nonce) + 1, 0) as nonce from outgoing_transactions
    where network = $1 and sender = $2
)sql";
constexpr const char* coins_in_blocks = R"sql(
    select txid, position, (value * 100000000)::bigint as satoshi from hot_outputs
    where network = $1 and height is not null and spent_height is null and reserved_by is null
    order by value desc, txid, position limit 500
)sql";
// Of a transaction with a single version: of several, nobody knows which one a block will take.
constexpr const char* change_that_waits = R"sql(
    select t.txid, (o.number - 1)::integer as position, (o.output->>'value')::bigint as satoshi
      from outgoing_transactions t
      cross join jsonb_array_elements(t.form->'outputs') with ordinality as o (output, number)
     where t.network = $1 and t.sender = $2 and t.stage = 3 and t.confirmations = 0
       and o.output->>'script' = t.form->'inputs'->0->>'script'
       and not exists (select from outgoing_transactions v
                        where v.withdrawal_id = t.withdrawal_id and v.id <> t.id and v.stage < 6)
       and not exists (select from hot_outputs h
                        where h.network = t.network and h.txid = t.txid
                          and h.position = o.number - 1
                          and (h.reserved_by is not null or h.height is not null))
     order by 3 desc, 1, 2
)sql";

// Of all versions, one alone can wait at a node: not always the newest.
constexpr const char* txids_of = R"sql(
    select txid from outgoing_transactions where withdrawal_id = $1 and txid is not null
)sql";

class DraftBooks : public chain::OutgoingBooks {
  public:
    DraftBooks(pg::Transaction& tx, const chain::Order& order, std::optional<WithdrawalId> replaced)
        : tx_{tx}, network_{order.network.name}, sender_{order.sender}, replaced_{replaced} {}

    std::int64_t next_nonce() override {
        return tx_.one(unused_nonce, {network_, sender_}).integer("nonce");
    }
    std::vector<chain::Coin> free_coins() override {
        return coins_of(tx_.run(coins_in_blocks, {network_}), false);
    }
    std::vector<chain::Coin> waiting_change() override {
        return coins_of(tx_.run(change_that_waits, {network_, sender_}), true);
    }
    std::vector<std::string> versions() override {
        std::vector<std::string> txids;
        if (!replaced_) return txids;
        for (const auto row : tx_.run(txids_of, {*replaced_})) txids.push_back(row.str("txid"));
        return txids;
    }

  private:
    static std::vector<chain::Coin> coins_of(const pg::Result& rows, bool wait) {
        std::vector<chain::Coin> coins;
        for (const auto row : rows)
            coins.push_back({row.str("txid"), static_cast<std::uint32_t>(row.integer("position")),
                             static_cast<std::uint64_t>(row.integer("satoshi")), wait});
        return coins;
    }

    pg::Transaction& tx_;
    const std::string& network_;
    const std::string& sender_;
    std::optional<WithdrawalId> replaced_;
};

}  // namespace

chain::Draft draft_of(pg::Transaction& tx, const chain::Order& order,
                      const chain::SigningTerms& terms) {
    DraftBooks books{tx, order, {}};
    return chain::chain_of(order.network).draft(order, terms, books);
}

chain::Draft replacement_of(pg::Transaction& tx, const chain::Order& order, WithdrawalId first,
                            const Json::Value& last, const chain::SigningTerms& terms) {
    DraftBooks books{tx, order, first};
    return chain::chain_of(order.network).replacement(order, last, terms, books);
}

}  // namespace cambio::withdrawals
