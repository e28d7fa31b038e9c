#pragma once

#include <string>
#include <string_view>

#include "support/builders.h"

/// Money that comes in from outside and goes out again, as far as the books know of it.
namespace cambio::test {

/// A deposit over ERC20 that is credited and final.
void deposit(World& world, const Person& to, const std::string& coin, std::string_view amount);

/// Asks for a withdrawal of USDT, which lies in the review from now on.
void withdraw(World& world, const Person& from, std::string_view amount);

/// What an approval of the documents changes.
void verify(World& world, const Person& person);

}  // namespace cambio::test
