// A failover may lose what the synchronous standby has not confirmed, so nobody hears of it as
// done: orders, which the engine commits, and transfers, which a request commits itself. The same
// goes for a server that has become one that only reads.
#include "support/unconfirmed.h"

#include <future>

#include "spot_fixture.h"
#include "support/postgres_server.h"

namespace cambio {
namespace {

using test::Unconfirmed;
using Cut = void (Unconfirmed::*)();

class UnconfirmedAnswers : public Spot {
  protected:
    static void SetUpTestSuite() {
        // A server of the suite's own: tests change how it commits.
        server = std::make_unique<test::PostgresServer>(
            std::initializer_list<std::string>{"max_connections=100"});
        setenv("CAMBIO_TEST_PG", server->superuser().c_str(), 1);
        start({});
        wallet.reset(
            new HandlerProcess{"wallet", world->config().path(), world->config().secret()});
    }
    static void TearDownTestSuite() {
        wallet.reset();
        Spot::TearDownTestSuite();
        server.reset();
    }

    Fields transfer(const std::string& key) const {
        return {{"coin_name", coin},
                {"draw_type", "DRAW_IN"},
                {"transfer_amount", "1"},
                {"client_id", key},
                {"transaction_password", World::transaction_password}};
    }
    static Answer move(FastCgiClient& client, const Fields& fields) {
        return send(client, "/api/v3/futures/transfer", fields);
    }

    /// What `call` is answered where each wait for a confirmation is cut short.
    static Answer answer_of(Unconfirmed& commits, Cut cut, const std::function<Answer()>& call) {
        auto answer = std::async(std::launch::async, call);
        test::wait_until("an answer", [&] {
            if (commits.waiting()) (commits.*cut)();
            return answer.wait_for(std::chrono::milliseconds{20}) == std::future_status::ready;
        });
        return answer.get();
    }
    static void set_read_only(const char* setting) {
        world->superuser().script(setting);
        world->superuser().run("select pg_reload_conf()");
    }

    static inline std::unique_ptr<test::PostgresServer> server;
    static inline std::unique_ptr<HandlerProcess> wallet;
};

TEST_F(UnconfirmedAnswers, AnOrderIsNotAcceptedBeforeItIsConfirmed) {
    for (const Cut cut : {&Unconfirmed::cancel, &Unconfirmed::terminate}) {
        const Person anna = person();
        auto client = as(anna);
        // From here on, her password is known.
        placed(client, limit("BUY", "50", "1"));
        const auto order = limit("BUY", "60", "1", {{"client_id", "sure"}});
        {
            Unconfirmed commits{server->superuser()};
            for (int times = 0; times < 2; ++times)
                expect_error(answer_of(commits, cut, [&] { return place(client, order); }), 503,
                             "unavailable");
        }
        const auto one = placed(client, order);
        EXPECT_EQ(placed(client, order)["id"], one["id"]);
        EXPECT_EQ(number("select count(*) as n from orders where client_id = $1", {anna.id}), 2);
        EXPECT_EQ(anna.held("USDT"), dec("110"));
    }
}

TEST_F(UnconfirmedAnswers, ATransferIsNotDoneBeforeItIsConfirmed) {
    for (const Cut cut : {&Unconfirmed::cancel, &Unconfirmed::terminate}) {
        const Person anna = person();
        auto client = as(anna, *wallet);
        // From here on, her password is known.
        ASSERT_EQ(move(client, transfer("first")).message(), "success");
        {
            Unconfirmed commits{server->superuser()};
            for (int times = 0; times < 2; ++times)
                expect_error(
                    answer_of(commits, cut, [&] { return move(client, transfer("sure")); }), 503,
                    "unavailable");
        }
        for (int times = 0; times < 2; ++times)
            EXPECT_EQ(move(client, transfer("sure")).message(), "success");
        EXPECT_EQ(anna.balance(coin, ledger::Wallet::future), dec("2"));
    }
}

/// As a primary is that was made a standby behind the programs' backs.
TEST_F(UnconfirmedAnswers, AServerThatOnlyReadsIsLikeOneThatIsAway) {
    const Person anna = person();
    auto orders = as(anna);
    auto transfers = as(anna, *wallet);
    placed(orders, limit("BUY", "50", "1"));
    ASSERT_EQ(move(transfers, transfer("before")).message(), "success");
    const auto order = limit("BUY", "60", "1", {{"client_id", "later"}});

    set_read_only("alter system set default_transaction_read_only = on");
    test::wait_until("the server to only read",
                     [&] { return !pg::Connection{server->superuser()}.writable(); });
    expect_error(place(orders, order), 503, "unavailable");
    expect_error(move(transfers, transfer("later")), 503, "unavailable");
    set_read_only("alter system reset default_transaction_read_only");
    test::wait_until("the server to write again",
                     [&] { return pg::Connection{server->superuser()}.writable(); });

    placed(orders, order);
    EXPECT_EQ(move(transfers, transfer("later")).message(), "success");
    EXPECT_EQ(anna.held("USDT"), dec("110"));
    EXPECT_EQ(anna.balance(coin, ledger::Wallet::future), dec("2"));
}

/// A server that has no standby is none for whoever requires one.
TEST_F(UnconfirmedAnswers, WithoutTheStandbyThatIsRequiredNothingIsDone) {
    const Person anna = person();
    world->config().set("REQUIRE_SYNC_STANDBY", "yes");
    const auto strict = world->handler("wallet");
    world->config().set("REQUIRE_SYNC_STANDBY", "no");
    auto client = as(anna, strict);
    expect_error(move(client, transfer("strict")), 503, "unavailable");
    EXPECT_NE(strict.log().find("08004"), std::string::npos);
    EXPECT_EQ(anna.balance(coin, ledger::Wallet::future), Decimal{});
}

}  // namespace
}  // namespace cambio
