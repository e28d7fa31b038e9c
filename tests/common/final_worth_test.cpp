// How much may leave while something is not final, on figures that can be checked by hand.
#include "withdrawals/final_worth.h"

#include <gtest/gtest.h>

#include "support/builders.h"

namespace cambio::withdrawals {
namespace {

using test::dec;

constexpr AssetId usdt{1}, bitcoin{2}, ether{3};

Holding of(AssetId asset, const char* own, const char* not_final, const char* price) {
    return {asset, dec(own), dec(not_final),
            *price == '\0' ? std::nullopt : std::optional{dec(price)}};
}

TEST(FinalWorthRule, FollowsItsTable) {
    struct Row {
        const char* what;
        std::vector<Holding> holdings;
        AssetId asset;
        const char* balance;
        const char* leaves;
    };
    const Row rows[] = {
        {"nothing at all", {}, usdt, "0", "0"},
        {"everything final", {of(usdt, "50", "0", "1")}, usdt, "40", "40"},
        {"final, and no price is needed", {of(bitcoin, "1", "0", "")}, bitcoin, "1", "1"},
        {"50 own, 400 not final", {of(usdt, "450", "400", "1")}, usdt, "450", "50"},
        {"the same with 50 on their way", {of(usdt, "400", "400", "1")}, usdt, "400", "0"},
        {"less is free than is final", {of(usdt, "450", "400", "1")}, usdt, "20", "20"},
        {"own coins of another kind",
         {of(usdt, "400", "400", "1"), of(bitcoin, "1", "0", "50000")},
         bitcoin,
         "1",
         "1"},
        {"what is not final stays for them all the same",
         {of(usdt, "400", "400", "1"), of(bitcoin, "1", "0", "50000")},
         usdt,
         "400",
         "0"},
        {"converted: 0.009 are worth 450",
         {of(usdt, "0", "400", "1"), of(bitcoin, "0.009", "0", "50000")},
         bitcoin,
         "0.009",
         "0.001"},
        {"converted in part",
         {of(usdt, "150", "400", "1"), of(bitcoin, "0.006", "0", "50000")},
         bitcoin,
         "0.006",
         "0.001"},
        {"converted in part, the rest of it",
         {of(usdt, "150", "400", "1"), of(bitcoin, "0.006", "0", "50000")},
         usdt,
         "150",
         "0"},
        {"lost in trading",
         {of(usdt, "0", "400", "1"), of(bitcoin, "0.007", "0", "50000")},
         bitcoin,
         "0.007",
         "0"},
        {"exactly covered",
         {of(usdt, "0", "400", "1"), of(bitcoin, "0.008", "0", "50000")},
         bitcoin,
         "0.008",
         "0"},
        {"rounded down",
         {of(usdt, "0", "1", "1"), of(ether, "1", "0", "3")},
         ether,
         "1",
         "0.666666666666666666"},
        {"two that are not final",
         {of(usdt, "0", "400", "1"), of(ether, "0", "1", "2000"), of(bitcoin, "0.1", "0", "50000")},
         bitcoin,
         "0.1",
         "0.052"},
        {"the price of what is missing is unknown",
         {of(ether, "0.5", "1", ""), of(usdt, "5000", "0", "1")},
         usdt,
         "5000",
         "0"},
        {"the price of what covers is unknown",
         {of(usdt, "0", "400", "1"), of(bitcoin, "1", "0", ""), of(ether, "1", "0", "2000")},
         ether,
         "1",
         "0.8"},
        {"the price of what is asked for is unknown",
         {of(usdt, "0", "400", "1"), of(bitcoin, "1", "0", ""), of(ether, "1", "0", "2000")},
         bitcoin,
         "1",
         "0"},
        {"nothing missing, so no price is needed",
         {of(ether, "1", "1", ""), of(bitcoin, "1", "0", "")},
         bitcoin,
         "1",
         "1"},
        {"a coin that the client never had", {of(usdt, "450", "400", "1")}, ether, "0", "0"},
    };
    for (const auto& row : rows)
        EXPECT_EQ(may_leave(row.holdings, row.asset, dec(row.balance)).str(), row.leaves)
            << row.what;
}

}  // namespace
}  // namespace cambio::withdrawals
