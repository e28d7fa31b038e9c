// The mails that transactions leave behind, and the job that sends them.
#include <gtest/gtest.h>

#include "account/security.h"
#include "notices/notices.h"
#include "support/builders.h"
#include "support/smtp_server.h"

namespace cambio::test {
namespace {

class SendMails : public testing::Test {
  protected:
    void tell(const Person& person, notices::Kind kind, const Json::Value& data = {}) {
        pg::Transaction tx{world.app()};
        notices::tell(tx, person.id, kind, data);
        tx.commit();
    }

    int send(std::string* log = nullptr) {
        return run_job("send_mails", world.config().path(), {"--once"}, log);
    }

    std::int64_t waiting() {
        return world.app()
            .run("select count(*) as n from outgoing_mails where sent_at is null")[0]
            .integer("n");
    }

    SmtpServer smtp;
    World world{{{"SMTP_URL", smtp.url()}, {"MAIL_FROM", "noreply@example.com"}}};
    Person ann = world.client("ann@example.com");
};

TEST_F(SendMails, SendsEachOnceWithTheClientsAntiPhishingCode) {
    world.app().run("update clients set anti_phishing_code = 'blue heron' where id = $1", {ann.id});
    Json::Value data;
    data["reason"] = "Asked by you";
    tell(ann, notices::Kind::account_frozen, data);
    EXPECT_EQ(waiting(), 1);
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(waiting(), 0);
    const auto mail = smtp.mail();
    EXPECT_EQ(mail.recipient, "<ann@example.com>");
    EXPECT_NE(mail.decoded_body().find("Asked by you"), std::string::npos);
    EXPECT_NE(mail.decoded_body().find("blue heron"), std::string::npos);
    EXPECT_EQ(mail.decoded_body().find('{'), std::string::npos) << mail.decoded_body();
}

TEST_F(SendMails, SpeaksTheClientsLanguage) {
    world.app().run(
        "update clients set language = 'de', anti_phishing_code = 'Reiher' where id = $1",
        {ann.id});
    Json::Value data;
    data["reason"] = "Auf Ihren Wunsch";
    tell(ann, notices::Kind::account_frozen, data);
    EXPECT_EQ(send(), 0);
    const auto mail = smtp.mail();
    EXPECT_EQ(mail.decoded_subject(), "Ihr Cambio-Konto wurde gesperrt");
    for (const auto* part :
         {"Bitte wenden Sie sich für weitere Informationen an den Kundenservice.",
          "Grund: Auf Ihren Wunsch", "Ihr Anti-Phishing-Code: Reiher"})
        EXPECT_NE(mail.decoded_body().find(part), std::string::npos) << mail.decoded_body();
    EXPECT_EQ(mail.decoded_body().find('{'), std::string::npos) << mail.decoded_body();
}

TEST_F(SendMails, WhatTheBellAloneTellsIsNoMail) {
    tell(ann, notices::Kind::reward_claimed);
    EXPECT_EQ(waiting(), 0);
    EXPECT_EQ(world.app().run("select kind from notifications")[0].str("kind"), "reward_claimed");
}

TEST_F(SendMails, WhatCannotBeWrittenHoldsUpNobody) {
    world.app().run(
        "insert into outgoing_mails (client_id, name, data, next_try_at) "
        "values ($1, 'no_such_text', '{}', now() - interval '1 hour')",
        {ann.id});
    tell(ann, notices::Kind::account_frozen);
    EXPECT_EQ(send(), 1);
    EXPECT_EQ(waiting(), 1);
    EXPECT_EQ(smtp.mail().recipient, "<ann@example.com>");
    EXPECT_EQ(world.app().run("select tries from outgoing_mails where sent_at is null")[0].integer(
                  "tries"),
              1);
}

TEST_F(SendMails, PriceAlertsHoldUpNobody) {
    Json::Value data;
    for (const auto* name : {"pair", "coin", "last", "price"}) data[name] = "BTC";
    for (int n = 0; n < 3; ++n) tell(ann, notices::Kind::price_alert_above, data);
    tell(world.client("ben@example.com"), notices::Kind::password_changed);
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(waiting(), 0);
    EXPECT_EQ(smtp.mail().recipient, "<ann@example.com>") << "the last one is an alert";
}

TEST_F(SendMails, SendsSeveralAtATimeAndEachOnce) {
    constexpr int many = 23;
    for (int n = 0; n < many; ++n) tell(ann, notices::Kind::account_frozen);
    // One in the middle cannot be written.
    world.app().run(
        "update outgoing_mails set name = 'no_such_text' where id = (select id from "
        "outgoing_mails order by id offset 14 limit 1)");
    EXPECT_EQ(send(), 1);
    EXPECT_EQ(waiting(), 1);
    EXPECT_EQ(smtp.taken(), many - 1);
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(smtp.taken(), many - 1);
}

TEST_F(SendMails, WhatComesMeanwhileWaitsForNoMoreThanTenAlerts) {
    Json::Value data;
    for (const auto* name : {"pair", "coin", "last", "price"}) data[name] = "BTC";
    for (int n = 0; n < 25; ++n) tell(ann, notices::Kind::price_alert_above, data);
    tell(world.client("ben@example.com"), notices::Kind::account_unfrozen);
    // It comes when the first alert has been sent.
    world.superuser().script(R"sql(
        update outgoing_mails set next_try_at = now() + interval '1 day'
         where name = 'account_unfrozen';
        create function bring_urgent() returns trigger language plpgsql security definer as $$
            begin
                update outgoing_mails set next_try_at = now()
                 where name = 'account_unfrozen' and next_try_at > now();
                return null;
            end $$;
        create trigger bring_urgent after update on outgoing_mails
            for each row when (new.name <> 'account_unfrozen') execute function bring_urgent();
    )sql");
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(waiting(), 0);
    EXPECT_LE(world.app()
                  .run("select count(*) as n from outgoing_mails where sent_at < (select sent_at "
                       "from outgoing_mails where name = 'account_unfrozen')")[0]
                  .integer("n"),
              10);
}

TEST_F(SendMails, NothingIsToldOfWhatDidNotHappen) {
    {
        pg::Transaction tx{world.app()};
        notices::tell(tx, ann.id, notices::Kind::account_frozen);
    }
    EXPECT_EQ(waiting(), 0);
    EXPECT_TRUE(world.app().run("select kind from notifications").empty());
}

TEST_F(SendMails, AMailThatFailsWaitsForTheNextTry) {
    world.config().set("SMTP_URL", "smtp://127.0.0.1:1");
    tell(ann, notices::Kind::account_unfrozen);
    EXPECT_EQ(send(), 1);
    const auto rows = world.app().run(
        "select tries, next_try_at > now() as later, sent_at is null as waits from "
        "outgoing_mails");
    const auto& row = rows[0];
    EXPECT_EQ(row.integer("tries"), 1);
    EXPECT_TRUE(row.boolean("later"));
    EXPECT_TRUE(row.boolean("waits"));

    world.config().set("SMTP_URL", smtp.url());
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(waiting(), 1);
    world.app().run("update outgoing_mails set next_try_at = now()");
    EXPECT_EQ(send(), 0);
    EXPECT_EQ(waiting(), 0);
}

TEST_F(SendMails, AChangeOfSecurityRestsWithdrawalsForADayAndSaysSo) {
    {
        pg::Transaction tx{world.app()};
        account::security_changed(tx, ann.id, notices::Kind::two_factor_off,
                                  {"203.0.113.7", "Firefox on Linux", "Portugal"});
        tx.commit();
    }
    const auto rows = world.app().run(R"sql(
        select withdrawals_rest_until between now() + interval '23 hours 59 minutes'
                                          and now() + interval '24 hours' as a_day,
               to_char(withdrawals_rest_until at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as until
          from clients where id = $1)sql",
                                      {ann.id});
    const auto& row = rows[0];
    EXPECT_TRUE(row.boolean("a_day"));
    EXPECT_EQ(send(), 0);
    EXPECT_NE(smtp.mail().decoded_body().find(row.str("until")), std::string::npos);
    const auto activity = world.app().run("select kind, ip, place from account_activity");
    EXPECT_EQ(activity[0].str("kind"), "two_factor_off");
    EXPECT_EQ(activity[0].str("place"), "Portugal");
}

}  // namespace
}  // namespace cambio::test
