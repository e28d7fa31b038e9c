// Orders of Binance's clients that take the place of others, and what is told to whoever asks
// again.
#include "binance_fixture.h"

namespace cambio {
namespace {

constexpr const char* order_path = "api/v3/order";

class BinanceReplacements : public BinancePrograms {
  protected:
    /// An order of 2 at 94 is to take the place of the one that `more` names.
    Answer replaced(Program& program, const Query& more) const {
        return program.ask(
            "POST", "api/v3/order/cancelReplace",
            limit_order("BUY", "94", "2", with({{"cancelReplaceMode", "STOP_ON_FAILURE"}}, more)));
    }
    void halt(bool halted) const {
        world->superuser().run("update markets set halted = $2 where pair = $1", {pair(), halted});
    }
};

TEST_F(BinanceReplacements, ReplacesAnOrder) {
    const auto anna = person();
    auto program = trader(anna);
    const auto replace = [&](const Query& more) { return replaced(program, more); };
    const auto first = good(program.ask("POST", order_path, limit_order("BUY", "95", "1")));
    const auto id = first["orderId"].asString();
    const auto both = good(replace({{"cancelOrderId", id}}));
    EXPECT_EQ(both["cancelResult"], "SUCCESS");
    EXPECT_EQ(both["cancelResponse"]["orderId"].asString(), id);
    EXPECT_EQ(both["cancelResponse"]["status"], "CANCELED");
    EXPECT_EQ(both["newOrderResponse"]["status"], "NEW");
    EXPECT_EQ(anna.held("USDT"), dec("188"));

    const auto neither = replace({{"cancelOrderId", id}});
    expect_refused(neither, 400, -2022, "Order cancel-replace failed.");
    EXPECT_EQ(neither.json()["data"]["cancelResponse"]["code"], -2011);
    EXPECT_EQ(neither.json()["data"]["newOrderResult"], "NOT_ATTEMPTED");
    const auto new_alone = replace({{"cancelOrderId", id}, {"cancelReplaceMode", "ALLOW_FAILURE"}});
    expect_refused(new_alone, 409, -2021, "Order cancel-replace partially failed.");
    EXPECT_EQ(new_alone.json()["data"]["newOrderResponse"]["status"], "NEW");
    EXPECT_EQ(anna.held("USDT"), dec("376"));
    const auto second = both["newOrderResponse"]["clientOrderId"].asString();
    // What does not fit the market's rules cancels nothing; what cannot be paid, the first alone.
    expect_refused(replace({{"cancelOrigClientOrderId", second}, {"price", "94.55"}}), 400, -1013,
                   "Filter failure: PRICE_FILTER");
    EXPECT_EQ(anna.held("USDT"), dec("376"));
    const auto old_alone = replace({{"cancelOrigClientOrderId", second}, {"quantity", "1000"}});
    expect_refused(old_alone, 409, -2021, "Order cancel-replace partially failed.");
    EXPECT_EQ(old_alone.json()["data"]["newOrderResponse"]["code"], -2010);
    EXPECT_EQ(anna.held("USDT"), dec("188"));
    // Whoever did not hear the answer asks again, and is told the same.
    const auto third = good(program.ask("POST", order_path, limit_order("BUY", "95", "1")));
    const Query lost{{"cancelOrderId", third["orderId"].asString()}, {"newClientOrderId", "next"}};
    const auto once = good(replace(lost));
    const auto again = good(replace(lost));
    EXPECT_EQ(again["newOrderResponse"], once["newOrderResponse"]);
    EXPECT_EQ(again["cancelResult"], "SUCCESS");
    EXPECT_EQ(again["cancelResponse"]["orderId"], third["orderId"]);
    EXPECT_EQ(anna.held("USDT"), dec("376"));
    expect_refused(replace(with(lost, {{"quantity", "1"}})), 400, -2022,
                   "Order cancel-replace failed.");
    expect_refused(replace({{"cancelReplaceMode", "-"}, {"cancelOrderId", id}}), 400, -1102,
                   "Mandatory parameter 'cancelReplaceMode' was not sent, was empty/null, or "
                   "malformed.");
    good(program.ask("DELETE", "api/v3/openOrders", {{"symbol", pair()}}));
}

// A refusal says that nothing was cancelled. So whoever did not hear the answer hears it even where
// the same order would be refused by now.
TEST_F(BinanceReplacements, AreToldAgainWhereTheMarketHasClosedSince) {
    const auto anna = person();
    auto program = trader(anna);
    const auto resting = [&] {
        return good(program.ask("POST", order_path, limit_order("BUY", "95", "1")))["orderId"]
            .asString();
    };
    const Query lost{{"cancelOrderId", resting()}, {"newClientOrderId", "next"}};
    const Query fresh{{"cancelOrderId", resting()}, {"newClientOrderId", "fresh"}};
    const auto once = good(replaced(program, lost));
    halt(true);
    test::wait_until("the market to be closed", [&] {
        return program.ask("POST", "api/v3/order/test", limit_order("BUY", "95", "1")).status ==
               400;
    });
    const auto again = good(replaced(program, lost));
    EXPECT_EQ(again["cancelResult"], "SUCCESS");
    EXPECT_EQ(again["cancelResponse"]["orderId"], once["cancelResponse"]["orderId"]);
    EXPECT_EQ(again["newOrderResult"], "SUCCESS");
    EXPECT_EQ(again["newOrderResponse"], once["newOrderResponse"]);
    // One that comes for the first time still cancels nothing.
    expect_refused(replaced(program, fresh), 400, -1013, "Market is closed.");
    EXPECT_EQ(good(program.ask("GET", "api/v3/openOrders", {{"symbol", pair()}})).size(), 2u);
    EXPECT_EQ(anna.held("USDT"), dec("283"));
    halt(false);
}

}  // namespace
}  // namespace cambio
