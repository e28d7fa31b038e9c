#pragma once

// How a message of the provider's WebSocket becomes typed values, or the reason why it is refused.
// Apart from provider_stream.cpp, which knows the connection.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "markets/provider.h"

namespace cambio::markets {

enum class Channel { books, tickers, trades, mark_prices };

/// As the protocol calls it: books5, tickers, trades, mark-price.
const char* name_of(Channel channel);

struct PushedRow {
    std::variant<ProviderBook, ProviderTicker, ProviderTrade, ProviderMarkPrice> value;
    /// Of a trade: how many trades of one taker at one price it sums up; its id is the last one's.
    std::int64_t count = 1;
    /// Of a book: among those of one moment, which is the later one.
    std::int64_t sequence = 0;

    Instant at() const;
};

struct StreamMessage {
    enum class Kind {
        pushed,
        subscribed,  ///< to `instrument`
        pong,
        notice,     ///< another event, which changes nothing
        refused,    ///< an answer to what was sent: `reason` says why
        malformed,  ///< not what the protocol says: `reason` names the field
    };
    Kind kind = Kind::malformed;
    std::string instrument;  ///< of malformed messages where it can be read, else empty
    std::vector<PushedRow> rows;
    std::string reason;  ///< text that can stand in a log
};

/// What a message on a connection that follows this one channel says.
StreamMessage message_of(Channel channel, std::string_view text);

/// The message that subscribes to the channel for each of the instruments.
std::string subscription_to(Channel channel, const std::vector<std::string>& instruments);

}  // namespace cambio::markets
