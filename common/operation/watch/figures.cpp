#include "watch/figures.h"

#include "jobs/marks.h"
#include "jobs/runs.h"
#include "ledger/ledger.h"
#include "markets/price_ages.h"
#include "pauses/pauses.h"
#include "pg/migrations.h"
#include "positions/exposure.h"
#include "risk/refused.h"
#include "watch/archive.h"
#include "watch/findings.h"
#include "withdrawals/stage.h"

namespace cambio::watch {

namespace {

constexpr const char* read_server = R"sql(
    select (not pg_is_in_recovery())::int as writable, numbackends as connections,
           current_setting('max_connections') as most, pg_database_size(datname) as bytes,
           (select greatest(reltuples, 0)::bigint from pg_class
             where oid = 'ledger_transfers'::regclass) as transfers
      from pg_stat_database where datname = current_database()
)sql";
// A run that is at work has the job's lock (jobs::lock). Who has never succeeded is silent since it
// was expected, or since nobody knows of it.
constexpr const char* read_jobs = R"sql(
    select w.name, extract(epoch from r.succeeded_at)::bigint as succeeded,
           extract(epoch from r.failed_at)::bigint as failed, r.took_ms,
           coalesce(r.failed_at > coalesce(r.succeeded_at, '-infinity'), false)::int as failing,
           greatest(0, extract(epoch from clock_timestamp()
               - greatest(r.succeeded_at, r.expected_since)))::bigint as silence,
           exists (select from pg_locks l join pg_database d on d.oid = l.database
                    where l.locktype = 'advisory' and l.objsubid = 2 and l.granted
                      and d.datname = current_database()
                      and l.classid::bigint = hashtext('cambio job')::bigint & 4294967295
                      and l.objid::bigint = hashtext(w.name)::bigint & 4294967295)::int as running
      from unnest($1::text[]) with ordinality as w (name, n)
      left join job_runs r on r.name = w.name order by w.n
)sql";
constexpr const char* read_mails = "select waiting, given_up, oldest from monitor.mails";
constexpr const char* read_holds = "select number, oldest from monitor.waiting_holds";
constexpr const char* read_withdrawals = R"sql(
    select s.stage, coalesce(w.number, 0) as number, coalesce(w.oldest, 0) as oldest
      from generate_series(1, 6) as s (stage)
      left join monitor.withdrawals w on w.stage = s.stage order by s.stage
)sql";
constexpr const char* read_books = R"sql(
    select coin, account, balance from monitor.house
    union all
    select coin, 'clients', trim_scale(-sum(balance)) from monitor.house group by coin
     order by 1, 2
)sql";
// A figure of long ago is none.
constexpr const char* read_holdings = R"sql(
    select network, coin, trim_scale(hot) as hot, trim_scale(cold) as cold,
           trim_scale(deposits) as deposits, trim_scale(books) as books,
           trim_scale(greatest(0, books - leaving - hot - cold - deposits)) as shortage
      from chain_holdings where at > now() - interval '1 hour' order by network, coin
)sql";
constexpr const char* read_slots = R"sql(
    select standby, active, bytes from monitor.standby_slots order by standby
)sql";
// Only who may read the server's statistics is told more than that there are senders. A standby
// that has applied all there is says nothing of its lag, and has none.
constexpr const char* read_senders = R"sql(
    select application_name as standby,
           coalesce(extract(epoch from max(replay_lag)), 0)::numeric(20,3) as lag
      from pg_stat_replication where state in ('streaming', 'catchup')
     group by application_name order by application_name
)sql";
// These stand there while all is well, too, so that their absence can be noticed.
constexpr const char* read_alarms = R"sql(
    select coalesce(a.subject, w.subject) as subject, (a.subject is not null)::int as rings
      from (values ('audit'), ('prices'), ('streams')) as w (subject)
      full join alarms a on a.subject = w.subject order by 1
)sql";

std::string in_seconds(std::int64_t milliseconds) {
    return metrics::seconds_text(std::chrono::milliseconds{milliseconds});
}

class Figures {
  public:
    Figures(metrics::Exposition& to, pg::Connection& db, const Config& config)
        : to_{to}, db_{db}, config_{config} {}

    void all() {
        server();
        standbys();
        audit();
        prices();
        jobs();
        mails();
        withdrawals();
        house();
        chains();
        holds();
        stopped();
    }

  private:
    metrics::Exposition& gauge(std::string_view name, std::string_view help) {
        return to_.family(name, "gauge", help);
    }

    void server() {
        const auto rows = db_.run(read_server);
        const auto row = rows[0];
        gauge("cambio_database_writable", "Whether PostgreSQL takes writes.")
            .sample({}, row.text("writable"));
        gauge("cambio_schema_current", "Whether these programs may run on the schema.")
            .sample({}, pg::fits(pg::read_schema(db_)) ? 1 : 0);
        gauge("cambio_database_connections", "Connections to the database.")
            .sample({}, row.text("connections"));
        gauge("cambio_database_connections_max", "Connections that PostgreSQL takes at most.")
            .sample({}, row.text("most"));
        gauge("cambio_database_bytes", "What the database takes on disk.")
            .sample({}, row.text("bytes"));
        gauge("cambio_ledger_transfers",
              "Rows of the ledger, as PostgreSQL's statistics estimate them.")
            .sample({}, row.text("transfers"));
        if (const auto age = archive_age(db_))
            gauge("cambio_wal_archive_age_seconds",
                  "How long ago PostgreSQL last archived a segment of its log.")
                .sample({}, age->count());
        const auto made = backups(db_);
        if (made.empty()) return;
        gauge("cambio_backup_age_seconds",
              "How long ago the last backup into each repository was made, or first expected.");
        for (const auto& last : made)
            to_.sample({{"repository", last.repository}}, last.age.count());
    }

    void standbys() {
        gauge("cambio_replication_lag_seconds", "How far behind the primary a standby is.");
        for (const auto row : db_.run(read_senders))
            to_.sample({{"standby", row.text("standby")}}, row.text("lag"));
        const auto slots = db_.run(read_slots);
        gauge("cambio_replication_slot_active", "Whether the standby of a slot reads from it.");
        for (const auto row : slots)
            to_.sample({{"standby", row.text("standby")}}, row.text("active"));
        gauge("cambio_replication_slot_bytes", "What PostgreSQL keeps for the standby of a slot.");
        for (const auto row : slots)
            if (!row.null("bytes"))
                to_.sample({{"standby", row.text("standby")}}, row.text("bytes"));
    }

    void audit() {
        const auto last = ledger::last_audit(db_);
        const bool passed = last.at && last.proof != ledger::Proof::failed;
        gauge("cambio_audit_passed", "Whether the last audit of the books passed; 0 without any.")
            .sample({}, passed ? 1 : 0);
        gauge("cambio_audit_age_seconds", "How long ago the last audit of the books was.");
        if (last.at) to_.sample({}, last.age.count());
    }

    void prices() {
        const auto ages = markets::price_ages(db_);
        gauge("cambio_price_age_seconds",
              "The age of the oldest price of an open market: last prices, order books, marks.");
        for (const auto& price : ages.of_kind)
            if (price)
                to_.sample(
                    {{"source", markets::price_kinds.at(static_cast<std::size_t>(price->kind))}},
                    in_seconds(price->age_ms));
        gauge("cambio_price_stale_after_seconds", "The age from which a price is stale.")
            .sample({}, in_seconds(config_.stale_after_ms));
    }

    void jobs() {
        std::vector<std::string> names;
        for (const auto& job : jobs::schedule()) names.push_back(job.name);
        const auto rows = db_.run(read_jobs, {pg::Param::array(names)});
        const auto times = [&](const char* name, const char* column, const char* help) {
            gauge(name, help);
            for (const auto row : rows)
                if (!row.null(column))
                    to_.sample({{"program", row.text("name")}}, row.text(column));
        };
        times("cambio_job_succeeded_timestamp_seconds", "succeeded",
              "When the job last did all of its work.");
        times("cambio_job_failed_timestamp_seconds", "failed", "When the job last failed.");
        times("cambio_job_failing", "failing",
              "Whether the job has failed since its last success.");
        times("cambio_job_silence_seconds", "silence",
              "How long ago the job last succeeded, or was first expected to.");
        times("cambio_job_running", "running", "Whether a run of the job is at work.");
        gauge("cambio_job_duration_seconds", "How long the last step that succeeded took.");
        for (const auto row : rows)
            if (!row.null("took_ms"))
                to_.sample({{"program", row.text("name")}}, in_seconds(row.integer("took_ms")));
        gauge("cambio_job_period_seconds", "How often the job runs.");
        for (const auto& job : jobs::schedule())
            to_.sample({{"program", job.name}}, std::chrono::seconds{job.period}.count());
        overdue_jobs(names);
    }

    void overdue_jobs(const std::vector<std::string>& names) {
        const auto overdue = jobs::overdue_jobs(db_);
        gauge("cambio_job_overdue",
              "Whether the job has not succeeded for two of its periods and a minute.");
        for (const auto& name : names)
            to_.sample({{"program", name}},
                       std::ranges::find(overdue, name, &jobs::Overdue::name) != overdue.end());
    }

    void mails() {
        const auto rows = db_.run(read_mails);
        gauge("cambio_mails_waiting", "Mails that wait to be sent.")
            .sample({}, rows[0].text("waiting"));
        gauge("cambio_mails_given_up", "Mails that were given up after their last try.")
            .sample({}, rows[0].text("given_up"));
        gauge("cambio_mails_oldest_seconds", "How long the oldest mail has been waiting.")
            .sample({}, rows[0].text("oldest"));
    }

    void withdrawals() {
        const auto rows = db_.run(read_withdrawals);
        const auto by_state = [&](const char* column) {
            for (const auto row : rows) {
                const auto stage = static_cast<withdrawals::Stage>(row.integer("stage"));
                to_.sample({{"state", withdrawals::name_of(stage)}}, row.text(column));
            }
        };
        gauge("cambio_withdrawals", "Withdrawals that have not ended, by state.");
        by_state("number");
        gauge("cambio_withdrawals_oldest_seconds",
              "How long the withdrawal that has stood still for the longest is in its state.");
        by_state("oldest");
    }

    void house() {
        gauge("cambio_books",
              "What the books say that clients together, and each account of the house, have.");
        for (const auto row : db_.run(read_books))
            to_.sample({{"coin", row.text("coin")}, {"account", row.text("account")}},
                       row.text("balance"));
        gauge("cambio_house_exposure_usdt", "What the house has at stake in a coin, in USDT.");
        for (const auto& coin : positions::coin_exposures(db_))
            to_.sample({{"coin", coin.coin}}, coin.worth.str());
        gauge("cambio_house_exposure_limit_usdt", "HOUSE_EXPOSURE_LIMIT; 0: none.")
            .sample({}, config_.house_exposure_limit.str());
        gauge("cambio_house_profit_usdt",
              "What the house has won since the beginning, in USDT, at the last audit: by trading, "
              "and by fees less what is paid out of them. What house:rewards has given and Earn "
              "has paid is in neither. None while a coin lacks its price.");
        profit("trading", jobs::house_profit);
        profit("fees", jobs::house_fees);
        to_.family("cambio_house_refusals_total", "counter",
                   "What the house's risk gate turned down, since it is counted.");
        for (const auto& one : risk::read_refusals(db_))
            to_.sample({{"place", risk::name_of(one.place)}, {"reason", risk::name_of(one.why)}},
                       one.all);
        const auto waiting = waiting_for_house(db_);
        gauge("cambio_house_owes", "What waits for money of the house.");
        to_.sample({{"what", "futures"}}, waiting.closings);
        to_.sample({{"what", "earn"}}, waiting.interest);
        to_.sample({{"what", "fees"}}, waiting.charges);
    }

    void chains() {
        const auto rows = db_.run(read_holdings);
        const auto each = [&](const char* column) {
            for (const auto row : rows)
                to_.sample({{"network", row.text("network")}, {"coin", row.text("coin")}},
                           row.text(column));
        };
        gauge("cambio_chain_holdings",
              "What lies on a chain as its node says: hot, cold, and at clients' addresses.");
        for (const auto row : rows)
            for (const char* place : {"hot", "cold", "deposits"})
                to_.sample({{"network", row.text("network")},
                            {"coin", row.text("coin")},
                            {"place", place}},
                           row.text(place));
        gauge("cambio_chain_books", "What the books say lies on a chain.");
        each("books");
        gauge("cambio_chain_shortage",
              "What should lie on a chain whatever is on its way out, and does not.");
        each("shortage");
    }

    /// A figure of long ago is none: no audit passes, or a coin has no price.
    void profit(std::string_view by, const char* name) {
        const auto mark = jobs::read_mark(db_, name);
        if (mark && mark->read_at - mark->at <= 2 * ledger::audit_period)
            to_.sample({{"by", by}}, mark->value);
    }

    void holds() {
        const auto rows = db_.run(read_holds);
        gauge("cambio_waiting_holds", "Requests that wait for the house's price and hold money.")
            .sample({}, rows[0].text("number"));
        gauge("cambio_waiting_holds_oldest_seconds",
              "How long the request that has waited the longest has held money.")
            .sample({}, rows[0].text("oldest"));
    }

    void stopped() {
        gauge("cambio_paused", "Whether the operator has paused it.");
        for (const auto what : {Pause::trading, Pause::deposits, Pause::withdrawals})
            to_.sample({{"what", name_of(what)}}, paused(db_, what) ? 1 : 0);
        gauge("cambio_markets_halted", "Markets that the operator has halted.")
            .sample({}, static_cast<std::int64_t>(halted_markets(db_).size()));
        gauge("cambio_alarm", "What alert_operator has last seen as critical, by subject.");
        for (const auto row : db_.run(read_alarms))
            to_.sample({{"subject", row.text("subject")}}, row.text("rings"));
    }

    metrics::Exposition& to_;
    pg::Connection& db_;
    const Config& config_;
};

}  // namespace

void add_figures(metrics::Exposition& to, pg::Connection& db, const Config& config) {
    Figures{to, db, config}.all();
}

}  // namespace cambio::watch
