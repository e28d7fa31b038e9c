#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "pg/pg.h"
#include "pg/roles.h"

namespace cambio::pg {

namespace {

// What the server says of commits when it is asked holds as long as the session, whatever somebody
// tells the server later. A warning has to come, or nobody would know of a commit that the standby
// may not have.
constexpr const char* prepare_session = R"sql(
    select set_config('statement_timeout', '15000', false), set_config('TimeZone', 'UTC', false),
           set_config('DateStyle', 'ISO, YMD', false), set_config('bytea_output', 'hex', false),
           set_config('client_min_messages', 'warning', false),
           current_setting('fsync') as fsync,
           current_setting('synchronous_standby_names') as standbys,
           set_config('synchronous_commit', current_setting('synchronous_commit'), false)
               as synchronous_commit
)sql";

/// Statements made of changing text would otherwise fill the server's memory.
constexpr std::size_t max_statements = 500;

std::string field(const PGresult* result, int code) {
    const char* text = PQresultErrorField(result, code);
    return text == nullptr ? "" : text;
}

/// Whether a wait for the synchronous standby was cut short, by pg_cancel_backend or because the
/// back end was told to end. The words are in the server's language, and the SQLSTATE of the first
/// is that of many warnings; the place that it comes from is its alone.
bool tells_of_cut_wait(const PGresult* notice) {
    const char* place = PQresultErrorField(notice, PG_DIAG_SOURCE_FUNCTION);
    return place != nullptr && std::strcmp(place, "SyncRepWaitForLSN") == 0;
}

std::atomic<bool> sync_standby_required = false;

bool unsafe_durability_allowed() {
    const char* allowed = std::getenv("CAMBIO_ALLOW_UNSAFE_DURABILITY");
    return allowed != nullptr && std::string_view{allowed} == "yes";
}

void refuse_unsafe_durability(Row settings) {
    for (const char* setting : {"fsync", "synchronous_commit"}) {
        if (settings.text(setting) == "off" && !unsafe_durability_allowed()) {
            throw Failure{"55000", "",
                          std::string{"the PostgreSQL server runs with "} + setting +
                              "=off and would lose what was acknowledged; switch it on"};
        }
    }
}

/// As if it were away, for there will be a standby some day, or another primary.
void refuse_missing_standby(Row settings) {
    if (!sync_standby_required) return;
    const std::string_view level = settings.text("synchronous_commit");
    if (settings.text("standbys").empty())
        throw Failure{"08004", "",
                      "REQUIRE_SYNC_STANDBY=yes, but the PostgreSQL server has no "
                      "synchronous_standby_names"};
    if (level != "on" && level != "remote_apply")
        throw Failure{"08004", "",
                      "REQUIRE_SYNC_STANDBY=yes, but the PostgreSQL server runs with "
                      "synchronous_commit=" +
                          std::string{level} + ", which is less than on"};
}

bool names_several_hosts(const std::string& conninfo) {
    for (const char* keyword : {"host", "hostaddr"})
        if (setting_of(conninfo, keyword).find(',') != std::string::npos) return true;
    return false;
}

}  // namespace

struct Connection::Session {
    std::unordered_map<std::string, std::string> names;  ///< of statements, by SQL text
    bool warned = false;                                 ///< of a commit, and nobody was told yet
    bool given_up = false;

    /// Notices are for people at a prompt, and may carry what a client typed: none is kept.
    static void hear(void* session, const PGresult* notice) {
        if (tells_of_cut_wait(notice)) static_cast<Session*>(session)->warned = true;
    }
};

void require_sync_standby(bool required) {
    sync_standby_required = required;
}

Connection::Connection(const std::string& conninfo) : session_{std::make_unique<Session>()} {
    const std::string name = std::string{"cambio "} + program_invocation_short_name;
    const char* attributes = names_several_hosts(conninfo) ? "read-write" : "";
    // The later of two counts, and an empty one not at all.
    const std::string user = user_for(conninfo, program_invocation_short_name).value_or("");
    const char* const keywords[] = {"target_session_attrs",
                                    "dbname",
                                    "connect_timeout",
                                    "application_name",
                                    "client_encoding",
                                    "tcp_user_timeout",
                                    "user",
                                    nullptr};
    const char* const values[] = {attributes, conninfo.c_str(), "5",          name.c_str(),
                                  "UTF8",     "20000",          user.c_str(), nullptr};
    conn_ = PQconnectdbParams(keywords, values, 1);
    try {
        PQsetNoticeReceiver(conn_, &Session::hear, session_.get());
        if (PQstatus(conn_) != CONNECTION_OK) throw Failure{"08001", "", PQerrorMessage(conn_)};
        const Result settings = checked(PQexec(conn_, prepare_session));
        refuse_unsafe_durability(settings[0]);
        refuse_missing_standby(settings[0]);
    } catch (...) {
        PQfinish(conn_);
        throw;
    }
}

Connection::~Connection() {
    PQfinish(conn_);
}

Connection::Connection(Connection&& other) noexcept
    : conn_{std::exchange(other.conn_, nullptr)}, session_{std::move(other.session_)} {}

Connection& Connection::operator=(Connection&& other) noexcept {
    std::swap(conn_, other.conn_);
    std::swap(session_, other.session_);
    return *this;
}

bool Connection::alive() const {
    if (conn_ == nullptr || given_up()) return false;
    // A server that went away leaves a farewell and an end of file in the socket; reading them
    // costs one poll and tells before a statement is lost on a dead connection.
    pollfd socket{PQsocket(conn_), POLLIN, 0};
    while (PQstatus(conn_) == CONNECTION_OK && poll(&socket, 1, 0) > 0) {
        if (PQconsumeInput(conn_) == 0) return false;
    }
    return PQstatus(conn_) == CONNECTION_OK;
}

bool Connection::given_up() const {
    return session_->given_up;
}

// PostgreSQL reports both when it begins and whenever they change.
bool Connection::writable() const {
    for (const char* setting : {"in_hot_standby", "default_transaction_read_only"}) {
        const char* value = PQparameterStatus(conn_, setting);
        if (value != nullptr && std::strcmp(value, "on") == 0) return false;
    }
    return true;
}

Failure Connection::failure_of(const PGresult* result) {
    const std::string state = field(result, PG_DIAG_SQLSTATE);
    // Only the primary message: the detail would carry clients' values into the log.
    std::string message = field(result, PG_DIAG_MESSAGE_PRIMARY);
    if (message.empty()) message = PQerrorMessage(conn_);
    if (state.empty() || PQstatus(conn_) != CONNECTION_OK)
        return Failure{state.starts_with("57P") ? state : "08006", "", message};
    Failure failure{state, field(result, PG_DIAG_CONSTRAINT_NAME), message};
    // Another server can be written to, or this one again after it has been restarted.
    if (failure.connection_lost()) session_->given_up = true;
    return failure;
}

void Connection::expect_confirmed() {
    if (!std::exchange(session_->warned, false)) return;
    session_->given_up = true;
    throw Failure{"08007", "",
                  "the wait for the synchronous standby was cut short: what was committed here may "
                  "be lost with this server"};
}

Result Connection::checked(PGresult* raw) {
    Result result{raw};
    const ExecStatusType status = PQresultStatus(raw);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) throw failure_of(raw);
    expect_confirmed();
    return result;
}

Result Connection::run(const char* sql, std::initializer_list<Param> params) {
    std::vector<const char*> values;
    values.reserve(params.size());
    for (const Param& param : params) {
        if (param.holds_nul()) throw Failure{"22021", "", "a text parameter holds a byte 0"};
        values.push_back(param.text());
    }
    const int count = static_cast<int>(values.size());

    auto& names = session_->names;
    auto found = names.find(sql);
    if (found == names.end()) {
        if (names.size() == max_statements) {
            return checked(
                PQexecParams(conn_, sql, count, nullptr, values.data(), nullptr, nullptr, 0));
        }
        std::string name = "run_" + std::to_string(names.size());
        checked(PQprepare(conn_, name.c_str(), sql, count, nullptr));
        found = names.emplace(sql, std::move(name)).first;
    }
    return checked(
        PQexecPrepared(conn_, found->second.c_str(), count, values.data(), nullptr, nullptr, 0));
}

void Connection::script(const std::string& sql) {
    checked(PQexec(conn_, sql.c_str()));
}

}  // namespace cambio::pg
