#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>

#include <cstdlib>
#include <unordered_map>
#include <utility>

#include "pg/pg.h"
#include "pg/roles.h"

namespace cambio::pg {

namespace {

// What the server says of commits when it is asked holds as long as the session, whatever somebody
// tells the server later.
constexpr const char* prepare_session = R"sql(
    select set_config('statement_timeout', '15000', false), set_config('TimeZone', 'UTC', false),
           set_config('DateStyle', 'ISO, YMD', false), set_config('bytea_output', 'hex', false),
           current_setting('fsync') as fsync,
           set_config('synchronous_commit', current_setting('synchronous_commit'), false)
               as synchronous_commit
)sql";

/// Statements made of changing text would otherwise fill the server's memory.
constexpr std::size_t max_statements = 500;

std::string field(const PGresult* result, int code) {
    const char* text = PQresultErrorField(result, code);
    return text == nullptr ? "" : text;
}

[[noreturn]] void fail(PGconn* conn, const PGresult* result) {
    const std::string state = field(result, PG_DIAG_SQLSTATE);
    // Only the primary message: the detail would carry clients' values into the log.
    std::string message = field(result, PG_DIAG_MESSAGE_PRIMARY);
    if (message.empty()) message = PQerrorMessage(conn);
    if (state.empty() || PQstatus(conn) != CONNECTION_OK) {
        throw Failure{state.starts_with("57P") ? state : "08006", "", message};
    }
    throw Failure{state, field(result, PG_DIAG_CONSTRAINT_NAME), message};
}

Result checked(PGconn* conn, PGresult* raw) {
    Result result{raw};
    const ExecStatusType status = PQresultStatus(raw);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail(conn, raw);
    return result;
}

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

}  // namespace

struct Connection::Statements {
    std::unordered_map<std::string, std::string> names;  ///< by SQL text
};

Connection::Connection(const std::string& conninfo) : statements_{std::make_unique<Statements>()} {
    const std::string name = std::string{"cambio "} + program_invocation_short_name;
    // The later of two counts, and an empty one not at all.
    const std::string user = user_for(conninfo, program_invocation_short_name).value_or("");
    const char* const keywords[] = {"dbname",
                                    "connect_timeout",
                                    "application_name",
                                    "client_encoding",
                                    "tcp_user_timeout",
                                    "user",
                                    nullptr};
    const char* const values[] = {conninfo.c_str(), "5",          name.c_str(), "UTF8",
                                  "20000",          user.c_str(), nullptr};
    conn_ = PQconnectdbParams(keywords, values, 1);
    try {
        // Notices are for people at a prompt, and may carry what a client typed.
        PQsetNoticeProcessor(
            conn_, [](void*, const char*) {}, nullptr);
        if (PQstatus(conn_) != CONNECTION_OK) throw Failure{"08001", "", PQerrorMessage(conn_)};
        const Result settings = checked(conn_, PQexec(conn_, prepare_session));
        refuse_unsafe_durability(settings[0]);
    } catch (...) {
        PQfinish(conn_);
        throw;
    }
}

Connection::~Connection() {
    PQfinish(conn_);
}

Connection::Connection(Connection&& other) noexcept
    : conn_{std::exchange(other.conn_, nullptr)}, statements_{std::move(other.statements_)} {}

Connection& Connection::operator=(Connection&& other) noexcept {
    std::swap(conn_, other.conn_);
    std::swap(statements_, other.statements_);
    return *this;
}

bool Connection::alive() const {
    if (conn_ == nullptr) return false;
    // A server that went away leaves a farewell and an end of file in the socket; reading them
    // costs one poll and tells before a statement is lost on a dead connection.
    pollfd socket{PQsocket(conn_), POLLIN, 0};
    while (PQstatus(conn_) == CONNECTION_OK && poll(&socket, 1, 0) > 0) {
        if (PQconsumeInput(conn_) == 0) return false;
    }
    return PQstatus(conn_) == CONNECTION_OK;
}

Result Connection::run(const char* sql, std::initializer_list<Param> params) {
    std::vector<const char*> values;
    values.reserve(params.size());
    for (const Param& param : params) {
        if (param.holds_nul()) throw Failure{"22021", "", "a text parameter holds a byte 0"};
        values.push_back(param.text());
    }
    const int count = static_cast<int>(values.size());

    auto& names = statements_->names;
    auto found = names.find(sql);
    if (found == names.end()) {
        if (names.size() == max_statements) {
            return checked(conn_, PQexecParams(conn_, sql, count, nullptr, values.data(), nullptr,
                                               nullptr, 0));
        }
        std::string name = "run_" + std::to_string(names.size());
        checked(conn_, PQprepare(conn_, name.c_str(), sql, count, nullptr));
        found = names.emplace(sql, std::move(name)).first;
    }
    return checked(conn_, PQexecPrepared(conn_, found->second.c_str(), count, values.data(),
                                         nullptr, nullptr, 0));
}

void Connection::script(const std::string& sql) {
    checked(conn_, PQexec(conn_, sql.c_str()));
}

}  // namespace cambio::pg
