// What needs two operators, and the log that shows whether somebody touched it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "support/builders.h"
#include "support/child_process.h"
#include "withdrawals/withdrawals.h"

namespace cambio::test {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

/// System users whom the kernel took down at their login; nobody needs to have these numbers.
constexpr const char* ada = "40001";
constexpr const char* bob = "40002";

class CambioctlOperators : public testing::Test {
  protected:
    void TearDown() override { expect_books_balance(world); }

    struct Result {
        int status = -1;
        std::string output;
    };
    /// As somebody who has logged in and become root since. `says`: what the environment claims.
    Result as(const char* login, const Words& words, const std::string& says = "") {
        const ScratchFolder folder;
        ChildProcess::Options options;
        options.environment = {"CAMBIO_CONFIG=" + world.config().path(), "SUDO_USER=" + says};
        options.output = folder.file("output");
        Words argv{"/bin/sh", "-c", R"(echo "$0" > /proc/self/loginuid && exec "$@")", login,
                   program_path("cambioctl")};
        argv.insert(argv.end(), words.begin(), words.end());
        Result result;
        result.status = ChildProcess::run(argv, options);
        std::ostringstream output;
        output << std::ifstream{options.output}.rdbuf();
        result.output = output.str();
        return result;
    }
    Json::Value done(const char* login, Words words) {
        words.emplace_back("--json");
        const auto result = as(login, words);
        EXPECT_EQ(result.status, 0) << result.output;
        Json::Value value;
        std::istringstream{result.output} >> value;
        return value;
    }
    void refused(const char* login, const Words& words, const std::string& sentence,
                 const std::string& says = "") {
        const auto result = as(login, words, says);
        EXPECT_EQ(result.status, 1) << result.output;
        EXPECT_THAT(result.output, HasSubstr(sentence));
    }
    /// `worth`: what the handler has written, 0 from one that lies; empty: the amount.
    std::string ask(const std::string& amount, const std::string& coin = "USDT",
                    const std::string& worth = "") {
        withdrawals::Request asked;
        asked.client = anna.id;
        asked.asset = world.asset(coin);
        asked.network = "ERC20";
        asked.address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
        asked.amount = dec(amount);
        asked.worth = worth.empty() ? asked.amount : dec(worth);
        asked.fee = dec("1");
        pg::Transaction tx{world.app()};
        const auto id = withdrawals::request(tx, asked, 10'000);
        tx.commit();
        return std::to_string(id.value);
    }
    std::string stage(const std::string& id) {
        return done(ada, {"withdrawals", "show", id})["stage"].asString();
    }
    static Words approve(const std::string& id) {
        return {"withdrawals", "approve", id, "--reason", "Called back"};
    }
    void act(int times = 1) {
        for (int i = 0; i < times; ++i)
            done(ada, {"messages", "send", anna.email, "--title", "Hello", "--text", "How are you?",
                       "--reason", "A good client"});
    }
    std::string verify(int status, const Words& more = {}) {
        Words words{"log", "verify"};
        words.insert(words.end(), more.begin(), more.end());
        const auto result = as(ada, words);
        EXPECT_EQ(result.status, status) << result.output;
        return result.output;
    }
    void superuser(const char* statement) { world.superuser().run(statement); }

    World world{{{"WITHDRAWALS_APPROVE_UP_TO", "50"}, {"WITHDRAWALS_TWO_PEOPLE_FROM", "500"}}};
    Person anna = world.client("anna@example.com").with("USDT", "10000").with("ETH", "10");
};

TEST_F(CambioctlOperators, ApproveALargeWithdrawalTogether) {
    const auto id = ask("500");
    EXPECT_EQ(done(ada, approve(id))["waits_for"], "a second operator");
    EXPECT_EQ(stage(id), "REQUESTED");
    EXPECT_EQ(done(ada, {"withdrawals", "list"})[0]["approved_by"], ada);
    const auto waiting = done(ada, {"log", "waiting"});
    ASSERT_EQ(waiting.size(), 1U);
    EXPECT_EQ(waiting[0]["act"], "withdrawals approve");
    EXPECT_THAT(waiting[0]["subject"].asString(), HasSubstr("withdrawal " + id));

    refused(ada, approve(id), "is waiting for another operator");
    refused(ada, approve(id), "is waiting for another operator", "bob");
    EXPECT_EQ(stage(id), "REQUESTED");

    EXPECT_FALSE(done(bob, approve(id)).isMember("waits_for"));
    EXPECT_EQ(stage(id), "APPROVED");
    EXPECT_EQ(done(ada, {"log", "waiting"}).size(), 0U);
    refused(ada, approve(id), "is not waiting for review");
    const auto log = world.app().run(
        "select operator, data ->> 'approval' as approval from operator_log order by id");
    ASSERT_EQ(log.size(), 2);
    EXPECT_EQ(log[0].str("operator"), ada);
    EXPECT_EQ(log[0].str("approval"), "first of two");
    EXPECT_EQ(log[1].str("operator"), bob);
}

TEST_F(CambioctlOperators, ApproveASmallWithdrawalAloneAndManySmallOnesTogether) {
    const auto small = ask("499");
    done(ada, approve(small));
    EXPECT_EQ(stage(small), "APPROVED");
    const auto next = ask("10");
    EXPECT_EQ(done(ada, approve(next))["waits_for"], "a second operator") << "509 within a day";
    done(bob, approve(next));
    EXPECT_EQ(stage(next), "APPROVED");
}

TEST_F(CambioctlOperators, ApproveTogetherWhatWasCutIntoPiecesHoweverLongItWaits) {
    const auto first = ask("300"), second = ask("300");
    superuser("alter table withdrawals disable trigger user");
    superuser("update withdrawals set requested_at = requested_at - interval '25 hours'");
    superuser("alter table withdrawals enable trigger user");
    EXPECT_EQ(done(ada, approve(first))["waits_for"], "a second operator");
    done(bob, approve(first));
    EXPECT_EQ(stage(first), "APPROVED");
    EXPECT_EQ(done(ada, approve(second))["waits_for"], "a second operator") << "600 within a day";
}

// The handler that clients talk to writes the request's own worth, and may be in other hands.
TEST_F(CambioctlOperators, ApproveTogetherWhatARequestCallsWorthless) {
    const auto usdt = ask("400", "USDT", "0");
    done(ada, approve(usdt));
    EXPECT_EQ(stage(usdt), "APPROVED");
    const auto more = ask("100", "USDT", "0");
    EXPECT_EQ(done(ada, approve(more))["waits_for"], "a second operator") << "500 within a day";
}

TEST_F(CambioctlOperators, ApproveTogetherWhatNobodyCanValueNow) {
    world.config().set("STALE_AFTER_MS", "3600000");
    world.quote("ETHUSDT", "2000", std::chrono::minutes{61});
    const auto id = ask("1.1", "ETH", "0");
    EXPECT_EQ(done(ada, approve(id))["waits_for"], "a second operator") << "no price";
    done(ada, {"withdrawals", "reject", id, "--reason", "Meanwhile"});
    world.quote("ETHUSDT", "400");
    const auto again = ask("1.1", "ETH", "0");
    EXPECT_FALSE(done(ada, approve(again)).isMember("waits_for")) << "440";
}

// Saying of one in doubt that it was not sent can pay it for a second time.
TEST_F(CambioctlOperators, EndADoubtTogetherByWhatItIsWorthNow) {
    const auto release = [](const std::string& id) -> Words {
        return {"restored", "release", id, "--reason", "Seen in an explorer"};
    };
    const auto small = ask("499", "USDT", "0");
    superuser("update withdrawals set in_doubt = true");
    EXPECT_FALSE(done(ada, release(small)).isMember("waits_for"));
    const auto more = ask("2", "USDT", "0");
    superuser("update withdrawals set in_doubt = true where amount = 2");
    EXPECT_EQ(done(ada, release(more))["waits_for"], "a second operator") << "501 within a day";
    EXPECT_FALSE(done(bob, release(more)).isMember("waits_for"));
}

TEST_F(CambioctlOperators, AreAskedAnewWhereTheFirstApprovalIsOverOrTheWithdrawalEnded) {
    const auto id = ask("500");
    done(ada, approve(id));
    superuser("update approvals set at = now() - interval '25 hours'");
    EXPECT_EQ(done(ada, {"log", "waiting"}).size(), 0U);
    EXPECT_EQ(done(bob, approve(id))["waits_for"], "a second operator");
    done(ada, {"withdrawals", "reject", id, "--reason", "Reported"});
    EXPECT_EQ(done(ada, {"log", "waiting"}).size(), 0U);
    EXPECT_EQ(anna.balance("USDT"), dec("10000"));
}

// A transaction that fails brings what was approved back to review.
TEST_F(CambioctlOperators, AreAskedAnewWhereAWithdrawalComesBackToReview) {
    const auto come_back = [this] {
        superuser("alter table withdrawals disable trigger user");
        superuser("update withdrawals set stage = 1, updated_at = clock_timestamp()");
        superuser("alter table withdrawals enable trigger user");
    };
    const auto id = ask("500");
    done(ada, approve(id));
    // Meanwhile one operator is enough, or the job has approved it.
    world.config().set("WITHDRAWALS_TWO_PEOPLE_FROM", "501");
    EXPECT_FALSE(done(bob, approve(id)).isMember("waits_for"));
    EXPECT_EQ(done(ada, {"log", "waiting"}).size(), 0U);
    world.config().set("WITHDRAWALS_TWO_PEOPLE_FROM", "500");
    for (int i = 0; i < 2; ++i) {
        come_back();
        EXPECT_TRUE(done(ada, {"withdrawals", "list"})[0]["approved_by"].isNull());
        EXPECT_EQ(done(bob, approve(id))["waits_for"], "a second operator");
        EXPECT_EQ(done(ada, {"withdrawals", "list"})[0]["approved_by"], bob);
        EXPECT_EQ(stage(id), "REQUESTED");
    }
    EXPECT_FALSE(done(ada, approve(id)).isMember("waits_for"));
    EXPECT_EQ(stage(id), "APPROVED");
}

TEST_F(CambioctlOperators, WhoApproveAtOnceAreTwoOfWhomOneIsSecond) {
    const auto id = ask("600");
    Result first, second;
    {
        std::jthread one{[&] { first = as(ada, approve(id)); }};
        std::jthread other{[&] { second = as(bob, approve(id)); }};
    }
    EXPECT_EQ(first.status, 0) << first.output;
    EXPECT_EQ(second.status, 0) << second.output;
    EXPECT_NE(first.output.find("second operator") == std::string::npos,
              second.output.find("second operator") == std::string::npos);
    EXPECT_EQ(stage(id), "APPROVED");
}

TEST_F(CambioctlOperators, MoveTheHousesMoneyTogether) {
    const auto house = [&] { return world.house_balance(ledger::House::rewards, "USDT"); };
    const auto move = [](const char* how, const char* amount) -> Words {
        const bool in = std::string_view{how} == "fund";
        return {"house", how,        "rewards",     "USDT", amount, in ? "--from" : "--to",
                "ERC20", "--reason", "For the week"};
    };
    EXPECT_EQ(done(ada, move("fund", "100"))["waits_for"], "a second operator");
    refused(ada, move("fund", "100"), "is waiting for another operator");
    EXPECT_EQ(done(bob, move("fund", "101"))["waits_for"], "a second operator") << "not the same";
    EXPECT_EQ(house(), dec("0"));
    done(bob, move("fund", "100"));
    EXPECT_EQ(house(), dec("100"));

    EXPECT_EQ(done(bob, move("withdraw", "40"))["waits_for"], "a second operator");
    EXPECT_EQ(house(), dec("100"));
    done(ada, move("withdraw", "40"));
    EXPECT_EQ(house(), dec("60"));
    // What was done once is not approved for a second time.
    EXPECT_EQ(done(ada, move("withdraw", "40"))["waits_for"], "a second operator");
    EXPECT_EQ(house(), dec("60"));
}

// A reward or a rate that one operator sets alone would be a way to the house's money.
TEST_F(CambioctlOperators, PromiseTheHousesMoneyTogether) {
    const auto rewards = [&] {
        return world.app()
            .run("select count(*) from task_center where active and reward_amount >= 900")[0]
            .integer("count");
    };
    const Words add{"tasks",  "add",      "mine", "--description", "Trade once", "--measure",
                    "trades", "--amount", "1",    "--reward",      "900",        "--reason",
                    "A gift"};
    EXPECT_EQ(done(ada, add)["waits_for"], "a second operator");
    refused(ada, add, "is waiting for another operator");
    EXPECT_EQ(rewards(), 0);
    EXPECT_FALSE(done(bob, add).isMember("waits_for"));
    EXPECT_EQ(rewards(), 1);

    const auto change = [](const char* what, const char* to) -> Words {
        return {"tasks", "change", "mine", what, to, "--reason", "Another one"};
    };
    EXPECT_EQ(done(ada, change("--reward", "90000"))["waits_for"], "a second operator");
    EXPECT_EQ(done(ada, change("--amount", "0.1"))["waits_for"], "a second operator");
    EXPECT_EQ(world.app()
                  .run("select count(*) from task_center where reward_amount > 900 or "
                       "(name = 'mine' and amount < 1)")[0]
                  .integer("count"),
              0);
    EXPECT_FALSE(done(ada, change("--rules", "Once each")).isMember("waits_for"));
    done(ada, {"tasks", "close", "mine", "--reason", "Over"});
    EXPECT_EQ(done(ada, {"tasks", "change", "mine", "--reopen", "--reason", "Again"})["waits_for"],
              "a second operator");
    EXPECT_EQ(rewards(), 0);

    const Words rate{"earn", "set",       "USDT",    "--apr",    "900",     "--minimum",
                     "1",    "--maximum", "1000000", "--reason", "Campaign"};
    EXPECT_EQ(done(ada, rate)["waits_for"], "a second operator");
    refused(ada, rate, "is waiting for another operator");
    EXPECT_FALSE(done(bob, rate).isMember("waits_for"));
    // How much of it is promised goes by the limit, and by whether it is offered at all.
    const auto promises = [&] {
        return world.app()
            .run(
                "select count(*) from earn_products p join assets a on a.id = p.asset_id "
                "where a.code = 'USDT' and (p.open or p.maximum_amount > 1000000)")[0]
            .integer("count");
    };
    done(ada, {"earn", "close", "USDT", "--reason", "Over"});
    for (const Words& more : {Words{"earn", "set", "USDT", "--maximum", "9000000", "--reason", "x"},
                              Words{"earn", "open", "USDT", "--reason", "Again"}}) {
        EXPECT_EQ(done(ada, more)["waits_for"], "a second operator");
        EXPECT_EQ(promises(), 0);
    }
    EXPECT_FALSE(done(ada, {"earn", "set", "USDT", "--minimum", "2", "--reason", "Dust"})
                     .isMember("waits_for"));
    EXPECT_FALSE(done(bob, {"earn", "open", "USDT", "--reason", "Again"}).isMember("waits_for"));
    EXPECT_EQ(promises(), 1);
}

TEST_F(CambioctlOperators, AreTwoForTheDatabaseToo) {
    superuser(
        "insert into approvals (act, subject, content, operator, operator_uid, reason) "
        "values ('a', 'b', '{}', 'ada', 40001, 'x')");
    EXPECT_THROW(world.app().run("update approvals set second_operator = 'ada', "
                                 "second_uid = 40001, ended_at = now() where act = 'a'"),
                 pg::Failure);
}

TEST_F(CambioctlOperators, NeedNobodyElseWhereTheRuleIsOff) {
    world.config().set("WITHDRAWALS_TWO_PEOPLE_FROM", "0");
    const auto id = ask("5000");
    done(ada, approve(id));
    EXPECT_EQ(stage(id), "APPROVED");
}

TEST_F(CambioctlOperators, HaveALogThatIsWhole) {
    EXPECT_THAT(verify(0), HasSubstr("0 rows"));
    act(3);
    EXPECT_THAT(verify(0), HasSubstr("3 rows"));
    const auto before = done(ada, {"log", "verify"})["hash"].asString();
    act();
    verify(0, {"--known", before});
    EXPECT_THAT(verify(1, {"--known", std::string(64, 'a')}), HasSubstr("No row has that hash"));
}

TEST_F(CambioctlOperators, HaveALogWhoseFirstBrokenRowIsNamed) {
    act(5);
    superuser("update operator_log set reason = 'Another one' where id = 3");
    EXPECT_THAT(verify(1), HasSubstr("row 3 of the log was changed"));
    superuser("update operator_log set reason = 'A good client' where id = 3");
    EXPECT_THAT(verify(0), HasSubstr("5 rows"));
    superuser("create temp table kept as select * from operator_log where id = 2");
    superuser("delete from operator_log where id = 2");
    EXPECT_THAT(verify(1), HasSubstr("row 3 of the log does not follow row 1 of the log"));
    superuser("alter table operator_log disable trigger chain");
    superuser("insert into operator_log overriding system value select * from kept");
    EXPECT_THAT(verify(0), HasSubstr("5 rows"));
    superuser("delete from operator_log where id = 5");
    EXPECT_THAT(verify(1), HasSubstr("Rows are missing after the row 4 of the log"));
    // Whoever also writes the end anew is found by whoever kept a hash.
    superuser(
        "update operator_log_end set id = l.id, hash = l.hash from operator_log l "
        "where l.id = 4");
    verify(0);
}

TEST_F(CambioctlOperators, HaveALogThatAWriterCannotForge) {
    act();
    world.app().run(
        "insert into operator_log (operator, act, previous, hash) "
        "values ('x', 'y', '\\x00', '\\x00')");
    EXPECT_THAT(verify(0), HasSubstr("2 rows"));
    EXPECT_THROW(world.app().run("update operator_log_end set id = 0"), pg::Failure);
    EXPECT_THROW(world.app().run("delete from operator_log_end"), pg::Failure);
}

TEST_F(CambioctlOperators, HaveOneLogHoweverManyWriteAtOnce) {
    std::vector<std::jthread> writers;
    for (int i = 0; i < 8; ++i)
        writers.emplace_back([&] {
            pg::Connection connection{world.database().suite()};
            for (int row = 0; row < 25; ++row) {
                pg::Transaction tx{connection};
                tx.run("insert into operator_log (operator, act) values ('someone', 'something')");
                if (row % 5 != 4) tx.commit();  // the fifth comes to nothing
            }
        });
    writers.clear();
    EXPECT_THAT(verify(0), HasSubstr("160 rows"));
}

}  // namespace
}  // namespace cambio::test
