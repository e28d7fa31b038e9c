#include "rewards/fee_payout.h"

#include "rewards/referrals.h"

namespace cambio::rewards {

namespace {

constexpr const char* add_share = R"sql(
    insert into fee_shares as s (referrer_id, friend_id, asset_id, amount) values ($1, $2, $3, $4)
    on conflict (referrer_id, friend_id, asset_id) do update set amount = s.amount + excluded.amount
)sql";

/// What fee credit pays of a fee.
struct Paid {
    Decimal used;    ///< of the credit, in USDT
    Decimal refund;  ///< in the asset of the fee
};

/// As much of the fee as the credit is worth: all of it for its worth in USDT, rounded up against
/// the credit, or the part that all of the credit buys, rounded down.
Paid from_credit(const Charge& charge, Decimal credit) {
    if (credit >= charge.worth) return {charge.worth, charge.fee};
    const Decimal refund =
        Decimal::multiply_divide(charge.fee, credit, charge.worth, Rounding::down);
    return refund.positive() ? Paid{credit, refund} : Paid{};
}

}  // namespace

std::vector<std::size_t> FeePayout::pay(const std::vector<Charge>& charges) {
    std::vector<std::size_t> unpaid;
    if (charges.empty()) return unpaid;
    lock_accounts(charges);
    for (std::size_t i = 0; i < charges.size(); ++i) {
        if (!pay(charges[i])) unpaid.push_back(i);
    }
    write();
    return unpaid;
}

/// All accounts that may be touched, under lock and in order of id, as the settlement does it.
void FeePayout::lock_accounts(const std::vector<Charge>& charges) {
    house_rewards_ = ledger::house_account(tx_, ledger::House::rewards, usdt_);
    std::vector<AccountId> ids{house_rewards_};
    for (const Charge& charge : charges) {
        const auto [fees, fresh] = fees_.try_emplace(charge.asset);
        if (fresh) {
            fees->second = ledger::house_account(tx_, ledger::House::fees, charge.asset);
            ids.push_back(fees->second);
        }
        if (charge.credit) ids.push_back(*charge.credit);
        ids.push_back(account(charge.client, charge.wallet, charge.asset));
        if (charge.referrer)
            ids.push_back(account(*charge.referrer, ledger::Wallet::spot, charge.asset));
    }
    for (const auto& [id, balance] : ledger::lock(tx_, ids)) {
        accounts_[id].id = id;
        accounts_[id].balance = balance;
    }
}

AccountId FeePayout::account(ClientId client, ledger::Wallet wallet, AssetId asset) {
    const auto [at, fresh] = clients_.try_emplace({client, wallet, asset});
    if (fresh) at->second = ledger::client_account(tx_, client, wallet, false, asset);
    return at->second;
}

bool FeePayout::pay(const Charge& charge) {
    ledger::Account& fees = accounts_.at(fees_.at(charge.asset));
    ledger::Account* const credit = charge.credit ? &accounts_.at(*charge.credit) : nullptr;
    const Paid paid = credit == nullptr ? Paid{} : from_credit(charge, credit->balance);
    const Decimal share = charge.referrer ? Decimal::multiply(charge.fee - paid.refund,
                                                              referrer_share, Rounding::down)
                                          : Decimal{};
    if (fees.balance < paid.refund + share) return false;
    if (paid.refund.positive()) {
        ledger::Account& payer = accounts_.at(account(charge.client, charge.wallet, charge.asset));
        transfers_.transfer(fees, payer, paid.refund, ledger::Kind::fee_refund, charge.reference);
        transfers_.transfer(*credit, accounts_.at(house_rewards_), paid.used,
                            ledger::Kind::fee_credit_used, charge.reference);
    }
    if (share.positive()) {
        ledger::Account& earner =
            accounts_.at(account(*charge.referrer, ledger::Wallet::spot, charge.asset));
        transfers_.transfer(fees, earner, share, ledger::Kind::fee_share, charge.reference);
        shares_[{*charge.referrer, charge.client, charge.asset}] += share;
    }
    return true;
}

void FeePayout::write() {
    for (const auto& [key, amount] : shares_) {
        const auto& [referrer, client, asset] = key;
        tx_.change(1, add_share, {referrer, client, asset, amount});
    }
    if (transfers_.empty()) return;
    pg::Pipeline pipeline{tx_.connection()};
    transfers_.send(pipeline);
    pipeline.finish();
}

}  // namespace cambio::rewards
