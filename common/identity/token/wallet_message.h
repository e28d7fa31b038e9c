#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pg/pg.h"

/// Sign-In with Ethereum (EIP-4361): the message that a browser wallet shows its owner and signs.
namespace cambio::token {

struct WalletMessage {
    std::string domain;   ///< "exchange.example.com", with the port where it is not the usual one
    std::string address;  ///< EIP-55
    std::string uri;
    std::string nonce;
    std::int64_t chain_id = 0;
    pg::Time issued_at{};
    std::optional<pg::Time> expires_at, not_before;
};

/// Nothing for a text that is not such a message, to the letter: version 1, each line in its place,
/// an address with the right checksum, times in RFC 3339.
std::optional<WalletMessage> parse_wallet_message(std::string_view text);

/// Whether the message is for the site at `public_url` and its time is now: issued at most ten
/// minutes ago (a clock may be one minute ahead), begun and not expired.
bool meant_for(const WalletMessage& message, const std::string& public_url, pg::Time now);

/// What such a message must name: host and port of an address ("https://x.example:8443/" is
/// "x.example:8443").
std::string domain_of(const std::string& public_url);

}  // namespace cambio::token
