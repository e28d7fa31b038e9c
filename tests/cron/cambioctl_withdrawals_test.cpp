// What an operator does with withdrawals and the house's money, without any node.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>

#include <sstream>

#include "support/builders.h"
#include "support/trades.h"
#include "withdrawals/withdrawals.h"

namespace cambio::test {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

class CambioctlWithdrawals : public testing::Test {
  protected:
    void TearDown() override { expect_books_balance(world); }

    int call(const Words& words) {
        output.clear();
        return run_job("cambioctl", world.config().path(), words, &output);
    }
    Json::Value done(Words words) {
        words.emplace_back("--json");
        EXPECT_EQ(call(words), 0) << output;
        Json::Value value;
        std::istringstream{output} >> value;
        return value;
    }
    /// `claimed`: the worth that the handler has written; empty: the amount.
    std::string ask(const std::string& amount, const std::string& coin = "USDT",
                    const std::string& claimed = "") {
        withdrawals::Request asked;
        asked.client = anna.id;
        asked.asset = world.asset(coin);
        asked.network = "ERC20";
        asked.address = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
        asked.amount = dec(amount);
        asked.worth = claimed.empty() ? asked.amount : dec(claimed);
        asked.fee = coin == "USDT" ? dec("20") : dec("0.01");
        pg::Transaction tx{world.app()};
        const auto id = withdrawals::request(tx, asked, 10'000);
        tx.commit();
        return std::to_string(id.value);
    }
    std::string stage(const std::string& id) {
        return done({"withdrawals", "show", id})["stage"].asString();
    }

    ScratchFolder folder;
    World world;
    Person anna = world.client("anna@example.com").with("USDT", "1000");
    std::string output;
};

// The handler that clients talk to writes the worth of a request, and may be in other hands.
TEST_F(CambioctlWithdrawals, ShowsTheHighestWorthAndNotTheClaimedOne) {
    world.config().set("STALE_AFTER_MS", "3600000");
    anna.with("ETH", "10");
    world.quote("ETHUSDT", "2000");
    ask("100", "USDT", "0");
    const auto ether = ask("2", "ETH", "0");
    const auto worths = [this] {
        Words all;
        for (const auto& line : done({"withdrawals", "list"}))
            all.push_back(line["worth"].asString());
        return all;
    };
    const auto shown = [&](const char* member) {
        return done({"withdrawals", "show", ether})[member].asString();
    };
    EXPECT_EQ(worths(), (Words{"100", "4000"}));
    EXPECT_EQ(shown("worth"), "4000");
    EXPECT_EQ(shown("claimed"), "0");
    // What the policy has found counts, too.
    world.superuser().run("update withdrawals set weighed_worth = 5000 where id = $1", {ether});
    EXPECT_EQ(worths(), (Words{"100", "5000"}));
    EXPECT_EQ(shown("worth"), "5000");
    world.quote("ETHUSDT", "2000", std::chrono::hours{2});
    EXPECT_EQ(worths(), (Words{"100", "?"}));
    EXPECT_EQ(shown("worth"), "?");
}

TEST_F(CambioctlWithdrawals, ReviewsWithAReasonThatIsKept) {
    const auto first = ask("100"), second = ask("200");
    const auto waiting = done({"withdrawals", "list"});
    ASSERT_EQ(waiting.size(), 2U);
    EXPECT_EQ(waiting[0]["id"], first);
    EXPECT_EQ(waiting[0]["amount"], "100");
    EXPECT_EQ(call({"withdrawals", "approve", first}), 2) << "not without a reason";
    done({"withdrawals", "approve", first, "--reason", "Called back"});
    EXPECT_EQ(stage(first), "APPROVED");
    EXPECT_EQ(call({"withdrawals", "approve", first, "--reason", "Again"}), 1);
    EXPECT_THAT(output, HasSubstr("is not waiting"));
    done({"withdrawals", "reject", second, "--reason", "The address was reported"});
    EXPECT_EQ(stage(second), "REJECTED");
    EXPECT_EQ(anna.balance("USDT"), dec("900"));
    EXPECT_EQ(anna.held("USDT"), dec("100"));
    EXPECT_EQ(call({"withdrawals", "reject", second, "--reason", "Again"}), 1);
    EXPECT_EQ(done({"withdrawals", "list"}).size(), 0U);
    EXPECT_EQ(done({"withdrawals", "list", "--state", "all"}).size(), 2U);
    const auto unsigned_ones = done({"withdrawals", "list", "--state", "unsigned"});
    ASSERT_EQ(unsigned_ones.size(), 1U);
    EXPECT_EQ(unsigned_ones[0]["id"], first);
    EXPECT_EQ(unsigned_ones[0]["stage"], "APPROVED");
    EXPECT_EQ(done({"withdrawals", "status"})[0]["stage"], "APPROVED");
    EXPECT_EQ(call({"withdrawals", "show", "99"}), 1);
    const auto log = world.app().run("select act, reason from operator_log order by id");
    ASSERT_EQ(log.size(), 2);
    EXPECT_EQ(log[0].str("act"), "withdrawals approve");
    EXPECT_EQ(log[1].str("reason"), "The address was reported");
    const auto told = world.app().run(
        "select name, data->>'reason' as reason from outgoing_mails order by id desc limit 1");
    EXPECT_EQ(told[0].str("name"), "withdrawal_rejected");
    EXPECT_EQ(told[0].str("reason"), "The address was reported");
}

TEST_F(CambioctlWithdrawals, ExportsNothingWithoutANode) {
    done({"withdrawals", "approve", ask("100"), "--reason", "Fine"});
    EXPECT_EQ(call({"withdrawals", "export", folder.file("out.json"), "--reason", "Run"}), 1);
    EXPECT_THAT(output, HasSubstr("Name the node and the hot address"));
    EXPECT_EQ(call({"withdrawals", "import", folder.file("none.json"), "--reason", "Run"}), 1);
    const auto odd = folder.write("odd.json", R"({"format":"cambio-signed-1","transactions":[
        {"id":"77","raw":"00"}, {"id":"x","raw":"00"}, {"id":"1","raw":"0g"}, 5]})");
    EXPECT_EQ(call({"withdrawals", "import", odd, "--reason", "Run"}), 1);
    EXPECT_THAT(output, HasSubstr("4 were refused"));
}

TEST_F(CambioctlWithdrawals, ApprovesNothingOfWhoIsFrozenOrRestricted) {
    const auto id = ask("100");
    const Words approve{"withdrawals", "approve", id, "--reason", "Looks fine"};
    const auto listed = [&] { return done({"withdrawals", "list"})[0]["client_status"]; };
    EXPECT_EQ(listed(), "ALLOWED");
    EXPECT_EQ(done({"withdrawals", "show", id})["client_status"], "ALLOWED");

    done({"clients", "restrict-withdrawals", anna.email, "--period", "7 days", "--reason", "Odd"});
    EXPECT_EQ(call(approve), 1);
    EXPECT_THAT(output, HasSubstr("withdrawals of its client are restricted: 7 days"));
    EXPECT_EQ(listed(), "RESTRICTED");
    EXPECT_THAT(done({"withdrawals", "show", id})["client_status"].asString(), HasSubstr("7 days"));

    done({"clients", "freeze", anna.email, "--reason", "Odd"});
    EXPECT_EQ(call(approve), 1);
    EXPECT_THAT(output, HasSubstr("its client is frozen"));
    EXPECT_EQ(listed(), "FROZEN");
    done({"clients", "allow-withdrawals", anna.email, "--reason", "Not the matter"});
    EXPECT_EQ(call(approve), 1) << "frozen all the same";
    EXPECT_EQ(stage(id), "REQUESTED");
    EXPECT_EQ(anna.held("USDT"), dec("100"));
    const auto log = world.app().run("select act from operator_log where act like 'withdrawals%'");
    EXPECT_EQ(log.size(), 0) << "what was refused is no act";

    done({"clients", "unfreeze", anna.email, "--reason", "Cleared up"});
    done(approve);
    EXPECT_EQ(stage(id), "APPROVED");
    // To give the money back is always possible.
    done({"clients", "freeze", anna.email, "--reason", "Odd"});
    done({"withdrawals", "reject", id, "--reason", "Not hers"});
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
}

// It was asked for when the check of addresses let it through.
TEST_F(CambioctlWithdrawals, ApprovesNoneThatItsNetworkCannotPay) {
    const auto id = ask("100");
    world.superuser().run("set session_replication_role = replica");
    world.superuser().run(
        "update withdrawals set address = '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045' "
        "where id = $1",
        {WithdrawalId{std::stoll(id)}});
    world.superuser().run("reset session_replication_role");
    EXPECT_EQ(call({"withdrawals", "approve", id, "--reason", "Looks fine"}), 1);
    EXPECT_THAT(output, HasSubstr("ERC20 does not take its address"));
    EXPECT_EQ(stage(id), "REQUESTED");
    done({"withdrawals", "reject", id, "--reason", "No such address"});
    EXPECT_EQ(anna.balance("USDT"), dec("1000"));
}

TEST_F(CambioctlWithdrawals, LeavesFeesThatAreNotSettledYet) {
    const auto settle = [&] {
        EXPECT_EQ(run_job("settle_fees", world.config().path(), {"--once"}), 0);
    };
    const auto spare = [&](const char* coin, const char* amount) {
        const Words words{"house", "withdraw", "fees",     coin,     amount,
                          "--to",  "ERC20",    "--reason", "To cold"};
        EXPECT_EQ(call(words), 1) << coin << ' ' << amount;
        EXPECT_THAT(output, HasSubstr("fees that are not settled yet"));
    };
    settle();
    const Person ben = world.client("ben@example.com").with("BTC", "1").with("USDT", "100");
    world.fund(ledger::House::fees, "BTC", "1");
    trade(world, true, "50000", "0.1", {&ben, "0.0001"});
    trade(world, false, "50000", "0.1", {}, {&ben, "0.0002"});
    trade(world, false, "50000", "0.1", {&ben, "3"});
    trade(world, true, "50000", "0.1", {}, {&ben, "4"});
    spare("BTC", "1.0001");
    spare("USDT", "0.5");
    done({"house", "withdraw", "fees", "BTC", "1", "--to", "ERC20", "--reason", "To cold"});
    EXPECT_EQ(world.house_balance(ledger::House::fees, "BTC"), dec("0.0003"));
    spare("BTC", "0.0001");
    settle();
    done({"house", "withdraw", "fees", "BTC", "0.0003", "--to", "ERC20", "--reason", "To cold"});
    done({"house", "withdraw", "fees", "USDT", "7", "--to", "ERC20", "--reason", "To cold"});
}

TEST_F(CambioctlWithdrawals, MovesTheHousesMoneyOnlyWithAReason) {
    EXPECT_EQ(call({"house", "fund", "fees", "ETH", "2", "--from", "ERC20"}), 2);
    EXPECT_EQ(done({"house", "fund", "fees", "ETH", "2", "--from", "ERC20", "--reason",
                    "Gas for a month"})["balance"],
              "2");
    EXPECT_EQ(call({"house", "withdraw", "fees", "ETH", "3", "--to", "ERC20", "--reason", "x"}), 1);
    EXPECT_THAT(output, HasSubstr("less than that"));
    done({"house", "withdraw", "fees", "ETH", "0.5", "--to", "ERC20", "--reason", "To cold"});
    EXPECT_EQ(world.house_balance(ledger::House::fees, "ETH"), dec("1.5"));
    for (const Words& words : {Words{"fund", "nobody", "ETH", "1", "--from", "ERC20"},
                               Words{"fund", "fees", "NONE", "1", "--from", "ERC20"},
                               Words{"fund", "fees", "ETH", "-1", "--from", "ERC20"},
                               Words{"fund", "fees", "ETH", "1", "--from", "NONE"}}) {
        Words whole{"house"};
        whole.insert(whole.end(), words.begin(), words.end());
        whole.insert(whole.end(), {"--reason", "x"});
        EXPECT_EQ(call(whole), 1) << output;
    }
    bool seen = false;
    for (const auto& line : done({"house", "list"}))
        seen = seen || (line["account"] == "chain:ERC20" && line["balance"] == "-1.5");
    EXPECT_TRUE(seen);
    const auto totals = done({"totals"});
    for (const auto& line : totals["chains"])
        if (line["network"] == "ERC20" && line["coin"] == "ETH") {
            EXPECT_EQ(line["books"], "1.5");
        }
    EXPECT_EQ(call({"totals"}), 0) << output;
}

}  // namespace
}  // namespace cambio::test
