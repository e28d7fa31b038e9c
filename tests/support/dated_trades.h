#pragma once

#include "support/builders.h"

namespace cambio::test {

/// That a client's trading transfers have the times of its orders, amendments and fills, by which
/// the account statement finds them (ledger/statement.cpp), as a test expectation.
void expect_trades_are_dated(World& world);

}  // namespace cambio::test
