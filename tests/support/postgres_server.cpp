#include "support/postgres_server.h"

#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace cambio::test {

namespace {

constexpr const char* system_user = "postgres";
/// Recovery after a crash reads the whole write-ahead log.
constexpr int start_seconds = 60;

std::string server_program(const std::string& name) {
    const char* folder = std::getenv("CAMBIO_PG_BIN");
    return std::string{folder == nullptr ? "/usr/lib/postgresql/15/bin" : folder} + "/" + name;
}

bool answers(const std::string& conninfo) {
    return PQping(conninfo.c_str()) == PQPING_OK;
}

struct Stat {
    char state = 'X';
    pid_t parent = 0;
};

/// What /proc/<pid>/stat says after the program's name, which may hold anything.
Stat stat_of(pid_t pid) {
    std::string text;
    std::getline(std::ifstream{"/proc/" + std::to_string(pid) + "/stat"}, text);
    Stat stat;
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos) return stat;
    std::istringstream{text.substr(name_end + 1)} >> stat.state >> stat.parent;
    return stat;
}

pid_t parent_of(pid_t pid) {
    return stat_of(pid).parent;
}

/// A zombie is gone, too: whoever adopted it may never ask for its end.
bool lives(pid_t pid) {
    const char state = stat_of(pid).state;
    return state != 'X' && state != 'Z';
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
    argv_ = {server_program("postgres"),
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
        argv_.emplace_back("-c");
        argv_.push_back(setting);
    }
    superuser_ = "host='" + folder_->path() + "' user='postgres' dbname='postgres'";
    restart();
}

void PostgresServer::restart() {
    ChildProcess::Options options;
    options.user = system_user;
    options.output = folder_->file("log");
    options.death_signal = SIGQUIT;
    process_ = std::make_unique<ChildProcess>(argv_, options);
    wait_until(
        "the scratch PostgreSQL answers", [this] { return answers(superuser_); }, start_seconds);
}

std::vector<PostgresServer::Process> PostgresServer::processes() const {
    std::vector<Process> found;
    for (const auto& entry : std::filesystem::directory_iterator{"/proc"}) {
        const pid_t pid = std::atoi(entry.path().filename().c_str());
        if (pid <= 0 || parent_of(pid) != process_->pid()) continue;
        std::string title;
        std::getline(std::ifstream{entry.path() / "cmdline"}, title, '\0');
        found.push_back({pid, title});
    }
    return found;
}

void PostgresServer::kill() {
    // A stopped postmaster starts no process that the list would not have.
    process_->signal(SIGSTOP);
    wait_until("the postmaster has stopped",
               [this] { return stat_of(process_->pid()).state == 'T'; });
    const std::vector<Process> left = processes();
    process_->signal(SIGKILL);
    process_->wait();
    wait_until("PostgreSQL's processes have followed their postmaster", [&left] {
        return std::none_of(left.begin(), left.end(),
                            [](const Process& process) { return lives(process.pid); });
    });
}

PostgresServer::~PostgresServer() {
    if (!process_) return;
    process_->signal(SIGQUIT);
    process_->wait();
}

}  // namespace cambio::test
