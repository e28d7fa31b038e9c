// What the suites of restored databases share: a backup of the database, and the operator's part.
#pragma once

#include "send_fixture.h"
#include "watch_fixture.h"

namespace cambio::test {

/// The database of a world as it is now, to which it can be put back.
class Backup {
  public:
    explicit Backup(World& world)
        : world_{world},
          name_{world.superuser().run("select current_database() as name")[0].str("name")} {
        copy(name_, name_ + "_backup");
    }
    ~Backup() {
        pg::Connection{PostgresServer::shared().superuser()}.script("drop database " + name_ +
                                                                    "_backup with (force)");
    }
    Backup(const Backup&) = delete;
    Backup& operator=(const Backup&) = delete;

    void restore() { copy(name_ + "_backup", name_); }

  private:
    void copy(const std::string& from, const std::string& to) {
        pg::Connection server{PostgresServer::shared().superuser()};
        server.run("set statement_timeout = 0");
        for (const auto& name : {from, to})
            server.run(
                "select pg_terminate_backend(pid, 5000) from pg_stat_activity "
                "where datname = $1",
                {name});
        server.script("drop database if exists " + to + " with (force)");
        server.script("create database " + to + " template " + from +
                      " strategy file_copy owner cambio_owner");
        world_.app() = pg::Connection{world_.database().suite()};
        world_.superuser() = pg::Connection{world_.database().superuser()};
    }

    World& world_;
    std::string name_;
};

/// The operator's part, on any network.
template <class Chain>
class Restored : public Chain {
  protected:
    /// The job that runs all the time has seen which addresses pay.
    Restored() { this->sent(); }

    int operate(const char* verb, Words more = {}) {
        more.insert(more.begin(), {"restored", verb, "--reason", "The disk was lost", "--json"});
        return this->control(more);
    }
    void guarded() { ASSERT_EQ(operate("guard"), 0) << this->output; }
    /// What the look says of the first network; its exit status in `status`.
    Json::Value look(const Words& more = {}) {
        status = operate("look", more);
        Json::Value all;
        EXPECT_LE(status, 1) << this->output;
        std::istringstream{
            this->output.substr(std::min(this->output.find("{"), this->output.size()))} >>
            all;
        return all["networks"][0];
    }
    static std::vector<std::string> texts(const Json::Value& list) {
        std::vector<std::string> all;
        for (const auto& one : list) all.push_back(one.asString());
        return all;
    }
    std::int64_t next_number() {
        return this->world.superuser()
            .run("select nextval(pg_get_serial_sequence('sessions', 'id')) as n")[0]
            .integer("n");
    }
    std::int64_t next_index() {
        return this->world.app().run("select next_index from deposit_keys")[0].integer(
            "next_index");
    }
    /// As if deposits had been looked for in the blocks up to that one.
    void read_until(std::int64_t height) {
        this->world.superuser().run(
            "insert into chain_blocks (network_id, height, hash, parent) "
            "select id, $1::bigint, $2, $2 from networks where name = 'ERC20'",
            {height, "0x" + std::string(64, 'a')});
    }
    bool resumed() {
        return this->control({"resume", "withdrawals", "--reason", "Looked at it"}) == 0;
    }
    int status = 0;
};
using RestoredEthereum = Restored<OnEthereum>;
using RestoredBitcoin = Restored<OnBitcoin>;

}  // namespace cambio::test
