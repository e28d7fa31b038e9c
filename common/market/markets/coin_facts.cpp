#include "markets/coin_facts.h"

#include <array>
#include <charconv>
#include <chrono>

#include "json/parse.h"
#include "news/plain_text.h"
#include "text/letters.h"

namespace cambio::markets {

namespace {

constexpr std::size_t max_intro = 1500;
constexpr int dominance_places = 8;

Json::Value parsed(std::string_view text) {
    return json::parse(text).value_or(Json::Value{});
}

/// What is no object has no members.
Json::Value member(const Json::Value& value, const char* name) {
    return value.isObject() ? value[name] : Json::Value{};
}

/// The shortest decimal that reads back as the same number, cut at 18 places.
std::optional<Decimal> number(const Json::Value& value) {
    if (!value.isNumeric()) return std::nullopt;
    std::array<char, 400> digits{};
    const auto [end, problem] = std::to_chars(digits.data(), digits.data() + digits.size(),
                                              value.asDouble(), std::chars_format::fixed);
    if (problem != std::errc{}) return std::nullopt;
    std::string_view text{digits.data(), static_cast<std::size_t>(end - digits.data())};
    if (const auto point = text.find('.'); point != std::string_view::npos)
        text = text.substr(0, point + 1 + Decimal::places);
    const auto decimal = Decimal::parse(text);
    if (!decimal || decimal->negative()) return std::nullopt;
    return decimal;
}

std::optional<std::int64_t> rank_of(const Json::Value& value) {
    if (!value.isInt() || value.asInt() < 1) return std::nullopt;
    return value.asInt();
}

/// "2009-01-03", a day that there is.
bool is_date(const std::string& text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
    const auto part = [&text](std::size_t from, std::size_t count) {
        int value = -1;
        const char* start = text.data() + from;
        const auto [end, problem] = std::from_chars(start, start + count, value);
        return problem == std::errc{} && end == start + count ? value : -1;
    };
    const int year = part(0, 4), month = part(5, 2), day = part(8, 2);
    if (year < 1 || month < 1 || day < 1) return false;
    return std::chrono::year_month_day{std::chrono::year{year},
                                       std::chrono::month{static_cast<unsigned>(month)},
                                       std::chrono::day{static_cast<unsigned>(day)}}
        .ok();
}

}  // namespace

std::optional<std::map<std::string, CoinFacts>> parse_coin_facts(std::string_view text) {
    const auto rows = parsed(text);
    if (!rows.isArray()) return std::nullopt;
    std::map<std::string, CoinFacts> coins;
    for (const auto& row : rows) {
        const auto id = member(row, "id");
        if (!id.isString()) continue;
        coins[id.asString()] = {.ranking = rank_of(row["market_cap_rank"]),
                                .market_cap = number(row["market_cap"]),
                                .circulating_supply = number(row["circulating_supply"]),
                                .total_supply = number(row["total_supply"]),
                                .max_supply = number(row["max_supply"]),
                                .all_time_high = number(row["ath"]),
                                .all_time_low = number(row["atl"])};
    }
    return coins;
}

std::optional<CoinsTotal> parse_coins_total(std::string_view text) {
    const auto data = member(parsed(text), "data");
    const auto cap = number(member(member(data, "total_market_cap"), "usd"));
    if (!cap || !cap->positive()) return std::nullopt;
    CoinsTotal total{*cap, {}};
    const auto percentages = member(data, "market_cap_percentage");
    if (!percentages.isObject()) return total;
    for (const auto& name : percentages.getMemberNames())
        if (const auto share = number(percentages[name]))
            total.percentages[text::upper(name)] = *share;
    return total;
}

std::optional<Decimal> dominance(const CoinsTotal& total, const std::string& code,
                                 const std::optional<Decimal>& market_cap) {
    const auto given = total.percentages.find(code);
    if (given != total.percentages.end())
        return given->second.rounded(dominance_places, Rounding::half_even);
    if (!market_cap || *market_cap > total.market_cap) return std::nullopt;
    return Decimal::multiply_divide(*market_cap, Decimal::of(100), total.market_cap,
                                    Rounding::half_even)
        .rounded(dominance_places, Rounding::half_even);
}

std::optional<CoinDetails> parse_coin_details(std::string_view text, std::string_view id) {
    const auto coin = parsed(text);
    const auto given = member(coin, "id");
    if (!given.isString() || given.asString() != id) return std::nullopt;
    CoinDetails details;
    const auto date = member(coin, "genesis_date");
    if (date.isString() && is_date(date.asString())) details.issue_date = date.asString();
    const auto words = member(member(coin, "description"), "en");
    if (words.isString()) {
        auto plain = news::plain_text(words.asString(), max_intro);
        if (!plain.empty()) details.intro = std::move(plain);
    }
    return details;
}

}  // namespace cambio::markets
