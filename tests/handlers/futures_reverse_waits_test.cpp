// Reversing a position where that has to wait: for the house's next price, and for its money.
#include "handlers/futures_reverse_fixture.h"
#include "support/child_process.h"

namespace cambio {
namespace {

/// What the house cannot pay.
class FuturesReversalsOfAPoorHouse : public FuturesReversals {
  protected:
    static void SetUpTestSuite() {}
    static void TearDownTestSuite() {}
    void SetUp() override {
        world = new World{{{"STALE_AFTER_MS", "3600000"},
                           {"FUTURES_CAP_CLIENT", "1000"},
                           {"FUTURES_CAP_CONTRACT", "1000"},
                           {"FUTURES_CAP_HOUSE", "1000"}}};
        world->liquidity("USDT", "60");
        world->fund(ledger::House::insurance, "USDT", "30");
        pair = "POORUSDT";
        test::make_contract(*world, "POOR");
        test::mark(*world, pair, "50000");
        futures.reset(
            new HandlerProcess{"futures", world->config().path(), world->config().secret()});
    }
    void TearDown() override {
        FuturesReversals::TearDown();
        FuturesCalls::TearDownTestSuite();
    }
};

TEST_F(FuturesReversalsOfAPoorHouse, AreRefusedWhereItCannotPayWhatWasWon) {
    const auto anna = person();
    auto client = as(anna);
    const auto was = before(anna, opened(client)["id"].asString());
    test::mark(*world, pair, "54505");
    expect_error(send(client, reverse, closing(was.id)), 409, "no_liquidity");
    expect_unchanged(was);
    // Where it has less by the time that both are done, both wait.
    test::mark(*world, pair, "54500");
    done(client, reverse, closing(was.id));
    const auto ben = person();
    const auto won = test::open(*world, ben, {.pair = pair});
    test::request_close(*world, won, "50500");
    settle();
    EXPECT_EQ(positions_of(anna), 1);
    EXPECT_EQ(held(anna), "209.545");
    test::expect_books_balance(*world);
    world->liquidity("USDT", "100");
    settle();
    EXPECT_EQ(only_open(client)["opening_price"], "54500");
}

/// Where the house takes a last look.
class FuturesReversalsThatWait : public FuturesReversals {
  protected:
    static void SetUpTestSuite() {}
    static void TearDownTestSuite() {}
    void SetUp() override {
        world = new World{{{"STALE_AFTER_MS", "3600000"},
                           {"HOUSE_STALE_AFTER_MS", "3600000"},
                           {"HOUSE_LAST_LOOK", "yes"}}};
        world->liquidity("USDT", "10000000");
        world->fund(ledger::House::insurance, "USDT", "1000000");
        pair = "LOOKUSDT";
        test::make_contract(*world, "LOOK");
        test::mark(*world, pair, "50000");
        futures.reset(
            new HandlerProcess{"futures", world->config().path(), world->config().secret()});
    }
    void TearDown() override {
        FuturesReversals::TearDown();
        FuturesCalls::TearDownTestSuite();
    }

    static std::int64_t waiting(const Person& who) {
        return number(
            "select count(*) as n from waiting_holds where client_id = $1 and ended_at is null",
            {who.id});
    }
    static std::future<Answer> sent(const Person& who, const Fields& fields) {
        return std::async(std::launch::async, [client = as(who), fields]() mutable {
            return send(client, reverse, fields);
        });
    }
    /// Comes back when it waits.
    static std::future<Answer> asked(const Person& who, const Fields& fields) {
        auto answer = sent(who, fields);
        test::wait_until("the reversal to wait", [&] { return waiting(who) == 1; });
        return answer;
    }
    /// What is answered where the mark is made again and again.
    Answer at(std::future<Answer>& answer, const char* price) const {
        while (answer.wait_for(std::chrono::milliseconds{10}) != std::future_status::ready)
            test::mark(*world, pair, price);
        return answer.get();
    }
    std::string position(const Person& who, const char* margin = "100") const {
        return std::to_string(test::open(*world, who, {.pair = pair, .margin = margin}).value);
    }
};

TEST_F(FuturesReversalsThatWait, HaveTheNextPriceAndHoldWhatTheyMayCost) {
    const auto anna = person("300");
    const auto id = position(anna);
    auto answer = asked(anna, closing(id, {{"client_id", "next"}}));
    EXPECT_EQ(held(anna), "210.55") << "100.5 and a tenth more";
    test::expect_books_balance(*world);
    // The same once more waits with it; its session may end, and its owner take the rest.
    auto again = sent(anna, closing(id, {{"client_id", "next"}}));
    world->superuser().run("update sessions set revoked_at = now() where client_id = $1",
                           {anna.id});
    const Answer got = at(answer, "51000");
    ASSERT_EQ(got.message(), "reverseRequest") << got.body;
    EXPECT_EQ(got.json()["price"], "51000");
    EXPECT_EQ(got.json()["held"], "102.51");
    EXPECT_EQ(held(anna), "202.51");
    at(again, "51000");
    settle();
    EXPECT_EQ(held(anna), "102");
    EXPECT_EQ(positions_of(anna), 2);
    EXPECT_EQ(waiting(anna), 0);
}

TEST_F(FuturesReversalsThatWait, ThatAreSentTwiceAtOnceAreOne) {
    const auto anna = person();
    const auto id = position(anna);
    const Fields fields = closing(id, {{"client_id", "twice"}});
    auto first = asked(anna, fields), second = sent(anna, fields);
    test::wait_until("both to be answered", [&] {
        test::mark(*world, pair, "51000");
        return first.wait_for(std::chrono::seconds{0}) == std::future_status::ready &&
               second.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
    });
    const Answer one = first.get(), other = second.get();
    ASSERT_EQ(one.message(), "reverseRequest") << one.body;
    EXPECT_EQ(one.body, other.body);
    settle();
    EXPECT_EQ(positions_of(anna), 2);
}

TEST_F(FuturesReversalsThatWait, KeepTheirKey) {
    const auto anna = person();
    const auto id = position(anna), other = position(anna);
    auto answer = asked(anna, closing(id, {{"client_id", "kept"}}));
    auto client = as(anna);
    expect_error(send(client, reverse, closing(other, {{"client_id", "kept"}})), 409,
                 "client_id_reused", "client_id");
    EXPECT_EQ(at(answer, "50500").message(), "reverseRequest");
}

TEST_F(FuturesReversalsThatWait, ThatAreRefusedGiveBackAllAndChangeNothing) {
    const auto anna = person();
    const auto was = before(anna, position(anna));
    auto answer = asked(anna, closing(was.id, {{"opening_price", "50000"}, {"client_id", "a"}}));
    EXPECT_EQ(at(answer, "49000").message(), "slippage");
    expect_unchanged(was);
    test::mark(*world, pair, "50000");
    answer = asked(anna, closing(was.id, {{"client_id", "b"}}));
    EXPECT_EQ(at(answer, "45226").message(), "position_liquidating");
    expect_unchanged(was);
    // What was paid in since does not count: nobody decides by that.
    test::mark(*world, pair, "50000");
    const auto ben = person("201");
    const auto poor = before(ben, position(ben));
    answer = asked(ben, closing(poor.id));
    EXPECT_EQ(held(ben), "201");
    Person{ben}.with("USDT", "100", ledger::Wallet::future);
    EXPECT_EQ(at(answer, "51000").message(), "insufficient_balance");
    EXPECT_EQ(available(ben), "201");
    EXPECT_EQ(held(ben), "100");
    EXPECT_EQ(positions_of(ben, "1"), 1);
    // Without the money it does not wait at all.
    const auto carl = person("110");
    const auto broke = before(carl, position(carl));
    auto client = as(carl);
    expect_error(send(client, reverse, closing(broke.id)), 409, "insufficient_balance",
                 "future_id");
    expect_unchanged(broke);
}

TEST_F(FuturesReversalsThatWait, OfAProgramThatIsKilledHaveTheirMoneyBack) {
    const auto anna = person();
    const auto was = before(anna, position(anna));
    const Fields fields = closing(was.id, {{"client_id", "killed"}});
    auto answer = asked(anna, fields);
    futures->kill();
    futures->start();
    EXPECT_ANY_THROW(answer.get()) << "nobody answers";
    test::wait_until("the money to be there again", [&] {
        settle();
        return waiting(anna) == 0;
    });
    expect_unchanged(was);
    // And it can be asked for again under its key.
    answer = asked(anna, fields);
    EXPECT_EQ(at(answer, "50500").message(), "reverseRequest");
    futures->kill();
    settle();
    EXPECT_EQ(positions_of(anna, "1"), 1);
    EXPECT_EQ(held(anna), "101");
    futures->start();
}

}  // namespace
}  // namespace cambio
