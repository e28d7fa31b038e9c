#include "config/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "support/child_process.h"

namespace cambio {
namespace {

using testing::HasSubstr;
using Values = std::map<std::string, std::string>;

const Values complete = {
    {"DATABASE_URL", "postgresql://cambio_app:secret@db.example.com/cambio"},
    {"REDIS_URL", "unix:/run/redis.sock"},
    {"OUTBOX_DIR", "/var/outbox"},
    {"TOKEN_KEY_FILE", "/keys/token"},
    {"HASH_KEY_FILE", "/keys/hash"},
    {"FASTCGI_SECRET_FILE", "/keys/fastcgi"},
    {"KYC_KEY_FILE", "/keys/kyc"},
};

class ConfigFile : public testing::Test {
  protected:
    Config read(const Values& changes) {
        Values values = changes;
        values.insert(complete.begin(), complete.end());
        std::string text = "# a comment\n\n";
        for (const auto& [key, value] : values) text += key + '=' + value + '\n';
        return Config::read(folder.write("cambio.conf", text));
    }

    std::string refusal(const Values& changes) {
        try {
            read(changes);
            return "";
        } catch (const ConfigError& problem) {
            return problem.what();
        }
    }

    test::ScratchFolder folder;
};

TEST_F(ConfigFile, NamesPushServicesByHost) {
    const auto services = [this](const char* value) {
        return read({{"WEB_PUSH_SERVICES", value}}).web_push_services;
    };
    EXPECT_THAT(services("none"), testing::IsEmpty());
    EXPECT_THAT(services("push.example.com, *.push.example.net"),
                testing::ElementsAre("push.example.com", "*.push.example.net"));
    EXPECT_THAT(services("http://127.0.0.1:8090"), testing::ElementsAre("http://127.0.0.1:8090"));
    for (const char* value :
         {"*", "*.", "*.com*", "com", "https://push.example.com", "push.example.com/x", "a.b:443",
          "Push.example.com", "http://10.0.0.1:80", "http://127.0.0.1:80/x", "none,a.b c.d"})
        EXPECT_THAT(refusal({{"WEB_PUSH_SERVICES", value}}), HasSubstr("WEB_PUSH_SERVICES must"))
            << value;
    EXPECT_THAT(refusal({{"WEB_PUSH_SERVICES", "http://127.0.0.1:8090"},
                         {"SMTP_URL", "smtp://mail.example.com"},
                         {"MAIL_FROM", "a@example.com"},
                         {"PUBLIC_URL", "https://exchange.example.com"}}),
                HasSubstr("contradict"));
}

TEST_F(ConfigFile, HasDefaultsForWhatMayBeEmpty) {
    const Config config = read({{"SMTP_URL", ""}, {"PORT", "8090"}});
    EXPECT_EQ(config.database_url, complete.at("DATABASE_URL"));
    EXPECT_EQ(config.public_url, "http://127.0.0.1:8090");
    EXPECT_EQ(config.worker_threads, 4);
    EXPECT_EQ(config.rate_limit_factor, 1);
    EXPECT_EQ(config.work_bits, 16);
    EXPECT_EQ(config.stale_after_ms, 10000);
    EXPECT_EQ(config.demo_amount.str(), "10000");
    EXPECT_EQ(config.deposits_early_up_to.str(), "10000");
    EXPECT_EQ(config.price_protection.str(), "0.02");
    EXPECT_EQ(config.convert_spread.str(), "0.002");
    EXPECT_EQ(config.web_push_key_file, "");
    EXPECT_THAT(config.web_push_services, testing::Contains("*.notify.windows.com"));
    EXPECT_EQ(config.coin_facts_url, "");
    EXPECT_EQ(config.hash_former_keys_file, "");
    EXPECT_EQ(config.log_level, "info");
    EXPECT_FALSE(config.demo);
    EXPECT_EQ(config.live_chat_url, "");
    EXPECT_EQ(config.help_url, "");
    EXPECT_EQ(config.google_client_id, "");
    EXPECT_EQ(config.google_issuer, "https://accounts.google.com");
    EXPECT_EQ(config.geoip_file, "");
    EXPECT_FALSE(config.futures_closing_manual);
    EXPECT_EQ(config.futures_minimum_days, 0);
    EXPECT_EQ(config.futures_close_target.str(), "0");
    EXPECT_EQ(config.futures_slippage.str(), "0.005");
    EXPECT_EQ(config.quote_seconds, 10);
}

TEST_F(ConfigFile, SplitsListsAtTheirCommas) {
    const auto config =
        read({{"OWN_ADDRESSES", " 0xab, TLEa,,bc1q "}, {"COLD_ETHEREUM_ADDRESS", "0x01,0x02"}});
    EXPECT_EQ(config.own_addresses, (std::vector<std::string>{"0xab", "TLEa", "bc1q"}));
    EXPECT_EQ(config.cold_addresses,
              (std::map<std::string, std::vector<std::string>>{{"ETHEREUM", {"0x01", "0x02"}}}));
}

TEST_F(ConfigFile, ReadsWhatIsGiven) {
    const Config config = read({{"DEMO", "yes"},
                                {"DEMO_AMOUNT", "2500.5"},
                                {"PUSH_URL", "unix:/run/push.sock"},
                                {"SMTP_URL", "smtps://localhost:465"},
                                {"MAIL_FROM", "noreply@example.com"},
                                {"DATABASE_URL", "'host=/run dbname=cambio'"},
                                {"REQUIRE_SYNC_STANDBY", "yes"},
                                {"LIVE_CHAT_URL", "https://chat.example.com/widget.js"},
                                {"HELP_URL", "https://help.example.com"},
                                {"NEWS_URL", "https://news.example.com/rss"},
                                {"NEWS_KIND", "rss"},
                                {"DOWNLOAD_IOS_URL", "https://apps.example.com/cambio"},
                                {"OPERATOR_NAME", "Example Exchange Ltd."},
                                {"SUPPORT_EMAIL", "help@example.com"},
                                {"OPERATOR_EMAIL", "operator@example.com"},
                                {"FUTURES_CLOSING", "manual"},
                                {"FUTURES_MINIMUM_DAYS", "30"},
                                {"FUTURES_CLOSE_TARGET", "0.5"},
                                {"FUTURES_SLIPPAGE", "0.01"},
                                {"QUOTE_SECONDS", "45"},
                                {"REWARDS_REST_DAYS", "14"},
                                {"KEEP_NOTIFICATIONS_DAYS", "365"},
                                {"KEEP_MAILS_DAYS", "30"},
                                {"WITHDRAWALS_TWO_PEOPLE_FROM", "5000"},
                                {"HASH_FORMER_KEYS_FILE", "/keys/hash.former"},
                                {"PROVIDER", "auto"},
                                {"SIMULATOR_PORT", ""},
                                {"TRUSTED_PROXIES", "10.0.0.0/8"}});
    EXPECT_TRUE(config.demo);
    EXPECT_EQ(config.demo_amount.str(), "2500.5");
    EXPECT_EQ(config.push_url, "unix:/run/push.sock");
    EXPECT_EQ(config.live_chat_url, "https://chat.example.com/widget.js");
    EXPECT_EQ(config.help_url, "https://help.example.com");
    EXPECT_EQ(config.mail_from, "noreply@example.com");
    EXPECT_EQ(config.database_url, "host=/run dbname=cambio");
    EXPECT_TRUE(config.require_sync_standby);
    EXPECT_EQ(config.news_url, "https://news.example.com/rss");
    EXPECT_EQ(config.news_kind, "rss");
    EXPECT_EQ(config.download_ios_url, "https://apps.example.com/cambio");
    EXPECT_EQ(config.download_android_url, "");
    EXPECT_EQ(config.operator_name, "Example Exchange Ltd.");
    EXPECT_EQ(config.support_email, "help@example.com");
    EXPECT_EQ(config.operator_email, "operator@example.com");
    EXPECT_TRUE(config.futures_closing_manual);
    EXPECT_EQ(config.futures_minimum_days, 30);
    EXPECT_EQ(config.futures_close_target.str(), "0.5");
    EXPECT_EQ(config.futures_slippage.str(), "0.01");
    EXPECT_EQ(config.quote_seconds, 45);
    EXPECT_EQ(config.rewards_rest_days, 14);
    EXPECT_EQ(config.keep_notifications_days, 365);
    EXPECT_EQ(config.keep_mails_days, 30);
    EXPECT_EQ(config.withdrawals_two_people_from.str(), "5000");
    EXPECT_EQ(config.hash_former_keys_file, "/keys/hash.former");
}

TEST_F(ConfigFile, NamesTheKeyThatIsWrong) {
    const std::pair<Values, const char*> cases[] = {
        {{{"DATABASE_URL", ""}}, "DATABASE_URL is missing"},
        {{{"REQUIRE_SYNC_STANDBY", "on"}}, "REQUIRE_SYNC_STANDBY must be yes or no"},
        {{{"REDIS_URL", ""}}, "REDIS_URL is missing"},
        {{{"REDIS_URL", "localhost:6379"}}, "REDIS_URL must start with unix:/ or tcp://"},
        {{{"TOKEN_KEY_FILE", ""}}, "TOKEN_KEY_FILE is missing"},
        {{{"HASH_KEY_FILE", ""}}, "HASH_KEY_FILE is missing"},
        {{{"FASTCGI_SECRET_FILE", ""}}, "FASTCGI_SECRET_FILE is missing"},
        {{{"OUTBOX_DIR", ""}}, "OUTBOX_DIR is missing"},
        {{{"SMTP_URL", "mail.example.com"}}, "SMTP_URL must start with"},
        {{{"SMTP_URL", "smtp://mail.example.com"}}, "MAIL_FROM must be an email address"},
        {{{"SMS_URL", "https://sms.example.com"}}, "SMS_TOKEN is missing"},
        {{{"GOOGLE_CLIENT_ID", "id"}}, "GOOGLE_CLIENT_SECRET belongs to GOOGLE_CLIENT_ID"},
        {{{"GOOGLE_ISSUER", "accounts.example"}}, "GOOGLE_ISSUER must start with"},
        {{{"PUSH_URL", "http://127.0.0.1"}}, "PUSH_URL must start with unix:/"},
        {{{"OUTBOX_URL", "http://192.0.2.1"}}, "OUTBOX_URL must start with http://127.0.0.1:"},
        {{{"PROVIDER_URL", "www.okx.com"}}, "PROVIDER_URL must start with"},
        {{{"DEMO", "true"}}, "DEMO must be yes or no"},
        {{{"DEMO_AMOUNT", "-1"}}, "DEMO_AMOUNT must be a decimal number"},
        {{{"DEMO_AMOUNT", "1e4"}}, "DEMO_AMOUNT must be a decimal number"},
        {{{"CONVERT_SPREAD", "0.2"}}, "CONVERT_SPREAD must be a decimal number from 0 to 0.1"},
        {{{"COIN_FACTS_URL", "api"}}, "COIN_FACTS_URL must start with http"},
        {{{"PRICE_PROTECTION", "2"}}, "PRICE_PROTECTION must be a decimal number from 0 to 1"},
        {{{"QUOTE_SECONDS", "2"}}, "QUOTE_SECONDS must be a whole number from 3 to 300"},
        {{{"REWARDS_REST_DAYS", "366"}}, "REWARDS_REST_DAYS must be a whole number from 0 to 365"},
        {{{"KEEP_MAILS_DAYS", "-1"}}, "KEEP_MAILS_DAYS must be a whole number from 0 to 36500"},
        {{{"WITHDRAWALS_APPROVE_UP_TO", "100"}, {"WITHDRAWALS_TWO_PEOPLE_FROM", "100"}},
         "WITHDRAWALS_TWO_PEOPLE_FROM must be more than WITHDRAWALS_APPROVE_UP_TO"},
        {{{"STALE_AFTER_MS", "10s"}}, "STALE_AFTER_MS must be a whole number"},
        {{{"FUTURES_CLOSING", "later"}}, "FUTURES_CLOSING must be auto or manual"},
        {{{"FUTURES_MINIMUM_DAYS", "-1"}}, "FUTURES_MINIMUM_DAYS must be a whole number"},
        {{{"FUTURES_CLOSE_TARGET", "half"}}, "FUTURES_CLOSE_TARGET must be a decimal number"},
        {{{"FUTURES_SLIPPAGE", "2"}}, "FUTURES_SLIPPAGE must be a decimal number from 0 to 1"},
        {{{"WORKER_THREADS", "0"}}, "WORKER_THREADS must be a whole number from 1 to 256"},
        {{{"RATE_LIMIT_FACTOR", "0"}}, "RATE_LIMIT_FACTOR must be a whole number"},
        {{{"HOUSE_EXPOSURE_LIMIT", "-1"}},
         "HOUSE_EXPOSURE_LIMIT must be a decimal number from 0 to 1000000000000"},
        {{{"MAX_GAS", "20999"}}, "MAX_GAS must be a whole number from 21000 to 10000000"},
        {{{"WORK_BITS", "25"}}, "WORK_BITS must be a whole number from 0 to 24"},
        {{{"LOG_LEVEL", "loud"}}, "LOG_LEVEL must be trace, debug, info, warn or error"},
        {{{"NEWS_URL", "https://news.example.com"}}, "NEWS_KIND must be coindesk"},
        {{{"NEWS_KIND", "atom"}}, "NEWS_KIND must be coindesk, cryptocompare or rss"},
        {{{"NEWS_URL", "file:///etc/passwd"}, {"NEWS_KIND", "rss"}}, "NEWS_URL must start with"},
        {{{"DOWNLOAD_IOS_URL", "javascript:x"}}, "DOWNLOAD_IOS_URL must start with"},
        {{{"DOWNLOAD_ANDROID_URL", "//x"}}, "DOWNLOAD_ANDROID_URL must start with"},
        {{{"SUPPORT_EMAIL", "nobody"}}, "SUPPORT_EMAIL must be an email address"},
        {{{"OPERATOR_EMAIL", "nobody"}}, "OPERATOR_EMAIL must be an email address"},
        {{{"DATABSE_URL", "x"}}, "DATABSE_URL is not a key of the configuration"},
    };
    for (const auto& [changes, words] : cases) EXPECT_THAT(refusal(changes), HasSubstr(words));
}

TEST_F(ConfigFile, NamesTwoSettingsThatContradictEachOther) {
    const char* key = "xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7";
    const Values demo{
        {"DEMO", "yes"}, {"MAIL_FROM", "noreply@example.com"}, {"SMS_TOKEN", "token"}};
    const auto beside_demo = [&](Values settings) {
        EXPECT_EQ(refusal([&] {
                      Values real = settings;
                      real.insert_or_assign("DEMO", "no");
                      real.insert(demo.begin(), demo.end());
                      real.emplace("SMTP_URL", "smtps://mail.example.com:465");
                      return real;
                  }()),
                  "");
        settings.insert(demo.begin(), demo.end());
        return refusal(settings);
    };
    const std::pair<const char*, std::vector<const char*>> servers[] = {
        {"SMTP_URL", {"smtp://", "smtps://"}},
        {"SMS_URL", {"http://", "https://"}},
        {"ETHEREUM_NODE_URL", {"http://", "https://"}},
        {"BSC_NODE_URL", {"https://"}},
        {"TRON_NODE_URL", {"https://"}},
        {"BITCOIN_NODE_URL", {"http://"}},
    };
    const char* elsewhere[] = {"mail.example.com",
                               "mail.example.com:465/path",
                               "127.0.0.1.example.com:8545",
                               "127.example.com",
                               "localhost.example.com",
                               "localhost:word@node.example.com:80",
                               "node.example.com/@127.0.0.1",
                               "node.example.com?@localhost",
                               "10.0.0.1:8332",
                               "128.0.0.1",
                               "0.0.0.0",
                               "[::2]:8545",
                               "[2001:db8::1]"};
    const char* here[] = {"localhost",        "localhost:25",
                          "127.0.0.1:8545/x", "name:word@127.0.0.1:8332",
                          "127.3.2.1",        "[::1]:8545"};
    for (const auto& [name, schemes] : servers) {
        const auto words = "DEMO=yes and " + std::string{name} + " contradict each other";
        for (const std::string scheme : schemes) {
            for (const std::string host : elsewhere)
                EXPECT_THAT(beside_demo({{name, scheme + host}}), HasSubstr(words)) << host;
            for (const std::string host : here)
                EXPECT_EQ(beside_demo({{name, scheme + host}}), "") << host;
        }
    }
    EXPECT_THAT(beside_demo({{"PUBLIC_URL", "https://cambio.example.com"}}),
                HasSubstr("DEMO=yes and the https of PUBLIC_URL contradict each other"));
    EXPECT_THAT(beside_demo({{"PUBLIC_URL", "http://cambio.example.com"}}),
                HasSubstr("PUBLIC_URL and an empty SMTP_URL contradict each other"));

    const std::pair<const char*, const char*> ways[] = {
        {"ETHEREUM_XPUB", "ETHEREUM_NODE_URL"},
        {"ETHEREUM_XPUB", "BSC_NODE_URL"},
        {"TRON_XPUB", "TRON_NODE_URL"},
        {"BITCOIN_XPUB", "BITCOIN_NODE_URL"},
        {"HOT_ETHEREUM_ADDRESS", "ETHEREUM_NODE_URL"},
        {"HOT_TRON_ADDRESS", "TRON_NODE_URL"},
        {"HOT_BITCOIN_ADDRESS", "BITCOIN_NODE_URL"},
    };
    for (const auto& [name, node] : ways) {
        const std::string value = std::string{name}.ends_with("XPUB")       ? key
                                  : std::string{name} == "HOT_TRON_ADDRESS" ? "T1"
                                                                            : "0x1";
        EXPECT_THAT(beside_demo({{name, value}}),
                    HasSubstr("DEMO=yes and " + std::string{name} + " contradict each other"));
        EXPECT_EQ(beside_demo({{name, value}, {node, "http://127.0.0.1:9"}}), "");
        EXPECT_THAT(beside_demo({{name, value}, {node, "http://node.example.com"}}),
                    HasSubstr("DEMO=yes and " + std::string{node}));
    }

    EXPECT_EQ(refusal({{"DEMO", "yes"}, {"PROVIDER_SIMULATED", "yes"}}), "");
    for (const char* no : {"no", ""})
        EXPECT_THAT(refusal({{"DEMO", no}, {"PROVIDER_SIMULATED", "yes"}}),
                    HasSubstr("DEMO=no and the market simulator contradict each other"));
    EXPECT_THAT(refusal({{"PUBLIC_URL", "https://cambio.example.com"}}),
                HasSubstr("PUBLIC_URL and an empty SMTP_URL contradict each other"));
    EXPECT_EQ(refusal({{"PUBLIC_URL", "https://cambio.example.com"},
                       {"SMTP_URL", "smtps://mail.example.com"},
                       {"MAIL_FROM", "noreply@example.com"}}),
              "");
    EXPECT_THAT(refusal({{"PUBLIC_URL", "https://cambio.example.com"}, {"RATE_LIMIT_FACTOR", "2"}}),
                HasSubstr("RATE_LIMIT_FACTOR and the https of PUBLIC_URL contradict each other"));
    EXPECT_EQ(refusal({{"RATE_LIMIT_FACTOR", "2"}}), "");
    const auto without_look = [&](const std::string& url, const char* play, const char* mails) {
        return refusal({{"PUBLIC_URL", url},
                        {"HOUSE_LAST_LOOK", "no"},
                        {"DEMO", play},
                        {"SMTP_URL", mails},
                        {"MAIL_FROM", "noreply@example.com"}});
    };
    for (const std::string url :
         {"https://cambio.example.com", "http://cambio.example.com", "http://192.0.2.7:8080"})
        EXPECT_THAT(without_look(url, "no", "smtps://mail.example.com"),
                    HasSubstr("HOUSE_LAST_LOOK=no and PUBLIC_URL=" + url + " contradict"));
    EXPECT_THAT(without_look("http://cambio.example.com", "yes", "smtp://localhost"),
                HasSubstr("HOUSE_LAST_LOOK=no and PUBLIC_URL=http://cambio.example.com contradict"))
        << "a demo that others play at";
    EXPECT_THAT(without_look("https://localhost", "no", "smtps://mail.example.com"),
                HasSubstr("HOUSE_LAST_LOOK=no and PUBLIC_URL=https://localhost contradict"));
    for (const char* url : {"http://localhost:8080", "http://127.0.0.1:31000"})
        EXPECT_EQ(without_look(url, "yes", "smtp://localhost"), "") << url;
}

TEST_F(ConfigFile, TakesTheLastLookOnlyFromWhatThisMachineAloneReaches) {
    const auto without_look = [this](const std::string& host, const std::string& proxies,
                                     const char* simulated) {
        return refusal({{"PUBLIC_URL", "http://localhost:8080"},
                        {"HOUSE_LAST_LOOK", "no"},
                        {"DEMO", "yes"},
                        {"PROVIDER_SIMULATED", simulated},
                        {"HOST", host},
                        {"TRUSTED_PROXIES", proxies}});
    };
    for (const std::string host : {"0.0.0.0", "192.0.2.7", "[::]", "[2001:db8::7]"})
        for (const char* simulated : {"no", "yes"})
            EXPECT_THAT(without_look(host, "", simulated),
                        HasSubstr("HOUSE_LAST_LOOK=no and HOST=" + host + " contradict"));
    for (const char* host : {"", "127.0.0.1", "127.0.0.9", "[::1]"})
        EXPECT_EQ(without_look(host, "", "no"), "") << host;
    for (const std::string proxies : {"127.0.0.1", "10.0.0.0/8,192.0.2.7"})
        EXPECT_THAT(without_look("127.0.0.1", proxies, "no"),
                    HasSubstr("HOUSE_LAST_LOOK=no and TRUSTED_PROXIES=" + proxies + " contradict"));
    EXPECT_EQ(without_look("127.0.0.1", "127.0.0.9", "yes"), "");
    EXPECT_EQ(refusal({{"HOST", "0.0.0.0"}, {"PUBLIC_URL", "http://localhost:8080"}}), "");
}

TEST(ParseConfig, NamesTheLineThatIsNone) {
    const std::pair<const char*, const char*> cases[] = {
        {"A=1\nnonsense\n", "line 2 must be KEY=value"},
        {"a=1", "line 1 must be KEY=value"},
        {"=1", "line 1 must be KEY=value"},
        {"A=1\nB=2\nA=3", "A is given twice"},
        {"export A=1", "line 1 must be KEY=value"},
    };
    for (const auto& [text, words] : cases) {
        try {
            parse_config(text);
            ADD_FAILURE() << text;
        } catch (const ConfigError& problem) {
            EXPECT_THAT(problem.what(), HasSubstr(words));
        }
    }
}

TEST(ParseConfig, ReadsLines) {
    const auto values =
        parse_config("# note\n\nA=1\r\nB_2=x=y \nC=\"two words\"\nD=\nE='#no note'");
    EXPECT_EQ(
        values,
        (Values{{"A", "1"}, {"B_2", "x=y"}, {"C", "two words"}, {"D", ""}, {"E", "#no note"}}));
}

TEST_F(ConfigFile, SaysWhichFileCannotBeRead) {
    try {
        Config::read(folder.file("none"));
        FAIL();
    } catch (const ConfigError& problem) {
        EXPECT_THAT(problem.what(), HasSubstr(folder.file("none")));
    }
    ::unsetenv("CAMBIO_CONFIG");
    EXPECT_THROW(Config::from_environment(), ConfigError);
}

}  // namespace
}  // namespace cambio
