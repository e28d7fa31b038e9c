// The rules of the house's risk gate, by worked examples.
#include <gtest/gtest.h>

#include "risk/gate.h"
#include "support/builders.h"

namespace cambio::risk {
namespace {

using namespace std::chrono_literals;
using test::dec;

const Time noon{std::chrono::sys_days{std::chrono::year{2026} / 1 / 1} + 12h};

TEST(RiskGate, APriceIsTooOldAfterItsLimit) {
    EXPECT_FALSE(too_old(noon, noon, 2000ms));
    EXPECT_FALSE(too_old(noon, noon + 2000ms, 2000ms));
    EXPECT_TRUE(too_old(noon, noon + 2001ms, 2000ms));
    EXPECT_FALSE(too_old(noon + 5s, noon, 2000ms)) << "the provider's clock is ahead";
}

TEST(RiskGate, TheLastLookAllowsHalfTheSpread) {
    struct Example {
        House house;
        const char *promised, *now, *spread;
        bool moved;
    };
    const Example examples[] = {
        {House::sells, "50000", "50000", "0.002", false},
        {House::sells, "50000", "50050", "0.002", false},
        {House::sells, "50000", "50050.01", "0.002", true},
        {House::sells, "50000", "40000", "0.002", false},
        {House::buys, "50000", "49950", "0.002", false},
        {House::buys, "50000", "49949.99", "0.002", true},
        {House::buys, "50000", "60000", "0.002", false},
        // Without a spread no move against the house is small enough.
        {House::sells, "50000", "50000", "0", false},
        {House::sells, "50000", "50000.01", "0", true},
        {House::buys, "0.00001996", "0.00001995", "0.002", false},
        {House::buys, "0.00001996", "0.00001993", "0.002", true},
    };
    for (const auto& [house, promised, now, spread, moved] : examples) {
        EXPECT_EQ(moved_against(house, dec(promised), dec(now), dec(spread)), moved)
            << (house == House::sells ? "sells " : "buys ") << promised << " at " << now;
    }
}

TEST(RiskGate, APriceMadeBeforeTheWishIsWaitedOut) {
    EXPECT_TRUE(made_before(noon, noon + 1us));
    EXPECT_FALSE(made_before(noon, noon));
    EXPECT_FALSE(made_before(noon + 1us, noon));
}

TEST(RiskGate, PositionsHaveRoomByClientContractAndHouse) {
    const Caps caps{dec("500"), dec("300"), dec("1000"), dec("1500")};
    struct Example {
        const char *own, *own_of_contract, *net, *others;
        House house;
        const char* size;
        Room room;
    };
    const Example examples[] = {
        {"0", "0", "0", "0", House::sells, "300", Room::enough},
        {"0", "0", "0", "0", House::sells, "300.01", Room::none_for_client},
        // Split, they count together.
        {"200", "200", "200", "0", House::buys, "100", Room::enough},
        {"200", "200", "200", "0", House::buys, "101", Room::none_for_client},
        {"400", "0", "0", "0", House::sells, "101", Room::none_for_client},
        {"0", "0", "900", "0", House::sells, "100", Room::enough},
        {"0", "0", "900", "0", House::sells, "101", Room::none_in_contract},
        {"0", "0", "-900", "0", House::buys, "101", Room::none_in_contract},
        {"0", "0", "-900", "0", House::sells, "300", Room::enough},
        {"0", "0", "600", "800", House::sells, "100", Room::enough},
        {"0", "0", "600", "800", House::sells, "101", Room::none_for_house},
        // Beyond the caps of its net it still takes what brings it back.
        {"0", "0", "2000", "3700", House::buys, "300", Room::enough},
        {"0", "0", "100", "1500", House::buys, "201", Room::none_for_house},
    };
    for (const auto& [own, of_contract, net, others, house, size, room] : examples) {
        // One side only, so that the gross is no more than it must be.
        const Decimal gross = maximum(dec(net), -dec(net));
        const OpenInterest open{dec(own), dec(of_contract),   dec(net), dec(others),
                                gross,    gross + dec(others)};
        EXPECT_EQ(room_for(open, caps, house, dec(size)), room)
            << own << ' ' << of_contract << ' ' << net << ' ' << others << ' ' << size;
    }
}

TEST(RiskGate, PairsOfPositionsHaveNoMoreRoomThanAMultipleOfTheNets) {
    // 4000 of one contract and 6000 of all.
    const Caps caps{dec("500"), dec("300"), dec("1000"), dec("1500")};
    struct Example {
        const char *net, *others, *gross, *gross_of_all;
        House house;
        const char* size;
        Room room;
    };
    const Example examples[] = {
        {"0", "0", "3900", "3900", House::sells, "100", Room::enough},
        {"0", "0", "3900", "3900", House::sells, "100.01", Room::none_in_contract},
        {"0", "0", "3900", "3900", House::buys, "101", Room::none_in_contract},
        // Nor is what brings the net nearer to zero welcome then.
        {"900", "0", "3900", "3900", House::buys, "100", Room::enough},
        {"900", "0", "3900", "3900", House::buys, "101", Room::none_in_contract},
        {"-900", "0", "3900", "3900", House::sells, "101", Room::none_in_contract},
        {"0", "0", "0", "5900", House::buys, "100", Room::enough},
        {"0", "0", "0", "5900", House::buys, "101", Room::none_for_house},
        {"0", "0", "2000", "5900", House::sells, "101", Room::none_for_house},
        {"500", "0", "2000", "5900", House::buys, "101", Room::none_for_house},
        // The net keeps its own caps.
        {"950", "0", "950", "950", House::sells, "51", Room::none_in_contract},
        {"600", "800", "1000", "2000", House::sells, "101", Room::none_for_house},
    };
    for (const auto& [net, others, gross, gross_of_all, house, size, room] : examples) {
        const OpenInterest open{{}, {}, dec(net), dec(others), dec(gross), dec(gross_of_all)};
        EXPECT_EQ(room_for(open, caps, house, dec(size)), room)
            << net << ' ' << others << ' ' << gross << ' ' << gross_of_all << ' ' << size;
    }
}

TEST(RiskGate, ABudgetComesBackAfterAMinute) {
    const Decimal limit = dec("1000");
    Budget budget;
    EXPECT_EQ(budget.left(noon, limit), limit);
    budget.took(noon, dec("600"));
    budget.took(noon + 500ms, dec("100"));
    budget.took(noon + 30s, dec("250"));
    EXPECT_EQ(budget.left(noon + 30s, limit), dec("50"));
    EXPECT_EQ(budget.left(noon + 60s, limit), dec("50")) << "some of it was less than a minute ago";
    EXPECT_EQ(budget.left(noon + 62s, limit), dec("750"));
    EXPECT_EQ(budget.left(noon + 92s, limit), limit);
    budget.took(noon + 92s, dec("5000"));
    EXPECT_EQ(budget.left(noon + 92s, limit), dec("0"))
        << "what was taken at once stays above zero";
    budget.took(noon + 92s, dec("-5"));
    EXPECT_EQ(budget.left(noon + 92s, dec("6000")), dec("1000"));
}

TEST(RiskGate, ABudgetThatTwoHaveCountedIsSpentOnce) {
    const Decimal limit = dec("1000");
    Budget budget;
    budget.took(noon, dec("300"));
    budget.took(noon + 30s, dec("200"));
    budget.at_least(noon + 30s, dec("400"));
    EXPECT_EQ(budget.left(noon + 30s, limit), dec("500")) << "it knows of more itself";
    budget.at_least(noon + 30s, dec("600"));
    EXPECT_EQ(budget.left(noon + 30s, limit), dec("400"));
    budget.at_least(noon + 65s, dec("250"));
    EXPECT_EQ(budget.left(noon + 65s, limit), dec("700")) << "the first is forgotten";
    budget.at_least(noon + 65s, dec("350"));
    EXPECT_EQ(budget.left(noon + 65s, limit), dec("650"));
}

}  // namespace
}  // namespace cambio::risk
