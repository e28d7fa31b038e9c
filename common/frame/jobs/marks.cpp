#include "jobs/marks.h"

namespace cambio::jobs {

namespace {

constexpr const char* read_one_mark = R"sql(
    select value, at, now() as read_at from job_marks where name = $1
)sql";
constexpr const char* read_mark_as_time = R"sql(
    select value::timestamptz as value from job_marks where name = $1
)sql";
constexpr const char* read_some_marks = R"sql(
    select name, value from job_marks where name = any ($1::text[])
)sql";
constexpr const char* write_mark = R"sql(
    insert into job_marks (name, value, at) values ($1, $2, coalesce($3, now()))
    on conflict (name) do update set value = excluded.value, at = excluded.at
)sql";
constexpr const char* write_some_marks = R"sql(
    insert into job_marks (name, value) select * from unnest($1::text[], $2::text[])
    on conflict (name) do update set value = excluded.value, at = now()
)sql";
constexpr const char* write_changed_mark = R"sql(
    insert into job_marks (name, value) values ($1, $2)
    on conflict (name) do update set value = excluded.value, at = now()
    where job_marks.value <> excluded.value
)sql";
constexpr const char* write_new_mark = R"sql(
    insert into job_marks (name, value) values ($1, $2) on conflict do nothing
)sql";

}  // namespace

std::optional<Mark> read_mark(pg::Connection& db, const std::string& name) {
    const auto rows = db.run(read_one_mark, {name});
    if (rows.empty()) return std::nullopt;
    return Mark{rows[0].str("value"), rows[0].time("at"), rows[0].time("read_at")};
}

std::optional<pg::Time> read_time_mark(pg::Connection& db, const std::string& name) {
    const auto rows = db.run(read_mark_as_time, {name});
    return rows.empty() ? std::nullopt : std::optional{rows[0].time("value")};
}

std::map<std::string, std::string> read_marks(pg::Connection& db,
                                              const std::vector<std::string>& names) {
    std::map<std::string, std::string> values;
    for (const auto row : db.run(read_some_marks, {pg::Param::array(names)}))
        values.emplace(row.str("name"), row.str("value"));
    return values;
}

void set_mark(pg::Connection& db, const std::string& name, const pg::Param& value) {
    db.run(write_mark, {name, value, std::nullopt});
}

void set_mark(pg::Connection& db, const std::string& name, const pg::Param& value, pg::Time at) {
    db.run(write_mark, {name, value, at});
}

void set_marks(pg::Connection& db, const std::vector<std::string>& names,
               const std::vector<std::string>& values) {
    db.run(write_some_marks, {pg::Param::array(names), pg::Param::array(values)});
}

void change_mark(pg::Connection& db, const std::string& name, const pg::Param& value) {
    db.run(write_changed_mark, {name, value});
}

bool make_mark(pg::Connection& db, const std::string& name, const pg::Param& value) {
    return db.run(write_new_mark, {name, value}).affected() > 0;
}

}  // namespace cambio::jobs
