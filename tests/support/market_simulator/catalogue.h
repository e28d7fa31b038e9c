#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace simulator {

// A step of prices or quantities: `units` × 10^-`places`. "0.05" is {5, 2}, "10" is {10, 0}.
struct Step {
    std::int64_t units = 1;
    int places = 0;
};

// One SPOT pair or one perpetual SWAP. Prices are whole ticks, sizes whole lots (a contract is the
// lot of a SWAP), so that sums over trades and over candles agree to the last digit.
struct Instrument {
    std::string id;    // BTC-USDT or BTC-USDT-SWAP
    std::string base;  // BTC
    std::string quote;
    bool swap = false;
    Step tick;
    Step lot;       // SPOT: base; SWAP: contracts
    Step contract;  // SWAP: base in a contract; SPOT: {1, 0}
    std::string tick_text;
    std::string lot_text;
    std::string min_text;
    std::string contract_text;
    double reference_ticks = 0;  // price at the reference instant, in ticks
    double turnover = 0;         // quote currency a day
    double volatility = 0;       // of the log price, a year
    std::uint64_t coin_key = 0;  // shared by the SPOT and the SWAP of a coin: they move together
    std::uint64_t key = 0;       // of this instrument alone: its trades and its book
};

// Reads the exchange's own coin catalogue. Throws std::runtime_error that names file and field.
std::vector<Instrument> load_catalogue(const std::string& file, std::uint64_t seed);

// Reads a plain positive decimal. Throws std::runtime_error.
Step parse_step(const std::string& text);

Step product(const Step& a, const Step& b);

// `count` × `step` as the provider writes it: plain, no trailing zeros.
std::string decimal(std::int64_t count, const Step& step);

// The whole number of steps that `text` is; nothing when it is no plain decimal or no multiple.
std::optional<std::int64_t> count_of(const std::string& text, const Step& step);

}  // namespace simulator
