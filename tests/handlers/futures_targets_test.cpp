// Targets of futures: who may set them, which are refused, and what becomes of them.
#include "handlers/futures_fixture.h"

namespace cambio {
namespace {

TEST_F(FuturesCalls, AskForItToSetTargetsToo) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    done(client, set_targets, targeting(id, {{"stop_loss", "49000"}}));
    const auto expect_unchanged = [&](const char* why) {
        const auto position = read(client, client_margin)["margin"][0];
        EXPECT_EQ(position["stop_loss"], "49000") << why;
        EXPECT_EQ(position["take_profit"], Json::Value{}) << why;
        EXPECT_EQ(position["state"], "OPEN") << why;
    };
    // One that would close it at once, and one that would let it be liquidated.
    for (const Fields& targets :
         {Fields{{"stop_loss", "49999.9"}, {"take_profit", "50000.1"}}, Fields{}}) {
        Fields without = targeting(id, targets);
        without.erase("transaction_password");
        expect_error(send(client, set_targets, without), 400, "missing_parameter",
                     "transaction_password");
        Fields wrong = without;
        wrong["transaction_password"] = "nonsense";
        const auto reply = done(client, set_targets, wrong);
        EXPECT_EQ(reply["message"], "wrong_transaction_password");
        EXPECT_FALSE(reply.isMember("position"));
        settle();
        expect_unchanged("without the password");
    }
    for (int i = 0; i < 3; ++i)
        send(client, set_targets, targeting(id, {{"transaction_password", "nonsense"}}));
    // Five wrong ones: not even the right one opens it then.
    expect_error(send(client, set_targets, targeting(id, {})), 429, "trading_locked");
    expect_error(send(client, buy_more, opening()), 429, "trading_locked");
    expect_unchanged("locked");
}

TEST_F(FuturesCalls, SetTargetsInAnOpenedSessionWithoutIt) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    world->superuser().run(
        "update sessions set unlocked_until = now() + interval '5 minutes', "
        "unlocked_epoch = (select epoch from clients c where c.id = client_id) "
        "where client_id = $1",
        {anna.id});
    const Fields guarded{{"future_id", id}, {"stop_loss", "49000"}};
    EXPECT_EQ(done(client, set_targets, guarded)["position"]["stop_loss"], "49000");
    world->superuser().run(
        "update clients set trading_locked_until = now() + interval '5 minutes' where id = $1",
        {anna.id});
    // Guesses in other sessions do not stop the one that has proved the password.
    auto again = as(anna);
    expect_error(send(again, set_targets, targeting(id, {})), 429, "trading_locked");
    const Fields moved{{"future_id", id}, {"stop_loss", "48000"}};
    EXPECT_EQ(done(client, set_targets, moved)["position"]["stop_loss"], "48000");
    world->superuser().run(
        "update sessions set trading_locked_until = now() + interval '5 minutes' "
        "where client_id = $1",
        {anna.id});
    // It is not open any more while it is locked itself.
    expect_error(send(client, set_targets, {{"future_id", id}}), 400, "missing_parameter",
                 "transaction_password");
    expect_error(send(client, set_targets, targeting(id, {})), 429, "trading_locked");
    EXPECT_EQ(read(client, client_margin)["margin"][0]["stop_loss"], "48000");
}

TEST_F(FuturesCalls, SetsAndRemovesTargets) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    auto position =
        done(client, set_targets,
             targeting(id, {{"take_profit", "51000"}, {"stop_loss", "49000"}}))["position"];
    EXPECT_EQ(position["take_profit"], "51000");
    EXPECT_EQ(position["stop_loss"], "49000");
    position = done(client, set_targets, targeting(id, {{"take_profit", ""}}))["position"];
    EXPECT_EQ(position["take_profit"], Json::Value{});
    EXPECT_EQ(position["stop_loss"], Json::Value{});
    const auto set = [&](const Fields& change) {
        return send(client, set_targets, targeting(id, change));
    };
    expect_error(set({{"take_profit", "49999.9"}}), 400, "target_side", "take_profit");
    expect_error(set({{"stop_loss", "50000"}}), 400, "target_side", "stop_loss");
    expect_error(set({{"stop_loss", "49000.05"}}), 400, "off_tick", "stop_loss");
    expect_error(set({{"stop_loss", "no"}}), 400, "invalid_amount", "stop_loss");
    expect_error(set({{"limit", "1"}}), 400, "unknown_parameter", "limit");
    test::mark(*world, pair, "50000", std::chrono::hours{2});
    expect_error(set({{"stop_loss", "49000"}}), 409, "stale_price");
    test::mark(*world, pair, "50000");
    const auto shorted = opened(client, {{"delegate_type", "SELL_EMPTY"}})["id"].asString();
    expect_error(set({{"future_id", shorted}, {"take_profit", "51000"}}), 400, "target_side",
                 "take_profit");
    done(client, close_position, closing(id));
    expect_error(set({{"stop_loss", "49000"}}), 409, "position_not_open", "future_id");
}

TEST_F(FuturesCalls, LeavesATargetThatTheMarkHasReached) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    done(client, set_targets, targeting(id, {{"take_profit", "51000"}}));
    const auto at_work = [](const char* since) {
        world->superuser().run(
            "insert into job_runs (name, succeeded_at) "
            "values ('settle_futures', now() - $1::interval) "
            "on conflict (name) do update set succeeded_at = excluded.succeeded_at",
            {since});
    };
    at_work("0 seconds");
    test::mark(*world, pair, "51000");
    // Whoever knows the next price first would take back what loses.
    const auto none = targeting(id, {}), higher = targeting(id, {{"take_profit", "52000"}});
    for (const Fields& change : {none, higher})
        expect_error(send(client, set_targets, change), 409, "target_reached", "future_id");
    // Nobody is there to end it.
    at_work("20 seconds");
    done(client, set_targets, higher);
    at_work("0 seconds");
    test::mark(*world, pair, "51999.9");
    done(client, set_targets, none);
}

}  // namespace
}  // namespace cambio
