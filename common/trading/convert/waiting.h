#pragma once

#include <map>
#include <optional>
#include <string>

#include "convert/conversions.h"

/// Conversions that wait for their rate: when one is filled, and until when its owner may take it
/// back.
namespace cambio::convert {

/// The coins of `conversion`, a row of named_conversions, as they stand now.
std::map<std::string, CoinNow> coins_of(pg::Connection& connection, const pg::Row& conversion,
                                        const Config& config);

/// At what the conversion can be filled at these coins' prices. Nothing while one of them cannot be
/// converted or has no price that was made since the conversion was ordered, and while the rate is
/// worse than its limit.
std::optional<Terms> reached_at(const std::map<std::string, CoinNow>& coins,
                                const pg::Row& conversion, const Config& config);

/// How the transaction found a conversion that it has locked.
enum class Taken {
    free,    ///< its owner may have it back
    filling  ///< its rate has come, and the job that fills it is at work
};
/// Locks one that waits. Whoever knows the next price before the house does would otherwise take
/// back what loses and leave what gains. One that the house had no room for can be taken back while
/// nobody looks at it, as can all while the job does not run. Nothing where none of the client's
/// waits under that number.
std::optional<Taken> take_back(pg::Transaction& tx, ConversionId id, ClientId owner,
                               const Config& config);

/// Has nobody look at it for a while: the house cannot give now what it asks for.
void let_wait(pg::Connection& connection, ConversionId id);

}  // namespace cambio::convert
