// What the suites of the operator's program share: a world, the program with its output, and what
// it leaves in the log.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/reader.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "crypto/crypto.h"
#include "crypto/sealed.h"
#include "kyc/kyc.h"
#include "support/builders.h"
#include "support/source_files.h"

namespace cambio::test {

using Words = std::vector<std::string>;
using testing::HasSubstr, testing::Not;

inline std::string contents(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream{path}.rdbuf();
    return text.str();
}

class Cambioctl : public testing::Test {
  protected:
    static void SetUpTestSuite() { shared = std::make_unique<World>(); }
    static void TearDownTestSuite() { shared.reset(); }
    static World& world() { return *shared; }

    struct Result {
        int status;
        std::string output;
        Json::Value json() const {
            Json::Value value;
            std::istringstream{output} >> value;
            return value;
        }
    };
    static Result call(const Words& words) {
        Result result{};
        result.status = run_job("cambioctl", world().config().path(), words, &result.output);
        return result;
    }
    /// A command that should succeed, with --json.
    static Json::Value done(Words words) {
        words.emplace_back("--json");
        const auto result = call(words);
        EXPECT_EQ(result.status, 0) << result.output;
        return result.status == 0 ? result.json() : Json::Value{};
    }
    static void expect_refusal(const Words& words, const std::string& sentence) {
        const auto before = acts();
        const auto result = call(words);
        EXPECT_EQ(result.status, 1) << result.output;
        EXPECT_THAT(result.output, HasSubstr(sentence));
        EXPECT_EQ(acts(), before) << "what was not done is not in the log";
    }

    static std::int64_t acts() {
        return world().app().run("select count(*) from operator_log")[0].integer("count");
    }
    static void expect_logged(const std::string& act, const std::string& subject,
                              const std::string& reason) {
        const auto rows = world().app().run(
            "select operator, act, subject, reason from operator_log order by id desc limit 1");
        ASSERT_EQ(rows.size(), 1);
        EXPECT_EQ(rows[0].str("act"), act);
        EXPECT_THAT(rows[0].str("subject"), HasSubstr(subject));
        EXPECT_EQ(rows[0].str("reason"), reason);
        EXPECT_NE(rows[0].str("operator"), "");
    }
    void expect_told(const std::string& kind) const {
        for (const char* table : {"select kind as name from notifications where client_id = $1 "
                                  "order by id desc limit 1",
                                  "select name from outgoing_mails where client_id = $1 "
                                  "order by id desc limit 1"}) {
            const auto rows = world().app().run(table, {person.id});
            ASSERT_EQ(rows.size(), 1) << kind;
            EXPECT_EQ(rows[0].str("name"), kind);
        }
    }
    std::string client_column(const std::string& column) const {
        const auto row = world().app().run("select * from clients where id = $1", {person.id});
        return row[0].maybe_str(column.c_str()).value_or("");
    }

    std::string document() const { return "X-" + std::to_string(person.id.value); }
    /// As the upload call leaves them.
    void photos(std::initializer_list<const char*> statuses) const {
        world().app().run(
            "insert into kyc_records (client_id, id_type, id_number) "
            "values ($1, 'Passport', $2)",
            {person.id, document()});
        const auto key = crypto::read_key(world().config().get("KYC_KEY_FILE") + ".pub", 32);
        std::size_t index = 0;
        for (const std::string status : statuses) {
            const auto photo = kyc::photos[index++];
            if (status.empty()) continue;
            world().app().run(
                "insert into kyc_photos (client_id, photo, status, media_type, sealed) "
                "values ($1, $2, $3, 'image/jpeg', $4)",
                {person.id, kyc::name_of(photo), status,
                 pg::Param::bytes(crypto::seal(key, "the " + std::string{kyc::name_of(photo)},
                                               kyc::seal_context(person.id, photo)))});
        }
    }
    std::string status_of(const char* photo) const {
        return world()
            .app()
            .run("select status from kyc_photos where client_id = $1 and photo = $2",
                 {person.id, photo})[0]
            .str("status");
    }
    static bool has_table(const char* name) {
        return !world().app().run("select to_regclass($1) as found", {name})[0].null("found");
    }

    static std::unique_ptr<World> shared;
    static int people;
    const Person person = world().client("client" + std::to_string(++people) + "@example.com");
};
inline std::unique_ptr<World> Cambioctl::shared;
inline int Cambioctl::people = 0;

}  // namespace cambio::test
