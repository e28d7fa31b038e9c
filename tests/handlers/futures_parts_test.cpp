// Closing a part of a position: what becomes of the part and of the rest, each refusal, and the
// same request twice.
#include <algorithm>
#include <set>
#include <thread>

#include "handlers/futures_parts_fixture.h"

namespace cambio {
namespace {

using testing::ElementsAre;

TEST_F(FuturesParts, AreClosedAndTheRestStaysOpen) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    test::mark(*world, pair, "55000");
    const auto reply = done(client, close_position, part(id, "0.005", "quarter"));
    EXPECT_EQ(reply["message"], "closeRequest");
    EXPECT_EQ(reply["daysLeft"], 0);
    const auto closed = reply["part_id"].asString();
    EXPECT_EQ(held(anna), "100") << "until it is settled";
    const auto open = read(client, client_margin)["margin"];
    ASSERT_EQ(open.size(), 2);
    EXPECT_EQ(open[0]["id"], closed);
    EXPECT_EQ(open[0]["part_of"], id);
    EXPECT_EQ(open[0]["state"], "CLOSE_REQUESTED");
    EXPECT_EQ(open[0]["quantity"], "0.005");
    EXPECT_EQ(open[0]["margin"], "25");
    EXPECT_EQ(open[0]["fee"], "0.125");
    EXPECT_EQ(open[0]["requested_price"], "55000");
    EXPECT_EQ(open[1]["id"], id);
    EXPECT_EQ(open[1]["part_of"], Json::Value{});
    EXPECT_EQ(open[1]["state"], "OPEN");
    EXPECT_EQ(open[1]["quantity"], "0.015");
    EXPECT_EQ(open[1]["initial_margin"], "75");
    EXPECT_EQ(open[1]["fee"], "0.375");
    EXPECT_EQ(open[1]["liquidation_price"], "45226.2") << "as before";
    EXPECT_EQ(open[0]["start_date"], open[1]["start_date"]);

    test::mark(*world, pair, "54000");
    settle();
    EXPECT_EQ(available(anna), "9949.5") << "9899.5 + 25 + 0.005 × 5000";
    EXPECT_EQ(held(anna), "75");
    const auto past = read(client, history);
    EXPECT_EQ(past["total"], 1);
    EXPECT_EQ(past["positions"][0]["id"], closed);
    EXPECT_EQ(past["positions"][0]["part_of"], id);
    EXPECT_EQ(past["positions"][0]["quantity"], "0.005");
    EXPECT_EQ(past["positions"][0]["closing_price"], "55000");
    EXPECT_EQ(past["positions"][0]["realised"], "25");
    EXPECT_EQ(past["positions"][0]["return_on_equity"], "100");
    test::expect_books_balance(*world);

    // What is left is closed as a whole.
    EXPECT_FALSE(done(client, close_position, closing(id)).isMember("part_id"));
    settle();
    EXPECT_EQ(available(anna), "10084.5") << "and 75 + 0.015 × 4000";
    EXPECT_EQ(held(anna), "0");
    EXPECT_EQ(read(client, history)["total"], 2);
    EXPECT_THAT(bell(anna), ElementsAre("position_part_closed", "position_closed"));
}

TEST_F(FuturesParts, MayLose) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client, {{"delegate_type", "SELL_EMPTY"}})["id"].asString();
    test::mark(*world, pair, "52000");
    closed_part(client, id, "0.015", "loss");
    settle();
    EXPECT_EQ(available(anna), "9944.5") << "9899.5 + 75 − 0.015 × 2000";
    EXPECT_EQ(held(anna), "25");
    const auto past = read(client, history)["positions"][0];
    EXPECT_EQ(past["realised"], "-30");
    EXPECT_EQ(past["margin"], "75");
}

TEST_F(FuturesParts, AreRefusedWithTheReason) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    struct Row {
        Fields change;
        int status;
        const char *code, *field;
    };
    const Row rows[] = {
        {{{"quantity", "0"}}, 400, "not_positive", "quantity"},
        {{{"quantity", "-0.01"}}, 400, "not_positive", "quantity"},
        {{{"quantity", "much"}}, 400, "invalid_amount", "quantity"},
        {{{"quantity", ""}}, 400, "invalid_amount", "quantity"},
        {{{"quantity", "0.005001"}}, 400, "off_lot", "quantity"},
        {{{"quantity", "0.02001"}}, 400, "above_maximum", "quantity"},
        {{{"quantity", "0.00019"}}, 400, "below_minimum", "quantity"},
        {{{"quantity", "0.01981"}}, 400, "below_minimum", "quantity"},
        {{{"client_id", ""}}, 400, "missing_parameter", "client_id"},
        {{{"future_id", "999999"}}, 404, "not_found", "future_id"},
        {{{"amount", "1"}}, 400, "unknown_parameter", "amount"},
    };
    for (const auto& row : rows)
        expect_error(send(client, close_position, part(id, "0.01", "refused", row.change)),
                     row.status, row.code, row.field);
    const auto details = [&](const char* quantity) {
        return send(client, close_position, part(id, quantity, "refused")).json()["details"];
    };
    EXPECT_EQ(details("0.005001")["lot"], "0.00001");
    EXPECT_EQ(details("1")["maximum"], "0.02");
    EXPECT_EQ(details("0.00001")["minimum"], "0.0002") << "a margin of 1 USDT";
    EXPECT_EQ(details("0.01999")["maximum"], "0.0198");
    EXPECT_EQ(done(client, close_position,
                   part(id, "0.01", "refused", {{"transaction_password", "nonsense"}}))["message"],
              "wrong_transaction_password");
    test::mark(*world, pair, "50000", std::chrono::hours{2});
    expect_error(send(client, close_position, part(id, "0.01", "refused")), 409, "stale_price");
    test::mark(*world, pair, "45226");
    expect_error(send(client, close_position, part(id, "0.01", "refused")), 409,
                 "position_liquidating", "future_id");
    test::mark(*world, pair, "50000");
    world->superuser().run("update markets set state = 'closed' where pair = $1", {pair});
    expect_error(send(client, close_position, part(id, "0.01", "refused")), 409, "market_closed",
                 "future_id");
    world->superuser().run("update markets set state = 'open' where pair = $1", {pair});
    EXPECT_EQ(positions_of(anna), 1);
    EXPECT_EQ(read(client, client_margin)["margin"][0]["quantity"], "0.02");

    // The least that may be closed, and the least that may stay.
    closed_part(client, id, "0.0002", "least");
    closed_part(client, id, "0.0196", "most");
    settle();
    EXPECT_EQ(held(anna), "1");
    expect_error(send(client, close_position, part(id, "0.0001", "refused")), 400, "below_minimum",
                 "quantity");
    done(client, close_position, closing(id));
    expect_error(send(client, close_position, part(id, "0.0001", "refused")), 409,
                 "position_not_open", "future_id");
}

TEST_F(FuturesParts, OfAllOfItAreTheWhole) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    const auto reply = done(client, close_position, closing(id, {{"quantity", "0.0200"}}));
    EXPECT_EQ(reply["message"], "closeRequest");
    EXPECT_FALSE(reply.isMember("part_id"));
    EXPECT_EQ(done(client, close_position, closing(id, {{"quantity", "0.02"}})), reply)
        << "a double click";
    EXPECT_EQ(done(client, close_position, closing(id)), reply);
    expect_error(send(client, close_position, part(id, "0.01", "late")), 409, "position_not_open",
                 "future_id");
    EXPECT_EQ(positions_of(anna), 1);
    settle();
    EXPECT_EQ(available(anna), "9999.5");
}

TEST_F(FuturesParts, AreNobodyElsesToClose) {
    const auto anna = person(), berta = person();
    auto owner = as(anna), stranger = as(berta);
    const auto id = opened(owner)["id"].asString();
    expect_error(send(stranger, close_position, part(id, "0.01", "theirs")), 404, "not_found",
                 "future_id");
    auto guest = futures->client();
    expect_error(send(guest, close_position, part(id, "0.01", "theirs")), 401, "unauthorized");
    const auto closed = closed_part(owner, id, "0.01", "mine");
    expect_error(send(stranger, close_position, closing(closed)), 404, "not_found", "future_id");
    EXPECT_EQ(read(stranger, client_margin)["margin"].size(), 0);
    // Its key is the stranger's own to use.
    const auto other = opened(stranger)["id"].asString();
    closed_part(stranger, other, "0.01", "mine");
}

TEST_F(FuturesParts, AreOneForOneKey) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString(), other = opened(client)["id"].asString();
    const Fields fields = part(id, "0.005", "once");
    const auto reply = done(client, close_position, fields);
    EXPECT_EQ(done(client, close_position, fields), reply);
    test::mark(*world, pair, "60000");
    settle();
    EXPECT_EQ(done(client, close_position, fields), reply) << "when it has been closed";
    test::mark(*world, pair, "50000", std::chrono::hours{2});
    EXPECT_EQ(done(client, close_position, fields), reply) << "when there is no price";
    test::mark(*world, pair, "50000");
    EXPECT_EQ(read(client, history)["total"], 1);
    const auto reused = [&](const Fields& asked) {
        expect_error(send(client, close_position, asked), 409, "client_id_reused", "client_id");
    };
    reused(part(id, "0.006", "once"));
    reused(part(id, "0.015", "once"));
    reused(closing(id, {{"client_id", "once"}}));
    reused(part(other, "0.005", "once"));
    reused(part(reply["part_id"].asString(), "0.004", "once"));
    // Nor is the key of a whole one that of a part.
    done(client, close_position, closing(other, {{"client_id", "whole"}}));
    done(client, close_position, part(other, "0.02", "whole"));
    reused(part(other, "0.01", "whole"));
    reused(part(id, "0.005", "whole"));
    done(client, close_position, closing(id));
    EXPECT_EQ(done(client, close_position, fields), reply) << "when nothing is left of it";
    EXPECT_EQ(positions_of(anna), 3);
}

TEST_F(FuturesParts, AreOneForTheSameKeyAtOnce) {
    const auto anna = person();
    const std::string token = world->token(anna);
    auto first = futures->client();
    first.bearer(token);
    const auto id = opened(first)["id"].asString();
    std::vector<std::thread> clicks;
    std::vector<std::string> parts(6);
    for (std::string& answered : parts) {
        clicks.emplace_back([&] {
            auto client = futures->client();
            client.bearer(token);
            answered = closed_part(client, id, "0.004", "double");
        });
    }
    for (auto& click : clicks) click.join();
    EXPECT_EQ(std::set(parts.begin(), parts.end()).size(), 1U);
    EXPECT_EQ(positions_of(anna), 2);
    EXPECT_EQ(read(first, client_margin)["margin"][1]["quantity"], "0.016");
}

TEST_F(FuturesParts, OfTwentyAtOnceAreNoMoreThanTheWhole) {
    const auto anna = person();
    const std::string token = world->token(anna);
    auto first = futures->client();
    first.bearer(token);
    const auto id = opened(first)["id"].asString();
    test::mark(*world, pair, "51000");
    std::vector<std::thread> clicks;
    std::vector<Answer> answers(20);
    for (std::size_t i = 0; i < answers.size(); ++i) {
        clicks.emplace_back([&, i] {
            auto client = futures->client();
            client.bearer(token);
            answers[i] =
                send(client, close_position, part(id, "0.003", "at-once-" + std::to_string(i)));
        });
    }
    for (auto& click : clicks) click.join();
    std::set<std::string> parts;
    for (const Answer& answer : answers) {
        if (answer.status == 200)
            parts.insert(answer.json()["part_id"].asString());
        else
            expect_error(answer, 400, "above_maximum", "quantity");
    }
    EXPECT_EQ(parts.size(), 6U);
    settle();
    EXPECT_EQ(available(anna), "10007.5") << "9899.5 + 90 + 0.018 × 1000";
    EXPECT_EQ(held(anna), "10");
    done(first, close_position, closing(id));
    settle();
    EXPECT_EQ(available(anna), "10019.5");
    EXPECT_EQ(held(anna), "0");
}

TEST_F(FuturesParts, LeaveARestThatIsLiquidatedWhereTheWholeWould) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client)["id"].asString();
    closed_part(client, id, "0.01", "half");
    settle();
    test::mark(*world, pair, "45226.2");
    settle();
    EXPECT_EQ(read(client, client_margin)["margin"].size(), 1);
    test::mark(*world, pair, "45220");
    settle();
    const auto past = read(client, history)["positions"][0];
    EXPECT_EQ(past["id"], id);
    EXPECT_EQ(past["state"], "LIQUIDATED");
    EXPECT_EQ(past["realised"], "-50");
    EXPECT_EQ(past["liquidation"]["equity"], "2.2");
    EXPECT_EQ(past["liquidation"]["maintenance"], "2.261");
    EXPECT_EQ(available(anna), "9949.5");
    EXPECT_EQ(held(anna), "0");
}

TEST_F(FuturesParts, LeaveARestWithItsTargets) {
    const auto anna = person();
    auto client = as(anna);
    const auto wins = opened(client, {{"take_profit", "51000"}})["id"].asString();
    const auto loses =
        opened(client, {{"delegate_type", "SELL_EMPTY"}, {"stop_loss", "51000"}})["id"].asString();
    closed_part(client, wins, "0.015", "wins");
    closed_part(client, loses, "0.005", "loses");
    test::mark(*world, pair, "51000");
    settle();
    EXPECT_EQ(available(anna), "9989") << "9999 + 0.005 × 1000 − 0.015 × 1000";
    EXPECT_THAT(bell(anna),
                testing::UnorderedElementsAre("position_target_hit", "position_target_hit",
                                              "position_part_closed", "position_part_closed"));
}

TEST_F(FuturesParts, AreJudgedByTheTermsOfClosingEarly) {
    auto& config = world->config();
    config.set("FUTURES_MINIMUM_DAYS", "30");
    config.set("FUTURES_CLOSE_TARGET", "0.5");
    const HandlerProcess strict{"futures", config.path(), config.secret()};
    config.set("FUTURES_MINIMUM_DAYS", "0");
    config.set("FUTURES_CLOSE_TARGET", "0");
    const auto anna = person();
    auto client = as(anna, strict);
    const auto id = opened(client)["id"].asString();
    const auto early = done(client, close_position, part(id, "0.005", "early"));
    EXPECT_EQ(early["message"], "closePositionError");
    EXPECT_EQ(early["daysLeft"], 30);
    EXPECT_EQ(early["futureTarget"], "12.5");
    EXPECT_EQ(early["futureFundsToAdd"], "12.5");
    EXPECT_FALSE(early.isMember("part_id"));
    EXPECT_EQ(positions_of(anna), 1);
    test::mark(*world, pair, "52500");
    const auto taken = done(client, close_position, part(id, "0.005", "early"));
    EXPECT_EQ(taken["message"], "closeRequest");
    EXPECT_EQ(taken["futureTarget"], "12.5");
    EXPECT_EQ(done(client, close_position, part(id, "0.005", "early")), taken);
}

TEST_F(FuturesParts, TakeTheirShareOfAddedMarginAndFunding) {
    const auto anna = person();
    auto client = as(anna);
    const auto whole = test::open(
        *world, anna,
        {.pair = pair, .margin = "1000", .opened_at = pg::now() - std::chrono::hours{30}});
    const auto id = std::to_string(whole.value);
    done(client, add_margin,
         {{"future_id", id},
          {"amount", "100"},
          {"transaction_password", World::transaction_password}});
    test::funding(*world, pair, "0.0003", "50000", pg::now() - std::chrono::hours{20});
    settle();
    const auto first = closed_part(client, id, "0.05", "first");
    auto open = read(client, client_margin)["margin"];
    EXPECT_EQ(open[0]["added_margin"], "25");
    EXPECT_EQ(open[0]["funding_paid"], "0.75") << "a quarter of 10000 × 0.0003";
    EXPECT_EQ(open[0]["margin"], "274.25");
    EXPECT_EQ(open[1]["added_margin"], "75");
    EXPECT_EQ(open[1]["funding_paid"], "2.25");
    EXPECT_EQ(open[1]["margin"], "822.75");

    // A time that was due before the request both settle, each for itself.
    test::funding(*world, pair, "-0.0001", "50000", pg::now() - std::chrono::hours{12});
    settle();
    const auto closed = test::read(*world, PositionId{std::stoll(first)});
    EXPECT_EQ(closed.state, positions::State::closed);
    EXPECT_EQ(closed.funding, dec("-0.5"));
    EXPECT_EQ(test::read(*world, whole).funding, dec("-1.5"));

    // One that it had settled as a part of the other, while others had not, counts as settled.
    test::funding(*world, pair, "0.0002", "50000", pg::now() - std::chrono::hours{4});
    settle();
    EXPECT_EQ(test::read(*world, whole).funding, dec("-3"));
    auto& database = world->superuser();
    database.run("alter table funding_rates disable trigger funding_rate_is_history");
    database.run(
        "update funding_rates set settled_at = null from markets m "
        "where m.id = market_id and m.pair = $1 and rate = 0.0002",
        {pair});
    database.run("alter table funding_rates enable trigger funding_rate_is_history");
    const auto second = closed_part(client, id, "0.05", "second");
    settle();
    EXPECT_EQ(test::read(*world, PositionId{std::stoll(second)}).funding, dec("-1"));
    EXPECT_EQ(test::read(*world, whole).funding, dec("-2"));
    EXPECT_EQ(held(anna), test::read(*world, whole).margin.str());
}

TEST_F(FuturesParts, AreNotAnotherPositionBesideTheOther) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = opened(client, {{"leverage", "20"}, {"margin", "2500"}})["id"].asString();
    const auto second = opened(client, {{"leverage", "20"}, {"margin", "2500"}})["id"].asString();
    EXPECT_EQ(read(client, client_margin)["margin"][0]["liquidation_price"], "47979.8");
    closed_part(client, second, "0.5", "half");
    settle();
    const auto open = read(client, client_margin)["margin"];
    EXPECT_EQ(open[0]["id"], second);
    // 25000 beside the other's 50000 need 500 − 250.
    EXPECT_EQ(open[0]["beside"], "50000");
    EXPECT_EQ(open[0]["maintenance_margin"], "250");
    EXPECT_EQ(open[0]["liquidation_price"], "47979.8")
        << "(25000 − 1250) / (0.5 × 0.99), as before";
    EXPECT_EQ(open[1]["id"], id);
    EXPECT_EQ(open[1]["maintenance_margin"], "250");
}

TEST_F(FuturesParts, AreNoMoreThanAClientMayHave) {
    const auto anna = person();
    auto client = as(anna);
    const std::vector<std::pair<const Person*, test::OpenPosition>> many(
        199, {&anna, {.pair = pair, .margin = "1"}});
    test::open_all(*world, many);
    const auto id = opened(client)["id"].asString();
    expect_error(send(client, close_position, part(id, "0.01", "many")), 409, "too_many_positions");
    EXPECT_EQ(done(client, close_position, closing(id))["message"], "closeRequest");
}

TEST_F(FuturesParts, OfSeveralPositionsAtOnceAreNoMoreThanAClientMayHave) {
    const auto anna = person();
    const std::vector<std::pair<const Person*, test::OpenPosition>> many(
        190, {&anna, {.pair = pair, .margin = "1"}});
    test::open_all(*world, many);
    std::vector<std::string> ids;
    for (int i = 0; i < 8; ++i)
        ids.push_back(std::to_string(test::open(*world, anna, {.pair = pair}).value));
    const std::string token = world->token(anna);
    std::vector<std::thread> clicks;
    std::vector<Answer> answers(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        clicks.emplace_back([&, i] {
            auto client = futures->client();
            client.bearer(token);
            answers[i] = send(client, close_position, part(ids[i], "0.01", "part-" + ids[i]));
        });
    }
    for (auto& click : clicks) click.join();
    EXPECT_EQ(std::ranges::count(answers, 200, &Answer::status), 2);
    for (const Answer& answer : answers) {
        if (answer.status != 200) expect_error(answer, 409, "too_many_positions");
    }
    EXPECT_EQ(positions_of(anna), 200);
}

TEST_F(FuturesParts, AreWhatTheirPositionHadByTheDatabaseItself) {
    const auto anna = person(), berta = person();
    const auto id = test::open(*world, anna, {.pair = pair});
    auto client = as(anna);
    const auto closed = closed_part(client, std::to_string(id.value), "0.005", "part");
    const auto refused = [&](const char* change, pg::Param number) {
        EXPECT_THROW(world->superuser().run(change, {number}), pg::Failure) << change;
    };
    refused("update positions set quantity = quantity / 2 where id = $1", id);
    refused("update positions set fee = fee + 1 where id = $1", id);
    refused("update positions set part_of = id where id = $1", id);
    refused("update positions set part_of = null where id = $1", closed);
    refused("update positions set state = 1, requested_price = null where id = $1", closed);
    constexpr const char* insert = R"sql(
        insert into positions (client_id, market_id, content_hash, side, leverage, quantity,
                               opening_price, initial_margin, margin, fee, state, requested_price,
                               requested_at, opened_at, beside, fee_settled, part_of)
        select $2, market_id, 0, side, leverage, $3, opening_price, 1, 1, 0, 2, opening_price,
               now(), opened_at, beside, fee_settled, id
          from positions where id = $1
    )sql";
    const auto take = [&](pg::Param of, const Person& person, const char* quantity) {
        world->superuser().run(insert, {of, person.id, quantity});
    };
    EXPECT_THROW(take(id, anna, "0.015"), pg::Failure) << "all of it";
    EXPECT_THROW(take(id, berta, "0.001"), pg::Failure) << "to another client";
    EXPECT_THROW(take(closed, anna, "0.001"), pg::Failure) << "of one that is being closed";
    EXPECT_EQ(test::read(*world, id).quantity, dec("0.015"));
    take(id, anna, "0.001");
    EXPECT_EQ(test::read(*world, id).quantity, dec("0.014"));
    EXPECT_EQ(test::read(*world, id).margin, dec("74"));
}

}  // namespace
}  // namespace cambio
