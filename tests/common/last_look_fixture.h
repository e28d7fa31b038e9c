#pragma once

#include <initializer_list>

#include "common/settlement_fixture.h"

namespace cambio::settlement {

/// A house that looks at each order again: what takes its levels waits for a book that the provider
/// made after it came, and trades at that one.
class LastLook : public Settlement {
  protected:
    static void SetUpTestSuite() { begin("3600000"); }
    static void begin(const char* oldest, const char* stale = "3600000") {
        setenv("CAMBIO_TEST_PG", server().superuser().c_str(), 1);
        world = new World{{{"STALE_AFTER_MS", stale},
                           {"HOUSE_STALE_AFTER_MS", oldest},
                           {"HOUSE_LAST_LOOK", "yes"},
                           {"LIQUIDITY_SPREAD", "0.0005"}}};
        world->liquidity("USDT", "1000000");
        world->liquidity("BTC", "100");
    }
    void SetUp() override {
        Settlement::SetUp();
        world->quote("BTCUSDT", "50000");
        book("49000", "50000");
    }

    /// A new book of the provider, two coins on each side.
    static void book(const char* bid, const char* ask) {
        world->provider_book("BTCUSDT", {{bid, "2"}}, {{ask, "2"}});
    }
    PlaceOrder buy(std::string_view quantity, std::string key = {}) const {
        PlaceOrder order = limit(Side::buy, "0", quantity, std::move(key));
        order.kind = OrderKind::market;
        return order;
    }
    static std::future<Outcome> cancel(Sequencer& to, const Trader& who, CancelOrders what) {
        const auto promise = std::make_shared<std::promise<Outcome>>();
        to.submit({who.session, what,
                   [promise](Outcome&& outcome) { promise->set_value(std::move(outcome)); }});
        return promise->get_future();
    }
    /// A later command has been answered, and these have not.
    void expect_waiting(Sequencer& engine, std::initializer_list<std::future<Outcome>*> answers) {
        const Trader other = trader();
        ASSERT_EQ(error_of(submit(engine, other, limit(Side::buy, "45000", "0.01")).get()), "");
        for (auto* answer : answers)
            EXPECT_EQ(answer->wait_for(std::chrono::seconds{0}), std::future_status::timeout);
    }
};

}  // namespace cambio::settlement
