// Reversing a position where that has to wait: for the house's next price, and for its money.
#include "handlers/futures_reverse_fixture.h"
#include "support/child_process.h"

namespace cambio {
namespace {

using Settings = test::ScratchConfig::Settings;

/// Each with a house of its own.
class FuturesReversalsApart : public FuturesReversals {
  protected:
    static void SetUpTestSuite() {}
    static void TearDownTestSuite() {}
    void begin(const Settings& settings, const std::string& coin, const char* liquidity,
               const char* insurance) {
        world = new World{settings};
        world->liquidity("USDT", liquidity);
        world->fund(ledger::House::insurance, "USDT", insurance);
        pair = coin + "USDT";
        test::make_contract(*world, coin);
        test::mark(*world, pair, "50000");
        futures.reset(
            new HandlerProcess{"futures", world->config().path(), world->config().secret()});
    }
    void TearDown() override {
        FuturesReversals::TearDown();
        FuturesCalls::TearDownTestSuite();
    }
};

/// What the house cannot pay.
class FuturesReversalsOfAPoorHouse : public FuturesReversalsApart {
  protected:
    void SetUp() override {
        begin({{"STALE_AFTER_MS", "3600000"},
               {"FUTURES_CAP_CLIENT", "1000"},
               {"FUTURES_CAP_CONTRACT", "1000"},
               {"FUTURES_CAP_HOUSE", "1000"}},
              "POOR", "60", "30");
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

/// What it has promised to others is not promised once more.
TEST_F(FuturesReversalsOfAPoorHouse, AreRefusedWhereItHasPromisedWhatItHas) {
    const auto anna = person(), ben = person(), carl = person();
    auto first = as(anna), second = as(ben), loser = as(carl);
    const auto id = opened(first)["id"].asString();
    const auto was = before(ben, opened(second)["id"].asString());
    const auto lost = opened(loser, {{"delegate_type", "SELL_EMPTY"}})["id"].asString();
    // 50 each, of 90.
    test::mark(*world, pair, "52500");
    done(first, reverse, closing(id));
    expect_error(send(second, reverse, closing(was.id)), 409, "no_liquidity");
    expect_unchanged(was);
    done(loser, reverse, closing(lost));
    settle();
    EXPECT_EQ(only_open(first)["opening_price"], "52500");
    EXPECT_EQ(only_open(loser)["delegate_type"], "BUY_MORE");
    // The loss of the one has come in by now.
    done(second, reverse, closing(was.id));
    settle();
    EXPECT_EQ(only_open(second)["delegate_type"], "SELL_EMPTY");
    EXPECT_EQ(number("select count(*) as n from positions where state = 2"), 0);
}

TEST_F(FuturesReversalsOfAPoorHouse, AreRefusedWhereOthersAreOnlyClosed) {
    const auto anna = person(), ben = person();
    auto client = as(anna);
    const auto was = before(anna, opened(client)["id"].asString());
    const auto won = test::open(*world, ben, {.pair = pair});
    test::request_close(*world, won, "52500");
    test::mark(*world, pair, "52000.5");
    expect_error(send(client, reverse, closing(was.id)), 409, "no_liquidity");
    expect_unchanged(was);
    test::mark(*world, pair, "52000");
    done(client, reverse, closing(was.id));
    settle();
    EXPECT_EQ(only_open(client)["opening_price"], "52000");
    EXPECT_EQ(available(ben), "10050");
}

TEST_F(FuturesReversalsOfAPoorHouse, OfManyAtOnceAreAcceptedAsItCanPay) {
    std::vector<Person> people;
    std::vector<std::string> ids;
    for (int i = 0; i < 8; ++i) {
        people.push_back(person());
        auto client = as(people.back());
        ids.push_back(opened(client)["id"].asString());
    }
    test::mark(*world, pair, "52000");
    std::vector<std::future<Answer>> answers;
    for (std::size_t i = 0; i < people.size(); ++i) {
        answers.push_back(std::async(std::launch::async,
                                     [client = as(people[i]), fields = closing(ids[i])]() mutable {
                                         return send(client, reverse, fields);
                                     }));
    }
    int accepted = 0;
    for (auto& answer : answers) {
        const std::string said = answer.get().message();
        if (said == "reverseRequest")
            ++accepted;
        else
            EXPECT_EQ(said, "no_liquidity");
    }
    EXPECT_EQ(accepted, 2) << "40 each, of 90";
    settle();
    EXPECT_EQ(number("select count(*) as n from positions where state = 2"), 0);
}

/// Where the house takes a last look.
class FuturesReversalsThatWait : public FuturesReversalsApart {
  protected:
    void SetUp() override { look({}); }
    void look(Settings settings) {
        settings.merge(Settings{{"STALE_AFTER_MS", "3600000"},
                                {"HOUSE_STALE_AFTER_MS", "3600000"},
                                {"HOUSE_LAST_LOOK", "yes"}});
        begin(settings, "LOOK", "10000000", "1000000");
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

/// Where nobody closes within 30 days but with half of what was put in won or lost.
class FuturesReversalsOnTerms : public FuturesReversalsThatWait {
  protected:
    void SetUp() override {
        look({{"FUTURES_MINIMUM_DAYS", "30"}, {"FUTURES_CLOSE_TARGET", "0.5"}});
    }
};

TEST_F(FuturesReversalsOnTerms, AreNotMadeVoidByMarginThatIsAdded) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = position(anna);
    auto answer = asked(anna, closing(id));
    done(client, add_margin, closing(id, {{"amount", "100"}}));
    const Answer got = at(answer, "47500");
    ASSERT_EQ(got.message(), "reverseRequest") << got.body;
    EXPECT_EQ(got.json()["futureFundsToAdd"], "50");
    settle();
    EXPECT_EQ(only_open(client)["delegate_type"], "SELL_EMPTY");
    EXPECT_EQ(held(anna), "95");
    // Nor does it allow what the price does not.
    const auto ben = person();
    auto other = as(ben);
    const auto early = position(ben);
    test::mark(*world, pair, "50000");
    answer = asked(ben, closing(early));
    done(other, add_margin, closing(early, {{"amount", "100"}}));
    EXPECT_EQ(at(answer, "47501").message(), "closePositionError");
    EXPECT_EQ(held(ben), "200");
}

/// The first try meets another transaction in a circle of locks when it has taken what was held,
/// and the second has another price.
TEST_F(FuturesReversalsOnTerms, ThatAreRefusedWhenTheyAreTriedAgainGiveBackAll) {
    for (const char* sql : {"create sequence tries", "grant usage on tries to public",
                            "create function fail_once() returns trigger language plpgsql as $$ "
                            "begin if nextval('tries') = 1 then "
                            "perform pg_advisory_xact_lock(4711); "
                            "raise 'again' using errcode = '40001'; end if; return new; end $$",
                            "create trigger fail_once before update on positions "
                            "for each row execute function fail_once()",
                            "select pg_advisory_lock(4711)"})
        world->superuser().run(sql);
    const auto anna = person();
    const auto was = before(anna, position(anna));
    auto answer = asked(anna, closing(was.id));
    test::wait_until("the first try", [&] {
        test::mark(*world, pair, "52500");
        return number(
                   "select count(*) as n from pg_locks "
                   "where locktype = 'advisory' and objid = 4711 and not granted") == 1;
    });
    test::mark(*world, pair, "50000");
    world->superuser().run("select pg_advisory_unlock(4711)");
    EXPECT_EQ(answer.get().message(), "closePositionError");
    EXPECT_EQ(waiting(anna), 0);
    expect_unchanged(was);
}

}  // namespace
}  // namespace cambio
