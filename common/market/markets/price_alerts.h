#pragma once

#include <optional>
#include <string>
#include <vector>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

/// Price alerts: a client is told once when a market's price does what was asked for.
namespace cambio::markets {

/// Of one client, met or not.
constexpr std::int64_t max_price_alerts = 100;
/// To one client in 24 hours, however many alerts are made, met, and made again.
constexpr std::int64_t max_alert_mails = 50;

enum class AlertKind {
    above = 1,  ///< the price rises to `price`, or beyond
    below = 2,  ///< it falls to `price`, or beyond
    move = 3    ///< it moves by `percent` in either direction within `minutes`
};

struct NewPriceAlert {
    MarketId market;
    AlertKind kind = AlertKind::above;
    std::optional<Decimal> price;
    std::optional<Decimal> percent;  ///< 5: five percent
    std::optional<std::int64_t> minutes;
    Decimal price_then;  ///< the last price of now, > 0
};

struct PriceAlert {
    PriceAlertId id;
    NewPriceAlert wanted;
    std::string pair;
    pg::Time created_at;
    std::optional<pg::Time> met_at;
    Decimal met_price;  ///< 0: it was not met
};

/// Locks the client, so that the limit holds for calls that come together. Throws
/// Error{too_many_price_alerts}.
PriceAlert make_price_alert(pg::Transaction& tx, ClientId client, const NewPriceAlert& wanted);

/// Those that wait first, then those that were met; each part newest first.
std::vector<PriceAlert> price_alerts_of(pg::Connection& connection, ClientId client);

/// Whether the client had it.
bool remove_price_alert(pg::Transaction& tx, ClientId client, PriceAlertId id);
/// Removes the client's alerts that were met; how many there were.
std::int64_t remove_met_price_alerts(pg::Transaction& tx, ClientId client);

/// One that has just been met.
struct MetPriceAlert {
    ClientId client;
    std::string unique_id;  ///< of the client, whose channel bears it
    PriceAlert alert;
};

/// Marks the alerts that the last prices of now, or trades since `since`, have met: each price
/// counts that came after its alert was made. Moves are looked at only where `moves` says so: that
/// reads the candles of a day. A move is measured against the lowest and the highest price within
/// its minutes, as whole one-minute candles and the price at which it was made tell them. Alerts of
/// frozen clients wait.
std::vector<MetPriceAlert> meet_price_alerts(pg::Transaction& tx, pg::Time since, bool moves);

/// Whether a client may still be mailed of an alert: in 24 hours it is `max_alert_mails` times.
bool may_mail_alert(pg::Transaction& tx, ClientId client);

/// Removes those that were met a month ago.
void forget_old_price_alerts(pg::Connection& connection);

}  // namespace cambio::markets
