// Withdrawals that are asked for or taken back twice, also at the same time.
#include <atomic>
#include <thread>

#include "error/error.h"
#include "handlers/withdrawals_fixture.h"

namespace cambio {
namespace {

TEST_F(Withdrawals, TheSameRequestTwiceIsOneWithdrawal) {
    const auto anna = person();
    const auto mailed = code(anna);
    const auto first = send(anna, fields(mailed, {{"client_id", "form-1"}}));
    expect_done(first);
    const auto again = send(anna, fields(mailed, {{"client_id", "form-1"}}));
    expect_done(again);
    EXPECT_EQ(again.json()["withdrawal"]["id"], first.json()["withdrawal"]["id"]);
    expect_error(send(anna, fields(mailed, {{"client_id", "form-1"}, {"withdraw_amount", "51"}})),
                 409, "client_id_reused", "client_id");
    EXPECT_EQ(anna.held("USDT"), dec("50"));
}

TEST_F(Withdrawals, StopWhereverTheTransactionPasswordIsGuessedAt) {
    const auto anna = person();
    auto client = as(anna);
    expect_done(send(client, fields(code(anna))));
    sql("update clients set trading_locked_until = now() + interval '1 minute' where id = $1",
        {anna.id});
    expect_error(send(client, fields(code(anna))), 429, "trading_locked");
    EXPECT_EQ(withdrawals_of(anna), 1);
}

TEST_F(Withdrawals, AStolenSessionUsesUpNoOthersCodes) {
    const auto anna = person();
    auto thief = as(anna), owner = as(anna);
    const auto mailed = code(anna);
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(send(thief, fields(another(mailed))).message(), "wrong_code");
    expect_error(send(thief, fields(mailed)), 400, "code_expired", "verification");
    expect_done(send(owner, fields(mailed)));

    const auto ask_as = [&](std::int64_t session) {
        sql("update one_time_codes set created_at = created_at - interval '2 minutes'");
        pg::Transaction tx{world->superuser()};
        token::issue_code(tx, world->config().hash_key(), token::Purpose::withdrawal, anna.email,
                          token::Asker::session(SessionId{session}));
        tx.commit();
    };
    const auto refused = [&](std::int64_t session) {
        try {
            ask_as(session);
        } catch (const Error& error) {
            return error.code() == Code::code_too_many;
        }
        return false;
    };
    for (int i = 0; i < 10; ++i) ask_as(1);
    EXPECT_TRUE(refused(1));
    EXPECT_FALSE(refused(2)) << "what one session has used up is not another's";
}

TEST_F(Withdrawals, ManySessionsTogetherGuessNoMoreThanOneMay) {
    const auto anna = person();
    const auto mailed = code(anna);
    // Whoever knows the password can sign in for each guess.
    sql("insert into code_tries (purpose, address, asker) "
        "select 'withdrawal', $1, 'session:' || -n from generate_series(1, 50) n",
        {anna.email});
    expect_error(send(anna, fields(mailed)), 400, "code_expired", "verification");
}

TEST_F(Withdrawals, ARepeatIsAnsweredWhateverHasChangedSince) {
    const auto anna = person();
    const auto form = fields(code(anna), {{"client_id", "form-2"}});
    const auto first = send(anna, form);
    expect_done(first);
    const auto expect_the_same = [&] {
        const auto again = send(anna, form);
        expect_done(again);
        EXPECT_EQ(again.json()["withdrawal"]["id"], first.json()["withdrawal"]["id"]);
        auto other = form;
        other["withdraw_amount"] = "51";
        expect_error(send(anna, other), 409, "client_id_reused", "client_id");
    };
    const char* offer = R"sql(
        update network_coins set withdrawal_fee = $1, withdrawal_minimum = $2,
               withdrawal_minutes = $3, withdrawal_confirmations = $3
         where asset_id = $4 and network_id = (select id from networks where name = 'TRC20')
    )sql";
    const auto usdt = world->asset("USDT");
    sql(offer, {"2", "100", "1", usdt});
    expect_the_same();
    const std::optional<std::string> none;
    sql(offer, {none, none, none, usdt});
    expect_the_same();
    sql("update networks set listed = false where name = 'TRC20'");
    expect_the_same();
    sql("update networks set listed = true where name = 'TRC20'");
    sql(offer, {"1", "10", "2", usdt});
    EXPECT_EQ(withdrawals_of(anna), 1);
}

TEST_F(Withdrawals, ADoubleClickIsOneWithdrawal) {
    const auto anna = person();
    const auto mailed = code(anna);
    const auto token = world->token(anna);
    std::atomic<int> done = 0;
    std::vector<std::thread> clicks;
    for (int i = 0; i < 8; ++i)
        clicks.emplace_back([&] {
            auto client = funds->client();
            client.bearer(token);
            if (send(client, fields(mailed, {{"client_id", "double"}})).message() == "success")
                ++done;
        });
    for (auto& click : clicks) click.join();
    EXPECT_EQ(done, 8);
    EXPECT_EQ(withdrawals_of(anna), 1);
    EXPECT_EQ(anna.held("USDT"), dec("50"));
}

TEST_F(Withdrawals, AreTakenBackByTheirOwnerOnly) {
    const auto anna = person(), ben = person();
    const auto id = withdraw(anna).json()["withdrawal"]["id"].asString();
    expect_error(cancel(ben, id), 404, "not_found", "id");
    expect_error(cancel(anna, "999999"), 404, "not_found", "id");
    const auto gone = cancel(anna, id);
    expect_done(gone);
    EXPECT_EQ(gone.json()["withdrawal"]["state"], "FREEZE");
    EXPECT_EQ(gone.json()["withdrawal"]["stage"], "CANCELLED");
    EXPECT_FALSE(gone.json()["withdrawal"]["can_cancel"].asBool());
    expect_done(cancel(anna, id));
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
    EXPECT_EQ(anna.held("USDT"), Decimal{});
    EXPECT_EQ(history(ben)["total"].asInt(), 0);
}

TEST_F(Withdrawals, TakenBackTwiceAtOnceReleaseTheirMoneyOnce) {
    const auto anna = person();
    const auto id = withdraw(anna).json()["withdrawal"]["id"].asString();
    expect_done(withdraw(anna, {{"withdraw_amount", "40"}}));
    FastCgiClient clients[] = {as(anna), as(anna)};
    std::vector<std::jthread> both;
    {
        pg::Transaction tx{world->superuser()};
        tx.run("select 1 from withdrawals where id = $1 for update", {id});
        for (auto& client : clients)
            both.emplace_back([&] { expect_done(client.post_json(cancel_path, {{"id", id}})); });
        pg::Connection looking{world->database().superuser()};
        test::wait_until("both wait for the withdrawal", [&] {
            return looking
                       .run(
                           "select count(*) as n from pg_stat_activity "
                           "where wait_event_type = 'Lock' and datname = current_database()")[0]
                       .integer("n") == 2;
        });
    }
    both.clear();
    EXPECT_EQ(anna.balance("USDT"), dec("960"));
    EXPECT_EQ(anna.held("USDT"), dec("40"));
}

TEST_F(Withdrawals, AreNotTakenBackOnceSomebodyMaySignThem) {
    const auto anna = person();
    const auto id = withdraw(anna).json()["withdrawal"]["id"].asString();
    for (const int stage : {2, 3})
        sql("update withdrawals set stage = $2 where id = $1", {id, stage});
    expect_error(cancel(anna, id), 409, "withdrawal_not_open", "id");
    EXPECT_EQ(anna.held("USDT"), dec("50"));
    EXPECT_THROW(sql("update withdrawals set stage = 9 where id = $1", {id}), pg::Failure);
    EXPECT_THROW(sql("update withdrawals set amount = 1 where id = $1", {id}), pg::Failure);
}

}  // namespace
}  // namespace cambio
