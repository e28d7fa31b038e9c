// When a price is too old to be traded on.
#include "markets/quotes.h"

#include <gtest/gtest.h>

namespace cambio::markets {
namespace {

using namespace std::chrono_literals;

const pg::Time noon{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1} + 12h};

TEST(Stale, IsWhatCameOrWasMadeTooLongAgo) {
    EXPECT_FALSE(stale(noon, noon, noon, 10'000));
    EXPECT_FALSE(stale(noon, noon, noon + 10s, 10'000));
    EXPECT_TRUE(stale(noon, noon + 1s, noon + 10'001ms, 10'000));
    EXPECT_TRUE(stale(noon + 1s, noon, noon + 10'001ms, 10'000));
}

TEST(Stale, IsWhatClaimsToBeMadeLater) {
    EXPECT_FALSE(stale(noon + 5s, noon, noon, 10'000)) << "the provider's clock is ahead";
    EXPECT_TRUE(stale(noon + 5'001ms, noon, noon, 10'000));
    EXPECT_TRUE(stale(noon, noon + 5'001ms, noon, 10'000));
    EXPECT_TRUE(stale(noon + 24h, noon + 24h, noon, 10'000));
}

TEST(Stale, IsAQuoteThatIsHeldBack) {
    const Quote quote{MarketId{1}, Decimal::of(1), noon, noon, true};
    EXPECT_TRUE(stale(quote, noon, 10'000));
}

}  // namespace
}  // namespace cambio::markets
