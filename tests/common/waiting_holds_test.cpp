// What waits for the house's next price is bound: its money is held, and nothing that its client
// does meanwhile makes it void.
#include "common/last_look_fixture.h"
#include "ledger/ledger.h"
#include "ledger/statement.h"

namespace cambio::settlement {

namespace {

class WaitingHolds : public LastLook {
  protected:
    void TearDown() override {
        LastLook::TearDown();
        EXPECT_EQ(open_holds(), 0);
    }

    static std::int64_t open_holds() {
        return world->superuser()
            .run("select count(*) as n from waiting_holds where ended_at is null")[0]
            .integer("n");
    }
    /// All that is available goes to another wallet; how much that was.
    static Decimal take_away(const Trader& who, const std::string& coin) {
        pg::Transaction tx{world->superuser()};
        const auto own = [&](ledger::Wallet wallet) {
            return ledger::client_account(tx, who.person.id, wallet, false, world->asset(coin));
        };
        const AccountId spot = own(ledger::Wallet::spot), funding = own(ledger::Wallet::funding);
        const Decimal all = ledger::lock(tx, {spot, funding}).at(spot);
        ledger::transfer_all(tx, {{spot, funding, all, ledger::Kind::wallet_transfer, 0}});
        tx.commit();
        return all;
    }
    static void pairs_are_due(const std::string& when) {
        const std::string change = "alter table spot_brackets alter column due_at set default ";
        world->superuser().run((change + when).c_str());
    }
    /// An order that is filled; then the price has passed its take-profit, `then` happens, and its
    /// pair is due.
    OrderId bought_with_a_pair(
        Sequencer& engine, const Trader& who, const std::function<void()>& then = [] {}) {
        PlaceOrder order = limit(Side::buy, "50100", "0.5");
        order.bracket = {dec("51000"), dec("45000"), dec("44900")};
        pairs_are_due("now() + interval '1 hour'");
        auto answer = submit(engine, who, order);
        expect_waiting(engine, {&answer});
        book("49000", "50000");
        const Outcome bought = answer.get();
        pairs_are_due("now()");
        EXPECT_EQ(error_of(bought), "");
        const OrderId id = bought.orders.at(0).id;
        // What rests below the new bid shows that the book was heard.
        const auto offer = submit(engine, trader(), limit(Side::sell, "51500", "0.1")).get();
        book("52000", "52100");
        wait_until("the house to buy", [&] {
            return !world->superuser()
                        .run("select from orders where id = $1 and state = 2",
                             {offer.orders.at(0).id})
                        .empty();
        });
        then();
        world->superuser().run("update spot_brackets set due_at = now() where order_id = $1", {id});
        return id;
    }
    static std::int64_t pair_state(OrderId order) {
        return world->superuser()
            .run("select state from spot_brackets where order_id = $1", {order})[0]
            .integer("state");
    }
    static void sign_out(const Trader& who) {
        world->superuser().run("update sessions set revoked_at = now() where id = $1",
                               {who.session.id});
    }
};

TEST_F(WaitingHolds, TheMoneyOfAnOrderCannotLeave) {
    const Trader anna = trader("40000", "1");
    const auto engine = sequencer();
    auto buys = submit(*engine, anna, buy("0.5"));
    expect_waiting(*engine, {&buys});
    EXPECT_EQ(anna.person.held("USDT") + take_away(anna, "USDT"), dec("40000"));
    EXPECT_GE(anna.person.held("USDT"), dec("25012.5"));
    test::expect_books_balance(*world);
    // It falls, and who could would rather not have bought.
    book("47000", "48000");
    const Outcome bought = buys.get();
    ASSERT_EQ(error_of(bought), "");
    EXPECT_EQ(bought.orders.front().filled_total, dec("24012"));
    EXPECT_EQ(anna.person.held("USDT"), Decimal{});

    PlaceOrder order = limit(Side::sell, "40000", "1");
    auto sells = submit(*engine, anna, order);
    expect_waiting(*engine, {&sells});
    EXPECT_EQ(anna.person.held("BTC"), dec("1"));
    take_away(anna, "BTC");
    book("45000", "48000");
    const Outcome sold = sells.get();
    ASSERT_EQ(error_of(sold), "");
    EXPECT_EQ(sold.orders.front().filled, dec("1"));
}

TEST_F(WaitingHolds, WhoCannotPayIsRefusedAtOnce) {
    const Trader anna = trader("100");
    const auto engine = sequencer();
    EXPECT_EQ(error_of(submit(*engine, anna, buy("0.5")).get()), "insufficient_balance");
}

TEST_F(WaitingHolds, AnOrderByTotalHoldsItWhole) {
    const Trader anna = trader("1000");
    const auto engine = sequencer();
    PlaceOrder order = buy("0");
    order.total = dec("1000");
    auto answer = submit(*engine, anna, order);
    expect_waiting(*engine, {&answer});
    EXPECT_EQ(anna.person.held("USDT"), dec("1000"));
    book("49000", "60000");
    EXPECT_EQ(error_of(answer.get()), "");
}

TEST_F(WaitingHolds, WhatIsRefusedInTheEndIsGivenBack) {
    const Trader anna = trader("40000");
    const auto engine = sequencer();
    PlaceOrder order = limit(Side::buy, "50050", "0.5", "once");
    order.time_in_force = TimeInForce::ioc;
    auto answer = submit(*engine, anna, order);
    expect_waiting(*engine, {&answer});
    EXPECT_EQ(anna.person.held("USDT"), dec("25025"));
    book("49000", "50100");
    EXPECT_EQ(error_of(answer.get()), "no_liquidity");
    EXPECT_EQ(anna.person.balance("USDT"), dec("40000"));
    EXPECT_EQ(error_of(submit(*engine, anna, order).get()), "no_liquidity") << "as before";
}

TEST_F(WaitingHolds, TheEndOfASessionVoidsNothing) {
    const Trader anna = trader(), ben = trader(), cleo = trader();
    const auto engine = sequencer();
    auto first = submit(*engine, anna, buy("0.1")), behind = submit(*engine, anna, buy("0.2"));
    auto second = submit(*engine, ben, buy("0.1")), third = submit(*engine, cleo, buy("0.1"));
    expect_waiting(*engine, {&first, &behind, &second, &third});
    sign_out(anna);
    world->superuser().run("update clients set epoch = epoch + 1 where id = $1", {ben.person.id});
    // Who mistypes the transaction password often enough is locked out.
    world->superuser().run(
        "update clients set trading_locked_until = now() + interval '1 hour' where id = $1",
        {cleo.person.id});
    book("47000", "48000");
    for (auto* answer : {&first, &behind, &second, &third}) {
        const Outcome outcome = answer->get();
        ASSERT_EQ(error_of(outcome), "");
        EXPECT_EQ(outcome.orders.front().state, OrderState::approved);
    }
    EXPECT_EQ(error_of(submit(*engine, anna, buy("0.1")).get()), "unauthorized");
    EXPECT_EQ(error_of(submit(*engine, cleo, buy("0.1")).get()), "trading_locked");
}

TEST_F(WaitingHolds, ASessionThatHadEndedBeforeHoldsNothing) {
    const Trader anna = trader();
    const auto engine = sequencer();
    sign_out(anna);
    EXPECT_EQ(error_of(submit(*engine, anna, buy("0.1")).get()), "unauthorized");
    EXPECT_EQ(anna.person.held("USDT"), Decimal{});
}

TEST_F(WaitingHolds, WhatComesBehindIsBoundToo) {
    const Trader anna = trader("60000");
    const auto engine = sequencer();
    auto first = submit(*engine, anna, buy("0.1"));
    expect_waiting(*engine, {&first});
    auto behind = submit(*engine, anna, buy("0.9"));
    auto sale = submit(*engine, anna, limit(Side::sell, "60000", "10.1"));
    expect_waiting(*engine, {&first, &behind, &sale});
    take_away(anna, "USDT");
    take_away(anna, "BTC");
    book("47000", "48000");
    EXPECT_EQ(error_of(first.get()), "");
    EXPECT_EQ(error_of(behind.get()), "");
    EXPECT_EQ(error_of(sale.get()), "") << "with what the others have bought";
}

/// What the caller's own look has refused has numbers that nothing can be calculated with.
TEST_F(WaitingHolds, WhatWasRefusedBeforeIsAnsweredAtOnceAndHoldsNothing) {
    const Trader anna = trader("60000");
    const auto engine = sequencer();
    auto first = submit(*engine, anna, buy("0.1"));
    expect_waiting(*engine, {&first});
    const Decimal held = anna.person.held("USDT");
    auto huge = limit(Side::buy, "50000", "10000000000000000000");
    huge.client_key = "huge";
    const auto promise = std::make_shared<std::promise<Outcome>>();
    engine->submit({anna.session, huge,
                    [promise](Outcome&& outcome) { promise->set_value(std::move(outcome)); },
                    Error{Code::above_maximum, "number_of_order"}});
    EXPECT_EQ(error_of(promise->get_future().get()), "above_maximum");
    EXPECT_EQ(anna.person.held("USDT"), held);
    book("47000", "48000");
    EXPECT_EQ(error_of(first.get()), "");
}

/// A refusal that is kept under the key of one that waits would take it back.
TEST_F(WaitingHolds, NothingElseTakesTheirKey) {
    const Trader anna = trader("60000");
    const auto engine = sequencer();
    auto first = submit(*engine, anna, buy("0.1", "own"));
    expect_waiting(*engine, {&first});
    const auto refused = [&](PlaceOrder order, std::int64_t content) {
        order.client_key = "own";
        order.content_hash = content;
        const auto promise = std::make_shared<std::promise<Outcome>>();
        // By another program of hers, so that none of them only joins the first.
        auto session = anna.session;
        session.id.value += 1'000'000;
        engine->submit({session, order,
                        [promise](Outcome&& outcome) { promise->set_value(std::move(outcome)); },
                        Error{Code::below_minimum, "number_of_order"}});
        return promise->get_future();
    };
    auto small = limit(Side::buy, "50000", "0.00001");
    EXPECT_EQ(error_of(refused(small, 4711).get()), "client_id_reused");
    auto same = refused(buy("0.1"), buy("0.1").content_hash);
    auto other = limit(Side::buy, "45000", "0.01", "own");
    other.content_hash = 4712;
    EXPECT_EQ(error_of(submit(*engine, anna, other).get()), "client_id_reused");
    expect_waiting(*engine, {&first, &same});
    book("47000", "48000");
    const Outcome bought = first.get();
    ASSERT_EQ(error_of(bought), "");
    EXPECT_EQ(bought.orders.front().filled_total, dec("4802.4"));
    const Outcome again = same.get();
    ASSERT_EQ(error_of(again), "");
    EXPECT_EQ(again.orders.front().id, bought.orders.front().id);
    test::expect_books_balance(*world);
}

/// Nor could its client decide by paying in what is missing, or not.
TEST_F(WaitingHolds, WhatComesBehindWithoutItsMoneyGetsALaterPrice) {
    const Trader anna = trader("10000");
    const auto engine = sequencer();
    auto first = submit(*engine, anna, buy("0.1"));
    expect_waiting(*engine, {&first});
    auto behind = submit(*engine, anna, buy("0.9"));
    auto poor = submit(*engine, anna, limit(Side::buy, "60000", "10"));
    expect_waiting(*engine, {&first, &behind, &poor});
    Person{anna.person}.with("USDT", "50000");
    book("49000", "50000");
    EXPECT_EQ(error_of(first.get()), "");
    expect_waiting(*engine, {&behind});
    book("51000", "52000");
    const Outcome bought = behind.get();
    ASSERT_EQ(error_of(bought), "");
    EXPECT_EQ(bought.orders.front().filled_total, dec("46823.4"));
    EXPECT_EQ(error_of(poor.get()), "insufficient_balance");
}

TEST_F(WaitingHolds, AnOrderIsPaidWithWhatWasThereWhenItCame) {
    const Trader anna = trader("25100");
    const auto engine = sequencer();
    auto answer = submit(*engine, anna, buy("0.5"));
    expect_waiting(*engine, {&answer});
    EXPECT_EQ(anna.person.held("USDT"), dec("25100")) << "the price could rise";
    Person{anna.person}.with("USDT", "10000");
    book("51000", "51000");
    EXPECT_EQ(error_of(answer.get()), "insufficient_balance");
    EXPECT_EQ(anna.person.balance("USDT"), dec("35100"));
}

/// The house's bid is above the take-profit, so that the pair waits for its next book.
TEST_F(WaitingHolds, AnAttachedPairIsBoundAsWell) {
    const Trader anna = trader();
    const auto engine = sequencer();
    const auto order = bought_with_a_pair(*engine, anna);
    wait_until("the pair to wait", [] { return open_holds() == 1; });
    EXPECT_EQ(anna.person.held("BTC"), dec("0.4995"));
    take_away(anna, "BTC");
    book("53000", "53100");
    wait_until("the pair to be placed", [&] { return pair_state(order) == 2; });
    EXPECT_EQ(anna.person.held("BTC"), Decimal{});
    EXPECT_EQ(orders_of(anna), 2) << "all of it was sold at once";
}

TEST_F(WaitingHolds, AnAttachedPairThatCannotBePaidIsRefusedAtOnce) {
    const Trader anna = trader();
    const auto engine = sequencer();
    const auto order = bought_with_a_pair(*engine, anna, [&] { take_away(anna, "BTC"); });
    wait_until("the pair to be refused", [&] { return pair_state(order) == 3; });
    EXPECT_EQ(orders_of(anna), 1);
}

TEST_F(WaitingHolds, AChangeHoldsWhatItsOrderCostsMore) {
    const Trader anna = trader("6000");
    const auto engine = sequencer();
    const Outcome placed = submit(*engine, anna, limit(Side::buy, "45000", "0.1")).get();
    ASSERT_EQ(error_of(placed), "");
    auto changed = submit(*engine, anna, change(placed.orders.front(), "50100", ""));
    expect_waiting(*engine, {&changed});
    EXPECT_EQ(anna.person.held("USDT"), dec("5010"));
    take_away(anna, "USDT");
    book("47000", "50000");
    const Outcome filled = changed.get();
    ASSERT_EQ(error_of(filled), "");
    EXPECT_EQ(filled.orders.front().filled, dec("0.1"));
}

/// Otherwise the client would decide, at the new price, how much of it meets an order of its own.
TEST_F(WaitingHolds, AnOrderOfOnesOwnInTheWayStaysThere) {
    const Trader anna = trader();
    const auto engine = sequencer();
    const Outcome own = submit(*engine, anna, limit(Side::sell, "50500", "0.1")).get();
    ASSERT_EQ(error_of(own), "");
    const Outcome below = submit(*engine, anna, limit(Side::buy, "40000", "0.1")).get();
    world->provider_book("BTCUSDT", {{"49000", "2"}}, {{"50000", "0.1"}, {"51000", "1"}});
    auto answer = submit(*engine, anna, buy("0.5"));
    expect_waiting(*engine, {&answer});
    auto one = cancel(*engine, anna, {own.orders.front().id, {}, false});
    auto all = cancel(*engine, anna, {{}, market, false});
    expect_waiting(*engine, {&answer, &one, &all});
    EXPECT_EQ(error_of(cancel(*engine, anna, {below.orders.front().id, {}, false}).get()), "")
        << "it is not in the way";
    world->provider_book("BTCUSDT", {{"49000", "2"}}, {{"50000", "0.1"}, {"51000", "1"}});
    EXPECT_EQ(answer.get().orders.front().filled, dec("0.1"));
    EXPECT_EQ(error_of(one.get()), "");
    EXPECT_EQ(error_of(all.get()), "");
}

TEST_F(WaitingHolds, NobodyStepsInTheWayOfAStopOfOnesOwn) {
    const Trader anna = trader(), ben = trader(), cleo = trader();
    book("48000", "52000");
    const auto engine = sequencer();
    PlaceOrder stop = limit(Side::buy, "53000", "0.1");
    stop.stop_price = dec("50100");
    const Outcome placed = submit(*engine, anna, stop).get();
    ASSERT_EQ(error_of(placed), "");
    ASSERT_EQ(error_of(submit(*engine, ben, limit(Side::sell, "50100", "0.1")).get()), "");
    ASSERT_EQ(error_of(submit(*engine, cleo, limit(Side::buy, "50100", "0.1")).get()), "");
    auto in_the_way = submit(*engine, anna, limit(Side::sell, "50200", "0.1"));
    expect_waiting(*engine, {&in_the_way});
    book("48000", "50500");
    EXPECT_EQ(error_of(in_the_way.get()), "");
    EXPECT_EQ(world->superuser()
                  .run("select filled from orders where id = $1", {placed.orders.front().id})[0]
                  .decimal("filled"),
              dec("0.1"));
}

TEST_F(WaitingHolds, WhatWaitsWhenTheProgramEndsIsGivenBack) {
    const Trader anna = trader("40000");
    const auto engine = sequencer();
    auto answer = submit(*engine, anna, buy("0.5"));
    expect_waiting(*engine, {&answer});
    EXPECT_GT(anna.person.held("USDT"), Decimal{});
    engine->stop();
    EXPECT_EQ(error_of(answer.get()), "unavailable");
    EXPECT_EQ(anna.person.balance("USDT"), dec("40000"));
}

TEST_F(WaitingHolds, ALostConnectionLosesNeitherOrderNorMoney) {
    const Trader anna = trader("40000");
    const auto engine = sequencer();
    auto answer = submit(*engine, anna, buy("0.5"));
    expect_waiting(*engine, {&answer});
    cut("pid in (select pid from pg_locks where locktype = 'advisory')");
    book("47000", "48000");
    const Outcome outcome = answer.get();
    ASSERT_EQ(error_of(outcome), "");
    EXPECT_EQ(outcome.orders.front().filled, dec("0.5"));
    EXPECT_EQ(anna.person.balance("USDT"), dec("15988"));
}

TEST_F(WaitingHolds, ALostConnectionLetsTheEndOfASessionCountAgain) {
    const Trader anna = trader("40000");
    const auto engine = sequencer();
    auto answer = submit(*engine, anna, buy("0.5"));
    expect_waiting(*engine, {&answer});
    sign_out(anna);
    cut("pid in (select pid from pg_locks where locktype = 'advisory')");
    book("47000", "48000");
    EXPECT_EQ(error_of(answer.get()), "unauthorized") << "nothing of hers was held any more";
    EXPECT_EQ(anna.person.balance("USDT"), dec("40000"));
    EXPECT_EQ(orders_of(anna), 0);
}

TEST_F(WaitingHolds, ACommitOfWhichNobodyKnowsTheEndHoldsOnce) {
    const Trader anna = trader("40000");
    const auto engine = sequencer();
    std::future<Outcome> answer;
    {
        Unconfirmed nobody_confirms;
        answer = submit(*engine, anna, buy("0.5"));
        wait_until("the hold to wait for its confirmation",
                   [&] { return nobody_confirms.waiting(); });
        nobody_confirms.terminate();
    }
    wait_until("the one hold", [&] { return open_holds() == 1; });
    expect_waiting(*engine, {&answer});
    EXPECT_LE(anna.person.held("USDT"), dec("40000"));
    book("47000", "48000");
    EXPECT_EQ(answer.get().orders.front().filled, dec("0.5"));
    EXPECT_EQ(anna.person.balance("USDT"), dec("15988"));
}

TEST_F(WaitingHolds, TheStatementTellsOfThem) {
    const Trader anna = trader("40000");
    const auto engine = sequencer();
    PlaceOrder order = limit(Side::buy, "50050", "0.5");
    order.time_in_force = TimeInForce::ioc;
    auto refused = submit(*engine, anna, order);
    expect_waiting(*engine, {&refused});
    book("49000", "50100");
    ASSERT_EQ(error_of(refused.get()), "no_liquidity");
    auto filled = submit(*engine, anna, buy("0.1"));
    expect_waiting(*engine, {&filled});
    book("49000", "50000");
    const Outcome outcome = filled.get();
    ASSERT_EQ(error_of(outcome), "");

    const pg::Time now = pg::now();
    const auto statement =
        ledger::read_statement(world->superuser(), {anna.person.id, {}, {}},
                               now - std::chrono::hours{1}, now + std::chrono::hours{1});
    for (const auto& balance : statement.balances) EXPECT_EQ(balance.opening, Decimal{});
    EXPECT_TRUE(ledger::check_statement(ledger::statement_csv(statement)).passed());
    int held = 0, of_the_order = 0;
    for (const auto& line : statement.lines) {
        held += line.kind == ledger::Kind::order_hold && line.held;
        of_the_order += line.reference == outcome.orders.front().id.value;
    }
    EXPECT_EQ(held, 2);
    EXPECT_EQ(of_the_order, 7) << "two of the hold, two of the release, two of the trade, the fee";
}

TEST_F(WaitingHolds, TwentyAtOnce) {
    constexpr int people = 20;
    const auto engine = sequencer();
    std::vector<Trader> traders;
    std::vector<std::future<Outcome>> answers;
    for (int i = 0; i < people; ++i) traders.push_back(trader("6000"));
    for (const Trader& one : traders) answers.push_back(submit(*engine, one, buy("0.05")));
    for (auto& answer : answers) expect_waiting(*engine, {&answer});
    const AssetId usdt = world->asset("USDT");
    std::vector<std::thread> movers;
    std::atomic<int> moved{0};
    for (const Trader& one : traders) {
        movers.emplace_back([&one, &moved, usdt] {
            pg::Connection own{world->database().superuser()};
            pg::Transaction tx{own};
            const auto account = [&](ledger::Wallet wallet) {
                return ledger::client_account(tx, one.person.id, wallet, false, usdt);
            };
            try {
                ledger::transfer(tx, account(ledger::Wallet::spot),
                                 account(ledger::Wallet::funding), dec("6000"),
                                 ledger::Kind::wallet_transfer, 0);
                tx.commit();
                ++moved;
            } catch (const Error& error) {
                EXPECT_EQ(name_of(error.code()), "insufficient_balance");
            }
        });
    }
    for (std::thread& mover : movers) mover.join();
    EXPECT_EQ(moved, 0);
    book("47000", "48000");
    for (auto& answer : answers) EXPECT_EQ(error_of(answer.get()), "");
}

}  // namespace

}  // namespace cambio::settlement
