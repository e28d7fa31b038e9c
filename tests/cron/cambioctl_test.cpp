// The operator's program as an operator calls it: every command, every refusal, and that nothing is
// done without its line in the log.
#include "cambioctl_fixture.h"

namespace cambio::test {
namespace {

// -- The line of words

TEST_F(Cambioctl, SaysWhatItDoesNotUnderstand) {
    for (const auto& words :
         {Words{}, Words{"clients"}, Words{"accounts"}, Words{"clients", "show"},
          Words{"clients", "melt", person.email}, Words{"kyc", "list", "--quick"},
          Words{"kyc", "reject", person.email, "--photo", "profile", "--reason", "x"},
          Words{"clients", "find", "a", "--limit", "0"},
          Words{"clients", "freeze", person.email, "--reason", "two\nlines"},
          Words{"clients", "freeze", person.email, "--reason", "  "}})
        EXPECT_EQ(call(words).status, 2) << testing::PrintToString(words);
}

TEST_F(Cambioctl, ChangesNothingWithoutAReason) {
    const auto before = acts();
    for (const auto& words :
         {Words{"clients", "freeze", person.email}, Words{"clients", "unfreeze", person.email},
          Words{"clients", "restrict-withdrawals", person.email, "--period", "a week"},
          Words{"clients", "allow-withdrawals", person.email},
          Words{"clients", "level", person.email, "GOLD"}, Words{"kyc", "approve", person.email},
          Words{"kyc", "reject", person.email},
          Words{"messages", "send", person.email, "--title", "a", "--text", "b"},
          Words{"news", "add", "--title", "a"}, Words{"news", "hide", "1"},
          Words{"tasks", "close", "verify"}}) {
        const auto result = call(words);
        EXPECT_EQ(result.status, 2) << testing::PrintToString(words);
        EXPECT_THAT(result.output, HasSubstr("--reason"));
    }
    EXPECT_EQ(acts(), before);
}

TEST_F(Cambioctl, SaysThatItCannotWork) {
    ScratchConfig nowhere{
        {{"DATABASE_URL", "host=/nonexistent dbname=none"}, {"REDIS_URL", "unix:/nonexistent"}}};
    std::string output;
    EXPECT_EQ(run_job("cambioctl", nowhere.path(), {"kyc", "list"}, &output), 3);
    EXPECT_EQ(run_job("cambioctl", "/nonexistent", {"kyc", "list"}, &output), 3);
    EXPECT_THAT(output, HasSubstr("/nonexistent"));
}

TEST_F(Cambioctl, IsDescribedWholly) {
    const auto folder = test::source_file("/cron/cambioctl/");
    const auto manual = contents(folder + "cambioctl.8");
    const auto completion = contents(folder + "cambioctl.bash");
    const auto commands = [](const std::string& help) {
        Words names;
        std::istringstream lines{help.substr(std::min(help.size(), help.find("Subcommands:")))};
        const std::regex name{"^  ([a-z-]+)  .*"};
        std::smatch match;
        for (std::string line; std::getline(lines, line);)
            if (std::regex_match(line, match, name)) names.push_back(match[1]);
        return names;
    };
    const auto nouns = commands(call({"--help"}).output);
    EXPECT_EQ(nouns.size(), 22u);
    for (const auto& noun : nouns) {
        EXPECT_THAT(manual, HasSubstr(".SS " + noun + "\n"));
        EXPECT_THAT(completion, HasSubstr(noun));
        for (const auto& verb : commands(call({noun, "--help"}).output)) {
            const std::regex described{R"(\n\.BI? "?)" + noun + ' ' + verb + R"([ \n])"};
            EXPECT_TRUE(std::regex_search(manual, described)) << noun << ' ' << verb;
            const std::regex offered{'"' + noun + R"( "\) choices="[^"]*\b)" + verb};
            EXPECT_TRUE(std::regex_search(completion, offered)) << noun << ' ' << verb;
        }
    }
}

TEST_F(Cambioctl, SetsTheSpreadOfAMarket) {
    const auto spread = [] {
        for (const auto& line : done({"markets", "list"}))
            if (line["market"] == "BTCUSDT") return line["spread"].asString();
        return std::string{"no market"};
    };
    const auto set = [](const std::string& market, const std::string& to) {
        return Words{"markets", "spread", market, to, "--reason", "Thin at night"};
    };
    EXPECT_EQ(spread(), "default");
    EXPECT_EQ(done(set("BTCUSDT", "0.0012"))["spread"].asString(), "0.0012");
    expect_logged("markets spread", "BTCUSDT", "Thin at night");
    EXPECT_EQ(spread(), "0.0012");
    expect_refusal(set("BTCUSDT", "0.00120"), "already");
    for (const auto& wrong : {"0.10001", "5bp"})
        expect_refusal(set("BTCUSDT", wrong), "a share from 0 to 0.1");
    expect_refusal(set("NOPEUSDT", "0.1"), "There is no market NOPEUSDT.");
    EXPECT_EQ(done(set("BTCUSDT", "0"))["spread"].asString(), "0");
    EXPECT_EQ(spread(), "0") << "none at all is not the usual one";
    done(set("BTCUSDT", "default"));
    EXPECT_EQ(spread(), "default");
}

// -- Clients

TEST_F(Cambioctl, FindsClientsByAPartOfWhatIsKnown) {
    const auto found = done({"clients", "find", person.unique_id});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0]["email"].asString(), person.email);
    EXPECT_EQ(found[0]["status"].asString(), "ACTIVE");
    EXPECT_EQ(done({"clients", "find", "%"}).size(), 0u) << "a text, not a pattern";
    EXPECT_EQ(done({"clients", "find", "@example.com", "--limit", "1"}).size(), 1u);

    const auto text = call({"clients", "find", person.email});
    EXPECT_THAT(text.output, HasSubstr("account_status"));
    EXPECT_THAT(text.output, HasSubstr(person.email));
    EXPECT_THAT(call({"clients", "find", "nobody@nowhere"}).output, HasSubstr("(none)"));
}

TEST_F(Cambioctl, ShowsAClientByAnyOfItsNames) {
    Person{person}.with("USDT", "12.5");
    for (const auto& name : {person.email, person.unique_id, std::to_string(person.id.value)}) {
        const auto shown = done({"clients", "show", name});
        EXPECT_EQ(shown["email"].asString(), person.email);
        EXPECT_EQ(shown["balances"][0].asString(), "USDT 12.50000000");
    }
    const auto text = call({"clients", "show", person.email}).output;
    EXPECT_THAT(text, HasSubstr("USDT 12.5"));
    EXPECT_THAT(text, Not(HasSubstr("argon2"))) << "no hash of a password";
    expect_refusal({"clients", "show", "nobody@example.com"}, "There is no client");
}

// A client's own file, name or address is read by whoever reviews it, and never typed there.
TEST_F(Cambioctl, PrintsNothingThatATerminalWouldObey) {
    const ScratchFolder folder;
    const auto file = folder.file("statement.csv");
    std::ofstream{file} << "row,at,kind,coin,wallet,held,amount,balance,reference\n"
                           "movement,,,\x1b[2J\x1b]0;owned\x07\xc2\x9b"
                           "31mUSDT\x9b,SPOT,no,1,1,\n";
    for (const bool json : {false, true}) {
        Words words{"statement", "check", file};
        if (json) words.emplace_back("--json");
        const auto output = call(words).output;
        EXPECT_THAT(output, HasSubstr("USDT"));
        EXPECT_THAT(output, HasSubstr("which has no opening balance"));
        for (const char* obeyed : {"\x1b", "\x07", "\xc2\x9b", "\x9b"})
            EXPECT_THAT(output, Not(HasSubstr(obeyed)));
    }
    const auto mia = world().client("mia@example.com");
    world().superuser().run("update clients set name = $2 where id = $1",
                            {mia.id, "Mia \xe2\x80\xaemoc.knab@yrram\nOK: verified \xe4\xb8\xad"});
    for (const auto& words :
         {Words{"clients", "show", mia.email}, Words{"clients", "find", "mia@"}}) {
        const auto output = call(words).output;
        EXPECT_THAT(output, HasSubstr("moc.knab@yrram OK: verified \xe4\xb8\xad"));
        EXPECT_THAT(output, Not(HasSubstr("\xe2\x80\xae")));
    }
    EXPECT_EQ(done({"clients", "show", mia.email})["name"],
              "Mia \xe2\x80\xaemoc.knab@yrram\nOK: verified \xe4\xb8\xad");
}

TEST_F(Cambioctl, FreezesAndEndsEverySession) {
    world().token(person);
    auto& sql = world().superuser();
    sql.run("insert into device_marks (client_id, mark_hash) values ($1, 'one'), ($1, 'two')",
            {person.id});
    sql.run("insert into link_marks (client_id, mark_hash, key_id) values ($1, 'three', '')",
            {person.id});
    sql.run(
        "insert into browser_links (token_hash, client_id, expires_at) "
        "values ('four', $1, now() + interval '10 minutes')",
        {person.id});
    sql.run(
        "insert into one_time_codes (purpose, address, code_hash, expires_at) "
        "values ('withdrawal', $1, '', now() + interval '10 minutes')",
        {person.email});
    done({"clients", "freeze", person.email, "--reason", "Reported as stolen"});
    EXPECT_TRUE(sql.run("select from device_marks where client_id = $1", {person.id}).empty());
    EXPECT_TRUE(sql.run("select from link_marks where client_id = $1", {person.id}).empty());
    EXPECT_TRUE(sql.run("select from browser_links where client_id = $1", {person.id}).empty());
    EXPECT_TRUE(
        sql.run("select from one_time_codes where address = $1 and used_at is null", {person.email})
            .empty());
    EXPECT_EQ(client_column("status"), "FREEZE_ACCOUNT");
    EXPECT_EQ(client_column("epoch"), "2");
    EXPECT_EQ(done({"clients", "show", person.email})["sessions"].asString(), "0");
    expect_logged("clients freeze", person.email, "Reported as stolen");
    expect_told("account_frozen");
    expect_refusal({"clients", "freeze", person.email, "--reason", "again"}, "already frozen");

    // Whoever was just signing in has a session that nobody could see then.
    world().token(person);
    done({"clients", "unfreeze", person.email, "--reason", "Cleared up"});
    EXPECT_EQ(client_column("status"), "ACTIVE");
    EXPECT_EQ(done({"clients", "show", person.email})["sessions"].asString(), "0");
    expect_logged("clients unfreeze", person.email, "Cleared up");
    expect_told("account_unfrozen");
    expect_refusal({"clients", "unfreeze", person.email, "--reason", "again"}, "is not frozen");
}

TEST_F(Cambioctl, RestrictsWithdrawals) {
    done({"clients", "restrict-withdrawals", person.email, "--period", "7 days", "--reason",
          "Odd sign-ins"});
    EXPECT_EQ(client_column("withdraw_transfer_status"), "NOT_ALLOWED");
    EXPECT_EQ(client_column("withdraw_restriction"), "7 days");
    expect_logged("clients restrict-withdrawals", person.email, "Odd sign-ins");
    expect_told("withdrawals_restricted");
    expect_refusal(
        {"clients", "restrict-withdrawals", person.email, "--period", "x", "--reason", "x"},
        "already restricted");

    done({"clients", "allow-withdrawals", person.email, "--reason", "Cleared up"});
    EXPECT_EQ(client_column("withdraw_transfer_status"), "ALLOWED");
    EXPECT_EQ(client_column("withdraw_restriction"), "");
    expect_logged("clients allow-withdrawals", person.email, "Cleared up");
    expect_told("withdrawals_allowed");
    expect_refusal({"clients", "allow-withdrawals", person.email, "--reason", "x"},
                   "not restricted");
}

TEST_F(Cambioctl, SetsTheLevelAndGivesItBack) {
    done({"clients", "level", person.email, "GOLD", "--reason", "Market maker"});
    EXPECT_EQ(client_column("membership_level"), "GOLD");
    EXPECT_EQ(client_column("level_by_operator"), "t");
    expect_logged("clients level", person.email, "Market maker");
    expect_told("level_set");
    expect_refusal({"clients", "level", person.email, "COPPER", "--reason", "x"}, "no level");
    done({"clients", "level", person.email, "NO_BADGE", "--reason", "Pauses"});
    const auto told = world().app().run(
        "select data->>'level' as level from notifications where client_id = $1 "
        "order by id desc limit 1",
        {person.id});
    EXPECT_EQ(told[0].str("level"), "Standard");
    done({"clients", "level", person.email, "auto", "--reason", "Contract over"});
    EXPECT_EQ(client_column("level_by_operator"), "f");
    expect_logged("clients level", person.email, "Contract over");
}

// -- Messages, log, audit

TEST_F(Cambioctl, SendsAMessageToOneOrAll) {
    done({"messages", "send", person.email, "--title", "Hello", "--text", "A word", "--reason",
          "Asked for"});
    expect_told("operator_message");
    expect_logged("messages send", person.email, "Asked for");

    const auto frozen = world().client("frozen" + std::to_string(people) + "@example.com");
    world().app().run("update clients set status = 'FREEZE_ACCOUNT' where id = $1", {frozen.id});
    const auto active = world().app().run(
        "select count(*) as number from clients where status <> 'FREEZE_ACCOUNT'");
    const auto reply = done({"messages", "send", "all", "--title", "Maintenance", "--text",
                             "On Sunday.", "--reason", "Planned work"});
    EXPECT_EQ(reply["clients"].asString(), active[0].str("number"));
    expect_logged("messages send", "all", "Planned work");
    EXPECT_TRUE(world()
                    .app()
                    .run("select id from notifications where client_id = $1", {frozen.id})
                    .empty());
    expect_refusal(
        {"messages", "send", "nobody@example.com", "--title", "a", "--text", "b", "--reason", "x"},
        "no client");
    EXPECT_EQ(
        call({"messages", "send", "all", "--title", "a\nb", "--text", "b", "--reason", "x"}).status,
        2);
}

TEST_F(Cambioctl, ShowsTheLog) {
    done({"clients", "freeze", person.email, "--reason", "A look at the log"});
    const auto all = done({"log", "list", "--limit", "1"});
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0]["act"].asString(), "clients freeze");
    EXPECT_EQ(all[0]["reason"].asString(), "A look at the log");
    EXPECT_EQ(done({"log", "list", "--subject", person.email}).size(), 1u);
    EXPECT_EQ(done({"log", "list", "--subject", "nobody"}).size(), 0u);
    EXPECT_THROW(world().app().run("update operator_log set reason = ''"), pg::Failure);
    EXPECT_THROW(world().app().run("delete from operator_log"), pg::Failure);
}

TEST_F(Cambioctl, WritesNoChangeThatTheLogDoesNotHave) {
    world().superuser().run("revoke insert on operator_log from cambio_operator");
    const auto result = call({"clients", "freeze", person.email, "--reason", "Unlogged"});
    world().superuser().run("grant insert on operator_log to cambio_operator");
    EXPECT_EQ(result.status, 3);
    EXPECT_EQ(client_column("status"), "ACTIVE");
    EXPECT_TRUE(world()
                    .app()
                    .run("select id from notifications where client_id = $1", {person.id})
                    .empty());
}

TEST_F(Cambioctl, AuditsTheBooks) {
    World books;
    books.client("alice@example.com").with("USDT", "10");
    std::string output;
    EXPECT_EQ(run_job("cambioctl", books.config().path(), {"audit", "--json"}, &output), 0);
    EXPECT_THAT(output, HasSubstr("\"passed\" : true"));
    books.superuser().run("update ledger_accounts set balance = balance + 1 where balance > 0");
    EXPECT_EQ(run_job("cambioctl", books.config().path(), {"audit"}, &output), 1);
    EXPECT_THAT(output, HasSubstr("do not balance"));
}

// -- News and tasks

TEST_F(Cambioctl, PublishesAndHidesNews) {
    if (!has_table("news_items")) GTEST_SKIP() << "there is no news yet";
    const auto added = done({"news", "add", "--title", "New coin", "--body", "Welcome.", "--url",
                             "https://example.com/a", "--reason", "Listing"});
    const auto id = added["id"].asString();
    expect_logged("news add", id, "Listing");
    EXPECT_EQ(done({"news", "list", "--limit", "1"})[0]["title"].asString(), "New coin");
    done({"news", "hide", id, "--reason", "Wrong date"});
    expect_logged("news hide", id, "Wrong date");
    EXPECT_EQ(done({"news", "list", "--limit", "1"})[0]["state"].asString(), "hidden");
    expect_refusal({"news", "hide", id, "--reason", "again"}, "no news");
    EXPECT_EQ(
        call({"news", "add", "--title", "a", "--url", "javascript:x", "--reason", "x"}).status, 2);
}

TEST_F(Cambioctl, OpensChangesAndClosesTasks) {
    if (!has_table("task_center")) GTEST_SKIP() << "there are no tasks yet";
    const Words add = {"tasks",     "add",      "big_week", "--description", "Trade a lot",
                       "--measure", "trades",   "--kind",   "weekly",        "--amount",
                       "10",        "--reward", "2.5",      "--reason",      "Campaign"};
    done(add);
    expect_logged("tasks add", "big_week", "Campaign");
    expect_refusal(add, "already");
    done({"tasks", "change", "big_week", "--reward", "3", "--reason", "More"});
    expect_logged("tasks change", "big_week", "More");
    const auto listed = [] {
        for (const auto& task : done({"tasks", "list", "--all"}))
            if (task["name"].asString() == "big_week") return task;
        return Json::Value{};
    };
    EXPECT_EQ(listed()["reward"].asString(), "3 USDT");
    EXPECT_EQ(listed()["amount"].asString(), "10") << "what is not given stays";
    done({"tasks", "close", "big_week", "--reason", "Over"});
    expect_logged("tasks close", "big_week", "Over");
    EXPECT_EQ(listed()["state"].asString(), "closed");
    expect_refusal({"tasks", "close", "big_week", "--reason", "x"}, "no open task");
    expect_refusal({"tasks", "change", "no_such_task", "--reward", "3", "--reason", "x"},
                   "no task");
    expect_refusal({"tasks", "change", "big_week", "--reason", "x"}, "what to change");
    EXPECT_EQ(call({"tasks", "change", "big_week", "--reward", "-1", "--reason", "x"}).status, 2);
}

}  // namespace
}  // namespace cambio::test
