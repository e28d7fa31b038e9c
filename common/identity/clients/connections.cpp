#include "clients/connections.h"

namespace cambio::clients {

namespace {

constexpr const char* read_connections = R"sql(
    select google_subject is not null as google, coalesce(wallet_address, '') as wallet_address
      from clients where id = $1
)sql";
constexpr const char* clear_connections = R"sql(
    update clients c set google_subject = null, google_email = null, wallet_address = null
      from clients was
     where c.id = $1 and was.id = c.id
           and (c.google_subject is not null or c.wallet_address is not null)
    returning was.google_subject is not null as google,
              coalesce(was.wallet_address, '') as wallet_address
)sql";
constexpr const char* set_google = R"sql(
    update clients set google_subject = $2, google_email = $3
     where id = $1 and google_subject is null and epoch = $4 and not client_frozen(clients)
    returning user_unique_id
)sql";
constexpr const char* clear_google = R"sql(
    update clients set google_subject = null, google_email = null
     where id = $1 and google_subject is not null
    returning user_unique_id
)sql";
constexpr const char* set_wallet = R"sql(
    update clients set wallet_address = $2 where id = $1 and wallet_address is null
    returning user_unique_id
)sql";
constexpr const char* clear_wallet = R"sql(
    update clients set wallet_address = null where id = $1 and wallet_address is not null
    returning user_unique_id
)sql";
constexpr const char* set_number = R"sql(
    update clients set mobile_number = $2, mobile_proved_at = now() where id = $1
)sql";

Connections connections_in(const pg::Row& row) {
    return {row.boolean("google"), row.str("wallet_address")};
}

std::optional<std::string> unique_id_in(const std::optional<pg::Row>& row) {
    return row ? std::optional{row->str("user_unique_id")} : std::nullopt;
}

}  // namespace

Connections connections_of(pg::Transaction& tx, ClientId client) {
    return connections_in(tx.one(read_connections, {client}));
}

Connections disconnect(pg::Transaction& tx, ClientId client) {
    const auto row = tx.maybe(clear_connections, {client});
    return row ? connections_in(*row) : Connections{};
}

std::optional<std::string> connect_google(pg::Transaction& tx, ClientId client,
                                          std::string_view subject, std::string_view email,
                                          std::int64_t epoch) {
    return unique_id_in(tx.maybe(set_google, {client, subject, email, epoch}));
}

std::optional<std::string> disconnect_google(pg::Transaction& tx, ClientId client) {
    return unique_id_in(tx.maybe(clear_google, {client}));
}

std::string connect_wallet(pg::Transaction& tx, ClientId client, std::string_view address) {
    return tx.one(set_wallet, {client, address}).str("user_unique_id");
}

std::optional<std::string> disconnect_wallet(pg::Transaction& tx, ClientId client) {
    return unique_id_in(tx.maybe(clear_wallet, {client}));
}

void connect_mobile(pg::Transaction& tx, ClientId client, std::string_view number) {
    tx.change(1, set_number, {client, number});
}

}  // namespace cambio::clients
