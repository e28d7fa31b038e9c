#include "support/postgres_server.h"

#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <stdexcept>

namespace cambio::test {

namespace {

constexpr const char* system_user = "postgres";

std::string server_program(const std::string& name) {
    const char* folder = std::getenv("CAMBIO_PG_BIN");
    return std::string{folder == nullptr ? "/usr/lib/postgresql/15/bin" : folder} + "/" + name;
}

bool answers(const std::string& conninfo) {
    return PQping(conninfo.c_str()) == PQPING_OK;
}

}  // namespace

std::string with_settings(const std::string& conninfo,
                          std::initializer_list<std::pair<std::string, std::string>> settings) {
    std::map<std::string, std::string> all;
    PQconninfoOption* options = PQconninfoParse(conninfo.c_str(), nullptr);
    if (options == nullptr) throw std::runtime_error{"not a conninfo: " + conninfo};
    for (auto* option = options; option->keyword != nullptr; ++option) {
        if (option->val != nullptr) all[option->keyword] = option->val;
    }
    PQconninfoFree(options);
    for (const auto& [keyword, value] : settings) all[keyword] = value;

    std::string text;
    for (const auto& [keyword, value] : all) {
        text += (text.empty() ? "" : " ") + keyword + "='";
        for (const char c : value) {
            if (c == '\'' || c == '\\') text += '\\';
            text += c;
        }
        text += '\'';
    }
    return text;
}

PostgresServer& PostgresServer::shared() {
    static PostgresServer server;
    return server;
}

PostgresServer::PostgresServer() {
    if (const char* given = std::getenv("CAMBIO_TEST_PG"); given != nullptr && *given != '\0') {
        superuser_ = given;
    } else {
        start({});
    }
}

PostgresServer::PostgresServer(std::initializer_list<std::string> settings) {
    start(settings);
}

void PostgresServer::start(const std::vector<std::string>& settings) {
    folder_ = std::make_unique<ScratchFolder>();
    if (geteuid() == 0) {
        const passwd* user = getpwnam(system_user);
        if (user == nullptr) throw std::runtime_error{"there is no system user postgres"};
        if (chown(folder_->path().c_str(), user->pw_uid, user->pw_gid) != 0) {
            throw std::runtime_error{"cannot give " + folder_->path() + " to postgres"};
        }
    }
    ChildProcess::Options options;
    options.user = system_user;
    options.output = folder_->file("log");
    const std::string data = folder_->file("data");
    if (ChildProcess::run({server_program("initdb"), "-D", data, "-U", system_user, "-A", "trust",
                           "-E", "UTF8", "--locale=C", "--no-sync"},
                          options) != 0) {
        throw std::runtime_error{"initdb failed, see " + options.output};
    }
    // Durability stays on: the programs refuse a server without it.
    std::vector<std::string> argv{server_program("postgres"),
                                  "-D",
                                  data,
                                  "-k",
                                  folder_->path(),
                                  "-c",
                                  "listen_addresses=",
                                  "-c",
                                  "max_connections=200",
                                  "-c",
                                  "shared_buffers=64MB",
                                  "-c",
                                  "max_wal_size=4GB"};
    for (const std::string& setting : settings) {
        argv.emplace_back("-c");
        argv.push_back(setting);
    }
    options.death_signal = SIGQUIT;
    process_ = std::make_unique<ChildProcess>(argv, options);
    superuser_ = "host='" + folder_->path() + "' user='postgres' dbname='postgres'";
    wait_until("the scratch PostgreSQL answers", [this] { return answers(superuser_); });
}

PostgresServer::~PostgresServer() {
    if (!process_) return;
    process_->signal(SIGQUIT);
    process_->wait();
}

}  // namespace cambio::test
