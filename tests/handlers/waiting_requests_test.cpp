// Orders, conversions and openings of positions that wait for the house's next price, as their
// clients send them: nobody takes the money away meanwhile, whichever way it could leave, and a
// program that is killed loses none.
#include <future>
#include <vector>

#include "ledger/waiting.h"
#include "spot_fixture.h"
#include "support/child_process.h"
#include "support/contracts.h"

namespace cambio {
namespace {

class WaitingRequests : public Spot {
  protected:
    static void SetUpTestSuite() {
        start({{"HOUSE_STALE_AFTER_MS", "3600000"}, {"HOUSE_LAST_LOOK", "yes"}});
        for (const char* group : {"auth", "futures", "wallet"}) others[group] = run(group);
        world->fund(ledger::House::insurance, "USDT", "1000000");
        test::make_contract(*world, "LOOK");
    }
    static void TearDownTestSuite() {
        others.clear();
        Spot::TearDownTestSuite();
    }
    static std::unique_ptr<HandlerProcess> run(const std::string& group) {
        return std::make_unique<HandlerProcess>(group, world->config().path(),
                                                world->config().secret());
    }

    /// A new book of the provider, 10 coins on each side, a coin's price below the ask.
    void book(const char* bid, const char* ask) const {
        world->provider_book(pair(), {{bid, "10"}}, {{ask, "10"}});
    }
    Fields buy(const std::string& total, const Fields& more = {}) const {
        Fields fields = order("BUY", "MARKET", {{"total", total}});
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    /// Sends the order and comes back when it waits.
    static std::future<Answer> sent(const Person& who, const Fields& fields) {
        auto answer = std::async(std::launch::async, [client = as(who), fields]() mutable {
            return place(client, fields);
        });
        test::wait_until("the order to wait", [&] { return waiting(who) == 1; });
        return answer;
    }
    static std::int64_t waiting(const Person& who) {
        return number(
            "select count(*) as n from waiting_holds "
            "where client_id = $1 and ended_at is null",
            {who.id});
    }
    static Answer transfer(FastCgiClient& client, const std::string& amount) {
        return send(client, "/api/v3/futures/transfer",
                    {{"coin_name", "USDT"},
                     {"state", "PENDING"},
                     {"draw_type", "DRAW_IN"},
                     {"transfer_amount", amount},
                     {"transaction_password", World::transaction_password}});
    }
    Fields convert(const Fields& more) const {
        Fields fields = order("BUY", "MARKET", {{"trade_type", "convert"}});
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    /// What is answered where the price is made again and again: the wait for one begins after the
    /// hold that tells of it.
    template <class Price>
    static Answer answered(std::future<Answer>& answer, Price price) {
        while (answer.wait_for(std::chrono::milliseconds{10}) != std::future_status::ready) price();
        return answer.get();
    }
    void expect_converted(std::future<Answer>& answer, const char* bid, const char* ask) const {
        const Answer got = answered(answer, [&] { book(bid, ask); });
        ASSERT_EQ(got.message(), "success") << got.body;
        EXPECT_EQ(got.json()["conversion"]["state"].asString(), "APPROVED") << got.body;
    }
    static Person speculator() {
        static int last = 0;
        test::mark(*world, "LOOKUSDT", "50000");
        return world->client("speculates" + std::to_string(++last) + "@example.com")
            .with("USDT", "1000", ledger::Wallet::future);
    }
    static Fields opening(const Fields& more = {}) {
        Fields fields{{"name", "LOOKUSDT"},
                      {"delegate_type", "BUY_MORE"},
                      {"margin", "900"},
                      {"leverage", "10"},
                      {"transaction_password", World::transaction_password}};
        for (const auto& [name, value] : more) fields[name] = value;
        return fields;
    }
    static std::future<Answer> sent_to_futures(const Person& who, const char* path,
                                               const Fields& fields) {
        return std::async(std::launch::async,
                          [client = as(who, *others["futures"]), path, fields]() mutable {
                              return send(client, path, fields);
                          });
    }
    /// Comes back when it waits.
    static std::future<Answer> opened(const Person& who, const Fields& fields) {
        auto answer = sent_to_futures(who, "/api/v2/buy-more", fields);
        test::wait_until("the opening to wait", [&] { return waiting(who) == 1; });
        return answer;
    }
    /// Comes back when its program looks for a mark; nothing is held for it.
    static std::future<Answer> sent_to_close(const Person& who, const Fields& fields) {
        const auto now = world->superuser().run("select clock_timestamp()::text as now");
        auto answer = sent_to_futures(who, "/api/v3/futures/close", fields);
        test::wait_until("the closing to wait", [&] {
            return number(
                       "select count(*) as n from pg_stat_activity where query_start > "
                       "$1::text::timestamptz and datname = current_database() and "
                       "query ~ 'as missing [f]rom marks'",
                       {now[0].str("now")}) > 0;
        });
        return answer;
    }
    static void end_sessions(const Person& who) {
        world->superuser().run("update sessions set revoked_at = now() where client_id = $1",
                               {who.id});
    }
    static void expect_filled(std::future<Answer>& answer) {
        const Answer got = answer.get();
        ASSERT_EQ(got.message(), "success") << got.body;
        EXPECT_EQ(got.json()["order"]["state"].asString(), "APPROVED") << got.body;
    }

    static inline std::map<std::string, std::unique_ptr<HandlerProcess>> others;
};

TEST_F(WaitingRequests, TheirMoneyLeavesNoWay) {
    const Person anna = person();
    auto answer = sent(anna, buy("900"));
    auto client = as(anna, *others["wallet"]), own = as(anna);
    expect_error(place(own, convert({{"total", "9101"}})), 409, "insufficient_balance", "total");
    expect_error(transfer(client, "9101"), 409, "insufficient_balance", "transfer_amount");
    // It falls; the order is filled at the house's new price all the same.
    book("89", "91");
    expect_filled(answer);
    EXPECT_EQ(transfer(client, "9100").message(), "success");
    EXPECT_LT(anna.balance("USDT"), dec("1")) << "less than a lot costs";
}

TEST_F(WaitingRequests, OutliveTheirSession) {
    const Person anna = person();
    auto signs_out = as(anna, *others["auth"]);
    std::future<Answer> answer;
    {
        auto client = spot->client();
        const auto token = world->token(anna);
        client.bearer(token);
        signs_out.bearer(token);
        answer = std::async(std::launch::async,
                            [client = std::move(client), fields = buy("1000")]() mutable {
                                return place(client, fields);
                            });
        test::wait_until("the order to wait", [&] { return waiting(anna) == 1; });
    }
    ASSERT_EQ(signs_out.post_json("/api/v3/logout", {}).status, 200);
    book("89", "91");
    expect_filled(answer);
}

TEST_F(WaitingRequests, AreGivenBackTheirMoneyWhenTheProgramIsKilled) {
    const Person anna = person();
    const Fields fields = buy("9000", {{"client_id", "once"}});
    auto answer = sent(anna, fields);
    EXPECT_EQ(anna.held("USDT"), dec("9000"));
    spot->kill();
    spot->start();
    EXPECT_ANY_THROW(answer.get()) << "nobody answers";
    test::wait_until("the money to be there again", [&] { return waiting(anna) == 0; });
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 0);
    test::expect_books_balance(*world);
    // Who asks again under the same key gets one order.
    answer = sent(anna, fields);
    book("89", "91");
    expect_filled(answer);
    auto again = as(anna);
    EXPECT_EQ(place(again, fields).message(), "success");
    EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 1);
}

TEST_F(WaitingRequests, HoldWhatAConversionPays) {
    const Person anna = person();
    auto answer = sent(anna, convert({{"total", "900"}}));
    EXPECT_EQ(anna.held("USDT"), dec("900"));
    test::expect_books_balance(*world);
    auto client = as(anna, *others["wallet"]);
    expect_error(transfer(client, "9101"), 409, "insufficient_balance", "transfer_amount");
    end_sessions(anna);
    world->superuser().run(
        "update clients set trading_locked_until = now() + interval '1 hour' where id = $1",
        {anna.id});
    expect_converted(answer, "89", "91");
    EXPECT_EQ(anna.held("USDT"), Decimal{});
    EXPECT_EQ(anna.balance("USDT"), dec("9100"));
}

TEST_F(WaitingRequests, HoldWhatTheCoinsOfAConversionMayCost) {
    const Person anna = person();
    auto answer = sent(anna, convert({{"number_of_order", "5"}}));
    EXPECT_GE(anna.held("USDT"), dec("550"));
    EXPECT_LT(anna.held("USDT"), dec("560"));
    expect_converted(answer, "103", "105");
    EXPECT_EQ(anna.held("USDT"), Decimal{});
    EXPECT_EQ(anna.balance(coin), dec("105"));

    // What may be paid is what was held: nobody decides by paying in.
    const Person ben = world->client("waits@example.com").with("USDT", "530");
    book("99", "101");
    answer = sent(ben, convert({{"number_of_order", "5"}}));
    Person{ben}.with("USDT", "1000");
    EXPECT_EQ(answered(answer, [&] { book("119", "121"); }).message(), "insufficient_balance");
    EXPECT_EQ(ben.balance("USDT"), dec("1530"));
}

TEST_F(WaitingRequests, AQuoteIsKeptThatWasTakenInTime) {
    const Person anna = person();
    auto client = as(anna);
    const Answer quote =
        send(client, "/api/v3/convert/quote", {{"from", "USDT"}, {"to", coin}, {"amount", "900"}});
    ASSERT_EQ(quote.status, 200) << quote.body;
    auto answer = sent(anna, convert({{"quote_id", quote.json()["quote"]["id"].asString()}}));
    // Another one, for more than what is left, ends those before it.
    send(client, "/api/v3/convert/quote", {{"from", "USDT"}, {"to", coin}, {"amount", "9050"}});
    world->superuser().run("update convert_quotes set expires_at = now() where client_id = $1",
                           {anna.id});
    expect_converted(answer, "99", "101");
}

TEST_F(WaitingRequests, AConversionSentTwiceAtOnceIsOne) {
    const Person anna = person();
    const Fields fields = convert({{"total", "9000"}, {"client_id", "twice"}});
    auto first = sent(anna, fields), second = sent(anna, fields);
    EXPECT_EQ(second.wait_for(std::chrono::milliseconds{300}), std::future_status::timeout);
    test::wait_until("both to be answered", [&] {
        book("89", "89.5");
        return first.wait_for(std::chrono::seconds{0}) == std::future_status::ready &&
               second.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
    });
    const Answer one = first.get(), other = second.get();
    ASSERT_EQ(one.message(), other.message()) << one.body << other.body;
    EXPECT_EQ(one.json()["conversion"], other.json()["conversion"]);
}

/// Whoever has seen the next price would take it back by another under its key.
TEST_F(WaitingRequests, AConversionKeepsItsKey) {
    const Person anna = person();
    auto answer = sent(anna, convert({{"total", "900"}, {"client_id", "kept"}}));
    auto own = as(anna);
    const Fields at_limit = convert({{"market_type", "LIMIT"},
                                     {"order_per_unit", "50"},
                                     {"total", "900"},
                                     {"client_id", "kept"}});
    expect_error(place(own, at_limit), 409, "client_id_reused", "client_id");
    expect_error(place(own, convert({{"total", "10"}, {"client_id", "kept"}})), 409,
                 "client_id_reused", "client_id");
    EXPECT_EQ(anna.held("USDT"), dec("900"));
    test::expect_books_balance(*world);
    expect_converted(answer, "89", "91");
    EXPECT_EQ(anna.balance("USDT"), dec("9100"));
    expect_error(place(own, at_limit), 409, "client_id_reused", "client_id");
    EXPECT_EQ(number("select count(*) as n from conversions where client_id = $1", {anna.id}), 1);
    test::expect_books_balance(*world);
}

TEST_F(WaitingRequests, AnOrderKeepsItsKey) {
    const Person anna = person();
    auto answer = sent(anna, buy("900", {{"client_id", "kept"}}));
    auto own = as(anna);
    // Less than an order has to be.
    expect_error(place(own, buy("0.01", {{"client_id", "kept"}})), 409, "client_id_reused",
                 "client_id");
    book("89", "91");
    expect_filled(answer);
    test::expect_books_balance(*world);
}

TEST_F(WaitingRequests, AConversionThatWasKilledHasItsMoneyBack) {
    const Person anna = person();
    const Fields fields = convert({{"total", "900"}, {"client_id", "killed"}});
    auto answer = sent(anna, fields);
    spot->kill();
    spot->start();
    EXPECT_ANY_THROW(answer.get()) << "nobody answers";
    test::wait_until("the money to be there again", [&] { return waiting(anna) == 0; });
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
    test::expect_books_balance(*world);
    answer = sent(anna, fields);
    expect_converted(answer, "89", "91");
    EXPECT_EQ(number("select count(*) as n from conversions where client_id = $1", {anna.id}), 1);
}

TEST_F(WaitingRequests, HoldTheMarginOfAPosition) {
    const Person anna = speculator();
    auto answer = opened(anna, opening());
    EXPECT_EQ(anna.held("USDT", ledger::Wallet::future), dec("904.5"));
    test::expect_books_balance(*world);
    auto client = as(anna, *others["wallet"]);
    EXPECT_EQ(send(client, "/api/v3/futures/transfer",
                   {{"coin_name", "USDT"},
                    {"state", "PENDING"},
                    {"draw_type", "DRAW_OUT"},
                    {"transfer_amount", "96"},
                    {"transaction_password", World::transaction_password}})
                  .message(),
              "insufficient_balance");
    end_sessions(anna);
    const Answer got = answered(answer, [] { test::mark(*world, "LOOKUSDT", "51000"); });
    ASSERT_EQ(got.status, 200) << got.body;
    EXPECT_EQ(got.json()["position"]["opening_price"].asString(), "51000");
    const auto margin = dec(got.json()["position"]["margin"].asString());
    EXPECT_EQ(anna.held("USDT", ledger::Wallet::future), margin);
}

TEST_F(WaitingRequests, AnOpeningThatIsRefusedHasItsMoneyBack) {
    const Person anna = speculator();
    auto answer = opened(anna, opening({{"opening_price", "50000"}}));
    const Answer got = answered(answer, [] { test::mark(*world, "LOOKUSDT", "55000"); });
    EXPECT_EQ(got.message(), "slippage");
    EXPECT_EQ(anna.balance("USDT", ledger::Wallet::future), dec("1000"));
    auto client = as(anna, *others["futures"]);
    EXPECT_EQ(send(client, "/api/v2/buy-more", opening({{"margin", "1000"}})).message(),
              "insufficient_balance")
        << "at once";
}

TEST_F(WaitingRequests, AnOpeningSentTwiceAtOnceIsOne) {
    const Person anna = speculator();
    const Fields fields = opening({{"client_id", "twice"}});
    auto first = opened(anna, fields), second = opened(anna, fields);
    EXPECT_EQ(second.wait_for(std::chrono::milliseconds{300}), std::future_status::timeout);
    test::wait_until("both to be answered", [&] {
        test::mark(*world, "LOOKUSDT", "51000");
        return first.wait_for(std::chrono::seconds{0}) == std::future_status::ready &&
               second.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
    });
    const Answer one = first.get(), other = second.get();
    ASSERT_EQ(one.status, 200) << one.body;
    EXPECT_EQ(one.json()["position"]["id"], other.json()["position"]["id"]);
}

TEST_F(WaitingRequests, AnOpeningKeepsItsKey) {
    const Person anna = speculator();
    auto answer = opened(anna, opening({{"client_id", "kept"}}));
    auto client = as(anna, *others["futures"]);
    expect_error(
        send(client, "/api/v2/buy-more", opening({{"margin", "20"}, {"client_id", "kept"}})), 409,
        "client_id_reused", "client_id");
    const Answer got = answered(answer, [] { test::mark(*world, "LOOKUSDT", "51000"); });
    EXPECT_EQ(got.status, 200) << got.body;
    test::expect_books_balance(*world);
}

/// A second closing under its key, of another position whose price comes sooner.
TEST_F(WaitingRequests, AClosingKeepsItsKey) {
    const Person anna = speculator();
    test::make_contract(*world, "SOON");
    test::mark(*world, "SOONUSDT", "50000");
    const auto dear = test::open(*world, anna, {.pair = "LOOKUSDT", .margin = "400"});
    const auto cheap = test::open(*world, anna, {.pair = "SOONUSDT", .margin = "50"});
    const auto closing = [](PositionId id) {
        return Fields{{"future_id", std::to_string(id.value)},
                      {"client_id", "kept"},
                      {"transaction_password", World::transaction_password}};
    };
    auto first = sent_to_close(anna, closing(dear));
    auto second = sent_to_futures(anna, "/api/v3/futures/close", closing(cheap));
    EXPECT_EQ(second.wait_for(std::chrono::milliseconds{500}), std::future_status::timeout);
    test::mark(*world, "SOONUSDT", "50000");
    EXPECT_EQ(second.wait_for(std::chrono::milliseconds{500}), std::future_status::timeout);
    const Answer closed = answered(first, [] { test::mark(*world, "LOOKUSDT", "49000"); });
    EXPECT_EQ(closed.message(), "closeRequest") << closed.body;
    const Answer refused = answered(second, [] { test::mark(*world, "SOONUSDT", "50000"); });
    EXPECT_EQ(refused.message(), "client_id_reused") << refused.body;
}

TEST_F(WaitingRequests, AnOpeningThatWasKilledHasItsMoneyBack) {
    const Person anna = speculator();
    auto answer = opened(anna, opening());
    others["futures"]->kill();
    others["futures"]->start();
    EXPECT_ANY_THROW(answer.get()) << "nobody answers";
    test::wait_until("the money to be there again", [&] {
        EXPECT_EQ(test::run_job("settle_futures", world->config().path(), {"--once"}), 0);
        return waiting(anna) == 0;
    });
    EXPECT_EQ(anna.balance("USDT", ledger::Wallet::future), dec("1000"));
}

TEST_F(WaitingRequests, AClosingOutlivesItsSession) {
    const Person anna = speculator();
    auto answer = opened(anna, opening());
    const Answer open = answered(answer, [] { test::mark(*world, "LOOKUSDT", "50000"); });
    const auto id = open.json()["position"]["id"].asString();
    answer = sent_to_close(
        anna, {{"future_id", id}, {"transaction_password", World::transaction_password}});
    end_sessions(anna);
    const Answer closed = answered(answer, [] { test::mark(*world, "LOOKUSDT", "49000"); });
    EXPECT_EQ(closed.message(), "closeRequest");
    EXPECT_EQ(world->superuser()
                  .run("select requested_price from positions where id = $1", {id})[0]
                  .decimal("requested_price"),
              dec("49000"));
}

TEST_F(WaitingRequests, AClosingOfAPartSentTwiceAtOnceIsOne) {
    const Person anna = speculator();
    auto answer = opened(anna, opening());
    test::mark(*world, "LOOKUSDT", "50000");
    const auto id = answer.get().json()["position"]["id"].asString();
    const Fields fields{{"future_id", id},
                        {"quantity", "0.08"},
                        {"client_id", "twice"},
                        {"transaction_password", World::transaction_password}};
    auto first = sent_to_close(anna, fields),
         second = sent_to_futures(anna, "/api/v3/futures/close", fields);
    test::wait_until("both to be answered", [&] {
        test::mark(*world, "LOOKUSDT", "49000");
        return first.wait_for(std::chrono::seconds{0}) == std::future_status::ready &&
               second.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
    });
    const Answer one = first.get(), other = second.get();
    ASSERT_EQ(one.message(), "closeRequest") << one.body;
    EXPECT_EQ(one.body, other.body);
    EXPECT_EQ(world->superuser()
                  .run("select requested_price from positions where part_of = $1", {id})[0]
                  .decimal("requested_price"),
              dec("49000"));
    EXPECT_EQ(number("select count(*) as n from positions where client_id = $1", {anna.id}), 2);
}

TEST_F(WaitingRequests, OfTwentyAtOnceNobodyGetsAway) {
    std::vector<Person> people;
    std::vector<std::future<Answer>> orders, transfers;
    for (int i = 0; i < 20; ++i) people.push_back(person());
    for (const Person& one : people) {
        orders.push_back(std::async(
            std::launch::async,
            [client = as(one), fields = buy("40")]() mutable { return place(client, fields); }));
    }
    for (const Person& one : people)
        test::wait_until("all to wait", [&] { return waiting(one) == 1; });
    for (const Person& one : people) {
        transfers.push_back(std::async(
            std::launch::async,
            [client = as(one, *others["wallet"])]() mutable { return transfer(client, "9961"); }));
    }
    for (auto& moved : transfers) EXPECT_EQ(moved.get().message(), "insufficient_balance");
    book("89", "91");
    for (auto& answer : orders) expect_filled(answer);
}

/// Whoever gives back waits for the accounts of whoever holds, who waits for nobody: else both
/// would stand until the database ends one of them.
TEST_F(WaitingRequests, WhoHoldsDoesNotWaitForWhoGivesBack) {
    const Person anna = person();
    const AssetId usdt = world->asset("USDT");
    ledger::WaitingHolds holds{world->database().superuser(), ledger::Kind::conversion_hold};
    const auto owner = holds.owner();
    // Conversions of other tests have the low numbers.
    constexpr std::int64_t first = 1'000'000'001, second = first + 1;
    pg::Connection connection{world->database().superuser()};
    const auto hold = [&](pg::Transaction& tx, std::int64_t id) {
        const auto account = [&](bool held) {
            return ledger::client_account(tx, anna.id, ledger::Wallet::spot, held, usdt);
        };
        ledger::transfer(tx, account(false), account(true), dec("10"),
                         ledger::Kind::conversion_hold, id);
    };
    {
        pg::Transaction tx{connection};
        hold(tx, first);
        holds.add(tx, owner, first, anna.id, usdt, dec("10"));
        tx.commit();
    }
    pg::Transaction tx{connection};
    hold(tx, second);
    auto given_back = std::async(std::launch::async, [&] { holds.give_back(first); });
    test::wait_until("the other to wait for the accounts", [&] {
        return number(
                   "select count(*) as n from pg_stat_activity "
                   "where datname = current_database() and wait_event_type = 'Lock'") == 1;
    });
    holds.add(tx, owner, second, anna.id, usdt, dec("10"));
    tx.commit();
    given_back.get();
    EXPECT_EQ(waiting(anna), 1);
    EXPECT_EQ(anna.held("USDT"), dec("10"));
    holds.give_back(second);
    EXPECT_EQ(anna.held("USDT"), Decimal{});
}

}  // namespace
}  // namespace cambio
