// A cluster that is lost with all its files is made by pgBackRest what it was at one second, and
// guarded before anything runs on it. Nothing that was acknowledged before is missing, no address
// is given to two people, and no withdrawal is paid twice.
#include <pwd.h>

#include "send_fixture.h"
#include "watch_fixture.h"

namespace cambio::test {
namespace {

using testing::HasSubstr, testing::Not;
using Fields = FastCgiClient::Params;

/// What nginx/archive.sh does, with a repository of the test's own.
constexpr const char* archive_script = R"sh(
    set -euo pipefail
    . "$0/nginx/lib.sh"
    . "$0/nginx/render.sh"
    database_user=$(id -un)
    if ((EUID == 0)); then database_user=postgres; fi
    run_user=$database_user archive_folder=$1/settings archive_repository=$1/repository
    . "$0/nginx/archive.sh"
    shift
    "$@"
)sh";

class RestoredToASecond : public OnEthereum {
  protected:
    static void SetUpTestSuite() {
        place = std::make_unique<ScratchFolder>();
        std::filesystem::permissions(place->path(), std::filesystem::perms{0755});
        server =
            std::make_unique<PostgresServer>(std::initializer_list<std::string>{"archive_mode=on"});
        before = environment("CAMBIO_TEST_PG");
        ::setenv("CAMBIO_TEST_PG", server->superuser().c_str(), 1);
        archived({"write_archive_settings", folder() + "/data", folder(), "5432"});
        archived({"archive", "stanza-create"});
        pg::Connection connection{server->superuser()};
        std::istringstream lines{archived({"archive_settings"})};
        for (std::string line; std::getline(lines, line);)
            if (!line.starts_with("archive_mode")) connection.script("alter system set " + line);
        connection.script("select pg_reload_conf()");
        archived({"archive", "check"});
    }
    static void TearDownTestSuite() {
        ::setenv("CAMBIO_TEST_PG", before.c_str(), 1);
        server.reset();
        place.reset();
    }

    static std::string environment(const char* name) {
        const char* value = std::getenv(name);
        return value == nullptr ? "" : value;
    }
    /// The folder of the cluster and its socket.
    static std::string folder() {
        const auto conninfo = server->superuser();
        const auto from = conninfo.find('\'') + 1;
        return conninfo.substr(from, conninfo.find('\'', from) - from);
    }
    static std::string archived(const Words& words) {
        Words argv{"bash", "-c", archive_script, source_file(""), place->path()};
        argv.insert(argv.end(), words.begin(), words.end());
        ChildProcess::Options options;
        options.output = place->file("output");
        const int status = ChildProcess::run(argv, options);
        std::ostringstream said;
        said << std::ifstream{options.output}.rdbuf();
        if (status != 0) throw std::runtime_error{words.front() + ": " + said.str()};
        return said.str();
    }

    void SetUp() override {
        world.config().set("ETHEREUM_XPUB", accounts::ethereum);
        world.config().set("STALE_AFTER_MS", "3600000");
        world.quote("BTCUSDT", "50000");
        start();
    }
    void start() {
        spot = std::make_unique<HandlerProcess>("spot", world.config().path(),
                                                world.config().secret());
        funds = std::make_unique<HandlerProcess>("funds", world.config().path(),
                                                 world.config().secret());
    }
    FastCgiClient at(const HandlerProcess& process, const std::string& bearer) {
        auto client = process.client();
        client.bearer(bearer);
        return client;
    }
    Answer order(const Person& who, const std::string& side, const std::string& id) {
        return at(*spot, world.token(who))
            .post_json("/api/v2/my-order", {{"name", "BTCUSDT"},
                                            {"delegate_type", side},
                                            {"market_type", "LIMIT"},
                                            {"trade_type", "market"},
                                            {"order_per_unit", "50000"},
                                            {"number_of_order", "0.001"},
                                            {"client_id", id},
                                            {"transaction_password", World::transaction_password}});
    }
    std::int64_t orders_of(const Person& who) {
        return world.app()
            .run("select count(*) from orders where client_id = $1", {who.id})[0]
            .integer("count");
    }
    std::string address_of(const Person& who) {
        const auto answer = at(*funds, world.token(who))
                                .post_json("/api/v3/generate-wallet", {{"wallet_type", "ERC20"}});
        EXPECT_EQ(answer.status, 200) << answer.body;
        return answer.json()["wallet"]["wallet_address"].asString();
    }
    void deposit(const std::string& where, const std::string& units) {
        anvil.send(token, token_calls::mint(where, units), "0x0", 1);
        anvil.mine(3);
        std::string said;
        EXPECT_EQ(run_job("watch_deposits", world.config().path(), {"--once"}, &said), 0) << said;
    }
    void paid(std::int64_t id) {
        carried_to_the_door();
        sent();
        anvil.mine(3);
        sent();
        ASSERT_EQ(stage(id), "CONFIRMED");
    }

    /// The command that archives, with more at its end.
    void archive_by(const std::string& more) {
        static const auto command =
            world.superuser().run("show archive_command")[0].str("archive_command");
        pg::Connection connection{server->superuser()};
        connection.script("alter system set archive_command = '" + command + more + "'");
        connection.script("select pg_reload_conf()");
        wait_until("it archives so", [&] {
            return pg::Connection{server->superuser()}.run("show archive_command")[0].str(
                       "archive_command") == command + more;
        });
    }

    /// What happens until the moment, and what happens then.
    void live() {
        address = address_of(anna);
        deposit(address, "5f5e100");  // 100 USDT
        archived({"archive", "backup", "--type=full"});
        ASSERT_EQ(order(ben, "SELL", "sold").status, 200);
        ASSERT_EQ(order(anna, "BUY", "bought").status, 200);
        session = world.token(anna);
        paid(ask("USDT", "ERC20", receiver, "20"));
        waiting = ask("USDT", "ERC20", receiver, "50");
        bitcoin = anna.balance("BTC");
        dollars = anna.balance("USDT");
        moment = world.superuser().run("select clock_timestamp()::text as now")[0].str("now");

        ASSERT_EQ(order(ben, "SELL", "later").status, 200);
        lost_address = address_of(ben);
        deposit(lost_address, "2faf080");  // 50 USDT
        paid(waiting);
        paid(ask("USDT", "ERC20", receiver, "30"));
        ASSERT_EQ(received(), "99999700");
    }

    void lose() {
        // What a machine loses with its disk is what is younger than a minute.
        const auto last =
            world.superuser().run("select pg_walfile_name(pg_switch_wal()) as name")[0].str("name");
        wait_until("the log is in the archive", [&] {
            return world.superuser()
                .run("select coalesce(last_archived_wal, '') >= $1 as done from pg_stat_archiver",
                     {last})[0]
                .boolean("done");
        });
        spot.reset();
        funds.reset();
        server->kill();
        for (const auto& entry : std::filesystem::directory_iterator{folder() + "/data"})
            std::filesystem::remove_all(entry);
    }
    void lose_and_restore() {
        lose();
        archived({"restore_files", moment, "1"});
        recover();
    }
    void recover() {
        server->restart();
        world.superuser() = pg::Connection{world.database().superuser()};
        wait_until("the cluster is what it was", [&] {
            return !world.superuser().run("select pg_is_in_recovery() as yes")[0].boolean("yes");
        });
        world.app() = pg::Connection{world.database().suite()};
    }
    bool is_signed_in(const std::string& with) {
        return at(*spot, with).get("/api/v3/trades/open-orders").status == 200;
    }

    static std::unique_ptr<ScratchFolder> place;
    static std::unique_ptr<PostgresServer> server;
    static std::string before;
    Person ben = world.client("ben@example.com").with("BTC", "1");
    std::unique_ptr<HandlerProcess> spot, funds;
    std::string address, lost_address, session, moment;
    std::int64_t waiting = 0;
    Decimal bitcoin, dollars;
};
std::unique_ptr<ScratchFolder> RestoredToASecond::place;
std::unique_ptr<PostgresServer> RestoredToASecond::server;
std::string RestoredToASecond::before;

TEST_F(RestoredToASecond, NothingOfBeforeIsMissingAndNothingIsPaidOrGivenTwice) {
    live();
    lose_and_restore();
    ASSERT_EQ(control({"restored", "guard", "--reason", "The disk was lost"}), 0) << output;
    start();

    // Acknowledged before the moment: there; after it: not.
    EXPECT_EQ(anna.balance("BTC"), bitcoin);
    EXPECT_TRUE(bitcoin.positive());
    EXPECT_EQ(anna.balance("USDT"), dollars);
    EXPECT_EQ(orders_of(ben), 1);
    EXPECT_EQ(stage(waiting), "APPROVED");

    // Nobody is signed in, and nothing moves.
    EXPECT_FALSE(is_signed_in(session));
    EXPECT_TRUE(is_signed_in(world.token(anna)));
    EXPECT_EQ(order(ben, "SELL", "paused").message(), "market_closed");

    // What was sent is known to the chain, and what was asked for after the moment is named.
    EXPECT_EQ(control({"restored", "look", "--reason", "The disk was lost"}), 1);
    EXPECT_THAT(output, HasSubstr("29.9999 USDT to " + std::string{receiver}));
    sent();
    EXPECT_EQ(stage(waiting), "CONFIRMED");
    EXPECT_EQ(received(), "99999700") << "nothing was paid twice";

    ASSERT_EQ(control({"resume", "all", "--reason", "Looked at it"}), 0) << output;
    EXPECT_EQ(address_of(anna), address);
    const Person cara = world.client("cara@example.com");
    EXPECT_NE(address_of(cara), lost_address);
    EXPECT_NE(address_of(ben), lost_address);
    EXPECT_EQ(control({"restored", "list"}), 0);
    EXPECT_THAT(output, HasSubstr("/0/1"));
    // The writer of the markets reads their rules every few seconds, and the same words get the
    // same answer.
    Answer again;
    int tries = 0;
    wait_until("the market takes orders again", [&] {
        again = order(ben, "SELL", "again" + std::to_string(++tries));
        return again.message() != "market_closed";
    });
    EXPECT_EQ(again.status, 200) << again.body;
    // A deposit that arrives now is credited once, and those of before are not credited again.
    deposit(address, "989680");  // 10 USDT
    deposit(address, "989680");
    EXPECT_EQ(anna.balance("USDT"), dollars + dec("20"));
    EXPECT_EQ(control({"audit"}), 0) << output;
}

TEST_F(RestoredToASecond, WithoutTheGuardsAddressesAndMoneyAreGivenTwice) {
    live();
    lose_and_restore();
    start();
    EXPECT_TRUE(is_signed_in(session));
    const Person cara = world.client("cara@example.com");
    EXPECT_EQ(address_of(cara), lost_address);
    paid(waiting);
    EXPECT_EQ(received(), "149999600");
}

TEST_F(RestoredToASecond, AServerThatArchivesByItselfIsNobodysAlarm) {
    world.superuser().run("update schema_migrations set applied_at = now() - interval '37 hours'");
    control({"check"});
    EXPECT_THAT(output, Not(HasSubstr("repository")));
    archive_by(" # /etc/cambio-backup/pgbackrest.conf");
    control({"check"});
    EXPECT_THAT(output, HasSubstr("CRITICAL: No backup has been made into repository 1."));
    world.superuser().run("update schema_migrations set applied_at = now() - interval '35 hours'");
    control({"check"});
    EXPECT_THAT(output, Not(HasSubstr("repository")));
    archive_by("");
}

TEST_F(RestoredToASecond, ARepositoryThatIsOutOfReachIsNotTheEndOfTheLog) {
    // With the log that it needs by itself: it could be opened as it was then.
    archived({"archive", "backup", "--type=full", "--archive-copy"});
    ASSERT_EQ(order(ben, "SELL", "later").status, 200);
    lose();
    archived({"restore_files", "latest", "1"});
    const std::filesystem::path log = place->file("repository") + "/archive";
    const auto away = log.string() + ".away";
    std::filesystem::rename(log, away);
    ChildProcess::Options options;
    options.user = "postgres";
    options.output = place->file("started");
    const auto bin = environment("CAMBIO_PG_BIN");
    EXPECT_EQ(ChildProcess::run({"timeout", "--signal=INT", "60",
                                 (bin.empty() ? "/usr/lib/postgresql/15/bin" : bin) + "/postgres",
                                 "-D", folder() + "/data", "-k", folder(), "-c",
                                 "listen_addresses=", "-c", "max_connections=200"},
                                options),
              1)
        << "it has been opened without what came after the backup";
    std::ostringstream said;
    said << std::ifstream{options.output}.rdbuf();
    EXPECT_THAT(said.str(), HasSubstr("from archive: child process exited with exit code 200"));
    EXPECT_TRUE(std::filesystem::exists(folder() + "/data/recovery.signal"));

    std::filesystem::rename(away, log);
    recover();
    EXPECT_EQ(orders_of(ben), 1);
}

}  // namespace
}  // namespace cambio::test
