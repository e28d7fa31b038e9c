#include "watch/findings.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "jobs/marks.h"
#include "jobs/runs.h"
#include "ledger/ledger.h"
#include "markets/price_ages.h"
#include "pauses/pauses.h"
#include "positions/exposure.h"
#include "watch/archive.h"
#include "watch/certificate.h"
#include "watch/streams.h"

namespace cambio::watch {

namespace {

// Approved, and neither final nor given back; a stage that it reaches begins its day anew.
constexpr const char* count_withdrawals = R"sql(
    select count(*) as number, min(id) as first from withdrawals
     where stage between 2 and 6 and updated_at < now() - interval '24 hours'
)sql";
// After 16 tries a mail is given up, and waits no more.
constexpr const char* count_mails = R"sql(
    select count(*) as number from outgoing_mails
     where sent_at is null and tries < 16 and created_at < now() - interval '10 minutes'
)sql";
constexpr const char* count_pushes = "select told, refused from monitor.pushes";
/// Fewer may be browsers of one kind, or somebody who subscribes what no service knows.
constexpr std::int64_t few_refused = 3;
constexpr const char* count_late_holds = "select late from monitor.waiting_holds";
/// Without these a page is poorer, and nothing more.
constexpr std::array<std::string_view, 2> adornments{"fetch_news", "fetch_coin_profiles"};

class Findings {
  public:
    Findings(pg::Connection& db, const Config& config) : db_{db}, config_{config} {}

    std::vector<Finding> all() {
        audit();
        archive();
        backups_made();
        prices();
        jobs();
        house();
        holds();
        exposure();
        streams();
        withdrawals();
        mails();
        pushes();
        certificate();
        stopped();
        std::ranges::stable_sort(found_, std::ranges::greater{}, &Finding::severity);
        return std::move(found_);
    }

  private:
    void critical(std::string subject, std::string sentence, bool lasting = false) {
        found_.push_back({Severity::critical, std::move(subject), std::move(sentence), lasting});
    }
    void warning(std::string subject, std::string sentence) {
        found_.push_back({Severity::warning, std::move(subject), std::move(sentence)});
    }

    /// How old it is nobody knows; whether it is old enough would stay unknown until then.
    void ahead(std::string subject, const std::string& what) {
        critical(std::move(subject),
                 what + " is noted for a time that is yet to come: the clock was ahead.");
    }

    void audit() {
        const auto last = ledger::last_audit(db_);
        switch (last.proof) {
            case ledger::Proof::passed:
                return;
            case ledger::Proof::never:
                return critical("audit", "The books have never been audited.");
            case ledger::Proof::failed:
                return critical(
                    "audit", "The audit of the books failed at " + pg::iso(*last.at) + '.', true);
            case ledger::Proof::overdue:
                if (last.age < std::chrono::seconds{0})
                    return ahead("audit", "The last audit of the books");
                return critical("audit", "The last audit of the books was at " + pg::iso(*last.at) +
                                             ", which is too long ago.");
        }
    }

    void archive() {
        const auto age = archive_age(db_);
        if (age && *age < -clock_ahead) return ahead("archive", "PostgreSQL's last archived log");
        if (!age || *age <= archive_stops_after) return;
        critical("archive",
                 "PostgreSQL has not archived its log for " + std::to_string(age->count() / 60) +
                     " minutes: what is written now is in no backup, and it fills the disk.");
    }

    void backups_made() {
        for (const auto& [repository, age, made] : backups(db_)) {
            const std::string into = " into repository " + repository;
            if (age < -clock_ahead)
                ahead("backup " + repository, "The last backup" + into);
            else if (age > backup_overdue_after && made)
                critical("backup " + repository, "The last backup" + into + " was made " +
                                                     std::to_string(age.count() / 3600) +
                                                     " hours ago.");
            else if (age > backup_overdue_after)
                critical("backup " + repository, "No backup has been made" + into + '.');
        }
        drill_made();
    }

    void drill_made() {
        const auto drill = last_drill(db_);
        if (drill && drill->age < -clock_ahead) return ahead("drill", "The last restore for trial");
        if (!drill || drill->age <= drill_overdue_after) return;
        const auto days = std::to_string(drill->age.count() / 86400) + " days";
        warning("drill", drill->made ? "A backup was last restored for trial " + days + " ago."
                                     : "No backup has been restored for trial for " + days + '.');
    }

    void prices() {
        const auto ages = markets::price_ages(db_);
        if (!ages.stale(config_.stale_after_ms)) return;
        const auto oldest = ages.oldest();
        if (!oldest) return critical("prices", "There are no prices.");
        const std::string kind = markets::price_kinds.at(static_cast<std::size_t>(oldest->kind));
        critical("prices", "Prices are stale: the oldest (" + kind + " of " + oldest->market +
                               ") is of " + pg::iso(oldest->as_of) + '.');
    }

    void jobs() {
        for (const auto& job : jobs::overdue_jobs(db_)) {
            std::string sentence = "The job " + job.name;
            if (job.ahead)
                sentence = "The last success of the job " + job.name + " is noted for " +
                           pg::iso(*job.succeeded_at) +
                           ", which is yet to come: the clock was ahead";
            else
                sentence += job.succeeded_at
                                ? " has not succeeded since " + pg::iso(*job.succeeded_at)
                                : std::string{" has never succeeded"};
            if (job.failed_at) sentence += " and last failed at " + pg::iso(*job.failed_at);
            if (std::ranges::find(adornments, job.name) != adornments.end())
                warning("job " + job.name, sentence + '.');
            else
                critical("job " + job.name, sentence + '.');
        }
    }

    void house() {
        const auto waiting = waiting_for_house(db_);
        const auto tell = [this](const char* subject, const char* what, std::int64_t number) {
            if (number > 0) warning(subject, what + std::to_string(number) + '.');
        };
        tell("futures", "Futures closings waiting for the house's money: ", waiting.closings);
        tell("earn", "Earn subscriptions waiting for interest from house:earn: ", waiting.interest);
        tell("fees", "Fee refunds waiting for money of house:fees: ", waiting.charges);
    }

    /// A request that waits for the house's next price is answered within seconds.
    void holds() {
        const auto late = db_.run(count_late_holds)[0].integer("late");
        if (late == 0) return;
        warning("holds",
                "Requests that wait for the house's price have held money for more than 30 "
                "seconds: " +
                    std::to_string(late) + '.');
    }

    void exposure() {
        const Decimal limit = config_.house_exposure_limit;
        if (limit.zero()) return;
        for (const auto& coin : positions::coin_exposures(db_)) {
            if (maximum(coin.worth, -coin.worth) <= limit) continue;
            critical("exposure " + coin.coin,
                     "The house's exposure to " + coin.coin + " is worth " +
                         coin.worth.rounded(2, Rounding::half_even).str() + " USDT (" +
                         coin.amount.str() + ' ' + coin.coin +
                         "), beyond HOUSE_EXPOSURE_LIMIT of " + limit.str() + '.');
        }
    }

    /// A market's own stream can be deaf while everything else goes on.
    void streams() {
        if (config_.push_url.empty()) return;
        std::string names;
        for (const auto& channel : silent_streams(db_, config_.push_url.substr(5)))
            names += (names.empty() ? "" : ", ") + channel;
        if (!names.empty())
            critical("streams", "Who listens to these streams hears nothing: " + names + '.');
    }

    void withdrawals() {
        const auto rows = db_.run(count_withdrawals);
        const auto row = rows[0];
        if (row.integer("number") == 0) return;
        warning("withdrawals", "Approved withdrawals without progress for 24 hours: " +
                                   row.str("number") + ", the first is " + row.str("first") + '.');
    }

    void mails() {
        const auto number = db_.run(count_mails)[0].integer("number");
        if (number == 0) return;
        warning("mails",
                "Emails waiting for more than 10 minutes: " + std::to_string(number) + '.');
    }

    void pushes() {
        const auto rows = db_.run(count_pushes);
        const auto told = rows[0].integer("told"), refused = rows[0].integer("refused");
        if (refused < few_refused || refused * 2 < told) return;
        warning("pushes", "Push services have refused the messages to " + std::to_string(refused) +
                              " of " + std::to_string(told) +
                              " clients within a day: the log of send_pushes has their answers.");
    }

    /// Browsers and programs refuse a site whose certificate has ended.
    void certificate() {
        const auto shown = shown_certificates();
        if (!shown) return;
        if (!shown->first_end)
            return warning("certificate", "There is no certificate in " + shown->file + '.');
        const pg::Time end{std::chrono::seconds{*shown->first_end}};
        const auto left = end - std::chrono::system_clock::now();
        if (left >= certificate_ends_soon) return;
        const std::string sentence = "A certificate of the site or for programs " +
                                     std::string{left < left.zero() ? "ended at " : "ends at "} +
                                     pg::iso(end) + '.';
        if (left < certificate_ends_now)
            critical("certificate", sentence);
        else
            warning("certificate", sentence);
    }

    void stopped() {
        for (const auto& [what, since] : all_paused(db_))
            warning("pause " + what, "Paused since " + pg::iso(since) + ": " + what + '.');
        for (const auto& pair : halted_markets(db_))
            warning("market " + pair, "The market " + pair + " is halted.");
    }

    pg::Connection& db_;
    const Config& config_;
    std::vector<Finding> found_;
};

}  // namespace

std::string_view name_of(Severity severity) {
    return severity == Severity::critical ? "CRITICAL" : "WARNING";
}

Waiting waiting_for_house(pg::Connection& db) {
    const auto marks =
        jobs::read_marks(db, {jobs::futures_waiting, jobs::earn_waiting, jobs::fees_waiting});
    const auto number = [&marks](const char* name) -> std::int64_t {
        const auto found = marks.find(name);
        return found == marks.end() ? 0 : std::stoll(found->second);
    };
    return {number(jobs::futures_waiting), number(jobs::earn_waiting), number(jobs::fees_waiting)};
}

std::vector<Finding> look(pg::Connection& db, const Config& config) {
    return Findings{db, config}.all();
}

}  // namespace cambio::watch
