#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "money/decimal.h"

/// Facts of coins in CoinGecko's protocol (api/v3). Every figure may be missing; one that is
/// negative or no number counts as missing.
namespace cambio::markets {

/// A row of /coins/markets.
struct CoinFacts {
    std::optional<std::int64_t> ranking;
    std::optional<Decimal> market_cap, circulating_supply, total_supply, max_supply;
    std::optional<Decimal> all_time_high, all_time_low;
};

/// By the coin's id. Nothing where the text is no list of coins.
std::optional<std::map<std::string, CoinFacts>> parse_coin_facts(std::string_view text);

/// What /global says of all coins together.
struct CoinsTotal {
    Decimal market_cap;                          ///< > 0
    std::map<std::string, Decimal> percentages;  ///< of the largest coins, by code in upper case
};
std::optional<CoinsTotal> parse_coins_total(std::string_view text);

/// A coin's share of all coins' value in percent: the provider's own figure, else the quotient with
/// eight places. Nothing for a coin that is worth more than all together.
std::optional<Decimal> dominance(const CoinsTotal& total, const std::string& code,
                                 const std::optional<Decimal>& market_cap);

/// What /coins/{id} says beside: the day of the first block as "2009-01-03", and what the coin is,
/// as plain text of at most 1,500 characters.
struct CoinDetails {
    std::optional<std::string> issue_date, intro;
};
/// Nothing where the text is not about the coin of that id.
std::optional<CoinDetails> parse_coin_details(std::string_view text, std::string_view id);

}  // namespace cambio::markets
