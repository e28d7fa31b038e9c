#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "support/builders.h"

namespace cambio::test {

/// A coin with a market against USDT (tick 0.1, lot 0.00001, minimum 1 USDT) and a contract.
void make_contract(World& world, const std::string& coin);

/// The provider's mark price, `age` old; makes the contract of a market that has none.
void mark(World& world, const std::string& pair, std::string_view price,
          std::chrono::milliseconds age = std::chrono::milliseconds{0});

/// A time of funding that is over and whose mark is known.
void funding(World& world, const std::string& pair, std::string_view rate, std::string_view mark,
             pg::Time at);

}  // namespace cambio::test
