#include "support/payments.h"

#include "withdrawals/withdrawals.h"

namespace cambio::test {

namespace {

constexpr const char* insert_key = R"sql(
    insert into deposit_keys (key_id, next_index) values ('payments', 0) on conflict do nothing
)sql";
constexpr const char* insert_address = R"sql(
    insert into deposit_addresses (client_id, kind, key_id, derivation_index, address)
    values ($1::bigint, 'evm', 'payments', $1, 'payments' || $1::bigint)
    on conflict (client_id, kind, key_id) do update set kind = excluded.kind returning id
)sql";
constexpr const char* insert_deposit = R"sql(
    insert into deposits (network_id, asset_id, client_id, address_id, txid, position, raw_amount,
                          amount, block_height, block_hash, confirmations_needed,
                          unlock_confirmations, state, credited, credited_at, unlocked_at)
    select id, $1, $2, $3, gen_random_uuid()::text, 0, 1, $4, 1, '0x1', 1, 1, 3, $4, now(), now()
      from networks where name = 'ERC20' returning id
)sql";

}  // namespace

void deposit(World& world, const Person& to, const std::string& coin, std::string_view amount) {
    const auto asset = world.asset(coin);
    pg::Transaction tx{world.superuser()};
    tx.run(insert_key);
    const auto address = tx.one(insert_address, {to.id}).integer("id");
    const auto id = tx.one(insert_deposit, {asset, to.id, address, dec(amount)}).integer("id");
    ledger::transfer(tx, ledger::chain_account(tx, "ERC20", asset),
                     ledger::client_account(tx, to.id, ledger::Wallet::spot, false, asset),
                     dec(amount), ledger::Kind::deposit, id);
    tx.commit();
}

void withdraw(World& world, const Person& from, std::string_view amount) {
    withdrawals::Request asked;
    asked.client = from.id;
    asked.asset = world.asset("USDT");
    asked.network = "ERC20";
    asked.address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
    asked.amount = asked.worth = dec(amount);
    asked.fee = dec("1");
    pg::Transaction tx{world.superuser()};
    withdrawals::request(tx, asked, 10'000);
    tx.commit();
}

void verify(World& world, const Person& person) {
    world.app().run("update clients set account_status = 'Verified' where id = $1", {person.id});
}

}  // namespace cambio::test
