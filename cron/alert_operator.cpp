// Writes a mail to the operator when something becomes critical and another one when it is over:
// what `cambioctl check` calls critical for longer than two minutes, and a failed audit at once.
#include <algorithm>

#include "http/messages.h"
#include "jobs/job.h"
#include "log/log.h"
#include "watch/findings.h"

namespace cambio {

namespace {

constexpr const char* write_alarms = R"sql(
    insert into alarms (subject, sentence) select unnest($1::text[]), unnest($2::text[])
    on conflict (subject) do update set sentence = excluded.sentence
)sql";
// What passed before anybody was told is not worth a mail.
constexpr const char* forget_untold = R"sql(
    delete from alarms where told_at is null and subject <> all ($1::text[])
)sql";
// Nor is it known how long something has lasted that began by a clock which was ahead.
constexpr const char* find_new = R"sql(
    select subject, sentence from alarms
     where told_at is null and (subject = any ($1::text[]) or since < now() - interval '2 minutes'
                                or since > now() + interval '5 minutes')
     order by since, subject
)sql";
constexpr const char* find_over = R"sql(
    select subject, sentence from alarms
     where told_at is not null and subject <> all ($1::text[]) order by since, subject
)sql";
constexpr const char* mark_told = R"sql(
    update alarms set told_at = now() where subject = any ($1::text[])
)sql";
constexpr const char* forget = "delete from alarms where subject = any ($1::text[])";

using Subjects = std::vector<std::string>;

struct Alarms {
    Subjects subjects;
    std::string sentences;  ///< a line for each

    explicit Alarms(const pg::Result& rows) {
        for (const auto row : rows) {
            subjects.push_back(row.str("subject"));
            sentences += "- " + row.str("sentence") + '\n';
        }
    }
    bool empty() const { return subjects.empty(); }
};

/// True: nobody has to be told any more.
bool tell(const Config& config, const Alarms& news, const Alarms& over) {
    for (const auto& subject : news.subjects) log::error("alarm", {{"subject", subject}});
    for (const auto& subject : over.subjects) log::info("alarm_resolved", {{"subject", subject}});
    if (config.operator_email.empty()) return true;
    std::string text;
    if (!news.empty()) text += "This is critical:\n\n" + news.sentences + '\n';
    if (!over.empty()) text += "This is over:\n\n" + over.sentences + '\n';
    text += "What is left: cambioctl check\n\n" + config.public_url;
    return send_mail(config, {config.operator_email,
                              news.empty() ? "Cambio: over: " + over.subjects.front()
                                           : "Cambio: critical: " + news.subjects.front(),
                              text});
}

void alert(jobs::Job& job) {
    Subjects critical, lasting, sentences;
    for (const auto& finding : watch::look(job.db, job.config)) {
        if (finding.severity != watch::Severity::critical) continue;
        critical.push_back(finding.subject);
        sentences.push_back(finding.sentence);
        if (finding.lasting) lasting.push_back(finding.subject);
    }
    const auto now = pg::Param::array(critical);
    job.db.run(forget_untold, {now});
    job.db.run(write_alarms, {now, pg::Param::array(sentences)});
    const Alarms news{job.db.run(find_new, {pg::Param::array(lasting)})};
    const Alarms over{job.db.run(find_over, {now})};
    if (news.empty() && over.empty()) return;
    // A mail that was not handed over is written once more by the next run.
    if (!tell(job.config, news, over)) return job.failed();
    pg::Transaction tx{job.db};
    tx.run(mark_told, {pg::Param::array(news.subjects)});
    tx.run(forget, {pg::Param::array(over.subjects)});
    tx.commit();
}

}  // namespace

}  // namespace cambio

int main(int argc, char** argv) {
    return cambio::jobs::run(argc, argv, "alert_operator", std::chrono::milliseconds{0},
                             cambio::alert);
}
