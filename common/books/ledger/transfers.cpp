#include <stdexcept>

#include "error/error.h"
#include "ledger/ledger.h"

namespace cambio::ledger {

namespace {

// Two statements: no index is used for "is not distinct from".
constexpr const char* find_of_client = R"sql(
    select id from ledger_accounts
    where client_id = $1 and house = '' and wallet = $2 and held = $3 and asset_id = $4
)sql";
constexpr const char* find_of_house = R"sql(
    select id from ledger_accounts
    where client_id is null and house = $1 and wallet = 0 and not held and asset_id = $2
)sql";
// A conflict means that another transaction has just made the same account, and then it is found.
constexpr const char* make_account = R"sql(
    insert into ledger_accounts (client_id, house, wallet, held, asset_id, may_be_negative)
    values ($1, $2, $3, $4, $5, $6)
    on conflict do nothing
)sql";
constexpr const char* lock_accounts = R"sql(
    select id, asset_id, balance, may_be_negative from ledger_accounts
    where id = any($1) order by id for update
)sql";
// Looks at everything again, the CHECK on balances last.
constexpr const char* post_one = R"sql(
    select ledger.post(array[$1::bigint], array[$2::bigint], array[$3::numeric],
                       array[$4::smallint], array[$5::bigint])
)sql";
constexpr const char* post_all = R"sql(
    select ledger.post($1::bigint[], $2::bigint[], $3::text[]::numeric[], $4::smallint[],
                       $5::bigint[])
)sql";
constexpr const char* read_balance = R"sql(select balance from ledger_accounts where id = $1)sql";

struct Owner {
    std::optional<ClientId> client;
    std::string house;
    Wallet wallet{};
    bool held = false;
    AssetId asset;
    bool may_be_negative = false;
};

AccountId find_or_make(pg::Transaction& tx, const Owner& owner) {
    const int wallet = static_cast<int>(owner.wallet);
    const auto find = [&] {
        return owner.client
                   ? tx.maybe(find_of_client, {owner.client, wallet, owner.held, owner.asset})
                   : tx.maybe(find_of_house, {owner.house, owner.asset});
    };
    if (const auto row = find()) return row->id<AccountId>("id");
    tx.run(make_account,
           {owner.client, owner.house, wallet, owner.held, owner.asset, owner.may_be_negative});
    const auto row = find();
    if (!row) throw std::logic_error{"an account that conflicts cannot be seen"};
    return row->id<AccountId>("id");
}

const char* name_of(House house) {
    switch (house) {
        case House::liquidity:
            return "liquidity";
        case House::fees:
            return "fees";
        case House::earn:
            return "earn";
        case House::rewards:
            return "rewards";
        case House::insurance:
            return "insurance";
        case House::dust:
            return "dust";
        case House::demo:
            return "demo";
    }
    throw std::logic_error{"there is no such house account"};
}

}  // namespace

AccountId client_account(pg::Transaction& tx, ClientId client, Wallet wallet, bool held,
                         AssetId asset) {
    return find_or_make(
        tx, {.client = client, .house = "", .wallet = wallet, .held = held, .asset = asset});
}

AccountId house_account(pg::Transaction& tx, House house, AssetId asset) {
    return find_or_make(tx, {.client = std::nullopt,
                             .house = name_of(house),
                             .asset = asset,
                             .may_be_negative = house == House::demo});
}

AccountId chain_account(pg::Transaction& tx, std::string_view network, AssetId asset) {
    return find_or_make(tx, {.client = std::nullopt,
                             .house = "chain:" + std::string{network},
                             .asset = asset,
                             .may_be_negative = true});
}

void transfer(pg::Transaction& tx, AccountId debit, AccountId credit, Decimal amount, Kind kind,
              std::int64_t reference) {
    if (!amount.positive()) throw std::logic_error{"a transfer moves more than zero"};
    if (debit == credit) throw std::logic_error{"a transfer has two sides"};

    const pg::Result locked =
        tx.run(lock_accounts, {pg::Param::array({debit.value, credit.value})});
    if (locked.size() != 2) throw pg::WrongRowCount{"a transfer names an account that is missing"};
    if (locked[0].integer("asset_id") != locked[1].integer("asset_id")) {
        throw std::logic_error{"a transfer stays within one asset"};
    }
    const pg::Row payer = locked[0].id<AccountId>("id") == debit ? locked[0] : locked[1];
    if (!payer.boolean("may_be_negative") && payer.decimal("balance") < amount) {
        throw Error{Code::insufficient_balance};
    }
    tx.run(post_one, {debit, credit, amount, static_cast<int>(kind), reference});
}

namespace {

/// What a transfer of several changes on one account.
struct Change {
    Decimal delta;
    std::int64_t asset = 0;
};

/// Locks the accounts and says no where one would pay more than it has.
void lock_payers(pg::Transaction& tx, std::map<std::int64_t, Change>& changes) {
    std::vector<std::int64_t> ids;
    for (const auto& [id, change] : changes) ids.push_back(id);
    const pg::Result locked = tx.run(lock_accounts, {pg::Param::array(ids)});
    if (locked.size() != static_cast<int>(ids.size()))
        throw pg::WrongRowCount{"a transfer names an account that is missing"};
    for (const pg::Row row : locked) {
        Change& change = changes.at(row.integer("id"));
        change.asset = row.integer("asset_id");
        const bool short_of_it = (row.decimal("balance") + change.delta).negative();
        if (change.delta.negative() && short_of_it && !row.boolean("may_be_negative"))
            throw Error{Code::insufficient_balance};
    }
}

}  // namespace

void transfer_all(pg::Transaction& tx, const std::vector<Movement>& movements) {
    std::map<std::int64_t, Change> changes;
    std::vector<std::int64_t> debits, credits, kinds, references;
    std::vector<std::string> amounts;
    for (const Movement& movement : movements) {
        if (movement.amount.zero()) continue;
        if (movement.amount.negative()) throw std::logic_error{"a transfer moves more than zero"};
        if (movement.debit == movement.credit) throw std::logic_error{"a transfer has two sides"};
        changes[movement.debit.value].delta -= movement.amount;
        changes[movement.credit.value].delta += movement.amount;
        debits.push_back(movement.debit.value);
        credits.push_back(movement.credit.value);
        amounts.push_back(movement.amount.str());
        kinds.push_back(static_cast<std::int64_t>(movement.kind));
        references.push_back(movement.reference);
    }
    if (debits.empty()) return;
    lock_payers(tx, changes);
    for (std::size_t i = 0; i < debits.size(); ++i)
        if (changes.at(debits[i]).asset != changes.at(credits[i]).asset)
            throw std::logic_error{"a transfer stays within one asset"};

    tx.run(post_all,
           {pg::Param::array(debits), pg::Param::array(credits), pg::Param::array(amounts),
            pg::Param::array(kinds), pg::Param::array(references)});
}

std::map<AccountId, Decimal> lock(pg::Transaction& tx, const std::vector<AccountId>& accounts) {
    std::vector<std::int64_t> ids;
    for (const AccountId account : accounts) ids.push_back(account.value);
    std::map<AccountId, Decimal> balances;
    for (const pg::Row row : tx.run(lock_accounts, {pg::Param::array(ids)}))
        balances[row.id<AccountId>("id")] = row.decimal("balance");
    return balances;
}

Decimal balance(pg::Transaction& tx, AccountId account) {
    return tx.one(read_balance, {account}).decimal("balance");
}

}  // namespace cambio::ledger
