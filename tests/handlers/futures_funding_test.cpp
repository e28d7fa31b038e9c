// What a client sees of funding that the margin did not reach for and that a close costs: in its
// open positions, its account, its history, and of a part that it closes.
#include "handlers/futures_parts_fixture.h"

namespace cambio {
namespace {

using std::chrono::hours;

class FuturesFundingCalls : public FuturesParts {
  protected:
    /// 0.02 long from 50,000 without a margin any more, 70 unpaid and a profit of 200.
    PositionId used_up(const Person& person) {
        test::mark(*world, pair, "60000");
        const auto id = test::open(
            *world, person, {.pair = pair, .margin = "50", .leverage = 20, .opened_at = ago(20)});
        test::funding(*world, pair, "0.1", "60000", ago(10));
        settle();
        return id;
    }
    static pg::Time ago(int count) { return pg::now() - hours{count}; }
    void announce(const char* rate, pg::Time at) {
        world->superuser().run(
            "insert into funding_rates (market_id, at, rate) values ($1, $2, $3)",
            {world->market(pair), at, rate});
    }
};

TEST_F(FuturesFundingCalls, ShowWhatIsUnpaid) {
    const auto anna = person();
    auto client = as(anna);
    const auto id = std::to_string(used_up(anna).value);
    auto reply = read(client, client_margin);
    const auto& open = reply["margin"][0];
    EXPECT_EQ(open["margin"], "0");
    EXPECT_EQ(open["funding_paid"], "50");
    EXPECT_EQ(open["unpaid_funding"], "70");
    EXPECT_EQ(open["unrealised"], "200");
    EXPECT_EQ(open["margin_ratio"], "4.61538462") << "6 of 130";
    EXPECT_EQ(open["liquidation_price"], "53768.9");
    EXPECT_EQ(reply["account"]["equity"], "10080") << "9950 + 200 − 70";
    auto paid = read(client, "/api/v3/futures/funding")["payments"][0];
    EXPECT_EQ(paid["amount"], "-50");
    EXPECT_EQ(paid["unpaid"], "70");

    // Margin that is added counts at once, and pays with the next funding.
    done(client, add_margin, closing(id, {{"amount", "100"}}));
    reply = read(client, client_margin);
    EXPECT_EQ(reply["margin"][0]["liquidation_price"], "48743.8") << "(1000 − 30) / 0.0199";
    EXPECT_EQ(reply["account"]["equity"], "10080");
    test::funding(*world, pair, "0.01", "60000", ago(2));
    settle();
    const auto now = read(client, client_margin)["margin"][0];
    EXPECT_EQ(now["margin"], "18") << "100 − 70 − 12";
    EXPECT_EQ(now["unpaid_funding"], "0");
    EXPECT_EQ(now["funding_paid"], "132");
    paid = read(client, "/api/v3/futures/funding")["payments"][0];
    EXPECT_EQ(paid["amount"], "-82");
    EXPECT_EQ(paid["unpaid"], "-70");
}

TEST_F(FuturesFundingCalls, DivideWhatIsUnpaidWithThePosition) {
    const auto anna = person();
    auto client = as(anna);
    const auto whole = used_up(anna);
    const auto id = std::to_string(whole.value);
    const auto part = closed_part(client, id, "0.005", "part");
    EXPECT_EQ(test::read(*world, whole).unpaid_funding, dec("52.5"));
    EXPECT_EQ(test::read(*world, PositionId{std::stoll(part)}).unpaid_funding, dec("17.5"));
    settle();
    // 9950 + 50 − 17.5
    EXPECT_EQ(available(anna), "9982.5");
    const auto past = read(client, history)["positions"][0];
    EXPECT_EQ(past["id"], part);
    EXPECT_EQ(past["realised"], "50");
    EXPECT_EQ(past["funding_paid"], "30") << "12.5 of the margin and 17.5 at the end";
    EXPECT_EQ(past["unpaid_funding"], "0");
    EXPECT_EQ(read(client, client_margin)["margin"][0]["liquidation_price"], "53768.9")
        << "where it was";
    done(client, close_position, closing(id));
    settle();
    EXPECT_EQ(available(anna), "10080");
}

TEST_F(FuturesFundingCalls, TakeTheRunningFundingAtAClose) {
    const auto anna = person();
    auto client = as(anna);
    const auto whole = test::open(*world, anna, {.pair = pair, .opened_at = ago(30)});
    const auto id = std::to_string(whole.value);
    announce("0.004", ago(-4));
    const auto contract = read(client, "/api/v3/futures/contract", {{"name", pair}})["contract"];
    EXPECT_EQ(contract["funding_rate"], "0.004");
    EXPECT_EQ(contract["funding_interval_hours"], 8);
    EXPECT_EQ(read(client, client_margin)["margin"][0]["funding_average"], "0.004");

    // Half of the period has passed: half of 4 for all of it, a quarter of that for the part.
    const auto part = closed_part(client, id, "0.005", "part");
    settle();
    const auto paid = read(client, "/api/v3/futures/funding")["payments"][0];
    EXPECT_EQ(paid["position_id"], part);
    EXPECT_EQ(paid["rate"], "0.004");
    EXPECT_EQ(paid["size"], "250");
    EXPECT_EQ(dec(paid["amount"].asString()).str(2, Rounding::down), "-0.50");
    EXPECT_LE(paid["at"].asString(), pg::iso(pg::now())) << "when it was paid";
    const auto past = read(client, history)["positions"][0];
    EXPECT_EQ(dec(past["funding_paid"].asString()), -dec(paid["amount"].asString()));
    EXPECT_EQ(dec(available(anna)), dec("9925") + dec(paid["amount"].asString()));
    EXPECT_EQ(read(client, client_margin)["margin"][0]["funding_paid"], "0")
        << "the rest pays at its own end or at the time of funding";
    done(client, close_position, closing(id));
    settle();
    EXPECT_EQ((dec("10000") - dec(available(anna))).str(2, Rounding::down), "2.00");
}

TEST_F(FuturesFundingCalls, ShowWhereThoseWhoPayWereNotWorthAllOfIt) {
    const auto anna = person(), berta = person();
    test::mark(*world, pair, "54000");
    test::open(*world, anna,
               {.pair = pair, .leverage = 20, .price = "54000", .opened_at = ago(30)});
    test::open(*world, anna, {.pair = pair, .opened_at = ago(30)});
    for (int i = 0; i < 2; ++i)
        test::open(*world, berta,
                   {.pair = pair, .side = futures::Side::sell_empty, .opened_at = ago(30)});
    const auto payments = [&](const Person& person) {
        auto client = as(person);
        return read(client, "/api/v3/futures/funding", {{"name", pair}})["payments"];
    };
    test::funding(*world, pair, "0.001", "54000", ago(20));
    settle();
    for (const auto& received : payments(berta)) EXPECT_FALSE(received["reduced"].asBool());
    // At 50,000 the first is worth nothing; the second pays 3.75 for two of them.
    test::funding(*world, pair, "0.00375", "50000", ago(10));
    settle();
    for (const int i : {0, 1}) {
        EXPECT_EQ(payments(berta)[i]["amount"], "1.875");
        EXPECT_TRUE(payments(berta)[i]["reduced"].asBool());
    }
    EXPECT_EQ(payments(anna)[0]["amount"], "-3.75");
    EXPECT_EQ(payments(anna)[1]["amount"], "0");
    for (const auto& paid : payments(anna)) EXPECT_FALSE(paid["reduced"].asBool());
}

TEST_F(FuturesFundingCalls, TakeNoneForTimeInWhichNoRateWasKnown) {
    const auto anna = person();
    auto client = as(anna);
    const auto contract = [&] {
        return read(client, "/api/v3/futures/contract", {{"name", pair}})["contract"];
    };
    const auto first = test::open(*world, anna, {.pair = pair, .opened_at = ago(30)});
    const auto second = test::open(*world, anna, {.pair = pair, .opened_at = ago(30)});
    const pg::Time due = ago(-4);
    announce("0.004", due);
    EXPECT_EQ(contract()["funding_counts_from"], pg::iso(due - hours{8}));
    const auto change = [&](const char* sql, pg::Time time) {
        world->superuser().run(sql, {world->market(pair), time});
    };
    const pg::Time known = ago(2);
    change("update funding_rates set known_from = $2 where market_id = $1", known);
    EXPECT_EQ(contract()["funding_counts_from"], pg::iso(known));
    done(client, close_position, closing(std::to_string(first.value)));
    settle();
    EXPECT_EQ((dec("9900") - dec(available(anna))).str(2, Rounding::down), "1.00")
        << "two hours of eight of 4";

    // The provider has not repeated it.
    change("update funding_rates set known_until = $2 where market_id = $1", ago(1));
    for (const char* field :
         {"funding_rate", "next_funding_at", "funding_interval_hours", "funding_counts_from"})
        EXPECT_TRUE(contract()[field].isNull()) << field;
    EXPECT_TRUE(read(client, client_margin)["margin"][0]["funding_average"].isNull());
    const auto before = dec(available(anna));
    done(client, close_position, closing(std::to_string(second.value)));
    settle();
    EXPECT_EQ(dec(available(anna)), before + dec("100"));
}

}  // namespace
}  // namespace cambio
