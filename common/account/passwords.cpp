#include "account/passwords.h"

#include "crypto/crypto.h"

namespace cambio::account {

namespace {

constexpr int remembered = 5;

constexpr const char* known_hashes = R"sql(
    (select password_hash from clients where id = $1)
    union all
    (select password_hash from password_history where client_id = $1 order by id desc limit $2)
)sql";

constexpr const char* remember_current = R"sql(
    insert into password_history (client_id, password_hash)
    select id, password_hash from clients where id = $1
)sql";

constexpr const char* forget_older = R"sql(
    delete from password_history where client_id = $1 and id not in
        (select id from password_history where client_id = $1 order by id desc limit $2)
)sql";

constexpr const char* update_password = R"sql(
    update clients set password_hash = $2, password_changed_at = now() where id = $1
)sql";

}  // namespace

bool recently_used(pg::Transaction& tx, ClientId client, std::string_view password) {
    for (const auto row : tx.run(known_hashes, {client, remembered}))
        if (crypto::verify_password(row.str("password_hash"), password)) return true;
    return false;
}

void set_password(pg::Transaction& tx, ClientId client, std::string_view password) {
    tx.change(1, remember_current, {client});
    tx.run(forget_older, {client, remembered});
    tx.change(1, update_password, {client, crypto::hash_password(password)});
}

}  // namespace cambio::account
