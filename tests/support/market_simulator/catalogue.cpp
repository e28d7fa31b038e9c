#include "catalogue.h"

#include <json/json.h>

#include <fstream>
#include <stdexcept>

#include "noise.h"

namespace simulator {
namespace {

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

std::string text_of(const Json::Value& object, const char* field, const std::string& where) {
    const Json::Value& value = object[field];
    if (!value.isString() || value.asString().empty()) {
        throw std::runtime_error{where + ": the field \"" + field + "\" is missing"};
    }
    return value.asString();
}

double value_of(const Step& step) {
    double value = static_cast<double>(step.units);
    for (int i = 0; i < step.places; ++i) value /= 10;
    return value;
}

Instrument spot_of(const Json::Value& coin, const std::string& quote, std::uint64_t seed) {
    Instrument it;
    it.base = text_of(coin, "code", "coin");
    it.quote = quote;
    it.id = it.base + "-" + quote;
    const Json::Value& market = coin["market"];
    const auto field = [&](const char* name) { return text_of(market, name, it.base); };
    it.tick_text = field("tick");
    it.lot_text = field("lot");
    it.min_text = field("minimum_quantity");
    it.tick = parse_step(it.tick_text);
    it.lot = parse_step(it.lot_text);
    it.reference_ticks = std::stod(field("reference_price")) / value_of(it.tick);
    it.turnover = std::stod(field("reference_turnover"));
    it.volatility = std::stod(field("reference_volatility"));
    it.coin_key = mix(seed, it.base);
    it.key = mix(seed, it.id);
    return it;
}

Instrument swap_of(const Json::Value& coin, const Instrument& spot, std::uint64_t seed) {
    Instrument it = spot;
    it.id = spot.id + "-SWAP";
    it.swap = true;
    it.contract_text = text_of(coin["market"], "contract_value", it.base);
    it.contract = parse_step(it.contract_text);
    it.lot = Step{};
    it.lot_text = it.min_text = "1";
    it.turnover = spot.turnover * 3;  // Perpetuals trade a few times more than their spot pair.
    it.key = mix(seed, it.id);
    return it;
}

std::string scaled(Wide value, int places) {
    const bool negative = value < 0;
    auto rest = static_cast<UnsignedWide>(negative ? -value : value);
    std::string digits;
    do {
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
        rest /= 10;
    } while (rest != 0);
    const auto wanted = static_cast<std::size_t>(places) + 1;
    if (digits.size() < wanted) digits.insert(0, wanted - digits.size(), '0');
    if (places > 0) {
        digits.insert(digits.size() - static_cast<std::size_t>(places), ".");
        while (digits.back() == '0') digits.pop_back();
        if (digits.back() == '.') digits.pop_back();
    }
    return negative ? "-" + digits : digits;
}

}  // namespace

Step parse_step(const std::string& text) {
    Step step{0, 0};
    bool point = false;
    for (const char c : text) {
        if (c == '.' && !point) {
            point = true;
        } else if (c >= '0' && c <= '9' && step.units < 1'000'000'000'000) {
            step.units = step.units * 10 + (c - '0');
            step.places += point ? 1 : 0;
        } else {
            throw std::runtime_error{"not a plain decimal: " + text};
        }
    }
    if (step.units == 0 || step.places > 18) throw std::runtime_error{"not a step: " + text};
    return step;
}

Step product(const Step& a, const Step& b) {
    return {a.units * b.units, a.places + b.places};
}

std::string decimal(std::int64_t count, const Step& step) {
    return scaled(static_cast<Wide>(count) * step.units, step.places);
}

std::optional<std::int64_t> count_of(const std::string& text, const Step& step) {
    try {
        const Step given = parse_step(text);
        if (given.places > step.places + 6) return std::nullopt;
        Wide value = given.units;
        Wide unit = step.units;
        for (int i = given.places; i < step.places; ++i) value *= 10;
        for (int i = step.places; i < given.places; ++i) unit *= 10;
        if (value % unit != 0) return std::nullopt;
        return static_cast<std::int64_t>(value / unit);
    } catch (const std::runtime_error&) {
        return std::nullopt;
    }
}

std::vector<Instrument> load_catalogue(const std::string& file, std::uint64_t seed) {
    std::ifstream in{file};
    if (!in) throw std::runtime_error{"cannot read the catalogue " + file};
    Json::Value root;
    Json::CharReaderBuilder builder;
    std::string problem;
    if (!Json::parseFromStream(builder, in, &root, &problem)) {
        throw std::runtime_error{file + ": " + problem};
    }
    const std::string quote = text_of(root, "quote", file);
    std::vector<Instrument> all;
    for (const Json::Value& coin : root["coins"]) {
        if (!coin.isMember("market")) continue;
        all.push_back(spot_of(coin, quote, seed));
    }
    const std::size_t pairs = all.size();
    std::size_t next = 0;
    for (const Json::Value& coin : root["coins"]) {
        if (!coin.isMember("market")) continue;
        all.push_back(swap_of(coin, all[next++], seed));
    }
    if (pairs == 0) throw std::runtime_error{file + ": no coin has a market"};
    return all;
}

}  // namespace simulator
