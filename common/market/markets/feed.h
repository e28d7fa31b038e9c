#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/config.h"
#include "markets/provider.h"
#include "markets/provider_stream.h"
#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

namespace cambio::markets {

/// A market as the jobs that feed it know it.
struct FedMarket {
    MarketId id;
    std::string pair;        ///< BTCUSDT
    std::string instrument;  ///< BTC-USDT
};

/// All open markets, in order of listing.
std::vector<FedMarket> fed_markets(pg::Connection& db);

/// The provider that the configuration names; `given_up` as in Provider::Options. The simulator on
/// this machine has no limits of calls to keep.
std::unique_ptr<Provider> provider_of(const Config& config, std::function<bool()> given_up);

/// How a job that feeds prices reads them. What is pushed is taken as it comes; a single run, and a
/// configuration without an address for pushes, asks by calls alone.
struct Source {
    Source(const Config& config, Channel channel, bool once);

    /// What became of a call: the first that succeeds after one that failed ends the stream's wait
    /// for its next try.
    void called(ProviderOutcome outcome);

    std::unique_ptr<ProviderStream> stream;  ///< nothing: calls alone
    /// Beside a stream it tries once, since what comes over the stream does not wait for it.
    std::unique_ptr<Provider> provider;
    std::chrono::milliseconds apart{};  ///< for judge_tick

  private:
    bool failing_ = false;
};

/// How often what was pushed is written, all of it together.
constexpr std::chrono::milliseconds stream_pace{250};
/// What the provider has told nothing of for so long is asked for, and so is everything while there
/// is no stream.
constexpr std::chrono::seconds call_pace{2};
/// The same for books and marks beside a stream. A quiet market pushes nothing, and the house
/// trades at a price only as long as the provider has confirmed it a moment ago: half of what it
/// may be old.
constexpr std::chrono::seconds confirm_pace{1};

/// A price and when the provider made it.
struct Tick {
    Decimal price;
    pg::Time at;
};

/// Whether a tick may be believed: at most 20 % from the last one, or near an older one that was
/// held back, which it then confirms. The same tick fetched again confirms nothing, and neither
/// does one less than `apart` after it: pushes follow each other so closely that a second one says
/// little more than the first. Until then the one that is held back stays it.
enum class TickVerdict { accept, hold_back, too_soon };
TickVerdict judge_tick(Decimal last, const std::optional<Tick>& held_back, const Tick& tick,
                       std::chrono::milliseconds apart = {});

/// Whether what the provider made at `at` is news after what it made at `before`. Nothing is that
/// comes from the future, since it would refuse everything after it; what was taken from there,
/// before a clock was set right, refuses nothing.
bool is_news(pg::Time before, pg::Time at, pg::Time now);
/// Takes a row as the newest of its instrument, if it is one; else false. Of rows from the future
/// it warns, once a minute.
bool take_newest(pg::Time& newest, pg::Time at, const std::string& instrument);

/// The tick of the columns held_back and held_back_at, unless it is from the future.
std::optional<Tick> held_back_of(const pg::Row& row);

}  // namespace cambio::markets
