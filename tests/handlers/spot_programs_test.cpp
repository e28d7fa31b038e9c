// Programs that trade with an API key in place of a session: what their key allows and no more.
#include <future>

#include "handlers/program.h"
#include "handlers/spot_fixture.h"

namespace cambio {

namespace {

using namespace std::chrono_literals;

class SpotPrograms : public Spot {
  protected:
    account::KeyScope trades() const { return {true, {}, {}, {}}; }
    Program program(const Person& of, const account::KeyScope& scope) const {
        return {*world, of, scope, *spot};
    }
    /// As a person's order, but without the transaction password.
    Fields without_password(Fields fields) const {
        fields.erase("transaction_password");
        return fields;
    }
    Fields buy(const std::string& price = "90", const Fields& more = {}) const {
        return without_password(limit("BUY", price, "1", more));
    }
    static std::int64_t orders_of(const Person& person) {
        return number("select count(*) as n from orders where client_id = $1", {person.id});
    }
    static void end(const Program& program) {
        world->superuser().run(R"sql(
            update sessions set revoked_at = now()
             where id = (select session_id from api_keys where id = $1))sql",
                               {program.key.id});
    }
};

TEST_F(SpotPrograms, TradeAndReadWithoutTheTransactionPassword) {
    const Person anna = person();
    // Guesses at the owner's password stop no program.
    world->superuser().run(
        "update clients set trading_locked_until = now() + interval '5 minutes' where id = $1",
        {anna.id});
    auto bot = program(anna, trades());
    const auto placed = bot.post(my_order, buy());
    ASSERT_EQ(placed.status, 200) << placed.body;
    const auto list = bot.get(open_orders, "name=" + pair());
    EXPECT_EQ(list.json()["total"].asInt(), 1) << list.body;
    EXPECT_EQ(anna.held("USDT"), dec("90"));
    const auto cancelled =
        bot.post(cancel_order, {{"order_id", placed.json()["order"]["id"].asString()}});
    EXPECT_EQ(cancelled.status, 200) << cancelled.body;
    EXPECT_EQ(anna.held("USDT"), dec("0"));
    // A person still has to give it.
    auto client = as(anna);
    expect_error(place(client, buy()), 400, "missing_parameter", "transaction_password");
}

TEST_F(SpotPrograms, ChangeOrdersWhereTheirKeyMayTrade) {
    const Person anna = person();
    auto client = as(anna);
    const auto id = placed(client, limit("BUY", "90", "2"))["id"].asString();
    const auto amend = [&](Program& bot, const std::string& quantity) {
        return bot.post("/api/v3/trades/amend-order",
                        {{"order_id", id}, {"number_of_order", quantity}});
    };
    auto reader = program(anna, {false, {}, {}, {}});
    expect_error(amend(reader, "1"), 403, "api_key_scope");
    const auto elsewhere = world->market("M" + std::to_string(next_market++) + "USDT");
    auto other = program(anna, {true, std::vector{elsewhere}, {}, {}});
    expect_error(amend(other, "1"), 403, "api_key_market");
    EXPECT_EQ(anna.held("USDT"), dec("180"));
    auto bot = program(anna, trades());
    const auto answer = amend(bot, "1");
    EXPECT_EQ(answer.message(), "success") << answer.body;
    EXPECT_EQ(anna.held("USDT"), dec("90"));
}

TEST_F(SpotPrograms, SignEachRequestAsItIsSent) {
    const Person anna = person();
    auto bot = program(anna, trades());
    const std::string query = "name=" + pair();
    const auto at = bot.time();
    const auto text = at + "\nGET\n" + open_orders + '\n' + query + '\n';
    const auto right = crypto::hex(crypto::hmac_sha256(bot.key.secret, text));
    EXPECT_EQ(bot.send_signed("GET", open_orders, query, {}, at, right).status, 200);
    // The same signature over anything else.
    const std::vector<Answer> wrongs = {
        bot.send_signed("GET", open_orders, query + "&page=2", {}, at, right),
        bot.send_signed("GET", open_orders, query + "&" + query, {}, at, right),
        bot.send_signed("GET", open_orders, {}, {}, at, right),
        bot.send_signed("GET", order_histories, query, {}, at, right),
        bot.send_signed("POST", cancel_order, query, {}, at, right),
        bot.send_signed("GET", open_orders, query, "{}", at, right),
        bot.send_signed("GET", open_orders, query, {}, at + "0", right),
        bot.send_signed("GET", open_orders, query, {}, at, right.substr(1)),
        bot.send_signed("GET", open_orders, query, {}, at, {})};
    for (const auto& wrong : wrongs) expect_error(wrong, 401, "api_key_signature");
    const auto key = bot.key;
    bot.key.public_id = crypto::random_name(64);
    expect_error(bot.get(open_orders), 401, "api_key_unknown");
    bot.key = key;
    EXPECT_EQ(bot.get(open_orders).status, 200);
}

TEST_F(SpotPrograms, AreRefusedWhereTheirClockIsWrong) {
    const Person anna = person();
    auto bot = program(anna, trades());
    for (const auto error : {-4s, 0s, 4s}) {
        bot.clock_error = error;
        EXPECT_EQ(bot.get(open_orders).status, 200) << error.count();
    }
    for (const auto error : {-6s, 6s, -3600s}) {
        bot.clock_error = error;
        const auto refused = bot.post(my_order, buy());
        expect_error(refused, 401, "api_key_time");
        EXPECT_FALSE(refused.json()["details"]["server_time"].asString().empty());
    }
    EXPECT_EQ(orders_of(anna), 0);
}

TEST_F(SpotPrograms, DoWhatTheirScopeAllowsAlone) {
    const Person anna = person();
    auto reader = program(anna, {});
    EXPECT_EQ(reader.get(open_orders).status, 200);
    expect_error(reader.post(my_order, buy()), 403, "api_key_scope");
    expect_error(reader.post(cancel_order, {{"all", "true"}}), 403, "api_key_scope");
    EXPECT_EQ(orders_of(anna), 0);
}

TEST_F(SpotPrograms, TradeInTheirMarketsAlone) {
    const Person anna = person();
    const auto other = coin;
    auto client = as(anna);
    const auto elsewhere = placed(client, limit("BUY", "90", "1"))["id"].asString();
    SetUp();
    auto bot = program(anna, {true, std::vector{world->market(pair())}, {}, {}});
    ASSERT_EQ(bot.post(my_order, buy()).status, 200);
    auto there = buy();
    there["name"] = other + "USDT";
    expect_error(bot.post(my_order, there), 403, "api_key_market");
    expect_error(bot.post(cancel_order, {{"order_id", elsewhere}}), 403, "api_key_market");
    // "All" are those of its own market.
    EXPECT_EQ(bot.post(cancel_order, {{"all", "true"}}).status, 200);
    const auto left = client.get(open_orders).json();
    EXPECT_EQ(left["total"].asInt(), 1);
}

TEST_F(SpotPrograms, WorkFromTheirNetworksUntilTheirEnd) {
    const Person anna = person();
    auto away = program(anna, {true, {}, {*token::Network::parse("203.0.113.0/24")}, {}});
    expect_error(away.post(my_order, buy()), 403, "api_key_network");
    auto late = program(anna, {true, {}, {}, pg::now() + 1h});
    world->superuser().run("update api_keys set expires_at = now() where id = $1", {late.key.id});
    expect_error(late.post(my_order, buy()), 401, "api_key_expired");
    EXPECT_EQ(orders_of(anna), 0);
}

TEST_F(SpotPrograms, AreOutAtOnceWhenTheirKeyEnds) {
    const Person anna = person();
    auto bot = program(anna, trades());
    auto another = program(anna, trades());
    ASSERT_EQ(bot.post(my_order, buy()).status, 200);
    end(bot);
    // Either the process has heard of it, or the order's own transaction finds it.
    EXPECT_EQ(bot.post(my_order, buy()).status, 401);
    test::wait_until("the process has heard of it",
                     [&] { return bot.get(open_orders).message() == "api_key_unknown"; });
    EXPECT_EQ(orders_of(anna), 1);
    EXPECT_EQ(another.post(my_order, buy()).status, 200);
    auto frozen = program(anna, trades());
    world->superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {anna.id});
    EXPECT_EQ(frozen.post(my_order, buy()).message(), "frozen_account");
    EXPECT_EQ(orders_of(anna), 2);
}

/// The order was let in and waits behind another one that cannot be written yet.
TEST_F(SpotPrograms, AreOutWhereTheirKeyEndsWhileAnOrderIsInFlight) {
    const Person anna = person(), ben = person();
    auto bot = program(anna, trades());
    auto neighbour = program(ben, trades());
    ASSERT_EQ(bot.post(my_order, buy()).status, 200);
    ASSERT_EQ(neighbour.post(my_order, buy()).status, 200);
    const auto in_flight = [] {
        auto client = spot->client();
        const auto text = client.get("/internal/metrics").body;
        const auto at = text.find("\ncambio_deferred{");
        return std::stoi(text.substr(text.find(' ', at) + 1));
    };
    pg::Connection holder{world->database().superuser()};
    std::future<Answer> first, second;
    {
        pg::Transaction hold{holder};
        hold.one("select 1 from markets where pair = $1 for update", {pair()});
        first = std::async(std::launch::async, [&] { return neighbour.post(my_order, buy()); });
        test::wait_until("the batch waits", [&] {
            return number(R"sql(select count(*) as n from pg_stat_activity
                                 where wait_event_type = 'Lock'
                                   and datname = current_database())sql") == 1;
        });
        second = std::async(std::launch::async, [&] { return bot.post(my_order, buy()); });
        test::wait_until("both were let in", [&] { return in_flight() == 2; });
        end(bot);
    }
    EXPECT_EQ(first.get().status, 200);
    expect_error(second.get(), 401, "unauthorized");
    EXPECT_EQ(orders_of(anna), 1);
    EXPECT_EQ(orders_of(ben), 2);
}

TEST_F(SpotPrograms, AreSlowedDownEachForItself) {
    const Person anna = person();
    world->config().set("API_KEY_ORDERS_PER_DAY", "2");
    HandlerProcess strict = world->handler("spot");
    world->config().set("API_KEY_ORDERS_PER_DAY", "200000");
    Program bot{*world, anna, trades(), strict};
    Program another{*world, anna, trades(), strict};
    for (int i = 0; i < 2; ++i) EXPECT_EQ(bot.post(my_order, buy()).status, 200);
    const auto refused = bot.post(my_order, buy());
    expect_error(refused, 429, "rate_limited");
    EXPECT_FALSE(refused.json()["details"]["retry_after"].asString().empty());
    EXPECT_EQ(bot.get(open_orders).status, 200) << "it may still look";
    EXPECT_EQ(another.post(my_order, buy()).status, 200);
    EXPECT_EQ(orders_of(anna), 3);
}

TEST_F(SpotPrograms, OfOneAddressAreSlowedDownEachForItself) {
    const Person anna = person();
    world->config().set("RATE_LIMIT_FACTOR", "1");
    HandlerProcess strict = world->handler("spot");
    world->config().set("RATE_LIMIT_FACTOR", "1000");
    Program bot{*world, anna, trades(), strict};
    Program another{*world, anna, trades(), strict};
    constexpr int enough = 2000;
    const auto slow_down = [](Program& program) {
        int status = 200;
        for (int i = 0; i < enough && status != 429; ++i) status = program.get(open_orders).status;
        return status;
    };
    EXPECT_EQ(slow_down(bot), 429);
    EXPECT_EQ(another.get(open_orders).status, 200);
    Program forger{*world, anna, trades(), strict};
    forger.key.secret += '.';
    EXPECT_EQ(forger.get(open_orders).status, 401);
    EXPECT_EQ(slow_down(forger), 429) << "nobody may try as often as that";
}

/// Each has a good key and signs with it, so nobody beside it pays for what is wrong with it.
TEST_F(SpotPrograms, OfOneAddressAreNotLockedOutByOneThatIsRefused) {
    const Person anna = person(), cold = person();
    world->config().set("RATE_LIMIT_FACTOR", "1");
    HandlerProcess strict = world->handler("spot");
    world->config().set("RATE_LIMIT_FACTOR", "1000");
    Program neighbour{*world, anna, trades(), strict};
    Program slow{*world, anna, trades(), strict};
    slow.clock_error = -1h;
    Program away{*world, anna, {true, {}, {*token::Network::parse("203.0.113.0/24")}, {}}, strict};
    Program late{*world, anna, {true, {}, {}, pg::now() - 1s}, strict};
    Program frozen{*world, cold, trades(), strict};
    world->superuser().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {cold.id});
    const auto expect_all_refused = [&](Program& program, int status, const std::string& code) {
        // More than those of a second that are not looked at any more where they are forged.
        for (int i = 0; i < 200 && !HasFailure(); ++i)
            expect_error(program.get(open_orders), status, code);
        const auto beside = neighbour.get(open_orders);
        EXPECT_EQ(beside.status, 200) << code << ": " << beside.body;
    };
    expect_all_refused(slow, 401, "api_key_time");
    expect_all_refused(away, 403, "api_key_network");
    expect_all_refused(late, 401, "api_key_expired");
    expect_all_refused(frozen, 403, "frozen_account");
}

/// As with the calls of Binance's clients, and together with them.
TEST_F(SpotPrograms, CountForTheirAddressWhereTheyProveNoKey) {
    const Person anna = person();
    world->config().set("RATE_LIMIT_FACTOR", "1");
    HandlerProcess strict = world->handler("spot"), binance = world->handler("binance"),
                   account = world->handler("account");
    world->config().set("RATE_LIMIT_FACTOR", "1000");
    const std::string address = "192.0.2.11";
    Program good{*world, anna, trades(), strict}, slow{*world, anna, trades(), strict},
        forger{*world, anna, trades(), strict}, stranger{*world, anna, trades(), strict},
        curious{*world, anna, trades(), account};
    slow.clock_error = -1h;
    forger.key.secret += '.';
    stranger.key.public_id = crypto::random_name(64);
    for (auto* bot : {&good, &slow, &forger, &stranger, &curious}) bot->address(address);
    auto anybody = binance.client();
    anybody.address(address);
    const auto used = [&](const char* call) {
        return std::stoi(anybody.get(call).header("x-mbx-used-weight-1m"));
    };
    const char* ping = "/binance/api/v3/ping";
    int before = 0, after = 0;
    do {  // once more where a minute has ended meanwhile
        before = used(ping);
        for (auto* bot : {&slow, &slow, &slow, &forger, &stranger}) {
            EXPECT_EQ(bot->get(open_orders).status, 401);
            EXPECT_EQ(good.get(open_orders).status, 200);
        }
        expect_error(curious.get("/api/v3/profile"), 403, "api_key_scope");
        after = used(ping);
    } while (after < before && !HasFailure());
    EXPECT_EQ(after - before, 7);

    // Where the address has used up its weight, what is wrong is not told any more.
    Answer refused;
    test::wait_until("the weight to be used up", [&] {
        for (int call = 0; call < 100; ++call) anybody.get("/binance/api/v3/ticker/24hr");
        refused = slow.get(open_orders);
        return refused.status == 429;
    });
    expect_error(refused, 429, "rate_limited");
    EXPECT_GE(std::stoi(refused.header("retry-after")), 1);
    EXPECT_EQ(good.get(open_orders).status, 200);
}

}  // namespace

}  // namespace cambio
