#include "rewards/fee_payout.h"

#include <stdexcept>

#include "rewards/referrals.h"

namespace cambio::rewards {

namespace {

constexpr const char* add_share = R"sql(
    insert into fee_shares as s (referrer_id, friend_id, asset_id, amount) values ($1, $2, $3, $4)
    on conflict (referrer_id, friend_id, asset_id) do update set amount = s.amount + excluded.amount
)sql";

}  // namespace

void FeePayout::pay(const std::vector<Charge>& charges) {
    if (charges.empty()) return;
    lock_accounts(charges);
    for (const Charge& charge : charges) pay(charge);
    write();
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

void FeePayout::pay(const Charge& charge) {
    ledger::Account& fees = accounts_.at(fees_.at(charge.asset));
    Decimal refund;
    if (charge.credit) refund = pay_from_credit(charge, fees);
    if (!charge.referrer) return;
    const Decimal share = Decimal::multiply(charge.fee - refund, referrer_share, Rounding::down);
    move(fees, accounts_.at(account(*charge.referrer, ledger::Wallet::spot, charge.asset)), share,
         ledger::Kind::fee_share, charge.reference);
    if (share.positive()) shares_[{*charge.referrer, charge.client, charge.asset}] += share;
}

/// Gives back as much of the fee as the credit is worth: all of it for its worth in USDT, rounded
/// up against the credit, or the part that all of the credit buys, rounded down.
Decimal FeePayout::pay_from_credit(const Charge& charge, ledger::Account& fees) {
    ledger::Account& credit = accounts_.at(*charge.credit);
    const bool enough = credit.balance >= charge.worth;
    const Decimal used = enough ? charge.worth : credit.balance;
    const Decimal refund =
        enough ? charge.fee
               : Decimal::multiply_divide(charge.fee, used, charge.worth, Rounding::down);
    if (!refund.positive()) return {};
    move(fees, accounts_.at(account(charge.client, charge.wallet, charge.asset)), refund,
         ledger::Kind::fee_refund, charge.reference);
    move(credit, accounts_.at(house_rewards_), used, ledger::Kind::fee_credit_used,
         charge.reference);
    return refund;
}

void FeePayout::move(ledger::Account& debit, ledger::Account& credit, Decimal amount,
                     ledger::Kind kind, std::int64_t reference) {
    if (debit.balance < amount)
        throw std::runtime_error{"house:fees holds less than was collected"};
    transfers_.transfer(debit, credit, amount, kind, reference);
}

void FeePayout::write() {
    for (const auto& [key, amount] : shares_) {
        const auto& [referrer, client, asset] = key;
        tx_.change(1, add_share, {referrer, client, asset, amount});
    }
    if (transfers_.empty()) return;
    pg::Pipeline pipeline{tx_.connection()};
    transfers_.send_balances(pipeline);
    transfers_.send_transfers(pipeline);
    pipeline.finish();
}

}  // namespace cambio::rewards
