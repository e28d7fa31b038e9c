#include "jobs/runs.h"

#include <charconv>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "log/log.h"

namespace cambio::jobs {

extern const char* const crontab;

namespace {

constexpr const char* take_lock = R"sql(
    select pg_try_advisory_lock(hashtext('cambio job'), hashtext($1)) as taken)sql";

// A connection that is lost right here is found by the next step.
constexpr const char* write_success = R"sql(
    insert into job_runs as r (name, succeeded_at, took_ms)
    values ($1, clock_timestamp(), least($2, 2147483647)::integer)
    on conflict (name) do update
    set succeeded_at = excluded.succeeded_at, took_ms = excluded.took_ms
)sql";
constexpr const char* write_failure = R"sql(
    insert into job_runs as r (name, failed_at) values ($1, clock_timestamp())
    on conflict (name) do update set failed_at = excluded.failed_at
)sql";
constexpr const char* write_expected = R"sql(
    insert into job_runs (name) select unnest($1::text[])
    on conflict (name) do update set expected_since = excluded.expected_since
)sql";
// What a clock that was ahead has written says nothing until then.
constexpr const char* find_overdue = R"sql(
    select w.name, r.succeeded_at, coalesce(r.succeeded_at > soon, false) as ahead,
           case when r.failed_at > coalesce(r.succeeded_at, '-infinity') then r.failed_at end
               as failed_at
      from unnest($1::text[], $2::bigint[]) with ordinality as w (name, minutes, n)
      left join job_runs r on r.name = w.name,
           lateral (select clock_timestamp() + interval '5 minutes' as soon) s
     where coalesce(greatest(case when r.succeeded_at <= soon then r.succeeded_at end,
                             case when r.expected_since <= soon then r.expected_since end),
                    '-infinity')
               < clock_timestamp() - make_interval(mins => w.minutes::integer)
     order by w.n
)sql";

constexpr auto note_pace = std::chrono::seconds{5};

/// Nothing: the text is something else than one number.
std::optional<int> number(std::string_view text) {
    int value = 0;
    const auto* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, value);
    if (parsed.ec != std::errc{} || parsed.ptr != end) return std::nullopt;
    return value;
}

/// Of a job that runs each day.
std::optional<std::chrono::minutes> period_of(const std::string& minute, const std::string& hour) {
    if (hour == "*") {
        if (minute == "*") return std::chrono::minutes{1};
        if (minute.starts_with("*/")) {
            const auto each = number(std::string_view{minute}.substr(2));
            if (each && *each > 0 && 60 % *each == 0) return std::chrono::minutes{*each};
            return std::nullopt;
        }
        if (number(minute)) return std::chrono::hours{1};
        return std::nullopt;
    }
    if (number(minute) && number(hour)) return std::chrono::hours{24};
    return std::nullopt;
}

}  // namespace

bool lock(pg::Connection& db, std::string_view name) {
    return db.run(take_lock, {name})[0].boolean("taken");
}

void note_run(pg::Connection& db, std::string_view name, bool succeeded,
              std::chrono::steady_clock::duration took) {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
    try {
        if (succeeded)
            db.run(write_success, {name, std::int64_t{ms}});
        else
            db.run(write_failure, {name});
    } catch (const std::exception& problem) {
        log::warn("run_not_noted", {{"reason", problem.what()}});
    }
}

void RunNotes::ended(pg::Connection& db, bool succeeded, std::chrono::steady_clock::duration took) {
    const auto now = std::chrono::steady_clock::now();
    const bool first = written_at_ == std::chrono::steady_clock::time_point{};
    if (!first && succeeded == succeeded_ && now < written_at_ + note_pace) return;
    note_run(db, name_, succeeded, took);
    succeeded_ = succeeded;
    written_at_ = now;
}

std::vector<Scheduled> parse_crontab(std::string_view text) {
    std::vector<Scheduled> jobs;
    std::istringstream lines{std::string{text}};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words{line};
        std::string minute, hour, day, month, weekday, name;
        words >> minute;
        if (minute.empty() || minute.front() == '#') continue;
        words >> hour >> day >> month >> weekday >> name;
        const auto period = period_of(minute, hour);
        if (!period || day != "*" || month != "*" || weekday != "*" || name.empty())
            throw std::invalid_argument{"the crontab has a line without a plain period: " + line};
        jobs.push_back({name, *period});
    }
    return jobs;
}

const std::vector<Scheduled>& schedule() {
    static const auto jobs = parse_crontab(crontab);
    return jobs;
}

void expect_runs(pg::Connection& db) {
    std::vector<std::string> names;
    for (const auto& job : schedule()) names.push_back(job.name);
    db.run(write_expected, {pg::Param::array(names)});
}

std::vector<Overdue> overdue_jobs(pg::Connection& db) {
    std::vector<std::string> names;
    std::vector<std::int64_t> minutes;
    for (const auto& job : schedule()) {
        names.push_back(job.name);
        minutes.push_back(job.patience().count());
    }
    std::vector<Overdue> overdue;
    for (const auto row :
         db.run(find_overdue, {pg::Param::array(names), pg::Param::array(minutes)}))
        overdue.push_back({row.str("name"), row.boolean("ahead"), row.maybe_time("succeeded_at"),
                           row.maybe_time("failed_at")});
    return overdue;
}

}  // namespace cambio::jobs
