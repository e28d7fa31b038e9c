// The levels of the house, where nobody knew how a commit ended that took from them.
#include "common/settlement_fixture.h"

namespace cambio::settlement {

namespace {

class HouseLevels : public Settlement {
  protected:
    static void SetUpTestSuite() {
        setenv("CAMBIO_TEST_PG", server().superuser().c_str(), 1);
        world = new World{{{"STALE_AFTER_MS", "3600000"},
                           {"HOUSE_STALE_AFTER_MS", "3600000"},
                           {"HOUSE_LAST_LOOK", "no"},
                           {"LIQUIDITY_SPREAD", "0.0005"}}};
        world->liquidity("USDT", "1000000");
        world->liquidity("BTC", "100");
    }
    void SetUp() override {
        Settlement::SetUp();
        world->quote("BTCUSDT", "50000");
        book();
    }
    static void book() { world->provider_book("BTCUSDT", {{"49000", "2"}}, {{"50000", "2"}}); }
    static bool filled(const Order& order) {
        return !world->superuser()
                    .run("select from orders where id = $1 and state = 2", {order.id})
                    .empty();
    }
};

TEST_F(HouseLevels, ThatWereTakenAreNotOfferedAgainBeforeTheProvidersNextBook) {
    const Trader anna = trader("200000"), ben = trader("200000");
    const auto engine = sequencer();
    std::future<Outcome> answer;
    {
        Unconfirmed commits;
        answer = submit(*engine, anna, limit(Side::buy, "50025", "2"));
        wait_until("the commit to wait", [&] { return commits.waiting(); });
        commits.terminate();
    }
    const Outcome bought = answer.get();
    ASSERT_EQ(error_of(bought), "");
    EXPECT_EQ(bought.orders.front().filled, dec("2"));

    const Outcome resting = submit(*engine, ben, limit(Side::buy, "50025", "2")).get();
    ASSERT_EQ(error_of(resting), "");
    EXPECT_EQ(resting.orders.front().filled, Decimal{});
    book();
    wait_until("the house to sell again", [&] { return filled(resting.orders.front()); });
}

}  // namespace

}  // namespace cambio::settlement
