// Reversing a position: it is closed and one of the opposite side opened at the same price,
// both or neither, and what the new one costs is held from the beginning.
#include <thread>

#include "handlers/futures_reverse_fixture.h"
#include "handlers/program.h"

namespace cambio {
namespace {

TEST_F(FuturesReversals, CloseTheOneAndOpenTheOtherAtOnePrice) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client, {{"take_profit", "60000"}})["id"].asString();
    test::mark(*world, pair, "55000");
    const auto reply = done(client, reverse, closing(id, {{"client_id", "round"}}));
    EXPECT_EQ(reply["message"], "reverseRequest");
    EXPECT_EQ(reply["price"], "55000");
    EXPECT_EQ(reply["held"], "110.55") << "margin and fee of 0.02 at 55,000";
    EXPECT_EQ(available(anna), "9788.95");
    EXPECT_EQ(held(anna), "210.55");
    test::expect_books_balance(*world);
    const auto waiting = read(client, client_margin);
    EXPECT_EQ(waiting["margin"][0]["state"], "CLOSE_REQUESTED");
    EXPECT_EQ(waiting["margin"][0]["reversed_as"], reply["reversed_as"]);
    EXPECT_EQ(waiting["account"]["order_margin"], "110.55");
    EXPECT_EQ(waiting["account"]["equity"], "10099.5");

    // Whatever the price does, both have the one that was agreed.
    test::mark(*world, pair, "54000");
    settle();
    EXPECT_EQ(available(anna), "9988.95") << "10000 + 100 − 0.5 − 0.55 − 110";
    EXPECT_EQ(held(anna), "110");
    const auto opposite = only_open(client);
    EXPECT_EQ(opposite["id"], reply["reversed_as"]);
    EXPECT_EQ(opposite["delegate_type"], "SELL_EMPTY");
    EXPECT_EQ(opposite["quantity"], "0.02");
    EXPECT_EQ(opposite["leverage"], 10);
    EXPECT_EQ(opposite["opening_price"], "55000");
    EXPECT_EQ(opposite["margin"], "110");
    EXPECT_EQ(opposite["unrealised"], "20");
    EXPECT_EQ(opposite["take_profit"], Json::Value{});
    const auto past = read(client, history)["positions"][0];
    EXPECT_EQ(past["state"], "CLOSED");
    EXPECT_EQ(past["closing_price"], "55000");
    EXPECT_EQ(past["realised"], "100");
    EXPECT_EQ(past["reversed_as"], reply["reversed_as"]);
    settle();
    EXPECT_EQ(held(anna), "110") << "once";

    // And back again, with the loss that it has by then.
    test::mark(*world, pair, "56000");
    done(client, reverse, closing(opposite["id"].asString()));
    settle();
    EXPECT_EQ(only_open(client)["delegate_type"], "BUY_MORE");
    EXPECT_EQ(available(anna), "9966.39") << "9988.95 + 110 − 20 − 112 − 0.56";
}

TEST_F(FuturesReversals, ReverseOnceForOneKeyAndForADoubleClick) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    const auto other = opened(client, {{"delegate_type", "SELL_EMPTY"}})["id"].asString();
    const Fields fields = closing(id, {{"client_id", "round"}});
    const auto first = done(client, reverse, fields);
    EXPECT_EQ(done(client, reverse, fields), first);
    EXPECT_EQ(done(client, reverse, closing(id))["reversed_as"], first["reversed_as"])
        << "a second click without a key";
    settle();
    EXPECT_EQ(done(client, reverse, fields), first) << "also when both are done";
    expect_error(send(client, reverse, closing(id)), 409, "position_not_open", "future_id");
    // The key is that request's alone.
    expect_error(send(client, reverse, closing(other, {{"client_id", "round"}})), 409,
                 "client_id_reused", "client_id");
    expect_error(send(client, close_position, fields), 409, "client_id_reused", "client_id");
    done(client, close_position, closing(other, {{"client_id", "close"}}));
    expect_error(send(client, reverse, closing(other, {{"client_id", "close"}})), 409,
                 "client_id_reused", "client_id");
    settle();
    EXPECT_EQ(positions_of(anna), 3);
    EXPECT_EQ(held(anna), "100");
}

TEST_F(FuturesReversals, ThatAreAskedForAreNothingElse) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    done(client, reverse, closing(id));
    expect_error(send(client, close_position, closing(id)), 409, "position_not_open", "future_id");
    expect_error(send(client, add_margin, closing(id, {{"amount", "10"}})), 409,
                 "position_not_open", "future_id");
    expect_error(send(client, set_targets, targeting(id, {{"stop_loss", "49000"}})), 409,
                 "position_not_open", "future_id");
    settle();
    // One that is asked to be closed is not reversed.
    const auto opposite = only_open(client)["id"].asString();
    done(client, close_position, closing(opposite));
    expect_error(send(client, reverse, closing(opposite)), 409, "position_not_open", "future_id");
}

TEST_F(FuturesReversals, OfTwentyAtOnceOneIsDone) {
    const auto anna = person();
    const std::string token = world->token(anna);
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    std::vector<std::thread> clicks;
    for (int i = 0; i < 20; ++i) {
        clicks.emplace_back([&, i] {
            auto own = futures->client();
            own.bearer(token);
            // Some have a key of their own.
            Fields fields = closing(id);
            if (i % 2 == 0) fields["client_id"] = "click-" + std::to_string(i);
            const auto answer = send(own, reverse, fields);
            EXPECT_TRUE(answer.status == 200 || answer.message() == "position_not_open")
                << answer.body;
        });
    }
    for (auto& click : clicks) click.join();
    EXPECT_EQ(held(anna), "200.5") << "one margin more, and its fee";
    settle();
    EXPECT_EQ(positions_of(anna), 2);
    EXPECT_EQ(only_open(client)["delegate_type"], "SELL_EMPTY");
    EXPECT_EQ(held(anna), "100");
}

TEST_F(FuturesReversals, OfTwentyPeopleAtOnceAreAllDone) {
    std::vector<Person> people;
    std::vector<std::string> ids;
    for (int i = 0; i < 20; ++i) {
        people.push_back(person());
        auto client = as(people.back());
        ids.push_back(
            opened(client, {{"delegate_type", i % 2 == 0 ? "BUY_MORE" : "SELL_EMPTY"}})["id"]
                .asString());
    }
    test::mark(*world, pair, "50500");
    std::vector<std::future<Answer>> answers;
    for (std::size_t i = 0; i < people.size(); ++i) {
        answers.push_back(std::async(std::launch::async,
                                     [client = as(people[i]), fields = closing(ids[i])]() mutable {
                                         return send(client, reverse, fields);
                                     }));
    }
    for (auto& answer : answers) EXPECT_EQ(answer.get().message(), "reverseRequest");
    settle();
    for (const Person& one : people) {
        EXPECT_EQ(positions_of(one, "1"), 1);
        EXPECT_EQ(held(one), "101");
    }
}

TEST_F(FuturesReversals, AreNoStrangersAffair) {
    const auto anna = person(), mallory = person();
    auto client = as(anna), stranger = as(mallory), guest = futures->client();
    const auto was = before(anna, opened(client)["id"].asString());
    expect_error(send(stranger, reverse, closing(was.id)), 404, "not_found", "future_id");
    expect_error(send(guest, reverse, closing(was.id)), 401, "unauthorized");
    expect_error(send(client, reverse, closing("999999999")), 404, "not_found", "future_id");
    expect_unchanged(was);
    EXPECT_EQ(available(mallory), "10000");
}

TEST_F(FuturesReversals, SayWhatIsWrongWithTheRequest) {
    const auto anna = person();
    auto client = as(anna);
    const auto was = before(anna, opened(client)["id"].asString());
    for (const char* needed : {"future_id", "transaction_password"}) {
        Fields fields = closing(was.id);
        fields.erase(needed);
        expect_error(send(client, reverse, fields), 400, "missing_parameter", needed);
    }
    expect_error(send(client, reverse, closing(was.id, {{"quantity", "0.01"}})), 400,
                 "unknown_parameter", "quantity");
    expect_error(send(client, reverse, closing(was.id, {{"client_id", "with spaces"}})), 400,
                 "invalid_parameter", "client_id");
    EXPECT_EQ(
        send(client, reverse, closing(was.id, {{"transaction_password", "nonsense"}})).message(),
        "wrong_transaction_password");
    // Short is opened worse where the price has fallen.
    const Answer moved = send(client, reverse, closing(was.id, {{"opening_price", "50300"}}));
    expect_error(moved, 409, "slippage", "opening_price");
    EXPECT_EQ(moved.json()["details"]["price"], "50000");
    expect_unchanged(was);
    EXPECT_EQ(done(client, reverse, closing(was.id, {{"opening_price", "49000"}}))["message"],
              "reverseRequest");
}

TEST_F(FuturesReversals, TakeWhatTheNewOneCostsBeforehand) {
    const auto anna = person("200");
    auto client = as(anna);
    const auto was = before(anna, opened(client)["id"].asString());
    // 99.5 are left, and 100.5 are needed.
    const Answer refused = send(client, reverse, closing(was.id));
    expect_error(refused, 409, "insufficient_balance", "future_id");
    EXPECT_EQ(refused.json()["details"]["available"], "99.5");
    EXPECT_EQ(refused.json()["details"]["needed"], "100.5");
    expect_unchanged(was);
    Person{anna}.with("USDT", "1", ledger::Wallet::future);
    EXPECT_EQ(done(client, reverse, closing(was.id))["message"], "reverseRequest");
    EXPECT_EQ(available(anna), "0");
    settle();
    EXPECT_EQ(available(anna), "100");
}

TEST_F(FuturesReversals, NeedAnOpenMarketAPriceAndMaintenance) {
    const auto anna = person();
    auto client = as(anna);
    const auto was = before(anna, opened(client)["id"].asString());
    test::mark(*world, pair, "50000", std::chrono::hours{2});
    expect_error(send(client, reverse, closing(was.id)), 409, "stale_price");
    test::mark(*world, pair, "45226");
    expect_error(send(client, reverse, closing(was.id)), 409, "position_liquidating", "future_id");
    test::mark(*world, pair, "50000");
    world->superuser().run("update markets set state = 'closed' where pair = $1", {pair});
    expect_error(send(client, reverse, closing(was.id)), 409, "market_closed", "future_id");
    expect_unchanged(was);
}

TEST_F(FuturesReversals, WaitForAMarketThatIsHaltedMeanwhile) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    done(client, reverse, closing(id));
    world->superuser().run("update markets set state = 'closed' where pair = $1", {pair});
    settle();
    EXPECT_EQ(positions_of(anna), 1) << "neither closed nor opened";
    EXPECT_EQ(held(anna), "200.5");
    test::expect_books_balance(*world);
    world->superuser().run("update markets set state = 'open' where pair = $1", {pair});
    settle();
    EXPECT_EQ(only_open(client)["delegate_type"], "SELL_EMPTY");
}

TEST_F(FuturesReversals, KeepToTheTermsOfClosingEarly) {
    const auto strict =
        with({{"FUTURES_MINIMUM_DAYS", {"30", "0"}}, {"FUTURES_CLOSE_TARGET", {"0.5", "0"}}});
    const auto anna = person();
    auto client = as(anna, *strict);
    const auto was = before(anna, opened(client)["id"].asString());
    const auto reply = done(client, reverse, closing(was.id));
    EXPECT_EQ(reply["message"], "closePositionError");
    EXPECT_EQ(reply["daysLeft"], 30);
    EXPECT_EQ(reply["futureTarget"], "50");
    EXPECT_FALSE(reply.isMember("reversed_as"));
    expect_unchanged(was);
    test::mark(*world, pair, "52500");
    EXPECT_EQ(done(client, reverse, closing(was.id))["message"], "reverseRequest");
    settle();
    EXPECT_EQ(only_open(client)["opening_price"], "52500");
}

TEST_F(FuturesReversals, KeepToTheSizesOfOpening) {
    const auto anna = person("1000000");
    auto client = as(anna);
    const auto was = before(anna, opened(client, {{"margin", "2"}})["id"].asString());
    const auto change = [&](const char* column, const char* value) {
        const std::string sql = std::string{"update markets set "} + column + " = " + value +
                                " where pair = '" + pair + "'";
        world->superuser().run(sql.c_str());
    };
    change("minimum_total", "10");
    const Answer small = send(client, reverse, closing(was.id));
    expect_error(small, 400, "below_minimum", "future_id");
    EXPECT_EQ(small.json()["details"]["side"], "sell");
    change("minimum_total", "1");
    change("lot", "0.001");
    expect_error(send(client, reverse, closing(was.id)), 400, "off_lot", "future_id");
    change("lot", "0.00001");
    expect_unchanged(was);

    const auto ben = person("1000000");
    auto rich = as(ben);
    const auto large = before(ben, opened(rich, {{"margin", "190000"}})["id"].asString());
    test::mark(*world, pair, "53000");
    expect_error(send(rich, reverse, closing(large.id)), 400, "above_maximum", "future_id");
    expect_unchanged(large);
}

TEST_F(FuturesReversals, KeepToTheCaps) {
    // A part of eleven millions.
    const auto tight = with({{"FUTURES_CAP_CLIENT", {"0.001", "1000000"}}});
    const auto anna = person("100000");
    auto client = as(anna), held_to = as(anna, *tight);
    const auto was = before(anna, opened(client, {{"margin", "5000"}})["id"].asString());
    expect_error(send(held_to, reverse, closing(was.id)), 400, "above_maximum", "future_id");
    expect_unchanged(was);
    const auto narrow = with({{"FUTURES_CAP_CONTRACT", {"0.001", "1000000"}}});
    auto other = as(anna, *narrow);
    expect_error(send(other, reverse, closing(was.id)), 409, "no_liquidity");
    expect_unchanged(was);
    // The position itself does not stand in its own way.
    const auto enough = with({{"FUTURES_CAP_CLIENT", {"0.006", "1000000"}}});
    auto fits = as(anna, *enough);
    EXPECT_EQ(done(fits, reverse, closing(was.id))["message"], "reverseRequest");
}

TEST_F(FuturesReversals, AreNotForWhereTheOperatorCloses) {
    const auto manual = with({{"FUTURES_CLOSING", {"manual", "auto"}}});
    const auto anna = person();
    auto client = as(anna), other = as(anna, *manual);
    const auto was = before(anna, opened(client)["id"].asString());
    expect_error(send(other, reverse, closing(was.id)), 409, "closing_by_operator", "future_id");
    expect_unchanged(was);
    // One that was asked for before comes to its end all the same.
    done(client, reverse, closing(was.id));
    world->config().set("FUTURES_CLOSING", "manual");
    settle();
    world->config().set("FUTURES_CLOSING", "auto");
    EXPECT_EQ(only_open(client)["delegate_type"], "SELL_EMPTY");
}

TEST_F(FuturesReversals, AreNotForThoseWhoAreFrozen) {
    const auto anna = person();
    auto client = as(anna);
    const auto was = before(anna, opened(client)["id"].asString());
    world->superuser().run(
        "update clients set status = 'FREEZE_ACCOUNT', epoch = epoch + 1 where id = $1", {anna.id});
    EXPECT_NE(send(client, reverse, closing(was.id)).status, 200);
    expect_unchanged(was);
}

/// Both prices were agreed, and nobody has anything to choose any more.
TEST_F(FuturesReversals, AreDoneForThoseWhoAreFrozenAfterwards) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    test::mark(*world, pair, "55000");
    done(client, reverse, closing(id));
    world->superuser().run(
        "update clients set status = 'FREEZE_ACCOUNT', epoch = epoch + 1 where id = $1", {anna.id});
    test::mark(*world, pair, "54000");
    settle();
    EXPECT_EQ(available(anna), "9988.95");
    EXPECT_EQ(held(anna), "110");
    EXPECT_EQ(positions_of(anna, "3"), 1);
    EXPECT_EQ(number("select count(*) as n from positions where client_id = $1 and state = 1 "
                     "and side = 2 and opening_price = 55000",
                     {anna.id}),
              1);
}

TEST_F(FuturesReversals, AreForProgramsWhoseKeysMayTradeThere) {
    const auto anna = person();
    auto client = as(anna);
    const auto was = before(anna, opened(client)["id"].asString());
    Program reader{*world, anna, {}, *futures};
    expect_error(reader.post(reverse, {{"future_id", was.id}}), 403, "api_key_scope");
    Program elsewhere{
        *world, anna, {true, std::vector{world->market("BTCUSDT")}, {}, {}}, *futures};
    expect_error(elsewhere.post(reverse, {{"future_id", was.id}}), 403, "api_key_market");
    expect_unchanged(was);
    Program bot{*world, anna, {true, {}, {}, {}}, *futures};
    EXPECT_EQ(bot.post(reverse, {{"future_id", was.id}}).message(), "reverseRequest");
}

/// The database knows no half of it, whichever program tries.
TEST_F(FuturesReversals, AreWholeInTheDatabase) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    done(client, reverse, closing(id));
    const auto state_of = [&](const char* sql) -> std::string {
        try {
            world->superuser().run(sql, {id});
        } catch (const pg::Failure& failure) {
            return failure.state;
        }
        return "done";
    };
    EXPECT_EQ(state_of("update positions set state = 3, closing_price = requested_price, "
                       "realised = 0, reason = 1, closed_at = now() where id = $1"),
              "CA002");
    EXPECT_EQ(
        state_of("update positions set reversed_as = null, reversal_held = null where id = $1"),
        "CA002");
    settle();
    EXPECT_EQ(only_open(client)["delegate_type"], "SELL_EMPTY");
}

}  // namespace
}  // namespace cambio
