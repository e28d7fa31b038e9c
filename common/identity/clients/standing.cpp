#include "clients/standing.h"

namespace cambio::clients {

namespace {

constexpr const char* insert_client = R"sql(
    insert into clients (user_unique_id, email, mobile_number, password_hash,
                         transaction_password_hash, referral_code, referred_by, language,
                         google_subject, google_email)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id
)sql";
constexpr const char* raise_one = R"sql(
    update clients set epoch = epoch + 1, withdraw_limit_before = null,
                       withdraw_limit_before_until = null
     where id = $1
)sql";
constexpr const char* raise_all = R"sql(
    update clients set epoch = epoch + 1, withdraw_limit_before = null,
                       withdraw_limit_before_until = null
)sql";
constexpr const char* set_status = "update clients set status = $2 where id = $1";
constexpr const char* set_trading_locked = R"sql(
    update clients set trading_locked_until = now() + interval '15 minutes' where id = $1
)sql";
constexpr const char* end_trading_lock = R"sql(
    update clients set trading_locked_until = null where id = $1 and trading_locked_until > now()
)sql";
constexpr const char* set_rest = R"sql(
    update clients set withdrawals_rest_until = now() + interval '24 hours' where id = $1
    returning to_char(withdrawals_rest_until at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as until
)sql";
constexpr const char* set_withdrawals = R"sql(
    update clients set withdraw_transfer_status = $2, withdraw_restriction = $3
     where id = $1 and withdraw_transfer_status <> $2
)sql";
constexpr const char* set_level_by_operator = R"sql(
    update clients set membership_level = $2, level_by_operator = true where id = $1
)sql";
constexpr const char* set_level_by_volume = R"sql(
    update clients set level_by_operator = false where id = $1
)sql";
constexpr const char* set_level_of_volume = R"sql(
    update clients set membership_level = $2
     where id = $1 and not level_by_operator and membership_level <> $2
    returning user_unique_id
)sql";
constexpr const char* set_verified = R"sql(
    update clients set account_status = 'Verified' where id = $1
)sql";

}  // namespace

ClientId add(pg::Transaction& tx, const Newcomer& newcomer) {
    return tx
        .one(insert_client,
             {newcomer.unique_id, newcomer.email, newcomer.mobile_number, newcomer.password_hash,
              newcomer.transaction_password_hash, newcomer.referral_code, newcomer.referred_by,
              newcomer.language, newcomer.google_subject, newcomer.google_email})
        .id<ClientId>("id");
}

void raise_epoch(pg::Transaction& tx, ClientId client) {
    tx.change(1, raise_one, {client});
}

void raise_epochs(pg::Transaction& tx) {
    tx.run(raise_all);
}

void freeze(pg::Transaction& tx, ClientId client) {
    tx.change(1, set_status, {client, "FREEZE_ACCOUNT"});
}

void unfreeze(pg::Transaction& tx, ClientId client) {
    tx.change(1, set_status, {client, "ACTIVE"});
}

void lock_trading(pg::Transaction& tx, ClientId client) {
    tx.change(1, set_trading_locked, {client});
}

void let_trade(pg::Transaction& tx, ClientId client) {
    tx.run(end_trading_lock, {client});
}

std::string rest_withdrawals(pg::Transaction& tx, ClientId client) {
    return tx.one(set_rest, {client}).str("until");
}

bool restrict_withdrawals(pg::Transaction& tx, ClientId client, std::string_view until) {
    return tx.run(set_withdrawals, {client, "NOT_ALLOWED", until}).affected() > 0;
}

bool allow_withdrawals(pg::Transaction& tx, ClientId client) {
    return tx.run(set_withdrawals, {client, "ALLOWED", ""}).affected() > 0;
}

void set_level(pg::Transaction& tx, ClientId client, std::string_view level) {
    tx.change(1, set_level_by_operator, {client, level});
}

void let_level_follow(pg::Transaction& tx, ClientId client) {
    tx.change(1, set_level_by_volume, {client});
}

std::optional<std::string> follow_level(pg::Transaction& tx, ClientId client,
                                        std::string_view level) {
    const auto row = tx.maybe(set_level_of_volume, {client, level});
    return row ? std::optional{row->str("user_unique_id")} : std::nullopt;
}

void verify(pg::Transaction& tx, ClientId client) {
    tx.change(1, set_verified, {client});
}

}  // namespace cambio::clients
