#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "money/decimal.h"
#include "money/ids.h"

struct pg_conn;
struct pg_result;

namespace cambio::pg {

/// Microseconds since 1970 UTC, what timestamptz becomes here.
using Time = std::chrono::sys_time<std::chrono::microseconds>;

/// PostgreSQL refused or vanished. `state` is the SQLSTATE, "08006" when the connection is gone,
/// "08007" when a commit may be in or not, or may be lost with this server.
struct Failure : std::runtime_error {
    Failure(std::string sqlstate, std::string constraint_name, const std::string& message)
        : std::runtime_error{message},
          state{std::move(sqlstate)},
          constraint{std::move(constraint_name)} {}
    std::string state;
    std::string constraint;  ///< the violated constraint's name, or empty
    bool unique_violation() const { return state == "23505"; }
    bool check_violation() const { return state == "23514"; }
    bool serialization() const { return state == "40001" || state == "40P01"; }
    /// Also where the connection is alive but leads to a server that only reads (25006): there must
    /// be another one, or will be.
    bool connection_lost() const {
        return state.starts_with("08") || state.starts_with("57P") || state == "25006";
    }
};

/// A statement gave another number of rows than its caller promised: a bug or a lost race.
struct WrongRowCount : std::logic_error {
    using std::logic_error::logic_error;
};

/// A parameter in text format; SQL decides its type. Built implicitly from the types below.
class Param {
  public:
    Param(std::nullopt_t) {}
    Param(const char* text) : text_{text} {}
    Param(std::string text) : text_{std::move(text)} {}
    Param(std::string_view text) : text_{std::string{text}} {}
    Param(bool value) : text_{value ? "t" : "f"} {}
    Param(int value) : text_{std::to_string(value)} {}
    Param(std::int64_t value) : text_{std::to_string(value)} {}
    Param(Decimal value) : text_{value.str()} {}
    Param(Time value);
    template <class Tag>
    Param(Id<Tag> id) : text_{std::to_string(id.value)} {}
    template <class T>
    Param(const std::optional<T>& value) {
        if (value) *this = Param{*value};
    }
    /// A bytea.
    static Param bytes(std::string_view raw);
    /// An array '{…}' of bigint or of text, for ANY($1) and unnest.
    static Param array(const std::vector<std::int64_t>& values);
    static Param array(const std::vector<std::string>& values);

    const char* text() const { return text_ ? text_->c_str() : nullptr; }
    /// A byte 0, which PostgreSQL's text cannot hold and which would cut the parameter short.
    bool holds_nul() const { return text_ && text_->find('\0') != std::string::npos; }

  private:
    std::optional<std::string> text_;
};

class Columns;
class Result;

/// One row of a result; it must not outlive the result. Columns by name or position.
class Row {
  public:
    bool null(const char* column) const;
    std::string_view text(const char* column) const;  ///< throws std::logic_error on NULL
    std::string str(const char* column) const { return std::string{text(column)}; }
    std::int64_t integer(const char* column) const;
    bool boolean(const char* column) const;
    Decimal decimal(const char* column) const;
    Time time(const char* column) const;
    std::string bytes(const char* column) const;
    std::optional<std::string> maybe_str(const char* column) const;
    std::optional<std::int64_t> maybe_integer(const char* column) const;
    std::optional<Decimal> maybe_decimal(const char* column) const;
    std::optional<Time> maybe_time(const char* column) const;
    template <class IdType>
    IdType id(const char* column) const {
        return IdType{integer(column)};
    }

  private:
    friend class Result;
    Row(const Columns& columns, int row) : columns_{&columns}, row_{row} {}
    const Columns* columns_;
    int row_;
};

class Result {
  public:
    explicit Result(pg_result* result);  ///< takes it over
    Result(Result&&) noexcept;
    Result& operator=(Result&&) noexcept;
    ~Result();
    int size() const;
    bool empty() const { return size() == 0; }
    Row operator[](int row) const { return Row{*columns_, row}; }
    std::int64_t affected() const;  ///< rows that INSERT, UPDATE or DELETE touched

    class Iterator {
      public:
        Iterator(const Result& result, int row) : result_{&result}, row_{row} {}
        Row operator*() const { return (*result_)[row_]; }
        Iterator& operator++() {
            ++row_;
            return *this;
        }
        bool operator!=(const Iterator& other) const { return row_ != other.row_; }

      private:
        const Result* result_;
        int row_;
    };
    Iterator begin() const { return {*this, 0}; }
    Iterator end() const { return {*this, size()}; }

  private:
    std::unique_ptr<const Columns> columns_;  ///< rows point to it, wherever the result moves
};

/// From now on, this program connects only to servers that confirm a commit when a synchronous
/// standby has it: all others are refused as if they were away. A connection that exists does not
/// notice that its server is told later to wait for nobody, which goes on without a word.
void require_sync_standby(bool required);

/// One connection: times in UTC, a statement runs for fifteen seconds at most, and it commits as
/// the server did when it began, whatever the server is told later. Not for two threads at once.
class Connection {
  public:
    /// Throws Failure when the server cannot be reached within five seconds, is not one that
    /// require_sync_standby() wants, or runs without fsync or synchronous_commit (which only
    /// CAMBIO_ALLOW_UNSAFE_DURABILITY=yes in the environment permits; the fault run's control needs
    /// a server that loses what it acknowledged). Of several hosts it takes the one that can be
    /// written to, unless `conninfo` has a target_session_attrs of its own.
    explicit Connection(const std::string& conninfo);
    ~Connection();
    Connection(Connection&&) noexcept;
    Connection& operator=(Connection&&) noexcept;

    /// Whether the server still holds the other end, as far as can be told without asking it.
    bool alive() const;
    /// Whether nobody should use it again: its server only reads, or has not confirmed a commit.
    bool given_up() const;
    /// Whether the server takes changes, as far as it has said so without being asked.
    bool writable() const;
    /// A statement outside a transaction (advisory locks, LISTEN-free housekeeping, reads). It is
    /// prepared once for each connection and found again by its text. Parameters that PostgreSQL
    /// cannot take (a byte 0, text that is not UTF-8) throw Failure 22021. A change that the
    /// synchronous standby has not confirmed throws 08007.
    Result run(const char* sql, std::initializer_list<Param> params = {});
    /// Several statements in one string, without parameters: migrations only.
    void script(const std::string& sql);

    // For pipelines and transactions:

    /// Statements that run() prepared are called "run_<n>".
    pg_conn* raw() const { return conn_; }
    /// Why the server refused, without clients' values.
    Failure failure_of(const pg_result* result);
    /// After what may have committed: throws Failure 08007 where the server has warned that its
    /// synchronous standby may not have it.
    void expect_confirmed();

  private:
    struct Session;
    Result checked(pg_result* raw);
    pg_conn* conn_ = nullptr;
    std::unique_ptr<Session> session_;
};

/// BEGIN … COMMIT. Without commit() everything rolls back when the scope ends.
class Transaction {
  public:
    explicit Transaction(Connection& connection);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    Result run(const char* sql, std::initializer_list<Param> params = {});  ///< any number of rows
    Row one(const char* sql,
            std::initializer_list<Param> params = {});  ///< exactly one, else WrongRowCount
    std::optional<Row> maybe(const char* sql,
                             std::initializer_list<Param> params = {});  ///< none or one
    /// A change; it must touch exactly `rows` rows, else WrongRowCount.
    void change(std::int64_t rows, const char* sql, std::initializer_list<Param> params = {});
    /// Throws Failure 08007 when the connection broke in the commit, or the synchronous standby has
    /// not confirmed it: nobody can say whether it is in, or stays in.
    void commit();
    /// Where this one only finds what another did, and the answer tells so: that one's commit may
    /// never have been confirmed. The commit of this one then waits as if it had changed something,
    /// and whatever was committed before is confirmed with it.
    void mark_as_change();
    Connection& connection() { return connection_; }

  private:
    Connection& connection_;
    std::vector<Result> kept_;  ///< what one() and maybe() returned rows of
    bool open_ = true;
};

/// Of what this connection has read, what was committed before may never have been confirmed, where
/// the wait for the synchronous standby was cut short. Returns when it is, and throws as commit()
/// where it is not: then it is no reason yet for anything that cannot be taken back.
void confirm(Connection& connection);

/// Lends connections to threads; at most `size` exist, a borrower waits at most five seconds (then
/// Failure 08001). A dead connection is replaced when it is lent, one that comes back inside a
/// transaction is rolled back first, one that is given up is closed. Session advisory locks belong
/// on a connection of their own.
class Pool {
  public:
    Pool(std::string conninfo, int size);
    ~Pool();
    class Lease {
      public:
        Lease(Pool& pool, Connection connection);
        ~Lease();
        Lease(Lease&&) noexcept;
        Connection& operator*() { return *connection_; }
        Connection* operator->() { return &*connection_; }

      private:
        Pool* pool_;
        std::optional<Connection> connection_;
    };
    Lease borrow();

  private:
    friend class Lease;
    struct State;
    std::unique_ptr<State> state_;
};

/// ISO 8601 in UTC with milliseconds: "2026-11-21T05:53:46.123Z", how times stand in JSON.
std::string iso(Time time);
Time now();

}  // namespace cambio::pg
