// Sends the mails that wait in outgoing_mails: written by the transactions that are their reason,
// so that nothing is told that did not happen and nothing that happened is forgotten. Ten at a
// time, each on a thread of its own, since most of the time is the mail server's. Whoever dies
// meanwhile sends those ten once more.
#include <future>
#include <optional>
#include <utility>
#include <vector>

#include "http/messages.h"
#include "jobs/job.h"
#include "json/parse.h"
#include "log/log.h"
#include "notices/kept.h"
#include "notices/notices.h"

namespace cambio {

namespace {

// A mail is tried for about a day: after 1, 4, 9, … minutes. Alerts wait for all others: anybody
// can have a great many of them sent, and the others are about money and security.
constexpr const char* some_waiting = R"sql(
    select id from outgoing_mails
     where sent_at is null and next_try_at <= now() and tries < 16
     order by name like 'price\_alert\_%', next_try_at, id limit 10
)sql";
constexpr const char* next_waiting = R"sql(
    select m.id, m.name, m.data::text as data, c.email, c.language,
           coalesce(c.anti_phishing_code, '') as anti_phishing_code,
           to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as time,
           m.name like 'price\_alert\_%' as alert
      from outgoing_mails m join clients c on c.id = m.client_id
     where m.id = any($1::bigint[]) and m.sent_at is null and m.next_try_at <= now()
       and m.tries < 16
     order by alert, m.next_try_at, m.id limit 10 for update of m skip locked
)sql";

notices::Values values_of(const pg::Row& row, const Config& config) {
    notices::Values values{{"url", config.public_url}, {"time", row.str("time")}};
    const auto data = json::parse_object(row.str("data")).value_or(Json::Value{});
    for (const auto& name : data.getMemberNames())
        values.insert_or_assign(name, data[name].asString());
    return values;
}

/// Nothing: its text cannot be made. That is one mail's trouble, and not of those behind it.
std::optional<Message> written(const pg::Row& row, const Config& config) {
    try {
        return notices::mail(row.str("language"), row.str("name"), row.str("email"),
                             values_of(row, config), row.str("anti_phishing_code"));
    } catch (const std::exception& problem) {
        log::error("mail_not_written",
                   {{"mail", row.str("id")}, {"name", row.str("name")}, {"error", problem.what()}});
        return {};
    }
}

/// A few that wait, and whose reasons a failover cannot lose. What comes meanwhile waits for these.
std::vector<std::int64_t> confirmed(jobs::Job& job) {
    std::vector<std::int64_t> mails;
    for (const pg::Row row : job.db.run(some_waiting)) mails.push_back(row.integer("id"));
    if (!mails.empty()) pg::confirm(job.db);
    return mails;
}

struct Sending {
    std::int64_t mail = 0;
    std::future<bool> sent;  ///< of no state: it could not be written
};

/// The first ones of these: alerts apart, so that all others leave before them.
std::vector<Sending> begin_to_send(jobs::Job& job, const pg::Result& rows) {
    std::vector<Sending> all;
    for (const pg::Row row : rows) {
        if (row.boolean("alert") != rows[0].boolean("alert")) break;
        Sending& one = all.emplace_back();
        one.mail = row.integer("id");
        auto message = written(row, job.config);
        if (!message) continue;
        // Where no thread is to be had, it is sent in turn: who gave up here would send all that
        // have left already once more.
        one.sent = std::async(
            std::launch::async | std::launch::deferred,
            [&config = job.config, mail = *std::move(message)] { return send_mail(config, mail); });
    }
    return all;
}

/// False: none of these waits.
bool send_some(jobs::Job& job, const pg::Param& mails) {
    pg::Transaction tx{job.db};
    const auto rows = tx.run(next_waiting, {mails});
    if (rows.empty()) return false;
    for (auto& [mail, sent] : begin_to_send(job, rows)) {
        if (sent.valid() && sent.get()) {
            notices::mark_mail_sent(tx, mail);
        } else {
            job.failed();
            notices::mark_mail_failed(tx, mail);
        }
    }
    tx.commit();
    return true;
}

void send_waiting(jobs::Job& job) {
    for (bool any = true; any;) {
        const auto mails = pg::Param::array(confirmed(job));
        any = false;
        while (send_some(job, mails)) any = true;
    }
}

}  // namespace

}  // namespace cambio

int main(int argc, char** argv) {
    return cambio::jobs::run(argc, argv, "send_mails", std::chrono::seconds{1},
                             cambio::send_waiting);
}
