// Any bytes as CoinGecko's three answers. Figures that are taken are possible, texts are plain.
#include <string>
#include <string_view>

#include "fcgi/text.h"
#include "fuzz.h"
#include "markets/coin_facts.h"

namespace {

using cambio::Decimal;
using cambio::fuzz::require;
namespace markets = cambio::markets;

void check_figure(const std::optional<Decimal>& figure, std::string_view input) {
    require(!figure || !figure->negative(), "a figure is not below zero", input);
}

void check_total(const markets::CoinsTotal& total, std::string_view input) {
    require(total.market_cap.positive(), "the total is above zero", input);
    for (const auto& [code, share] : total.percentages) check_figure(share, input);
    for (const char* cap : {"0", "1", "0.000000000000000001", "99999999999999999999"})
        check_figure(markets::dominance(total, "NONE", Decimal::parse(cap)), input);
    for (const auto& [code, share] : total.percentages)
        check_figure(markets::dominance(total, code, {}), input);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = cambio::fuzz::text_of(data, size);
    if (const auto coins = markets::parse_coin_facts(input)) {
        for (const auto& [id, coin] : *coins) {
            require(!coin.ranking || *coin.ranking > 0, "a rank counts from one", input);
            for (const auto& figure : {coin.market_cap, coin.circulating_supply, coin.total_supply,
                                       coin.max_supply, coin.all_time_high, coin.all_time_low})
                check_figure(figure, input);
        }
    }
    if (const auto total = markets::parse_coins_total(input)) check_total(*total, input);
    if (const auto details = markets::parse_coin_details(input, "bitcoin")) {
        require(!details->issue_date || details->issue_date->size() == 10, "a day is a day", input);
        require(!details->intro || cambio::fcgi::printable_utf8(*details->intro),
                "a text is printable UTF-8", input);
    }
    return 0;
}
