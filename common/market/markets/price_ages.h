#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "pg/pg.h"

/// How old the prices are that the house trades on: the status call, the operator's program and the
/// alarm say the same of them.
namespace cambio::markets {

enum class PriceKind { last, book, mark };
inline constexpr std::array price_kinds{"last", "book", "mark"};

/// As old as the older of the provider's clock and ours says.
struct OldPrice {
    PriceKind kind;
    std::string market;
    pg::Time as_of;
    std::int64_t age_ms = 0;
};

/// The oldest price of each kind. Nobody trades on those of a market that is not open.
struct PriceAges {
    std::array<std::optional<OldPrice>, price_kinds.size()> of_kind;

    std::optional<OldPrice> oldest() const;
    /// Also where there is no price at all.
    bool stale(int after_ms) const;
};
PriceAges price_ages(pg::Connection& connection);

}  // namespace cambio::markets
