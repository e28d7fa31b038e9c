// Sends the push messages that wait in outgoing_pushes, where a trigger puts whatever a bell is
// told whose client has subscribed a browser. Nothing is locked while a push service answers, for
// whoever signs out would wait for it: what is sent twice for that is shown once.
#include <charconv>

#include "http/http.h"
#include "jobs/job.h"
#include "json/parse.h"
#include "log/log.h"
#include "notices/notices.h"
#include "web_push/message.h"
#include "web_push/services.h"
#include "web_push/subscriptions.h"
#include "web_push/vapid.h"

namespace cambio {

namespace {

using std::chrono::seconds;
using Clock = std::chrono::steady_clock;

constexpr int max_tries = 8;
/// Of messages that are not about security, to one browser.
constexpr std::int64_t max_in_hour = 60;
constexpr seconds max_wait{3600};
/// In one step, after which the job says how it is and may be stopped.
constexpr int max_in_step = 200;
/// Confirmed together: what comes meanwhile waits for these.
constexpr int max_together = 20;
/// A service that is not reached is left alone for so long: messages to the others go on.
constexpr seconds rest{30};

constexpr const char* some_waiting = R"sql(
    select notification_id from outgoing_pushes where next_try_at <= now()
     order by kind = any($1) desc, next_try_at, notification_id limit $2
)sql";
constexpr const char* next_waiting = R"sql(
    select o.notification_id, o.subscription_id, o.kind, o.data::text as data, o.tries,
           extract(epoch from now() - o.created_at)::bigint as age, s.endpoint, s.p256dh, s.auth,
           case when s.hour_began > now() - interval '1 hour' then s.sent_in_hour else 0 end
               as sent_in_hour, c.language
      from outgoing_pushes o
      join push_subscriptions s on s.id = o.subscription_id
      join clients c on c.id = s.client_id
     where o.notification_id = any($2::bigint[]) and o.next_try_at <= now()
     order by o.kind = any($1) desc, o.next_try_at, o.notification_id limit 1
)sql";
constexpr const char* take_out = R"sql(
    delete from outgoing_pushes where subscription_id = $1 and notification_id = $2
)sql";
constexpr const char* wait = R"sql(
    update outgoing_pushes set tries = tries + $3, next_try_at = now() + make_interval(secs => $4)
     where subscription_id = $1 and notification_id = $2
)sql";
constexpr const char* forget_of_gone = R"sql(
    delete from outgoing_pushes o
     where not exists (select from push_subscriptions s where s.id = o.subscription_id)
)sql";
/// No message is news for longer than a day.
constexpr const char* forget_old = R"sql(
    delete from outgoing_pushes where created_at < now() - interval '1 day'
)sql";
constexpr const char* forget_all = "delete from outgoing_pushes";

/// One that waits. Its address and keys are never logged.
struct Waiting {
    web_push::Notification notification;
    web_push::PushId subscription;
    std::string endpoint, language;
    web_push::BrowserKeys keys;
    std::int64_t tries = 0, sent_in_hour = 0;
    seconds age{};
};

Waiting waiting_of(const pg::Row& row) {
    Waiting one;
    one.notification = {row.integer("notification_id"), row.str("kind"),
                        json::parse_object(row.str("data")).value_or(Json::Value{})};
    one.subscription = row.id<web_push::PushId>("subscription_id");
    one.endpoint = row.str("endpoint");
    one.language = row.str("language");
    one.keys = {row.bytes("p256dh"), row.bytes("auth")};
    one.tries = row.integer("tries");
    one.sent_in_hour = row.integer("sent_in_hour");
    one.age = seconds{row.integer("age")};
    return one;
}

/// Where the people of a push service reach whoever runs this server, RFC 8292, 2.1.
std::string contact_of(const Config& config) {
    return config.support_email.empty() ? config.public_url : "mailto:" + config.support_email;
}

class Sender {
  public:
    explicit Sender(const Config& config)
        : key_{web_push::VapidKey::read(config.web_push_key_file)} {}

    /// Sends what waits, no more than a step may.
    void send_some(jobs::Job& job) {
        for (int sent = 0; sent < max_in_step;) {
            const auto these = pg::Param::array(confirmed(job));
            const int before = sent;
            for (int n = 0; n < max_together && send_one(job, these); ++n) ++sent;
            if (sent == before) return;
        }
    }

  private:
    /// A few that wait, and whose reasons a failover cannot lose.
    std::vector<std::int64_t> confirmed(jobs::Job& job) const {
        std::vector<std::int64_t> notifications;
        for (const pg::Row row : job.db.run(some_waiting, {security_, max_together}))
            notifications.push_back(row.integer("notification_id"));
        if (!notifications.empty()) pg::confirm(job.db);
        return notifications;
    }

    /// False: none of these waits.
    bool send_one(jobs::Job& job, const pg::Param& notifications) {
        const auto rows = job.db.run(next_waiting, {security_, notifications});
        if (rows.empty()) return false;
        const auto one = waiting_of(rows[0]);
        const auto endpoint = web_push::endpoint_of(one.endpoint, job.config.web_push_services);
        const auto message = written(one);
        if (!message || one.age > message->lifetime || too_many(one)) {
            drop(job, one);
        } else if (!endpoint) {
            give_up(job, one, "service");
        } else if (rests(endpoint->service)) {
            postpone(job, one, 0, rest);
        } else {
            if (!of_security(one)) web_push::count_message(job.db, one.subscription);
            settle(job, one, *endpoint, call(job.config, one, *endpoint, *message));
        }
        return true;
    }

    /// Nothing: the bell alone shows it, or its text cannot be made.
    static std::optional<web_push::PushMessage> written(const Waiting& one) {
        try {
            return web_push::message_of(one.notification, one.language);
        } catch (const std::exception& problem) {
            log::error("push_not_written",
                       {{"kind", one.notification.kind}, {"error", problem.what()}});
            return {};
        }
    }

    static bool of_security(const Waiting& one) {
        return notices::wake_of(one.notification.kind) == notices::Wake::security;
    }

    static bool too_many(const Waiting& one) {
        return one.sent_in_hour >= max_in_hour && !of_security(one);
    }

    bool rests(const std::string& service) const {
        const auto found = resting_.find(service);
        return found != resting_.end() && Clock::now() < found->second;
    }

    http::Answer call(const Config& config, const Waiting& one, const web_push::Endpoint& endpoint,
                      const web_push::PushMessage& message) {
        http::Outgoing request;
        request.method = "POST";
        request.url = one.endpoint;
        request.public_only = endpoint.public_only;
        request.largest_body = 64u << 10;
        const auto left = (message.lifetime - one.age).count();
        request.headers = {
            "Authorization: " + key_.authorization(endpoint.service, contact_of(config), pg::now()),
            "Content-Type: application/octet-stream",
            "Content-Encoding: aes128gcm",
            "TTL: " + std::to_string(left),
            std::string{"Urgency: "} + message.urgency,
            "Topic: " + message.topic};
        request.body = web_push::encrypt(one.keys, message.text);
        return http_.send(request);
    }

    void settle(jobs::Job& job, const Waiting& one, const web_push::Endpoint& endpoint,
                const http::Answer& answer) {
        constexpr int not_found = 404, gone = 410, timeout = 408, too_many_requests = 429;
        const int status = answer.status;
        if (answer.ok()) return note(job, one);
        if (status == not_found || status == gone) {
            web_push::forget(job.db, one.subscription);
            job.db.run(forget_of_gone);
            log::info("push_browser_gone", {{"subscription", name_of(one)}});
            return;
        }
        const bool silent = answer.outcome == http::Outcome::unreachable ||
                            answer.outcome == http::Outcome::timed_out;
        const bool passing =
            status == 0 || status == timeout || status == too_many_requests || status >= 500;
        if (silent) resting_[endpoint.service] = Clock::now() + rest;
        const auto reason = silent        ? std::string{"unreachable"}
                            : status == 0 ? std::string{"no answer"}
                                          : std::to_string(status);
        if (!passing || one.tries + 1 >= max_tries) return give_up(job, one, reason);
        log::warn("push_not_sent", {{"subscription", name_of(one)}, {"reason", reason}});
        postpone(job, one, 1, wait_for(one, answer));
    }

    static seconds wait_for(const Waiting& one, const http::Answer& answer) {
        constexpr std::int64_t first = 15;
        seconds longer{first * (one.tries + 1) * (one.tries + 1)};
        if (const auto asked = answer.headers.find("retry-after"); asked != answer.headers.end()) {
            std::int64_t after = 0;
            const auto& text = asked->second;
            std::from_chars(text.data(), text.data() + text.size(), after);
            longer = std::max(longer, seconds{std::clamp<std::int64_t>(after, 0, 86'400)});
        }
        return std::min(longer, max_wait);
    }

    static std::string name_of(const Waiting& one) {
        return std::to_string(one.subscription.value);
    }

    static void drop(jobs::Job& job, const Waiting& one) {
        job.db.run(take_out, {one.subscription, one.notification.id});
    }

    static void note(jobs::Job& job, const Waiting& one) {
        pg::Transaction tx{job.db};
        tx.run(take_out, {one.subscription, one.notification.id});
        web_push::note_sent(tx, one.subscription);
        tx.commit();
    }

    static void give_up(jobs::Job& job, const Waiting& one, const std::string& reason) {
        log::warn("push_given_up", {{"subscription", name_of(one)}, {"reason", reason}});
        pg::Transaction tx{job.db};
        tx.run(take_out, {one.subscription, one.notification.id});
        web_push::note_error(tx, one.subscription, reason);
        tx.commit();
    }

    static void postpone(jobs::Job& job, const Waiting& one, int tries, seconds time) {
        job.db.run(wait, {one.subscription, one.notification.id, tries, time.count()});
    }

    static std::vector<std::string> security_kinds() {
        std::vector<std::string> kinds;
#define X(name, mail, push, page) \
    if (notices::Wake::push == notices::Wake::security) kinds.emplace_back(#name);
#include "notices/kinds.def"
#undef X
        return kinds;
    }

    web_push::VapidKey key_;
    /// Whoever has much else to be told of keeps nobody from hearing of these.
    pg::Param security_ = pg::Param::array(security_kinds());
    http::Client http_;
    std::map<std::string, Clock::time_point> resting_;
};

}  // namespace

}  // namespace cambio

int main(int argc, char** argv) {
    using namespace cambio;
    std::optional<Sender> sender;
    return jobs::run(argc, argv, "send_pushes", seconds{1}, [&](jobs::Job& job) {
        const auto& config = job.config;
        if (config.web_push_key_file.empty() || config.web_push_services.empty()) {
            job.db.run(forget_all);
            return;
        }
        job.db.run(forget_of_gone);
        job.db.run(forget_old);
        if (!sender) sender.emplace(config);
        sender->send_some(job);
    });
}
