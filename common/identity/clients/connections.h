#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "money/ids.h"
#include "pg/pg.h"

/// What else a client is known by: Google, a browser wallet, a mobile number. Two clients never
/// have the same one: what binds one throws pg::Failure with a unique violation then.
namespace cambio::clients {

struct Connections {
    bool google = false;
    std::string wallet_address;  ///< empty: none

    bool any() const { return google || !wallet_address.empty(); }
};
Connections connections_of(pg::Transaction& tx, ClientId client);
/// Takes Google and the wallet away; which there were.
Connections disconnect(pg::Transaction& tx, ClientId client);

/// The client's user_unique_id; nothing where it has a Google account, is frozen, or its epoch is
/// another one.
std::optional<std::string> connect_google(pg::Transaction& tx, ClientId client,
                                          std::string_view subject, std::string_view email,
                                          std::int64_t epoch);
/// The client's user_unique_id; nothing where there is no Google account.
std::optional<std::string> disconnect_google(pg::Transaction& tx, ClientId client);

/// The client's user_unique_id. Throws pg::WrongRowCount where it has a wallet.
std::string connect_wallet(pg::Transaction& tx, ClientId client, std::string_view address);
/// The client's user_unique_id; nothing where there is no wallet.
std::optional<std::string> disconnect_wallet(pg::Transaction& tx, ClientId client);

/// A number that the client has proved to be its own, in place of one before it. Throws
/// pg::WrongRowCount where there is no such client.
void connect_mobile(pg::Transaction& tx, ClientId client, std::string_view number);

}  // namespace cambio::clients
