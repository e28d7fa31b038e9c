// Programs that trade futures with an API key in place of a session.
#include "handlers/futures_fixture.h"
#include "handlers/program.h"

namespace cambio {

namespace {

class FuturesPrograms : public FuturesCalls {
  protected:
    static Program program(const Person& of, const account::KeyScope& scope) {
        return {*world, of, scope, *futures};
    }
    static Fields without_password(Fields fields) {
        fields.erase("transaction_password");
        return fields;
    }
};

TEST_F(FuturesPrograms, OpenAddAndCloseWithoutTheTransactionPassword) {
    const Person anna = person();
    auto bot = program(anna, {true, {}, {}, {}});
    const auto opened = bot.post(buy_more, without_password(opening()));
    ASSERT_EQ(opened.status, 200) << opened.body;
    const auto id = opened.json()["position"]["id"].asString();
    // Its owner's password may be guessed at meanwhile.
    world->superuser().run(
        "update clients set trading_locked_until = now() + interval '5 minutes' where id = $1",
        {anna.id});
    EXPECT_EQ(bot.post(add_margin, {{"future_id", id}, {"amount", "10"}}).status, 200);
    EXPECT_EQ(bot.post(set_targets, {{"future_id", id}, {"take_profit", "60000"}}).status, 200);
    EXPECT_EQ(bot.get(client_margin).status, 200);
    const auto part =
        bot.post(close_position, {{"future_id", id}, {"quantity", "0.01"}, {"client_id", "half"}});
    EXPECT_EQ(part.message(), "closeRequest") << part.body;
    const auto closed = bot.post(close_position, {{"future_id", id}});
    EXPECT_EQ(closed.message(), "closeRequest") << closed.body;
    auto client = as(anna);
    expect_error(send(client, buy_more, without_password(opening())), 400, "missing_parameter",
                 "transaction_password");
}

TEST_F(FuturesPrograms, DoWhatTheirKeysAllowAlone) {
    const Person anna = person();
    auto reader = program(anna, {});
    EXPECT_EQ(reader.get(client_margin).status, 200);
    expect_error(reader.post(buy_more, without_password(opening())), 403, "api_key_scope");

    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    const auto before = held(anna);
    done(client, set_targets, targeting(id, {{"stop_loss", "49000"}}));
    expect_error(reader.post(set_targets, {{"future_id", id}}), 403, "api_key_scope");
    auto elsewhere = program(anna, {true, std::vector{world->market("BTCUSDT")}, {}, {}});
    expect_error(elsewhere.post(buy_more, without_password(opening())), 403, "api_key_market");
    expect_error(elsewhere.post(add_margin, {{"future_id", id}, {"amount", "10"}}), 403,
                 "api_key_market");
    expect_error(elsewhere.post(set_targets, {{"future_id", id}, {"take_profit", "60000"}}), 403,
                 "api_key_market");
    expect_error(elsewhere.post(close_position, {{"future_id", id}}), 403, "api_key_market");
    EXPECT_EQ(held(anna), before);
    EXPECT_EQ(read(client, client_margin)["margin"][0]["stop_loss"], "49000");
    EXPECT_EQ(number("select count(*) as n from positions where client_id = $1", {anna.id}), 1);
    // A stranger's key reaches nothing of it.
    auto stranger = program(person(), {true, {}, {}, {}});
    expect_error(stranger.post(set_targets, {{"future_id", id}}), 404, "not_found", "future_id");
    expect_error(stranger.post(close_position, {{"future_id", id}}), 404, "not_found", "future_id");
}

}  // namespace

}  // namespace cambio
